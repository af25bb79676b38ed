"""The one exception that users see."""


class TopographError(Exception):
    """A fault the user can correct: what happened, why, and what to do.

    Parameters
    ----------
    what : str
        What went wrong, naming the file, record or key.
    why : str
        The reason, as far as it is known.
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
