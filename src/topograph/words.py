"""Words and phrases of a text, as topic terms need them.

BERTopic's own tokenisation deletes every character that is not an English letter or digit
("meta-learning" becomes "metalearning"), and scikit-learn's n-grams join words that only
stand side by side once a stop word between them is gone. Here hyphens, digits inside names and any
script survive, a phrase is a run of words as written, and none crosses punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

#: Between documents where several are joined into one string: no phrase crosses it.
DOCUMENT_END = "\u2029"

#: Vowel signs, accents and joiners: parts of a word, though no letters to `re`.
_MARKS = "".join(
    c for c in map(chr, range(0x300, 0x20000)) if unicodedata.category(c) in ("Mn", "Mc")
)
_LETTERS = rf"[^\W_](?:[^\W_]|[{_MARKS}\u200c\u200d])*"
_WORD = re.compile(rf"{_LETTERS}(?:[-‐‑'’./+]{_LETTERS})*\+{{0,2}}")
_POSSESSIVE = re.compile(r"['’]s$|['’]$")
_BREAK = re.compile(
    r"[.,;:!?()\[\]{}\"“”„«»…—–|/\\<>=\u2029。、,;:!?]\s|[;:!?()\[\]{}\"“”„«»…—|\\<>=\u2029。、,;:!?]|[.,]$|-{2,}|\s[-‐‑−]\s"
)
_LETTER = re.compile(r"[^\W\d_]")
#: Words that open or close no term although they are not stop words of the language at large:
#: what academic prose of any field says about itself.
ENGLISH_PROSE = frozenset(
    """
    et al eg ie vs via across within without toward towards upon thus hence however therefore
    propose proposes proposed proposing introduce introduces introduced present presents
    show shows shown demonstrate demonstrates achieve achieves achieving outperform outperforms
    outperforming using used use uses based new novel existing various different recent recently
    significantly extensive furthermore moreover additionally specifically especially paper work
    study approach approaches results result experiments experimental code available github
    respectively enable enables enabling address addresses key often lead leads leading remain
    remains remaining make makes making
    """.split()
)
#: Languages with a Snowball stemmer (Porter 2001, https://snowballstem.org).
SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "eu": "basque", "fi": "finnish", "fr": "french",
    "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "nb": "norwegian",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def stop_words(language: str, extra: Iterable[str] = ()) -> frozenset[str]:
    """Stop words of a language.

    Parameters
    ----------
    language : str
        Two-letter code. English: scikit-learn's list and the phrases of academic prose; others:
        the package stop-words; a language it does not know has none.
    extra : iterable of str
        Further words.
    """
    words = {word.lower() for word in extra}
    if language == "en":
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        return frozenset(words | ENGLISH_STOP_WORDS | ENGLISH_PROSE)
    import stop_words as lists

    language = "nb" if language == "no" else language
    code = lists.LANGUAGE_MAPPING.get(language)
    return frozenset(words | set(lists.get_stop_words(language))) if code else frozenset(words)


def clauses(text: str) -> list[list[str]]:
    """The words of a text in lower case, cut where punctuation ends a phrase.

    >>> clauses("Meta-learning of GPT-4o's skills, k-means and C++.")
    [['meta-learning', 'of', 'gpt-4o', 'skills'], ['k-means', 'and', 'c++']]
    """
    found = []
    for part in _BREAK.split(text):
        words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(part.lower())]
        if words:
            found.append(words)
    return found


def is_content(word: str, stop: frozenset[str]) -> bool:
    """Whether a word can open or close a term: two letters at least, and no stop word.

    A hyphenated word counts as content if one of its parts does. Words of scripts without
    spaces and case (Chinese, say) may be short.
    """
    if word in stop or not _LETTER.search(word):
        return False
    letters = len(_LETTER.findall(word))
    if letters < 2 and not ("\u3040" <= word[0] <= "\u9fff" or "\uac00" <= word[0] <= "\ud7af"):
        return False
    parts = re.split(r"[-‐‑/.+]", word)
    return len(parts) == 1 or any(part not in stop and len(part) > 1 for part in parts)


def phrases(text: str, stop: frozenset[str], longest: int) -> set[str]:
    """The distinct terms of one document: phrases of one to `longest` words.

    Each begins and ends with a content word; of three words or more, the inner ones may be stop
    words ("state of charge").
    """
    found: set[str] = set()
    for words in clauses(text):
        content = [is_content(word, stop) for word in words]
        for start in range(len(words)):
            if not content[start]:
                continue
            for end in range(start + 1, min(start + longest, len(words)) + 1):
                if content[end - 1]:
                    found.add(" ".join(words[start:end]))
    return found


def singular(term: str) -> str:
    """A term with its English plurals made singular, roughly: what is then equal is one term.

    >>> singular("graph neural networks"), singular("policies"), singular("analysis")
    ('graph neural network', 'policy', 'analysis')
    """
    return " ".join(map(_singular_word, term.split()))


def _singular_word(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


class Stemmer:
    """Stems of words, to see that two terms repeat each other ("merging", "merged").

    Parameters
    ----------
    language : str
        Two-letter code; a language without a Snowball stemmer leaves words as they are.
    """

    def __init__(self, language: str) -> None:
        import snowballstemmer

        name = SNOWBALL.get(language)
        self._stem = snowballstemmer.stemmer(name).stemWord if name else str

    def __call__(self, term: str) -> frozenset[str]:
        """The stems of a term's words; the parts of a hyphenated word count each."""
        return frozenset(self._stem(word) for word in re.split(r"[ ‐‑-]", term) if word)
