"""moto's S3 server on this machine, buckets behind the proxy with faults, and Azurite."""

import base64
import contextlib
import hashlib
import hmac
import http.client
import logging
import socket
import subprocess
import tempfile
import time
from email.utils import formatdate
from pathlib import Path

import boto3
from botocore.config import Config
from moto.server import ThreadedMotoServer

from faults import Proxy
from lab import SECRETS


class Bucket:
    def __init__(self, name, moto, share, seed, always):
        self.name, self.proxy = name, Proxy(("127.0.0.1", moto.port), share, seed, always)
        self.client = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{moto.port}", region_name="us-east-1",
                                   aws_access_key_id="x", aws_secret_access_key="y",
                                   config=Config(s3={"addressing_style": "path"}))
        self.client.create_bucket(Bucket=name)
        self.url = f"s3://{name}/launches"
        self.environment = {**SECRETS, "AWS_ENDPOINT_URL": self.proxy.url, "AWS_REGION": "us-east-1", "AWS_READ_TIMEOUT": "2s",
                            "RUST_BACKTRACE": "0"}

    def objects(self, table):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.name, Prefix=f"launches/v1/{table}/")
        return [found["Key"] for page in pages for found in page.get("Contents", [])]


class Moto:
    def __enter__(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        self.server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        self.server.start()
        self.port = self.server.get_host_and_port()[1]
        return self

    def __exit__(self, *_):
        self.server.stop()

    @contextlib.contextmanager
    def bucket(self, name, share, seed=1, always=None):
        found = Bucket(name, self, share, seed, always)
        yield found
        if share:
            told = found.proxy.told
            assert sum(n for kind, n in told.items() if kind != "none") > 0, f"no fault was injected: {told}"
        found.proxy.shutdown()


# What every Azurite has, by its documentation.
ACCOUNT = "devstoreaccount1"
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


@contextlib.contextmanager
def azurite(folder):
    """Azurite on a free port with one container; gives the environment of those who use it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        program = Path(folder, "node_modules/.bin/azurite-blob")
        server = subprocess.Popen([program, "--silent", "--skipApiVersionCheck", "--location", data, "--blobHost", "127.0.0.1", "--blobPort", str(port)],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.1)
            make_container(port, "launches")
            yield {"AZURE_STORAGE_USE_EMULATOR": "true", "AZURITE_BLOB_STORAGE_URL": f"http://127.0.0.1:{port}",
                   "AZURE_STORAGE_ACCOUNT_NAME": ACCOUNT, "AZURE_STORAGE_ACCOUNT_KEY": KEY}
        finally:
            server.terminate()
            server.wait()


def make_container(port, name):
    """By a request that is signed with the account's key."""
    date, path = formatdate(usegmt=True), f"/{ACCOUNT}/{name}"
    headers = f"x-ms-date:{date}\nx-ms-version:2021-08-06\n"
    text = f"PUT\n\n\n\n\n\n\n\n\n\n\n\n{headers}/{ACCOUNT}{path}\nrestype:container"
    signature = base64.b64encode(hmac.new(base64.b64decode(KEY), text.encode(), hashlib.sha256).digest()).decode()
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    client.request("PUT", f"{path}?restype=container", headers={
        "x-ms-date": date, "x-ms-version": "2021-08-06", "Content-Length": "0",
        "Authorization": f"SharedKey {ACCOUNT}:{signature}"})
    answer = client.getresponse()
    assert answer.status == 201, answer.read()
