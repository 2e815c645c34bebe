"""Sessions with known costs, and a place to run the gate in."""

import json
import os
import random
import subprocess
import tempfile
from pathlib import Path

DAY_MS = 86_400_000
FIRST = 1_768_176_000_000  # Monday, 2026-01-12
SECRETS = {
    "AWS_ACCESS_KEY_ID": "AKIAVERYSECRETIDENTITY",
    "AWS_SECRET_ACCESS_KEY": "wJalrVerySecretKeyThatNobodyMayEverSee/EXAMPLE",
    "AWS_SESSION_TOKEN": "FQoGZXIvVerySecretSessionTokenThatNobodyMaySee",
    # No keys: what a client says of a key that it cannot use may hold it.
    "AZURE_STORAGE_ACCOUNT_NAME": "somebody",
    "AZURE_STORAGE_ACCOUNT_KEY": "!VerySecretAzureKeyThatIsNoBase64!",
    "GOOGLE_SERVICE_ACCOUNT_KEY": '{"private_key":"VerySecretGoogleKeyThatIsNone"}',
}


def session(name, day, *, app="com.example.shop", model="iPhone15,2", os="17.5", version="1.0", methods=60,
            launches=8, slower=None, seed=0):
    """Launch records as JSON Lines; `slower` maps methods to factors."""
    chance = random.Random(f"{name} {seed}")
    lines = []
    for launch in range(1, launches + 1):
        costs, total = [], 0
        for method in range(methods):
            ns = round(1e6 * (1 + method % 7) * (1 + 0.01 * chance.gauss(0, 1)) * (slower or {}).get(method, 1))
            total += ns
            costs.append({"name": f"-[Class{method} work]", "module": f"Module{method % 5}", "calls": 4,
                          "self_ns": ns, "total_ns": ns})
        lines.append(json.dumps({
            "format": "launchgate.launch/1", "session": name, "launch": launch,
            "recorded_unix_ms": FIRST + round(day * DAY_MS) + launch,
            "device": {"model": model, "os": os}, "app": {"bundle": app, "build": version, "version": version},
            "agent": {"version": "1", "settings": "s"},
            "marks": {"main_ns": 1_000_000, "first_frame_ns": total + round(5e7 * (1 + 0.01 * chance.gauss(0, 1)))},
            "methods": costs,
        }))
    return "\n".join(lines) + "\n"


class Lab:
    """A folder, the gate in it, and what it said."""

    def __init__(self, gate, environment=None):
        self.gate_path, self.environment = str(gate), environment or {}
        self.temporary = tempfile.TemporaryDirectory(prefix="launchgate-store-")
        self.folder = Path(self.temporary.name)
        (self.folder / "config.toml").write_text("")
        self.said = ""

    def told(self):
        """All that the gate said and wrote, but for what was given to it."""
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        return self.said + "".join(path.read_bytes().decode("latin-1") for path in files)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def start(self, *args, **environment):
        settings = [] if args[:2] == ("store", "schema") else ["--config", str(self.folder / "config.toml")]
        # What another run kept of a bucket of the same name is not of this one.
        cache = {"LAUNCHGATE_CACHE": str(self.folder / "cache")}
        env = {**os.environ, **cache, **self.environment, **environment}
        return subprocess.Popen([self.gate_path, *args, *settings], cwd=self.folder, env=env, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process, ok=(0,)):
        out, err = process.communicate(timeout=600)
        self.said += out + err
        assert ok is None or process.returncode in ok, f"exit {process.returncode}: {process.args[1:4]}\n{out}{err}"
        return process.returncode, out, err

    def gate(self, *args, ok=(0,), **environment):
        return self.finish(self.start(*args, **environment), ok)
