"""Verifies receipt.json as docs/RECEIPTS.md says, and shares no code with the product.

usage: verify.py [--keys KEYS] FILE...      prints per file the step that fails, "verified" with the
                                            keys of KEYS, or "consistent" with those of the file
       verify.py [--keys KEYS] --lines      the same per line of standard input, content in hexadecimal
"""
import datetime
import hashlib
import json
import os
import re
import sys
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "log"))
import verify_log as log  # noqa: E402
from ed25519 import ed25519  # noqa: E402


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
PRICE_TEXT = text(r"(0|[1-9]\d{0,11})(\.\d{1,12})?")
PRICE = fields(
    price=PRICE_TEXT,
    exchange=text(r'[ !#-\[\]-~]{1,64}'),
    candleTime=INSTANT,
    readAt=INSTANT,
)
VOTE = dict(
    voteId=integer(1, 2**53 - 1), target=INSTANT, author=text("[0-9A-Z]{6}"),
    direction=text("up|steady|down|unknown"), hit=integer(), miss=integer(),
    offerVersion=integer(), carried=integer(), time=INSTANT, salt=hexadecimal(16))
FIRST = fields(version=VERSION, **VOTE, **SIGNED)


def accepted(parse):
    """Text that a reader of the log's formats accepts."""
    def read(value):
        if not isinstance(value, str):
            raise Malformed
        try:
            parse(value)
        except log.Refused:
            raise Malformed from None
        return value
    return read


SECOND = fields(
    version=integer(2, 2), **VOTE, entryPrice=or_null(PRICE_TEXT), vkey=accepted(log.Key),
    signature=hexadecimal(64))


def receipt(value):
    try:
        return SECOND(value)
    except Malformed:
        return FIRST(value)


TLOG_PROOF = accepted(lambda value: log.parse_proof(value.encode("utf-8", "surrogatepass")))


KEYS = list_of(fields(
    id=hexadecimal(8), algorithm=text("Ed25519"), publicKey=hexadecimal(32),
    validFrom=INSTANT, validUntil=or_null(INSTANT)), 1000)
SETTLED = dict(
    evidence=or_null(fields(
        version=VERSION, target=INSTANT, outcome=text("up|steady|down|void"),
        reference=or_null(PRICE), settlement=or_null(PRICE), **SIGNED)),
    points=or_null(integer()),
    keys=KEYS,
)
TREE_FILE = fields(
    receipt=FIRST,
    inclusion=or_null(fields(
        leaf=hexadecimal(32), index=integer(0), path=list_of(hexadecimal(32), 31))),
    root=or_null(fields(
        version=VERSION, target=INSTANT, size=integer(1), root=hexadecimal(32), time=INSTANT,
        **SIGNED)),
    **SETTLED,
)
LOG_FILE = fields(receipt=receipt, tlogProof=or_null(TLOG_PROOF), **SETTLED)


def file_of(value):
    try:
        return LOG_FILE(value)
    except Malformed:
        return TREE_FILE(value)


ORDER = ("version", "voteId", "target", "author", "direction", "hit", "miss", "offerVersion",
         "entryPrice", "carried", "time", "salt")


def canonical(value):
    plain = {name: item for name, item in value.items() if name not in ("key", "vkey", "signature")}
    if "salt" in plain:
        plain = {name: plain[name] for name in ORDER if name in plain}
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


def key_of(receipt):
    if receipt["version"] == 1:
        return receipt["key"]
    return hashlib.sha256(log.Key(receipt["vkey"]).public).hexdigest()[:16]


def check_key(file):
    key = find_key(file["keys"], key_of(file["receipt"]))
    until = key and key["validUntil"]
    return key is not None and (until is None or file["receipt"]["time"] < until)


def check_time(file):
    day = 24 * 3600 * 1000
    opens = milliseconds(file["receipt"]["target"]) - 7 * day
    # 1970-01-01 was a Thursday.
    since_thursday = opens % (7 * day)
    if since_thursday not in (0, 4 * day):
        return False
    closes = opens + (4 * day if since_thursday == 0 else 3 * day)
    return opens <= milliseconds(file["receipt"]["time"]) < closes


def check_path(file):
    commitment = sha256(b"\0", canonical(file["receipt"]))
    if "tlogProof" in file:
        try:
            index, hashes, checkpoint = log.parse_proof(file["tlogProof"].encode())
            _, size, root = log.parse_checkpoint(log.parse_note(checkpoint)[0])
            return index < size and log.path_root(log.leaf(commitment), index, size, hashes) == root
        except log.Refused:
            return False
    inclusion, root = file["inclusion"], file["root"]
    if inclusion is None or root is None:
        return False
    at, width, path = inclusion["index"], root["size"], list(inclusion["path"])
    found = commitment
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


def check_checkpoint(file):
    if "tlogProof" not in file:
        root = file["root"]
        return (root is not None and root["target"] == file["receipt"]["target"]
                and is_signed(file["keys"], b"root", root))
    try:
        _, _, checkpoint = log.parse_proof(file["tlogProof"].encode())
        origin = log.parse_checkpoint(log.parse_note(checkpoint)[0])[0]
        vkey = file["receipt"].get("vkey")
        if vkey is not None and log.Key(vkey).name != origin:
            return False
        public = [bytes.fromhex(key["publicKey"]) for key in file["keys"]]
        notes, stamps = ([log.Key(log.vkey(origin, kind, each)) for each in public] for kind in (1, 4))
        _, _, stamped = log.verify_checkpoint(checkpoint, origin, notes, stamps)
        return len(stamped) > 0
    except log.Refused:
        return False


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
        file = file_of(json.loads(content))
    except (Malformed, ValueError, RecursionError, OverflowError):
        return "format"
    if keys is not None:
        file["keys"] = keys
    if not check_key(file):
        return "key"
    signature = {"key": key_of(file["receipt"])}
    if not is_signed(file["keys"], b"receipt", {**file["receipt"], **signature}):
        return "signature"
    if not check_time(file):
        return "time"
    sealed = (file["tlogProof"] is not None if "tlogProof" in file
              else file["inclusion"] is not None or file["root"] is not None)
    if sealed:
        if not check_path(file):
            return "path"
        if not check_checkpoint(file):
            return "checkpoint"
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
