"""The sources can be read: no line is too long, and every file opens with what it is for."""

import ast
import pathlib
import subprocess

LIMIT = 120  # characters, as in .editorconfig
ROOT = pathlib.Path(__file__).parents[2]


def committed(*patterns):
    """The files of the repository that match, as (path from its root, text)."""
    # a checkout may belong to another user, as in a container
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [path for path in listed.split("\0") if path and (ROOT / path).exists()]
    assert paths
    return [(path, (ROOT / path).read_text(encoding="utf-8")) for path in paths]


def test_no_line_is_too_long():
    found = [
        f"{path}:{number} has {len(line)} characters"
        for path, text in committed("*.py", "*.js", "*.mjs", "*.ts", "Makefile")
        for number, line in enumerate(text.split("\n"), 1)
        if len(line) > LIMIT
    ]
    assert found == []


def test_every_module_opens_with_what_it_is_for():
    python = [path for path, text in committed("*.py") if text and not ast.get_docstring(ast.parse(text))]
    scripts = [path for path, text in committed("*.js", "*.mjs", "*.ts") if not text.startswith(("//", "/*"))]
    assert python + scripts == []
