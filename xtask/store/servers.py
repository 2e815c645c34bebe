"""moto's S3 server on this machine, and buckets behind the proxy with faults."""

import contextlib
import logging

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
