"""How much may come out of a file: what unpacks to far too much is refused."""

from __future__ import annotations

from dataclasses import dataclass

from topograph.errors import TopographError

#: What a file may unpack to: so many bytes, and beyond them so many times its own size. Texts pack
#: into a third or a tenth, logs and tables into a fiftieth.
ANY_BYTES = 100_000_000
MOST_TIMES = 200
_UNPACK = "unpack it yourself, and name the unpacked files in parse.files"
AS_CSV = "save it as CSV or JSON"


@dataclass
class Room:
    """What a file may still unpack to.

    Attributes
    ----------
    name : str
    packed : int
        Bytes of the file.
    remedy : str
        What to do if it is no mistake.
    taken : int
        Bytes, or characters, that came out of it so far.
    """

    name: str
    packed: int
    remedy: str = _UNPACK
    taken: int = 0

    def take(self, unpacked: int) -> None:
        """Refuse what unpacks to much more than any text does.

        Raises
        ------
        TopographError
            If so.
        """
        self.taken += unpacked
        if self.taken > max(ANY_BYTES, MOST_TIMES * self.packed):
            raise TopographError(
                f"{self.name} unpacks to {self.taken / 1e6:,.0f} MB and more.",
                f"that is more than {MOST_TIMES} times its size, which texts never reach. The file "
                "may be made to exhaust the memory.",
                f"if you trust the file, {self.remedy}; otherwise remove it from parse.files, or "
                "set `parse: {on_error: skip}` to skip it.",
            )
