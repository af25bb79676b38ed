"""Cleaning of hostile texts: does the time grow with their length, or with its square?

    uv run python tests/benchmarks/parse_hostile.py [CHARACTERS]

What regular expressions stumble over: one mark, repeated and never closed; marks nested in each
other; many marks in a random order. Each text is cleaned at CHARACTERS (20,000) and at four times
as many; the peer of the longer text is the shorter one. A ratio of 4 is in proportion, 16 is the
square. Printed are the worst ratios, and the slowest texts per 100,000 characters with the step
that takes most of their time. Texts that take less than 50 ms at the longer size have no ratio.
"""

import random
import sys
import time

from topograph.config import CleanSettings
from topograph.stages.parse.clean.links import extract_links
from topograph.stages.parse.clean.steps import STEPS, clean_text
from topograph.stages.parse.titles import make_title

MARKS = (
    "<script>", "<script a=1 ", "<!--", "<", "<b a=b ", "<a href=\"", "&lt;", "&#", "$", "$a ",
    "$$", "{", "{a ", "\\", "\\a", "\\textbf{", "\\href{", "\\cite[", "\\cite{a ", "\\(", "\\[",
    "\\\"", "$x", "*", "**a ", "_", "_a ", "`", "``a ", "[a](", "![a](b", "](", "a-\n",
    "ab-\ncd ", "\n", " ", "a \t", "http://", "http://a.b/ ", "a@", "a.b", "©", "copyright ",
    "open access article ", "creative commons ", "available at ", "Our code is ", "Abstract\n",
    "METHODS: ", "We propose ", "called ", "A ", "AB", "(", "(AB ", "\"", "Ã©", "\u00ad\n",
    "\u0301", "主\n", ". ", "e.g. ", " --", "*a ", "a*b ", "*a* ", "**a** ", "_a_ ", "***", "*_",
    "a*", "<div>", "<div", "<p> tag ", "</p>", "<b>", "<code>", "<pre>a",
    "<AbstractText Label=\"", "&amp;amp;", "\\\\", "\\n", "\\nthe ", "\\'", "it\\'s ",
    "\\\"a\\\" ", "\\u00e9", "\\xc3\\xa9", "it''s ", "\"\"a\"\" ", "C:\\new ", "\\foo ",
    "\\foo{", "\\foo{a} ", "{\\em ", "{\\foo a", "\\mathbf{", "\\frac{1}{", "\\begin{equation}",
    "\\end{equation}", "\\documentclass ", "\\begin{document}", "\\-a", "ab\\-cd", "\\%",
    "1\\% ", "\\verb|", "$x^{2}$ ", "$a$$b$", "a--b", "A--B ", "1--2", "---", "{B}ert ",
    "``a'' ", "```\n", "`a` ", "~~~\n", "© 2020 ", "© 2020 Elsevier ", "(c) 2020 a. ", "2020, ",
    "2020 - ", "Copyright of a", "All rights reserved. ", "Published by Elsevier ",
    "https://a.b/c. ", "Code: https://a.b/c. ", "data.Our code is at https://a.b/c",
    "we release code ", "is code are ", "code is available to ", "ResultsWe ", "Methods\n",
    "Background. ", "主", "主题\n模型", "1\n", "a;\n", "a = b;\n", "$a = ", "df$a[", "=",
    "::", "->",
    "\U0001f3f4\U000e0067", "a-\nb", "-\n",
)  # fmt: skip
NESTED = (
    ("<div>", "</div>"), ("<b>", "</b>"), ("<mml:msup>", "</mml:msup>"), ("<code>", "</code>"),
    ("{", "}"), ("{\\em ", "}"), ("\\textbf{", "}"), ("\\frac{", "}{b}"), ("$x^{", "}$"),
    ("\\foo{", "}"), ("(", ")"), ("[", "]"), ("**a ", " a**"), ("*a ", " a*"), ("_a ", " a_"),
    ("*a **b ", " b** a*"), ("`", "`"), ("``", "''"), ("\\(", "\\)"), ("\\[", "\\]"),
    ("[a", "](https://a.b)"), ("<", ">"), ("\\begin{align}", "\\end{align}"), ("$", "$"),
    ("\\\"", "\\\""), ("(c) 2020 (", ")"),
)  # fmt: skip


def texts(characters: int) -> dict[str, str]:
    """Hostile texts of about so many characters, by their name."""
    found = {repr(mark): mark * (characters // len(mark)) for mark in MARKS}
    for opening, closing in NESTED:
        depth = characters // len(opening + closing)
        found[f"{opening!r} in itself"] = opening * depth + "a" + closing * depth
    for seed in range(20):
        chosen = random.Random(seed).choices(MARKS, k=characters // 6)
        found[f"random {seed}"] = "".join(chosen)[:characters]
    return found


def seconds(text: str) -> float:
    start = time.process_time()
    make_title(clean_text(text, CleanSettings()).text, text)
    return time.process_time() - start


def slowest_step(text: str) -> str:
    times = {}
    for name, step in {**STEPS, "links": extract_links}.items():
        start = time.process_time()
        step(text)
        times[name] = time.process_time() - start
    return max(times, key=lambda name: times[name])


def main() -> None:
    short = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    clean_text("\\textbf{warm} $\\alpha$ Ã© it\\'s", CleanSettings())
    small, large = texts(short), texts(4 * short)
    times = {name: (seconds(small[name]), seconds(large[name])) for name in small}
    ratios = {name: b / max(a, 0.001) for name, (a, b) in times.items() if b > 0.05}
    for name, ratio in sorted(ratios.items(), key=lambda item: -item[1])[:12]:
        print(f"{name}: four times the text takes {ratio:.1f} times the time")
    for name in sorted(times, key=lambda own: -times[own][1])[:8]:
        rate = times[name][1] / len(large[name]) * 1e5
        print(f"{name}: {rate:.2f} s for 100,000 characters, most in {slowest_step(large[name])}")


if __name__ == "__main__":
    main()
