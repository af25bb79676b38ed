"""The medium of a figure, a screen or paper, and how much fits on it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from topograph.figures.style import all_shortened, shortened, text_width, wrapped

PIXELS_A_MILLIMETRE = 96 / 25.4
#: Largest height of a figure on paper, in pixels: a page without the caption.
MOST_HEIGHT = 900
#: Height of axis, legend and margins of a figure with rows, in pixels.
AROUND_ROWS = 70
#: Share of the width for the columns of a matrix; the rest is for the names of its rows.
COLUMNS_SHARE = 0.63
#: Width of an average letter, and height of a line, as shares of the letters' size.
LETTER_WIDTH, LINE_HEIGHT = 0.57, 1.3


@dataclass(frozen=True)
class Medium:
    """The medium of a figure.

    Attributes
    ----------
    paper : bool
        Whether it is printed: nothing can be clicked, hovered over or scrolled to.
    width : int
        In pixels; of a screen, what a figure may count on.
    letters : float
        Size of letters in pixels.
    line : int
        Letters in a line of a name on an axis.
    lines : int
        Lines of a name on an axis.
    panels : int
        Small charts side by side.
    """

    paper: bool
    width: int
    letters: float
    line: int
    lines: int
    panels: int

    @property
    def row(self) -> int:
        """Height of a row with a name, in pixels."""
        if not self.paper:
            return 24
        return math.ceil(self.lines * self.letters * LINE_HEIGHT + 3)

    def fitting(self, rows: int, below: int = 0) -> int:
        """Number of rows that fit above some pixels; on a screen, all do."""
        room = MOST_HEIGHT - AROUND_ROWS - below
        return min(rows, room // self.row) if self.paper else rows

    def height_of_rows(self, rows: int) -> int:
        """Height in pixels of a figure with this number of rows, so that they do not overlap."""
        if self.paper:
            return AROUND_ROWS + self.row * rows
        return max(450, 130 + self.row * rows)

    def angle(self, columns: int, level: int = -40) -> int:
        """Angle of the names below this number of columns: upright if there is little room."""
        if not self.paper:
            return -40
        return -90 if columns * self.letters * 3 > self.width else level

    def every(self, columns: int) -> int:
        """Every which name below this number of columns has room."""
        if not self.paper:
            return 1
        return math.ceil(columns * (self.letters - 1) / (self.width * COLUMNS_SHARE))

    def names(self, texts: Iterable[str]) -> list[str]:
        """Names for an axis, escaped; different ones stay different."""
        if self.lines == 1:
            return all_shortened(texts, self.line)
        whole = list(texts)
        few = [self._in_lines(text) for text in whole]
        return [
            shown if few.count(shown) == 1 else own
            for shown, own in zip(few, all_shortened(whole, self.line), strict=True)
        ]

    def _in_lines(self, text: str) -> str:
        """A text on the available lines, escaped; words longer than a line are cut."""
        shown = wrapped(text, self.line)
        fits = all(text_width(word) <= self.line for word in text.split())
        return shown if fits and shown.count("<br>") < self.lines else _cut(text, self)


def _cut(text: str, medium: Medium) -> str:
    """A text cut to the lines of a medium; words that are longer than a line are divided."""
    width = medium.line
    made = [""]
    for word in text.split():
        if made[-1] and text_width(made[-1] + word) >= width:
            made.append("")
        rest = word
        while text_width(made[-1] + rest) > width:
            fit = next(
                place for place in range(len(rest), -1, -1)
                if text_width(made[-1] + rest[:place]) < width
            )  # fmt: skip
            made[-1] += rest[:fit]
            rest = rest[fit:]
            made.append("")
        made[-1] += rest + " "
    kept = [own.strip() for own in made if own.strip()]
    if len(kept) > medium.lines:
        kept[medium.lines - 1] = kept[medium.lines - 1][: width - 1].rstrip() + "…"
    return "<br>".join(shortened(own, width + 1) for own in kept[: medium.lines])


SCREEN = Medium(paper=False, width=1100, letters=13, line=48, lines=1, panels=3)
#: By the columns of a page that a figure spans: 85 and 178 millimetres, letters of 7 and 8 points.
PAPER = {
    1: Medium(True, round(85 * PIXELS_A_MILLIMETRE), 9.3, 24, 2, 2),
    2: Medium(True, round(178 * PIXELS_A_MILLIMETRE), 10.7, 40, 1, 3),
}
