"""Steps that depend on one text only, in batches, on several cores."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING

from topograph.stages.parse.clean.boilerplate import sentence_keys
from topograph.stages.parse.clean.steps import clean_text, clean_title, first_change
from topograph.stages.parse.duplicates import signatures, token_key
from topograph.stages.parse.languages import evidence
from topograph.stages.parse.reading import Candidate, in_batches
from topograph.stages.parse.titles import make_title
from topograph.stages.parse.tokens import count_words, tokens_of
from topograph.system.parallel import process_pool

if TYPE_CHECKING:
    import numpy as np

    from topograph.config import CleanSettings

#: Examples kept of each cleaning step.
EXAMPLES = 3
#: Fewer batches are not worth the start of further processes.
FEW_BATCHES = 4


@dataclass(slots=True)
class BatchResult:
    """Columns of a batch, one entry per candidate, and examples of changes by cleaning.

    Attributes
    ----------
    texts, titles : list of str
        Cleaned; where the corpus has no title, one made from the text.
    links : list of list of str
    steps : list of tuple of str
        The cleaning steps that changed each text.
    n_words : list of int
    ids : list of str
        Identifiers derived from the cleaned texts.
    keys : list of bytes
        Equal for texts that are equal after normalisation.
    languages : ndarray of int16, shape (n, 10)
        See `topograph.stages.parse.languages.evidence`.
    signatures : ndarray of uint32, shape (n, 128)
    sentences : list of tuple of int
        Keys of each text's sentences.
    examples : dict of str to list of (str, str)
        Before and after, by step.
    """

    texts: list[str] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    links: list[list[str]] = field(default_factory=list)
    steps: list[tuple[str, ...]] = field(default_factory=list)
    n_words: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    keys: list[bytes] = field(default_factory=list)
    languages: np.ndarray | None = None
    signatures: np.ndarray | None = None
    sentences: list[tuple[int, ...]] = field(default_factory=list)
    examples: dict[str, list[tuple[str, str]]] = field(default_factory=dict)


def content_id(text: str) -> str:
    """An identifier derived from a text: 12 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def work_batch(pairs: list[tuple[str, str]], switches: CleanSettings) -> BatchResult:
    """Clean texts and compute everything that depends on one text only."""
    result = BatchResult()
    tokens_of_texts = []
    for raw, title in pairs:
        cleaned = clean_text(raw, switches)
        text = cleaned.text
        tokens = tokens_of(text)
        result.texts.append(text)
        result.titles.append(
            (clean_title(title, switches) if title else "") or make_title(text, raw)
        )
        result.links.append(cleaned.links)
        result.steps.append(tuple(cleaned.steps))
        result.n_words.append(count_words(text))
        result.ids.append(content_id(text))
        result.keys.append(token_key(tokens))
        tokens_of_texts.append(tokens)
        found = sentence_keys(text) if switches.boilerplate else []
        result.sentences.append(tuple(key for key, _ in found))
        for name, change in cleaned.steps.items():
            examples = result.examples.setdefault(name, [])
            if len(examples) < EXAMPLES:
                examples.append(first_change(*change))
    result.languages = evidence(result.texts)
    result.signatures = signatures(tokens_of_texts)
    return result


def work_all(
    batches: Iterable[list[Candidate]], switches: CleanSettings, threads: int
) -> Iterator[tuple[list[Candidate], BatchResult]]:
    """Apply `work_batch` to all batches, in their order, on any number of cores."""
    batches = in_batches(chain.from_iterable(batches))  # of small files, many in one
    first = list(islice(batches, FEW_BATCHES))
    if threads <= 1 or len(first) < FEW_BATCHES:
        for batch in chain(first, batches):
            yield batch, work_batch(_pairs(batch), switches)
        return
    waiting: deque[tuple[list[Candidate], Future[BatchResult]]] = deque()
    # fork would copy locks of threads that libraries hold; a fresh server process has none
    with process_pool(threads, "forkserver") as pool:
        for batch in chain(first, batches):
            waiting.append((batch, pool.submit(work_batch, _pairs(batch), switches)))
            if len(waiting) > 2 * threads:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()


def _pairs(batch: list[Candidate]) -> list[tuple[str, str]]:
    return [("", "") if own.reason else (own.text, own.title) for own in batch]
