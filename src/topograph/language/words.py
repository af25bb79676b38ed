"""Tokenisation of texts into words and phrases, for topic terms.

BERTopic's own tokenisation deletes every character that is not an English letter or digit
("meta-learning" becomes "metalearning"), and scikit-learn's n-grams join words that are adjacent
only after a stop word between them was removed. This module keeps hyphens, digits inside names,
case and any script. A phrase is a run of words as written and does not cross punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, cached_property

from topograph.language.lowercase import lowercase
from topograph.language.segmentation import UNSPACED, Segmenter, segmenter
from topograph.language.uninformative import (
    AMHARIC,
    CONNECTIVES,
    LINKING_WORDS,
    NOT_ADVERBS,
    STOP_WORD_EXCEPTIONS,
    uninformative_words,
)

#: Vowel signs, accents and joiners: parts of a word that `re` does not count as letters.
_MARKS = "".join(
    c for c in map(chr, range(0x300, 0x20000)) if unicodedata.category(c) in ("Mn", "Mc")
)
_LETTERS = rf"[^\W_](?:[^\W_]|[{_MARKS}\u200c\u200d])*"
#: A word, as a regular expression.
WORD = rf"{_LETTERS}(?:[-‐‑'’./+]{_LETTERS})*\+{{0,2}}"
_WORD = re.compile(WORD)
_POSSESSIVE = re.compile(r"['’]s$|['’]$")
#: Marks that end a phrase: Western ones, Chinese and Japanese, Ethiopic, Arabic and Indic.
_MARKS_ALWAYS = (
    r",;:!?()\[\]{}\"\u201c\u201d\u201e\u00ab\u00bb\u2026\u2014|\\<>=\u2029\u00b7"
    r"\u3001\u3002\u3008-\u3011\u30fb\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
    r"\u1362-\u1368\u060c\u061b\u061f\u0964\u0965"
)
_BREAK = re.compile(rf"[.–/]\s|[{_MARKS_ALWAYS}]|\.$|-{{2,}}|\s[-‐‑−]\s")
#: Marks after which the sentence continues.
_CONTINUES = re.compile(r"[,()/\\<>=|\u3001\u060c\uff0c\u2013-]|\s")
_BETWEEN_UNSPACED = re.compile(rf"(?<={UNSPACED}) (?={UNSPACED})")
_HIRAGANA = re.compile(r"[\u3040-\u309f\u30fc]+")
_LETTER = re.compile(r"[^\W\d_]")
#: Contractions like "don't", "I'm", "we've", which are never content words.
_CONTRACTION = re.compile(r"(?:n['’]t|['’](?:m|re|ve|ll|d|s))$")
#: Arabic vowel signs and tatweel; letters with spelling variants.
_ARABIC_SIGNS = re.compile(r"[\u064b-\u0652\u0670\u0640]")
_ARABIC_LETTERS = str.maketrans("أإآٱىیک", "ااااييك")
_HYPHENS = re.compile(r"[-‐‑]")
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
        Two-letter code. English: the lists of scikit-learn and
        `topograph.language.uninformative`; Amharic: the list in the latter; other languages: the
        package stop-words; empty for languages it does not know.
    extra : iterable of str
        Further words.
    """
    words = {normalize_arabic(lowercase(word, language)) for word in extra}
    if language == "en":
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        return frozenset(
            words | (ENGLISH_STOP_WORDS - STOP_WORD_EXCEPTIONS) | uninformative_words()
        )
    if language == "am":
        return frozenset(words | AMHARIC)
    import stop_words as lists

    language = "nb" if language == "no" else language
    code = lists.LANGUAGE_MAPPING.get(language)
    return frozenset(
        words.union(map(normalize_arabic, lists.get_stop_words(language)) if code else ())
    )


def normalize_arabic(word: str) -> str:
    """A word without optional marks of Arabic and Persian: hamza, vowel signs, dots.

    >>> normalize_arabic("إلى") == normalize_arabic("الى")
    True
    """
    return _ARABIC_SIGNS.sub("", word).translate(_ARABIC_LETTERS)


def clauses(text: str, segment: Segmenter | None = None, language: str = "") -> list[list[str]]:
    """The words of a text as written, split where punctuation ends a phrase.

    The first word of a sentence is lowercased unless it is an abbreviation.

    >>> clauses("Meta-learning of GPT-4o's skills, k-means and C++.")
    [['meta-learning', 'of', 'GPT-4o', 'skills'], ['k-means', 'and', 'C++']]

    Parameters
    ----------
    text : str
    segment : callable, optional
        Splits a run of characters into words, for scripts without spaces.
    language : str, optional
        Two-letter code, for lowercasing.
    """
    found = []
    end, opens = 0, True
    for match in (*_BREAK.finditer(text), None):
        part = text[end : match.start()] if match else text[end:]
        words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(part)]
        if segment is not None:
            words = [piece for word in words for piece in segment(word)]
        if words:
            if opens and words[0][1:].islower():
                words[0] = lowercase(words[0], language)
            found.append(words)
            opens = False
        if match:
            end = match.end()
            opens = opens or not _CONTINUES.match(match[0])
    return found


