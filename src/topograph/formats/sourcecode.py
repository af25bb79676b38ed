"""Recognise source code of programs by the lines that only programs have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

#: Lines that define, import or include something, or that prose does not have.
_STRONG = re.compile(
    r"\s*(?:"
    r"(?:async )?def \w+\(.*|class \w+(?:\([\w.,= ]*\))?:\s*$|from [\w.]+ import \S.*"
    r"|import [\w.]+(?: as \w+)?;?\s*$|import [\w.*{}, ]+ from ['\"].*"
    r"|#\s*(?:include\s*[<\"]|define\s+\w|if(?:n?def)?\s+\w|endif\b|pragma\s).*|#!/.*"
    r"|(?:package|using|namespace|use) [\w.:]+;\s*$"
    r"|(?:public|private|protected|static|final|extern|typedef|struct|fn|func|function|const|let|var)"
    r"\s.*[;{(]\s*$"
    r"|(?:library|require|source)\([\w.\"'/]+\)\s*$|[\w.$]+\s*<-\s*\S.*|@\w[\w.]*(?:\(.*\))?\s*$"
    r"|\}(?:\s*else\b.*\{)?[;,)]*\s*$|.*\)\s*\{\s*$|[\w.*&>\[\]-]+\(.*\);\s*$"
    r"|(?:if|elif|for|while|with|except)\b.*[)\w\]]:\s*$|(?:else|try|finally):\s*$"
    r"|self\.\w+.*|return\b.*;\s*$"
    r"|SELECT\s.*|FROM\s+[\w.\"`]+(?:\s+(?:AS\s+)?\w+)?\s*;?\s*$"
    r"|(?:LEFT |INNER |RIGHT )?JOIN\s+[\w.\"`]+.*|WHERE\s+.*[=<>].*|GROUP BY\s+\S.*|ORDER BY\s+\S.*"
    r")"
)
#: Assignments, calls, comments, literals, and lines that end with a mark of a program.
_WEAK = re.compile(
    r"\s*(?:#|//|/\*|\*(?:\s|/|$)|--\s|\"\"\"|''').*"
    r"|\s*[\w.$*\[\]\"',\s]{1,60}\s*(?:[-+*/|&]?=|:=)\s*\S.*|\s*[\w.$]+\(.*"
    r"|\s*return\b.*|\s*(?:pass|break|continue|raise \w.*|assert .*)\s*$"
    r"|\s*[\])}{(\[]+[;,:)]*\s*$|.*[;{\\(\[]\s*$|\s+[\"'\w.\[\](){}:*-]+,\s*$"
)
LEAST_LINES = 5
LEAST_STRONG = 3
STRONG_SHARE = 0.1
CODE_SHARE = 0.5


def is_source_code(lines: list[str]) -> bool:
    r"""Whether most lines are those of a program.

    Parameters
    ----------
    lines : list of str
        Lines that are not empty.

    Examples
    --------
    >>> is_source_code(["import os", "def f(x):", "    y = x + 1", "    return y", "print(f(1))",
    ...                 "for i in range(3):", "    f(i)"])
    True
    >>> is_source_code(["I import os; then I define f(x).", "It returns y."] * 5)
    False
    """
    lines = list(_without_comments(lines))
    if len(lines) < LEAST_LINES:
        return False
    strong = sum(_STRONG.match(line) is not None for line in lines)
    if strong < max(LEAST_STRONG, STRONG_SHARE * len(lines)):
        return False
    weak = sum(_STRONG.match(line) is None and _WEAK.match(line) is not None for line in lines)
    return strong + weak > CODE_SHARE * len(lines)


def _without_comments(lines: Iterable[str]) -> Iterator[str]:
    """Leave out comments that begin and end at a line's edge, such as licences above a program."""
    inside = False
    for line in lines:
        inside = inside or line.lstrip().startswith("/*")
        if not inside:
            yield line
        inside = inside and not line.rstrip().endswith("*/")
