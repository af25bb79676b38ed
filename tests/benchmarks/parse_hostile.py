"""Cleaning of hostile texts: does the time grow with their length, or with its square?

    uv run python tests/benchmarks/parse_hostile.py [CHARACTERS]

One mark, repeated and never closed, is what regular expressions stumble over. Each is cleaned at
CHARACTERS (20,000) and at four times as many; the peer of the longer text is the shorter one. A
ratio of 4 is in proportion, 16 is the square. Printed are the worst ratios, and the slowest mark
per 100,000 characters. Marks that take less than 20 ms at the longer size have no ratio.
"""

import sys
import time

from topograph.config import CleanSettings
from topograph.parse.clean.steps import clean_text
from topograph.parse.titles import make_title

MARKS = (
    "<script>", "<script a=1 ", "<!--", "<", "<b a=b ", "<a href=\"", "&lt;", "&#", "$", "$a ",
    "$$", "{", "{a ", "\\", "\\a", "\\textbf{", "\\href{", "\\cite[", "\\cite{a ", "\\(", "\\[",
    "\\\"", "$x", "*", "**a ", "_", "_a ", "`", "``a ", "[a](", "![a](b", "](", "a-\n",
    "ab-\ncd ", "\n", " ", "a \t", "http://", "http://a.b/ ", "a@", "a.b", "©", "copyright ",
    "open access article ", "creative commons ", "available at ", "Our code is ", "Abstract\n",
    "METHODS: ", "We propose ", "called ", "A ", "AB", "(", "(AB ", "\"", "Ã©", "\u00ad\n",
    "\u0301", "主\n", ". ", "e.g. ", " --",
)  # fmt: skip


def seconds(mark: str, characters: int) -> float:
    text = mark * (characters // len(mark))
    start = time.process_time()
    make_title(clean_text(text, CleanSettings()).text, text)
    return time.process_time() - start


def main() -> None:
    short = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    clean_text("\\textbf{warm} $\\alpha$ Ã©", CleanSettings())
    times = {mark: (seconds(mark, short), seconds(mark, 4 * short)) for mark in MARKS}
    ratios = {mark: b / max(a, 0.001) for mark, (a, b) in times.items() if b > 0.02}
    for mark, ratio in sorted(ratios.items(), key=lambda item: -item[1])[:10]:
        print(f"{mark!r}: four times the text takes {ratio:.1f} times the time")
    mark = max(times, key=lambda own: times[own][1])
    print(f"slowest: {mark!r}, {times[mark][1] / (4 * short) * 1e5:.2f} s for 100,000 characters")


if __name__ == "__main__":
    main()
