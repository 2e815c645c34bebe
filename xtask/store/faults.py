"""A proxy in front of an S3 server that answers as real ones do on a bad day.

Of every hundred requests some get 500 or 503 before or after the server has done what was asked, an answer that ends early,
no answer at all and a closed connection, or an open one, or a late one. What a proxy does always is one of these, or it tells: it
refuses everything, and says in its answer what it was asked with, as servers do that help to debug signatures. Everything stays on
127.0.0.1.
"""

import http.client
import http.server
import random
import socketserver
import threading
import time

KINDS = ["before", "throttled", "after", "cut", "dropped", "late", "silent"]
# Longer than clients wait here.
SILENCE_S = 4


class Proxy(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, target, share, seed=1, always=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.target, self.share, self.always = target, share, always
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.told = {}
        # Another request that stands for one of a client, where a server knows it in other words only.
        self.translate = None
        # Until when `always` holds, and how many writes are told that another one is at it.
        self.until, self.conflicts = float("inf"), 0
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # Clients that hang up are part of the game.

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def fault(self):
        with self.lock:
            if time.monotonic() > self.until:
                self.always = None
            chosen = self.always or (self.random.choice(KINDS) if self.random.random() < self.share else "none")
            self.told[chosen] = self.told.get(chosen, 0) + 1
            return chosen


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.server.fault()
        if fault == "tells":
            asked = "".join(f"{name}: {value}\n" for name, value in self.headers.items())
            return self.fail(403, "SignatureDoesNotMatch", asked)
        if fault == "moved":
            return self.fail(301, "PermanentRedirect", region="eu-west-1")
        if fault == "denied":
            return self.fail(403, "AccessDenied", "Access Denied")
        if fault == "no_list" and "list-type=2" in self.path:
            return self.fail(200, "welcome")
        if fault == "overwrites":
            del self.headers["If-None-Match"]
        if self.server.conflicts and self.command == "PUT":
            self.server.conflicts -= 1
            return self.fail(409, "ConditionalRequestConflict")
        if fault == "before":
            return self.fail(500, "InternalError")
        if fault == "throttled":
            return self.fail(503, "SlowDown")
        # Silence and lateness are the faults themselves: the client's patience is what is tested.
        if fault == "silent":
            time.sleep(SILENCE_S)
        if fault in ("dropped", "silent"):
            self.close_connection = True
            return None
        if fault == "late":
            time.sleep(0.5)
        host, port = self.server.target
        server = http.client.HTTPConnection(host, port, timeout=60)
        headers = {k: v for k, v in self.headers.items() if k.lower() not in ("connection", "accept-encoding")}
        asked = (self.command, self.path, body, headers)
        if self.server.translate:
            asked = self.server.translate(*asked)
        server.request(*asked)
        said = server.getresponse()
        content = said.read()
        if fault == "after":
            return self.fail(500, "InternalError")
        self.send_response(said.status)
        length = said.getheader("Content-Length") if self.command == "HEAD" else str(len(content))
        for name, value in said.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", length or "0")
        if asked[0] != self.command and not said.getheader("ETag"):
            self.send_header("ETag", '"of-an-upload"')
        self.end_headers()
        if self.command != "HEAD":
            if fault == "cut" and content:
                self.wfile.write(content[: len(content) // 2])
                self.close_connection = True
                return None
            self.wfile.write(content)
        return None

    def fail(self, status, code, message="injected", region=None):
        text = f"<Error><Code>{code}</Code><Message>{message}</Message></Error>".encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(text)))
        if region:
            self.send_header("x-amz-bucket-region", region)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = answer
