"""Verifies receipt.json as docs/RECEIPTS.md says, and shares no code with the product.

usage: verify.py [--keys KEYS] FILE...      prints per file the step that fails, "verified" with the
                                            keys of KEYS, or "consistent" with those of the file
       verify.py [--keys KEYS] --lines      the same per line of standard input, content in hexadecimal
"""
import datetime
import hashlib
import json
import re
import sys
from fractions import Fraction

# Ed25519, RFC 8032, section 5.1 and appendix A.
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if x2 == 0:
        return None if sign else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - x2) % P:
        return None
    return P - x if (x & 1) != sign else x


def add(a, b):
    e = (a[1] - a[0]) * (b[1] - b[0]) % P
    f = (a[1] + a[0]) * (b[1] + b[0]) % P
    g = 2 * a[3] * b[3] * D % P
    h = 2 * a[2] * b[2] % P
    i, j, k, m = f - e, h - g, h + g, f + e
    return (i * j % P, k * m % P, j * k % P, i * m % P)


def times(n, point):
    total = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = add(total, point)
        point = add(point, point)
        n >>= 1
    return total


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def decompress(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def ed25519(public, signature, message):
    a, r = decompress(public), decompress(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    return same(times(s, BASE), add(r, times(h, a)))


# Objects.
class Malformed(Exception):
    pass


def text(pattern):
    def read(value):
        if not isinstance(value, str) or not re.fullmatch(pattern, value, re.ASCII):
            raise Malformed
        return value
    return read


def integer(low=-2**31, high=2**31 - 1):
    def read(value):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Malformed
        if isinstance(value, float) and not value.is_integer() or not low <= value <= high:
            raise Malformed
        return int(value)
    return read


def or_null(read):
    return lambda value: None if value is None else read(value)


def list_of(read, most):
    def each(value):
        if not isinstance(value, list) or len(value) > most:
            raise Malformed
        return [read(item) for item in value]
    return each


def fields(**readers):
    def read(value):
        if not isinstance(value, dict) or set(value) != set(readers):
            raise Malformed
        return {name: reader(value[name]) for name, reader in readers.items()}
    return read


def hexadecimal(count):
    return text("[0-9a-f]{%d}" % (2 * count))


def milliseconds(value):
    moment = datetime.datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    return (moment - datetime.datetime(1970, 1, 1)) // datetime.timedelta(milliseconds=1)


def existing(read):
    def instant(value):
        milliseconds(read(value))  # a ValueError for what does not exist
        return value
    return instant


INSTANT = existing(text(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"))
SIGNED = {"key": hexadecimal(8), "signature": hexadecimal(64)}
VERSION = integer(1, 1)
PRICE = fields(
    price=text(r"(0|[1-9]\d{0,11})(\.\d{1,12})?"),
    exchange=text(r'[ !#-\[\]-~]{1,64}'),
    candleTime=INSTANT,
    readAt=INSTANT,
)
RECEIPT = fields(
    version=VERSION, voteId=integer(1), target=INSTANT, author=text("[0-9A-Z]{6}"),
    direction=text("up|steady|down|unknown"), hit=integer(), miss=integer(),
    offerVersion=integer(), carried=integer(), time=INSTANT, salt=hexadecimal(16), **SIGNED,
)
KEYS = list_of(fields(
    id=hexadecimal(8), algorithm=text("Ed25519"), publicKey=hexadecimal(32),
    validFrom=INSTANT, validUntil=or_null(INSTANT)), 1000)
FILE = fields(
    receipt=RECEIPT,
    inclusion=or_null(fields(
        leaf=hexadecimal(32), index=integer(0), path=list_of(hexadecimal(32), 31))),
    root=or_null(fields(
        version=VERSION, target=INSTANT, size=integer(1), root=hexadecimal(32), time=INSTANT,
        **SIGNED)),
    evidence=or_null(fields(
        version=VERSION, target=INSTANT, outcome=text("up|steady|down|void"),
        reference=or_null(PRICE), settlement=or_null(PRICE), **SIGNED)),
    points=or_null(integer()),
    keys=KEYS,
)


def canonical(value):
    plain = {name: item for name, item in value.items() if name not in ("key", "signature")}
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=True).encode()


def find_key(keys, name):
    for key in keys:
        if key["id"] == name:
            public = bytes.fromhex(key["publicKey"])
            return key if hashlib.sha256(public).hexdigest()[:16] == name else None
    return None


def is_signed(keys, kind, value):
    key = find_key(keys, value["key"])
    message = b"tidemark " + kind + b"\n" + canonical(value)
    return key is not None and ed25519(
        bytes.fromhex(key["publicKey"]), bytes.fromhex(value["signature"]), message)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def check_key(file):
    key = find_key(file["keys"], file["receipt"]["key"])
    until = key and key["validUntil"]
    return key is not None and (until is None or file["receipt"]["time"] < until)


def check_path(file):
    inclusion, root = file["inclusion"], file["root"]
    if inclusion is None or root is None:
        return False
    found = sha256(b"\0", canonical(file["receipt"]))
    at, width, path = inclusion["index"], root["size"], list(inclusion["path"])
    if found.hex() != inclusion["leaf"] or at >= width:
        return False
    while width > 1:
        if at % 2 or at + 1 < width:
            if not path:
                return False
            sibling = bytes.fromhex(path.pop(0))
            found = sha256(b"\1", sibling, found) if at % 2 else sha256(b"\1", found, sibling)
        at, width = at // 2, (width + 1) // 2
    return not path and found.hex() == root["root"]


def check_root(file):
    root = file["root"]
    return (root is not None and root["target"] == file["receipt"]["target"]
            and is_signed(file["keys"], b"root", root))


def follows(evidence):
    reference, settlement = evidence["reference"], evidence["settlement"]
    if reference is None or settlement is None:
        return evidence["outcome"] == "void"
    target, day = milliseconds(evidence["target"]), 24 * 3600 * 1000
    for price, since in ((reference, target - 7 * day), (settlement, target)):
        if not since <= milliseconds(price["candleTime"]) < since + day:
            return False
    start, end = Fraction(reference["price"]), Fraction(settlement["price"])
    outcome = "up" if end > start * 105 / 100 else "down" if end < start * 95 / 100 else "steady"
    return evidence["outcome"] == outcome


def check_points(file):
    receipt, evidence = file["receipt"], file["evidence"]
    if evidence is None or file["points"] is None or evidence["target"] != receipt["target"]:
        return False
    if not follows(evidence):
        return False
    outcome, direction = evidence["outcome"], receipt["direction"]
    due = 0 if outcome == "void" else receipt["carried"]
    if outcome != "void" and direction != "unknown":
        due += receipt["hit"] if direction == outcome else receipt["miss"]
    return file["points"] == due and is_signed(file["keys"], b"evidence", evidence)


def verify(content, keys=None):
    """The name of the step that fails; else "verified" with the given keys, "consistent" with the file's own."""
    try:
        file = FILE(json.loads(content))
    except (Malformed, ValueError, RecursionError, OverflowError):
        return "format"
    if keys is not None:
        file["keys"] = keys
    if not check_key(file):
        return "key"
    if not is_signed(file["keys"], b"receipt", file["receipt"]):
        return "signature"
    if file["inclusion"] is not None or file["root"] is not None:
        if not check_path(file):
            return "path"
        if not check_root(file):
            return "root"
    if file["evidence"] is not None or file["points"] is not None:
        if not check_points(file):
            return "points"
    return "consistent" if keys is None else "verified"


def main(arguments):
    keys = None
    if arguments[:1] == ["--keys"]:
        with open(arguments[1], encoding="utf-8") as copy:
            keys = fields(keys=KEYS)(json.load(copy))["keys"]
        arguments = arguments[2:]
    if arguments == ["--lines"]:
        for line in sys.stdin.buffer:
            print(verify(bytes.fromhex(line.decode()), keys))
        return 0
    results = [verify(open(path, "rb").read(), keys) for path in arguments]
    for path, result in zip(arguments, results):
        print(path + ": " + result)
    return 0 if results and all(result == "verified" for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
