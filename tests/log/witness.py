"""A witness of transparency logs as c2sp.org/tlog-witness says, for tests; shares no code with the product.

usage: witness.py NAME SEED ORIGIN=LOG_VKEY...    (SEED: 32 bytes in hexadecimal, the Ed25519 private key)
Listens on a free port of this machine and prints its vkey and its address. Forgets everything at its end.
"""
import base64
import hashlib
import http.server
import sys
import threading
import time

from verify_log import (
    Key, Refused, check_consistency, decimal, parse_checkpoint, parse_note, require, unhash, verify_note)
from ed25519 import BASE, L, P, times

EMPTY_ROOT = hashlib.sha256().digest()


def compress(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


class Signer:
    """RFC 8032, section 5.1.6."""

    def __init__(self, seed):
        digest = hashlib.sha512(seed).digest()
        self.scalar = int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254
        self.prefix = digest[32:]
        self.public = compress(times(self.scalar, BASE))

    def sign(self, message):
        r = int.from_bytes(hashlib.sha512(self.prefix + message).digest(), "little") % L
        start = compress(times(r, BASE))
        k = int.from_bytes(hashlib.sha512(start + self.public + message).digest(), "little") % L
        return start + ((r + k * self.scalar) % L).to_bytes(32, "little")


class Answer(Exception):
    def __init__(self, status, text, content_type="text/plain"):
        self.status, self.text, self.content_type = status, text, content_type


def demand(condition, status):
    if not condition:
        raise Answer(status, "refused\n")


class Witness:
    def __init__(self, name, seed, logs):
        self.signer, self.name, self.logs = Signer(seed), name, logs
        material = b"\4" + self.signer.public
        self.id = hashlib.sha256(name.encode() + b"\n" + material).digest()[:4]
        self.vkey = "+".join((name, self.id.hex(), base64.b64encode(material).decode()))
        self.heads, self.lock = {}, threading.Lock()

    def parse(self, body):
        """400 unless the body has the form of a request."""
        try:
            head, found, checkpoint = body.partition(b"\n\n")
            first, *lines = head.decode("ascii").split("\n")
            require(found and first.startswith("old ") and len(lines) <= 63)
            text, signatures = parse_note(checkpoint)
            return decimal(first[4:]), [unhash(line) for line in lines], text, signatures
        except (Refused, UnicodeDecodeError):
            raise Answer(400, "malformed\n") from None

    def add_checkpoint(self, body):
        old, proof, text, signatures = self.parse(body)
        demand(text.split("\n")[0] in self.logs, 404)
        try:
            verify_note(text, signatures, self.logs[text.split("\n")[0]])
        except Refused:
            raise Answer(403, "not signed by the log\n") from None
        try:
            origin, size, root = parse_checkpoint(text)
        except Refused:
            raise Answer(400, "not a checkpoint\n") from None
        demand(old <= size, 400)
        with self.lock:
            last, last_root = self.heads.get(origin, (0, EMPTY_ROOT))
            if old != last:
                raise Answer(409, "%d\n" % last, "text/x.tlog.size")
            demand(size > 0 or root == EMPTY_ROOT, 422)
            try:
                check_consistency(old, last_root, size, root, proof)
            except Refused:
                raise Answer(422, "not consistent\n") from None
            self.heads[origin] = (size, root)
        now = int(time.time())
        signature = self.signer.sign(("cosignature/v1\ntime %d\n%s" % (now, text)).encode())
        encoded = base64.b64encode(self.id + now.to_bytes(8, "big") + signature).decode()
        return Answer(200, "\u2014 %s %s\n" % (self.name, encoded))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    witness = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            demand(self.path == "/add-checkpoint", 404)
            answer = self.witness.add_checkpoint(body)
        except Answer as refusal:
            answer = refusal
        data = answer.text.encode()
        self.send_response(answer.status)
        self.send_header("content-type", answer.content_type)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def main(name, seed, *logs):
    known = {}
    for log in logs:
        origin, _, vkey = log.partition("=")
        known.setdefault(origin, []).append(Key(vkey))
    Handler.witness = Witness(name, bytes.fromhex(seed), known)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(Handler.witness.vkey, "http://127.0.0.1:%d" % server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
