"""Verifies checkpoints and tlog-proofs as c2sp.org says; shares no code with the product.

usage: verify_log.py ORIGIN LOG_VKEYS WITNESS_VKEYS    (vkeys separated by commas)
Reads lines `checkpoint TEXT`, `proof ENTRY TEXT` and `consistency OLD_SIZE OLD_ROOT SIZE ROOT HASHES`, with
TEXT, ENTRY, roots and hashes in hexadecimal ("-" for nothing), and prints a line for each: "refused", or
size, root and index with the witnesses that cosigned and when.
"""
import base64
import binascii
import hashlib
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "receipts"))
from ed25519 import ed25519  # noqa: E402

LARGEST = 2**53 - 1
# Unicode's White_Space; str.isspace() has more.
SPACES = set("\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000") | set(map(chr, range(0x2000, 0x200B)))


class Refused(Exception):
    pass


def require(condition):
    if not condition:
        raise Refused


def unbase64(text):
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Refused from None
    # Python takes pad bits that are not zero, and padding in the middle.
    require(base64.b64encode(data).decode() == text)
    return data


def unhash(text):
    data = unbase64(text)
    require(len(data) == 32)
    return data


def decimal(text):
    require(re.fullmatch("0|[1-9][0-9]*", text, re.ASCII))
    require(len(text) <= 16 and int(text) <= LARGEST)
    return int(text)


# Signed notes and their keys.
def check_name(name):
    require(name and "+" not in name and not set(name) & SPACES)
    require(all(character >= " " for character in name))
    return name


class Key:
    def __init__(self, vkey):
        name, key_id, material = (vkey.split("+", 2) + ["", ""])[:3]
        data = unbase64(material)
        require(data[:1] in (b"\x01", b"\x04") and len(data) == 33)
        self.name, self.id = check_name(name), hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
        self.kind, self.public = data[0], data[1:]
        require(key_id == self.id.hex())

    def verify(self, text, signature):
        """The time of a cosignature, 0 of another signature; None when it is not valid."""
        if self.kind == 1:
            valid = len(signature) == 64 and ed25519(self.public, signature, text.encode())
            return 0 if valid else None
        time = int.from_bytes(signature[:8], "big")
        if len(signature) != 72 or time > LARGEST:
            return None
        message = ("cosignature/v1\ntime %d\n%s" % (time, text)).encode()
        return time if ed25519(self.public, signature[8:], message) else None


def vkey(name, kind, public):
    data = bytes([kind]) + public
    found = hashlib.sha256(name.encode() + b"\n" + data).hexdigest()[:8]
    return "%s+%s+%s" % (name, found, base64.b64encode(data).decode())


def parse_signature(line):
    require(line.startswith("\u2014 "))
    name, found, encoded = line[2:].partition(" ")
    data = unbase64(encoded)
    require(found and len(data) > 4)
    return check_name(name), data[:4], data[4:]


def parse_note(data):
    try:
        whole = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused from None
    require(whole.endswith("\n") and all(c == "\n" or c >= " " for c in whole))
    text, found, signatures = whole.rpartition("\n\n")
    require(found)
    lines = signatures[:-1].split("\n")
    require(len(lines) <= 100)
    return text + "\n", [parse_signature(line) for line in lines]


def verify_note(text, signatures, keys):
    """The first signature of each known key, with its time. Every one of a known key must be valid."""
    found = {}
    for name, key_id, signature in signatures:
        for key in keys:
            if (key.name, key.id) == (name, key_id):
                time = key.verify(text, signature)
                require(time is not None)
                found.setdefault(key, time)
                break
    require(found)
    return found


def parse_checkpoint(text):
    require(text.endswith("\n"))
    lines = text[:-1].split("\n")
    require(len(lines) >= 3 and all(lines))
    return lines[0], decimal(lines[1]), unhash(lines[2])


# RFC 6962, section 2.1.
def leaf(data):
    return hashlib.sha256(b"\0" + data).digest()


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def split(count):
    half = 1
    while half * 2 < count:
        half *= 2
    return half


def path_root(hash_, index, size, path):
    """PATH(m, D[n]) read from its end, as the definition recurs."""
    if size == 1:
        require(not path)
        return hash_
    require(path)
    half = split(size)
    if index < half:
        return node(path_root(hash_, index, half, path[:-1]), path[-1])
    return node(path[-1], path_root(hash_, index - half, size - half, path[:-1]))


def subproof_roots(old, size, path, old_root, whole):
    """SUBPROOF(m, D[n], b) read from its end: the roots of the old leaves and of all."""
    if old == size:
        if whole:
            require(not path)
            return old_root, old_root
        require(len(path) == 1)
        return path[0], path[0]
    require(path)
    half = split(size)
    if old <= half:
        before, after = subproof_roots(old, half, path[:-1], old_root, whole)
        return before, node(after, path[-1])
    before, after = subproof_roots(old - half, size - half, path[:-1], old_root, False)
    return node(path[-1], before), node(path[-1], after)


def check_consistency(old, old_root, size, root, path):
    require(0 <= old <= size and len(path) <= 63)
    if old == 0:
        require(not path)
        require(size > 0 or root == old_root)
        return
    before, after = subproof_roots(old, size, path, old_root, True)
    require(before == old_root and after == root)


# Checkpoints and proofs.
def verify_checkpoint(data, origin, logs, witnesses):
    text, signatures = parse_note(data)
    named, size, root = parse_checkpoint(text)
    require(named == origin)
    found = verify_note(text, signatures, logs + witnesses)
    require(any(key in logs for key in found))
    cosigned = ["%s@%d" % (key.name, time) for key, time in found.items() if key in witnesses]
    return size, root, cosigned


def parse_proof(data):
    head, found, checkpoint = data.partition(b"\n\n")
    try:
        lines = head.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise Refused from None
    require(found and lines.pop(0) == "c2sp.org/tlog-proof@v1")
    if lines and lines[0].startswith("extra "):
        require(unbase64(lines.pop(0)[6:]))
    require(lines and lines[0].startswith("index "))
    hashes = [unhash(line) for line in lines[1:]]
    require(len(hashes) <= 63)
    return decimal(lines[0][6:]), hashes, checkpoint


def verify_proof(entry, data, *policy):
    index, hashes, checkpoint = parse_proof(data)
    size, root, cosigned = verify_checkpoint(checkpoint, *policy)
    require(index < size and path_root(leaf(entry), index, size, hashes) == root)
    return size, root, ["#%d" % index] + cosigned


def unhex(text):
    return b"" if text == "-" else bytes.fromhex(text)


def verify(line, policy):
    kind, *parts = line.split()
    try:
        if kind == "consistency":
            old, old_root, size, root, hashes = parts
            data = unhex(hashes)
            path = [data[at:at + 32] for at in range(0, len(data), 32)]
            check_consistency(int(old), unhex(old_root), int(size), unhex(root), path)
            return "consistent"
        check = verify_checkpoint if kind == "checkpoint" else verify_proof
        size, root, more = check(*map(unhex, parts), *policy)
        return " ".join([str(size), root.hex()] + more)
    except Refused:
        return "refused"


def keys(text):
    return [Key(vkey) for vkey in text.split(",") if vkey]


if __name__ == "__main__":
    trusted = (sys.argv[1], keys(sys.argv[2]), keys(sys.argv[3]))
    for received in sys.stdin:
        print(verify(received, trusted))
