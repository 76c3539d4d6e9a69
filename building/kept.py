"""A folder that the next build uses again: the hashes of its files lie beside it and are compared each time.

This notices whatever changes the folder alone; who rewrites the list as well is not noticed.
"""

from building.files import sha256


def remember(folder):
    """Write down the hashes of all files of a folder, as sha256sum writes and checks them."""
    _list_of(folder).write_text("".join(f"{line}\n" for line in sorted(_lines(folder))), encoding="utf-8")


def changed(folder):
    """The names of all files that are not as they were remembered: altered, missing or new.

    Where nothing was remembered, that list itself.
    """
    try:
        remembered = set(_list_of(folder).read_text(encoding="utf-8", errors="replace").splitlines())
    except OSError:
        return [_list_of(folder).name]
    return sorted({line.partition("  ")[2] for line in remembered ^ _lines(folder)})


def _list_of(folder):
    return folder.with_name(f"{folder.name}.sha256")


def _lines(folder):
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {f"{sha256(path)}  {path.relative_to(folder).as_posix()}" for path in paths}
