"""Problem: what a reader can get wrong, as data. The locale files put each code into words."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Problem:
    """One mistake of the reader's: a stable code, where it is, what was got and what is needed.

    head, matrix, row and column are a Place; row and column are 0-based, None where the matrix as a whole is meant.
    sample is "resting" for the one not on show; field names an input beside the matrices.
    """

    code: str
    matrix: str | None = None
    row: int | None = None
    column: int | None = None
    got: object = None
    need: object = None
    sample: str | None = None
    field: str | None = None
    head: int = 0

    def to_json(self):
        return asdict(self)


class Refused(ValueError):
    """Raised with every Problem at once, so that the reader can mend all of them."""

    def __init__(self, problems):
        self.problems = list(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))
