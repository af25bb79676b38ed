"""Where cleaning looks at parts of a text only, it finds what it would find in the whole."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from topograph.language.sentences import sentences
from topograph.stages.parse.clean.characters import _MOJIBAKE, squeeze
from topograph.stages.parse.clean.escapes import _OTHER
from topograph.stages.parse.clean.links import URL, _replace_links, may_hold_link
from topograph.stages.parse.clean.steps import _MARKUP
from topograph.stages.parse.duplicates import _run_hashes, runs
from topograph.stages.parse.tokens import _PLAIN, _ascii_tokens

PIECES = st.sampled_from(
    [
        "https://a.org/b_(c)", "HTTP://X.Y", "www.a.b", "WwW.A", "me@b.org", "@", "://", "www.",
        "b.com/x", ".io/", "a.ai/b", "B.NET/", "(", ")", ".", ",", " ", "  ", "\n", "\t", "\u00a0",
        "\u2003", "word", "x-y", "/", ":", "w", "\u0130", "\u0131",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=12).map("".join)
SENTENCES = st.lists(
    st.sampled_from(
        ["One", "e.g", "A", "Fig", ".", "!", "?", "”", ")", " ", "\n", "。", "！", "।", "深度", "."]
    ),
    max_size=20,
).map("".join)


@given(TEXTS)
def test_links_are_found_as_in_the_whole_text(text):
    def mark(match):
        return f"<{match[0]}>"

    assert _replace_links(text, mark) == URL.sub(mark, text)
    assert may_hold_link(text) or not URL.search(text)


@given(SENTENCES)
def test_sentences_end_where_they_do(text):
    ends = r"[.!?][”\"’)\]]*\s+(?=\S)|[。！？።।]\s*(?=\S)"
    short = r"(?:\b[A-Z]|\be\.g|\bFig)$"
    parts = sentences(text)
    assert "".join(parts) == text
    cut = {
        match.end()
        for match in re.finditer(ends, text)
        if text[match.start()] != "." or not re.search(short, text[: match.start()])
    }
    found = {len("".join(parts[:number])) for number in range(1, len(parts))}
    assert found == cut


def test_a_single_character_beyond_ascii_is_no_mojibake():
    from ftfy.badness import BADNESS_RE, is_bad

    # beyond U+3000 its expression names some characters, and no ranges
    for own in {*map(chr, range(0x80, 0x3000)), *filter(lambda c: c > "\x7f", BADNESS_RE.pattern)}:
        text = f"{own} a{own}a {own}. {own}, .{own} A{own} {own}A 1{own}1 \n{own}\n({own})"
        assert _MOJIBAKE.search(text) or not is_bad(text), hex(ord(own))


def test_mojibake_is_looked_at_closer():
    for text in ("sÃ³", "Ã  la", "â€™", "cÅ“ur", "\x85", "Â "):
        assert _MOJIBAKE.search(text)


@given(st.lists(st.lists(st.sampled_from("a b c ab é 深 :)".split()), max_size=8), max_size=6))
def test_runs_have_the_same_number_if_they_are_the_same(texts):
    hashes, offsets = _run_hashes(texts)
    numbers = [hashes[start:end].tolist() for start, end in pairwise(offsets.astype(int).tolist())]
    assert [len(own) for own in numbers] == [len(runs(text)) for text in texts]
    every = [
        (run, number)
        for text, own in zip(texts, numbers, strict=True)
        for run, number in zip(runs(text), own, strict=True)
    ]
    assert len(set(every)) == len({run for run, _ in every}) == len({own for _, own in every})


@given(st.text(st.sampled_from("ab1 _.,:;=-*)('^|dpo#%<>$+~@&\n\t\x1c")))
def test_tokens_are_those_of_the_whole_expression(text):
    assert _ascii_tokens(text) == _PLAIN.findall(text)


@given(st.text(st.sampled_from("ab \n\t\r\x0b\x0c\x1c\x1f\u00a0\u3000é")))
def test_text_that_is_squeezed_already_stays(text):
    assert squeeze(text) == " ".join(text.split())


@given(st.text(st.sampled_from("_w.:/a \\é*@")))
def test_markup_is_seen_as_by_the_plain_expression(text):
    plain = re.compile(r"[\\$*`\[{@©]|(?<!\w)_|:/|www\.")
    assert bool(_MARKUP.search(text)) == bool(plain.search(text))


@given(st.text(st.sampled_from("\\na'x d")))
def test_other_backslashes_are_seen_as_by_the_plain_expression(text):
    plain = re.compile(r"(?<!\\)(?:\\\\)*\\(?![nrtux\"'/\\])")
    assert bool(_OTHER.search(text)) == bool(plain.search(text))
