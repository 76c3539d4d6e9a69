"""What the build tells whoever runs it: a line for every step, and the error that stops it."""


class BuildError(Exception):
    """What stops a build, in words that say what to do."""


def say(step, what):
    """Print one line of the build's report."""
    print(f"[{step}] {what}", flush=True)
