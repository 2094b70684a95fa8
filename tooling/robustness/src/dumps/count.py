"""Counts the pages and revisions of XML dumps, with nothing but Python's own libraries: `count.py FILE|FOLDER...` prints JSON.

Files are read as their first bytes say: plain, gzip, bzip2, xz, and such in Zip and tar. `unread` names what is none of these.
"""
import bz2
import gzip
import io
import json
import lzma
import os
import re
import sys
import tarfile
import zipfile
from xml.etree import ElementTree

pages, revisions, unread = set(), set(), []


def read(name, stream):
    beginning = stream.peek(600)[:600] if hasattr(stream, "peek") else b""
    for signature, unpack in ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\0", lzma.open)):
        if beginning.startswith(signature):
            read(name, io.BufferedReader(unpack(stream)))
            return
    if beginning[257:262] == b"ustar":
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for member in archive:
                if member.isfile():
                    read(member.name, io.BufferedReader(archive.extractfile(member)))
    elif beginning.startswith(b"PK\3\4"):
        with zipfile.ZipFile(io.BytesIO(stream.read())) as archive:
            for member in archive.namelist():
                read(member, io.BufferedReader(archive.open(member)))
    elif b"<mediawiki" in beginning.replace(b"\0", b""):
        headers = re.match(rb"(?:[A-Za-z][\w-]*: [^\n]*\n)+\r?\n", beginning)
        stream.read(headers.end() if headers else 0)
        count(stream)
    else:
        unread.append(name)


def count(stream):
    for _, element in ElementTree.iterparse(stream):
        tag = element.tag.rpartition("}")[2]
        if tag == "revision":
            revisions.add(text_of(element, "id"))
            element.clear()
        elif tag == "page":
            pages.add(text_of(element, "id"))
            element.clear()


def text_of(element, name):
    return next(child.text for child in element if child.tag.rpartition("}")[2] == name)


for path in sys.argv[1:]:
    files = [path] if os.path.isfile(path) else sorted(os.path.join(at, name) for at, _, names in os.walk(path) for name in names)
    for file in files:
        with open(file, "rb") as stream:
            read(file, stream)
print(json.dumps({"pages": len(pages), "revisions": len(revisions), "unread": unread}))
