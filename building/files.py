"""Hashes of files, and files that are written whole: the same content gives the same bytes."""

import base64
import hashlib
import os
import tempfile
import zipfile


def sha256(path):
    """The hash of a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def hash_files(paths, relative_to=None, salt=b""):
    """A short name for the names and contents of some files; `relative_to` tells names in several folders apart."""
    digest = hashlib.sha256(salt)
    for path in paths:
        name = path.relative_to(relative_to).as_posix() if relative_to else path.name
        digest.update(f"{name}\0{sha256(path)}\n".encode())
    return base64.b32encode(digest.digest()).decode().lower()[:12]


def write_zip(path, entries, method):
    """Write {name: content} as a zip file, sorted and with a fixed date: the same entries give the same bytes."""
    with zipfile.ZipFile(path, "w", method, compresslevel=9) as archive:
        for name in sorted(entries):
            archive.writestr(zipfile.ZipInfo(name), entries[name], method)


def write_atomically(path, content):
    """Write a file that is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as partial:
        partial.write(content)
    os.replace(partial.name, path)
