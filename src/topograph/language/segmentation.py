"""Word segmentation for scripts without spaces; the segmenters are optional extras."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib.util import find_spec

from topograph.errors import TopographError

#: Splits a run of characters without spaces into words.
Segmenter = Callable[[str], Iterable[str]]
#: Languages that need a segmenter: its module, and the extra that installs it.
SEGMENTERS = {"zh": ("rjieba", "chinese"), "ja": ("sudachipy", "japanese")}
#: Chinese characters and Japanese syllables; only these are segmented.
UNSPACED = r"[\u3005-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff]"
_RUN = re.compile(f"{UNSPACED}+")


def segmenter(language: str) -> Segmenter | None:
    """The segmenter of a language; None for languages with spaces between words.

    Parameters
    ----------
    language : str
        Two-letter code.

    Raises
    ------
    TopographError
        If the language needs one that is not installed.
    """
    if language not in SEGMENTERS:
        return None
    module, extra = SEGMENTERS[language]
    if find_spec(module) is None:
        raise TopographError(
            f"Texts in the language `{language}` cannot be split into words.",
            f"the package {module} is not installed.",
            f"install it with `uv sync --extra {extra}`; if the corpus is in another language, set "
            "parse.language.",
        )
    cut = _chinese() if language == "zh" else _japanese()

    def words(run: str) -> list[str]:
        found: list[str] = []
        end = 0
        for match in _RUN.finditer(run):
            found += [run[end : match.start()], *cut(match[0])]
            end = match.end()
        return [word for word in (*found, run[end:]) if word]

    return words


def _chinese() -> Segmenter:
    import rjieba

    cut: Segmenter = rjieba.cut
    return cut


def _japanese() -> Segmenter:
    from sudachipy import SplitMode, dictionary

    tokenizer = dictionary.Dictionary(dict="small").tokenizer()
    return lambda run: [word.surface() for word in tokenizer.tokenize(run, SplitMode.C)]
