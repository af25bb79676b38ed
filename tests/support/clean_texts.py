"""Texts of many kinds, put together from pieces as they are really written.

Each kind lacks the formats that cleaning undoes; what holds a format is left out of the others.
"""

from __future__ import annotations

from hypothesis import strategies as st

_ENGLISH = (
    "the room was cold and nobody came to help us", "she said that the price had gone up again",
    "it's the best hotel we've seen, isn't it?", "don't wait for me",
    "we met at O'Brien's on Friday", "a $5 ticket became a $10 ticket",
    "costs rose from US$3 to US$4 a unit", "20% of R&D and 5% of Q&A",
    "see section 3 (c) for the third case", "Taste Profile© was tested",
    "price* and terms* apply", "p<0.05 and n>30 in both groups", "x<y, but y>z",
    "I <3 this place", "he left--I stayed--and so it went", "the dogs' food and the cats' milk",
    "rock'n'roll", "copyright law is studied here",
    "open data and Creative Commons licences are compared",
    "the code of conduct is available to all", "some are protected by copyright",
    "results were mixed", "the method works; the data do not", "A* search, k* and D* Lite",
)  # fmt: skip
_OTHERS = (
    "Die Heizung war aus, und niemand kam", "Haupt- und Nebensätze im Überblick",
    "l'été à Zürich coûte 5 € par jour", "¿Dónde está la biblioteca?",
    "Это очень хорошая гостиница", "Ο Γιώργος πήγε στην αγορά",
    "部屋はとても寒かった", "房间很冷，没有人来帮助我们",
    "방이 너무 추웠어요", "كانت الغرفة باردة جدا", "החדר היה קר מאוד", "कमरा बहुत ठंडा था",
    "ห้องหนาวมาก",
)  # fmt: skip
_CODE = (
    "x**2 + y**2", "a*b*c", "f(*args, **kwargs)", "int *p, **q;", "my_snake_case_name",
    "__init__", "if __name__ == '__main__':", "std::vector<int> v;", "List<String> names",
    "Map<K, V> m", "#include <map>", "for (i = 0; i < n; i++) {", "calls[name](arg)", "a[i](x)",
    'printf("%d\\n", x);', "x -> x + 1", "\\x -> x + 1", "df$name[df$age > 3]",
    "echo $HOME/$USER", "$a = $b + 1;", "#define MAX(a,b) ((a)>(b))",
    "SELECT * FROM t WHERE a LIKE '10%'", "i--; --j;", "git commit --amend", "/* a comment */",
    "p = &num;", "import os, re", "return a && b || !c", "#pragma once", "@app.route('/x')",
    "user@host:~$ ls",
)  # fmt: skip
_PATHS = (
    "C:\\new\\table", "C:\\Users\\bob\\notes.txt", "D:\\tools\\bin\\run.exe",
    "\\\\server\\share\\new", ".\\setup.exe", "..\\build\\test", "%TEMP%\\run",
    "HKEY_LOCAL_MACHINE\\Software\\beta", "/usr/local/bin", "~/.config/x_y", "src/*/test",
    "*.py and *.txt", "App\\Models\\User", "icon@2x.png",
)  # fmt: skip
_PATTERNS = (
    "\\d+\\.\\w", "\\s+um", "^\\[.*\\]$", "\\bword\\b", "[\\w.-]+@[\\w-]+", "(?:a|b)+",
    "\\p{L}+", "\\u00e9-\\u00ff", "s/\\(a\\)/b/", ".*foo.*", "[^\\n]+", "\\r?\\n", "a{2,3}",
    "\\.com$", "\\$\\d+", "x{N}", "\\d{4}-\\d{2}",
)  # fmt: skip
_CHATS = (
    "<bob> hi", "<alice> are you there", "A: yes", "B: no -", "[00:07] ok", "lol :-)",
    "¯\\_(ツ)_/¯", "o_O", "^_^", "-_-", "T_T", "(>_<)", "\\o/", "*their", "f*ck", "sh**t", "brb",
    "@bob mAP@0.5", "pass@1.5", "#win", "***", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 vs 🇫🇷", "so good 😀😀", "u there??",
    "k thx",
)  # fmt: skip
_MATHS = (
    "2 * 3 * 4", "a < b and c > d", "O(n^2)", "x_1 + x_2", "f(x) = x^2", "{1, 2, 3}", "a' = b''",
    "|x| <= 1", "3 x 4 x 5", "10^-3", "α + β ≤ γ", "n! / (k! (n-k)!)", "[0, 1)", "5 +- 2", "~30",
    "& or |",
)  # fmt: skip
_BETWEEN = st.sampled_from([" ", ", ", ". ", "\n", "; ", " - ", "\n\n"])
KINDS = {
    "prose": _ENGLISH, "scripts": _OTHERS, "code": _CODE, "paths": _PATHS, "patterns": _PATTERNS,
    "chats": _CHATS, "maths": _MATHS,
}  # fmt: skip


@st.composite
def joined(draw: st.DrawFn, pieces: tuple[str, ...]) -> str:
    """A few pieces with something between them."""
    chosen = draw(st.lists(st.sampled_from(pieces), min_size=1, max_size=7))
    return "".join(piece + draw(_BETWEEN) for piece in chosen).strip()


def texts_of(kind: str) -> st.SearchStrategy[str]:
    """Texts of one kind."""
    return joined(KINDS[kind])


def mixed_texts() -> st.SearchStrategy[str]:
    """Texts whose pieces are of several kinds."""
    return joined(tuple(piece for pieces in KINDS.values() for piece in pieces))
