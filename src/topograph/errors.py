"""The exception for all errors that a user can correct."""


class TopographError(Exception):
    """An error that the user can correct: what happened, why, and what to do.

    Parameters
    ----------
    what : str
        What went wrong; names the file, record or key.
    why : str
        The reason.
    fix : str
        What to change or which command to run.
    """

    def __init__(self, what: str, why: str, fix: str) -> None:
        super().__init__(what)
        self.what = what
        self.why = why
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.what}\n  why: {self.why}\n  fix: {self.fix}"