def is_content(word: str, stop: frozenset[str]) -> bool:
    """Whether a word can begin or end a term: it has two letters or more and is not a stop word.

    A hyphenated word is a content word if one of its parts is. In Chinese, Japanese and Korean, one
    character is enough.
    """
    if word in stop or not _LETTER.search(word):
        return False
    letters = len(_LETTER.findall(word))
    if letters < 2 and not ("\u3040" <= word[0] <= "\u9fff" or "\uac00" <= word[0] <= "\ud7af"):
        return False
    parts = re.split(r"[-‐‑/.+]", word)
    return len(parts) == 1 or any(part not in stop and len(part) > 1 for part in parts)


def singular(word: str) -> str:
    """An approximate singular of an English word, to compare words.

    >>> singular("networks"), singular("policies"), singular("analysis")
    ('network', 'policy', 'analysis')
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


class Stemmer:
    """Stems of words, to find terms that repeat each other ("merging", "merged").

    Parameters
    ----------
    language : str
        Two-letter code; without a Snowball stemmer for it, words are not changed.
    """

    def __init__(self, language: str) -> None:
        import snowballstemmer

        name = SNOWBALL.get(language)
        self.word = cache(snowballstemmer.stemmer(name).stemWord) if name else str
        self._language = language

    def __call__(self, term: str) -> frozenset[str]:
        """The stems of a term's words and of the parts of hyphenated words."""
        words = re.split(r"[ ‐‑-]", lowercase(term, self._language))
        return frozenset(self.word(word) for word in words if word)


class Reader:
    """Tokenises texts of one language, and finds content words and variants of words.

    Parameters
    ----------
    language : str
        Two-letter code.
    extra : iterable of str
        Further stop words.

    Attributes
    ----------
    stem : Stemmer
    nouns_have_capitals : bool
        Whether all nouns are capitalised (German).
    spaced : bool
        Whether the script has spaces between words.

    Raises
    ------
    TopographError
        If the language needs a segmenter that is not installed.
    """

    def __init__(self, language: str, extra: Iterable[str] = ()) -> None:
        self.stem = Stemmer(language)
        self.nouns_have_capitals = language == "de"
        self._language = language
        self._extra = frozenset(extra)
        self._segment = segmenter(language)
        self.spaced = self._segment is None
        self._english = language == "en"
        self._root = singular if self._english else self.stem.word

    @cached_property
    def stop(self) -> frozenset[str]:
        """Stop words, including further ones; loaded on first use."""
        return stop_words(self._language, self._extra)

    @cached_property
    def listed(self) -> bool:
        """Whether there is a list of stop words for the language."""
        return bool(stop_words(self._language))

    def lowercase(self, word: str) -> str:
        """A word in lowercase with the same number of characters."""
        return lowercase(word, self._language)

    def clauses(self, text: str) -> list[list[str]]:
        """The words of a text; see the function `clauses`."""
        return clauses(text, self._segment, self._language)

    def is_content(self, word: str) -> bool:
        """Whether a word can begin or end a term; see the function `is_content`.

        English adverbs and contractions cannot. Neither can single Chinese or Japanese characters
        and words in hiragana, which are particles, endings and measures.
        """
        lower = self.lowercase(word)
        if self._english and (
            _CONTRACTION.search(lower)
            or (lower.endswith("ly") and len(lower) > 4 and lower not in NOT_ADVERBS)
        ):
            return False
        if self._segment and (len(word) == 1 or _HIRAGANA.fullmatch(word)):
            return False
        return is_content(normalize_arabic(lower), self.stop)

    def may_link(self, word: str) -> bool:
        """Whether a word that is not a content word may be inside a term; in English, few may."""
        return self.lowercase(word) in LINKING_WORDS if self._english else True

    def depends_on_previous(self, sentence: str) -> bool:
        """Whether an English sentence refers to the one before it ("However, it ...")."""
        first = sentence.split(maxsplit=1)[:1]
        return self._english and bool(first) and self.lowercase(first[0].strip(",")) in CONNECTIVES

    def root(self, word: str) -> str:
        """A form that variants of a word share: the singular in English, else the stem.

        Hyphens are ignored: "fine-tuning" has the root of "finetuning".
        """
        return self._root(_HYPHENS.sub("", self.lowercase(word)))

    def roots(self, term: str) -> str:
        """The roots of a term's words, joined by spaces."""
        return " ".join([self.root(word) for words in self.clauses(term) for word in words])

    def join(self, words: Iterable[str]) -> str:
        """Join words to a term, without spaces for scripts that have none.

        >>> Reader("en").join(["graph", "theory"])
        'graph theory'
        """
        joined = " ".join(words)
        return _BETWEEN_UNSPACED.sub("", joined) if self._segment else joined

    def phrase_roots(self, text: str, longest: int) -> set[str]:
        """The roots of all runs of one to `longest` words in a text."""
        found: set[str] = set()
        for words in self.clauses(text):
            roots = [self.root(word) for word in words]
            for start in range(len(roots)):
                for end in range(start + 1, min(start + longest, len(roots)) + 1):
                    found.add(" ".join(roots[start:end]))
        return found
