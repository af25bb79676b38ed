"""All records of a corpus: columns of small values in memory, texts and metadata on disk."""

from __future__ import annotations

import datetime
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from topograph.stages.parse.batches import EXAMPLES, BatchResult
from topograph.stages.parse.duplicates import HASHES
from topograph.stages.parse.facts import renamed
from topograph.stages.parse.languages import KEPT
from topograph.stages.parse.reading import Candidate
from topograph.stages.parse.spill import Spill
from topograph.stages.parse.works import Work

if TYPE_CHECKING:
    import numpy as np

Value = TypeVar("Value")


class Content(NamedTuple):
    """The data of a record on disk.

    Attributes
    ----------
    text, title : str
        Cleaned.
    raw : str
        The text as it stands in the file.
    links : list of str
    date : datetime or None
    precision : str
    unread_date : str
        What was written as date and not understood, or not wholly.
    metadata : dict
    detail : str
        More about the reason for which it is not a document.
    """

    text: str
    title: str
    raw: str
    links: list[str]
    date: datetime.datetime | None
    precision: str
    unread_date: str
    metadata: dict[str, Any]
    detail: str


class Records:
    """All records, in reading order, and the values computed for each.

    Memory holds some hundred bytes of a record, whatever the length of its text: what decides over
    the whole corpus (`topograph.stages.parse.decisions`) looks at these. Texts and metadata are on
    disk; `content` reads those of one record.

    Attributes
    ----------
    sources : list of str
    positions : array of int64
        The file of each record, and its place in it.
    own_ids : list of str
        The corpus' own identifiers, or "".
    titled, dated : bytearray
        Whether the corpus has a title for it, and a date.
    n_words, n_characters : array of int64
        Of the cleaned text.
    keys : list of bytes
        Equal for texts that are equal after normalisation.
    reasons : list of str
        Why it is not a document; "" for those that are kept.
    ids : list of str
        `doc_id`.
    languages : list of str
        As decided; empty before.
    duplicate_of : dict of int to int
        Row of a record that was dropped to that of the one kept instead.
    details : dict of int to str
        More about the reason, if it depends on the whole corpus.
    works : list of Work or None
        What identifies the work that a bibliographic record describes.
    steps : list of tuple of str
        The cleaning steps that changed its text.
    examples : dict of str to list of (str, str)
        Before and after, by cleaning step.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.sources: list[str] = []
        self.positions = array("q")
        self.own_ids: list[str] = []
        self.titled = bytearray()
        self.dated = bytearray()
        self.n_words = array("q")
        self.n_characters = array("q")
        self.keys: list[bytes] = []
        self.reasons: list[str] = []
        self.ids: list[str] = []
        self.languages: list[str] = []
        self.duplicate_of: dict[int, int] = {}
        self.details: dict[int, str] = {}
        self.works: list[Work | None] = []
        self.layouts: set[tuple[str, ...]] = set()
        self.new_names: dict[str, str] = {}
        self.steps: list[tuple[str, ...]] = []
        self.examples: dict[str, list[tuple[str, str]]] = {}
        self._evidence = array("h")
        self._signatures = array("I")
        self._sentences = array("Q")
        self._n_sentences = array("q")
        self._contents = Spill(folder)
        self._same: dict[Any, Any] = {}

    def __len__(self) -> int:
        return len(self.reasons)

    def add(self, batch: list[Candidate], result: BatchResult) -> None:
        """Add the records of a batch, and the values computed for them."""
        for place, own in enumerate(batch):
            text = result.texts[place]
            self.sources.append(self._once(own.source))
            self.positions.append(own.position)
            self.own_ids.append(own.own_id)
            self.titled.append(bool(own.title))
            self.dated.append(own.date is not None)
            self.works.append(own.work)
            if own.work is not None:
                self.layouts.add(tuple(own.metadata))
            self.n_characters.append(len(text))
            self.reasons.append(self._once(own.reason))
            self.steps.append(self._once(result.steps[place]))
            self._sentences.extend(result.sentences[place])
            self._n_sentences.append(len(result.sentences[place]))
            content = Content(
                text,
                result.titles[place],
                own.text,
                result.links[place],
                own.date,
                own.precision,
                own.unread_date,
                own.metadata,
                own.detail,
            )
            self._contents.append(tuple(content))
        self.n_words.extend(result.n_words)
        self.keys += result.keys
        self.ids += result.ids
        if result.signatures is not None:
            self._signatures.frombytes(result.signatures.tobytes())
        if result.languages is not None:
            self._evidence.frombytes(result.languages.tobytes())
        for name, examples in result.examples.items():
            for example in examples:
                self.add_example(name, example)

    def add_example(self, step: str, example: tuple[str, str]) -> None:
        """Keep an example of a cleaning step, if there are not enough of them."""
        kept = self.examples.setdefault(step, [])
        if len(kept) < EXAMPLES:
            kept.append(example)

    def kept(self) -> list[int]:
        """Rows of the records that are documents, as decided so far."""
        return [row for row, reason in enumerate(self.reasons) if not reason]

    def content(self, row: int) -> Content:
        """Read a record's texts and metadata from disk; fields have the names in `new_names`."""
        content = Content._make(self._contents[row])
        if self.new_names:
            return content._replace(metadata=renamed(content.metadata, self.new_names))
        return content

    def change(self, row: int, content: Content) -> None:
        """Replace the content of a record, with the same text."""
        self._contents[row] = tuple(content)
        self.dated[row] = content.date is not None

    def change_text(self, row: int, text: str, n_words: int, step: str) -> None:
        """Replace the text of a record by that of a cleaning step."""
        self._contents[row] = tuple(self.content(row)._replace(text=text))
        self.n_words[row], self.n_characters[row] = n_words, len(text)
        if step not in self.steps[row]:
            self.steps[row] = self._once((*self.steps[row], step))

    def signatures(self) -> np.ndarray:
        """MinHash signatures of all records, uint32, shape (n, 128)."""
        import numpy as np

        return np.frombuffer(self._signatures, dtype=np.uint32).reshape(-1, HASHES)

    def evidence(self) -> np.ndarray:
        """The evidence on each text's language; see `languages.evidence`."""
        import numpy as np

        return np.frombuffer(self._evidence, dtype=np.int16).reshape(-1, 2 * KEPT)

    def sentences(self) -> tuple[np.ndarray, np.ndarray]:
        """Keys of all sentences (uint64), and the row of each (int64)."""
        import numpy as np

        keys = np.frombuffer(self._sentences, dtype=np.uint64)
        lengths = np.frombuffer(self._n_sentences, dtype=np.int64)
        return keys, np.repeat(np.arange(len(self)), lengths)

    def _once(self, value: Value) -> Value:
        """The same object for equal values, of which there are few."""
        same: Value = self._same.setdefault(value, value)
        return same
