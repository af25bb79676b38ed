"""Tables as text: delimiters, quotes, line breaks, notes, and prose that is not a table."""

# ruff: noqa: E501

import pytest
from parse_files import read

from topograph.errors import TopographError
from topograph.formats.dialect import preamble_lines

PARK = "I walk my dog there every morning, before work, and I like the old trees."
LAKE = "My children play on the grass after school; we meet friends there."
QUIET = "It is the only quiet place in our part of town."
TEXTS = [PARK, LAKE, QUIET]


def rows(form, texts=TEXTS):
    return "".join(form.format(n=number, t=text) for number, text in enumerate(texts))


LONG = [f"{text}\n\nAnd more of it, too." for text in TEXTS]
TABLES = {
    "commas-in-texts": ("a.csv", "id,text\n" + rows('{n},"{t}"\n'), TEXTS),
    "semicolons-around-commas": ("a.csv", "nr;text;share\n" + rows('{n};"{t}";0,{n}\n'), TEXTS),
    "decimal-commas": ("a.csv", "w;h;kommentar\n" + rows('1,{n};2,{n};"{t}"\n'), TEXTS),
    "paragraphs-in-cells": ("a.csv", "id,text\n" + rows('{n},"{t}"\n', LONG), LONG),
    "cr-in-quoted-cells": ("a.csv", "id,text\r\n" + rows('{n},"{t}\rMore."\r\n'), [f"{text}\nMore." for text in TEXTS]),
    "cr-in-bare-cells": ("a.tsv", "id\ttext\r\n" + rows("{n}\t{t}\rMore.\r\n"), [f"{text} More." for text in TEXTS]),
    "lf-in-bare-cells": ("a.tsv", "id\ttext\r\n" + rows("{n}\t{t}\nMore.\r\n"), [f"{text} More." for text in TEXTS]),
    "rows-of-old-macs": ("a.csv", "id,text\r" + rows('{n},"{t}"\r'), TEXTS),
    "mark-before-a-quote": ("a.csv", '\ufeff"text","id"\n' + rows('"{t}",{n}\n'), TEXTS),
    "nul-bytes": ("a.csv", "id,text\n" + rows('{n},"{t}"\0\n'), TEXTS),
    "trailing-delimiters": ("a.csv", "id,text\n" + rows('{n},"{t}",\n'), TEXTS),
    "comment-lines": ("a.csv", "# exported by x, 2023\n# more, and more\n#\nwho,said\n" + rows('{n},"{t}"\n'), TEXTS),
    "nine-notes": ("a.csv", "".join(f"Note {n}: this is about the data, and how it was made\n" for n in range(9)) + "\nid,text\n" + rows('{n},"{t}"\n'), TEXTS),
    "single-quotes": ("a.csv", "id,text\n" + rows("{n},'{t}'\n"), TEXTS),
    "pipes": ("a.txt", "id|text|n\n" + rows("{n}|{t}|2\n"), TEXTS),
    "tabs-under-a-neutral-name": ("a.txt", "who\tsaid\n" + rows("{n}\t{t}\n"), TEXTS),
    "tabs-under-the-name-of-excel": ("a.xls", "who\tsaid\n" + rows("{n}\t{t}\n"), TEXTS),
    "semicolons-without-ending": ("a", "who;said;n\n" + rows('{n};"{t}";2\n'), TEXTS),
    "utf-16": ("a.txt", ("id\ttext\n" + rows("{n}\t{t}\n")).encode("utf-16"), TEXTS),
    "row-names-of-r": ("a.txt", '"where" "text"\n' + rows('"{n}" "park" "{t}"\n'), TEXTS),
    "carets": ("a.csv", "id^text\n" + rows("{n}^{t}\n"), TEXTS),
    "spaces-behind-commas-around-lists": ("a.csv", "nr, state, said\n" + rows('{n}, ["{n}"; "3"], {t}\n', ["We went home"] * 2 + ["They stayed on"]), None),
}  # fmt: skip


@pytest.mark.parametrize("case", TABLES)
def test_a_table_is_read_by_its_structure(tmp_path, case):
    name, content, texts = TABLES[case]
    fields = {} if texts else {"fields": {"text": "said"}}
    candidates, reports = read(tmp_path, name, content, **fields)
    assert reports[0].format in ("csv", "tsv")
    expected = texts or ["We went home"] * 2 + ["They stayed on"]
    assert [own.text for own in candidates] == expected
    assert not any(own.reason for own in candidates)


PROSE = {
    "commas": "We went there, and stayed.\nThey came, and went.\nI saw, she came.\n",
    "semicolons": "We went; we stayed.\nThey came; they left.\nI saw; she did not.\n",
    "indents": "\tWe went there.\n\tThey came and went.\n\tI saw how she came.\n",
    "bare-commas": "Yes,we did go there.\nNo,they did not come.\nOh,she came late.\n",
}


@pytest.mark.parametrize("case", PROSE)
def test_prose_with_even_commas_is_no_table(tmp_path, case):
    candidates, reports = read(tmp_path, "a.txt", PROSE[case])
    assert reports[0].format == "lines"
    assert len(candidates) == 3


@pytest.mark.parametrize("row", ["6,148,72,35,0\n", "6 148 72.5 35 0\n", "6\t148\t72\n"])
def test_numbers_are_no_texts(tmp_path, row):
    with pytest.raises(TopographError):
        read(tmp_path, "a.txt", row * 9)


def test_a_known_word_in_a_later_row_makes_no_header_of_it():
    lines = ["a;park;We went\n", "b;lake;They came\n", "c;review;She left\n", "d;park;I stayed\n"]
    assert preamble_lines(lines) == 0
