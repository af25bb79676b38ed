"""What people say, as transcripts and debates write it; and works with marks of their corpus."""

import pytest
from parse_files import read

from topograph.errors import TopographError

NAMED = """\
[00:11] **Ann Bell**: We begin with the weather.
[00:19] **Ben**: It rains, and we stay at home.
And we read.

[00:31] **Ann Bell**: Good.
[01:40] **Ben**: So it is then.
"""


def test_times_and_speakers_of_a_transcript_leave_the_text(tmp_path):
    found, reports = read(tmp_path, "talk.txt", NAMED)
    assert reports[0].format == "transcript"
    assert [(own.text, own.metadata["speaker"], own.metadata["start"]) for own in found] == [
        ("We begin with the weather.", "Ann Bell", 11.0),
        ("It rains, and we stay at home.\nAnd we read.", "Ben", 19.0),
        ("Good.", "Ann Bell", 31.0),
        ("So it is then.", "Ben", 100.0),
    ]


@pytest.mark.parametrize(
    "line",
    ["[{0}] {1}", "({0}) {1}", "[{0} - {0}] {1}", "[0:{0}.250] {1}", "{0}\t{1}", "{0} - {1}"],
)
def test_a_transcript_without_speakers_is_one_document(tmp_path, line):
    said = ["We begin with rain.", "It rains all day.", "So we read books.", "Then we went out."]
    content = "".join(line.format(f"{n:02}:05", own) + "\n" for n, own in enumerate(said))
    found, _ = read(tmp_path, "talk.txt", content)
    assert [own.text for own in found] == ["\n".join(said)]


@pytest.mark.parametrize(
    "content",
    [
        "[00:07] Hello to all of you.\n[00:09] Thank you for having me.\n",  # too few
        "".join(f"[1{9 - n}:00] The {n}. train leaves on time.\n" for n in range(6)),  # backwards
        "".join(f"[{n}] The note says this about graphs.\n" for n in range(6)),
        "[00:07] Hello to you.\n" + "Nobody said anything at all here.\n" * 9,
    ],
)
def test_times_that_do_not_go_on_make_no_transcript(tmp_path, content):
    _, reports = read(tmp_path, "a.txt", content)
    assert reports[0].format == "lines"


DEBATE = """<?xml version="1.0"?>
<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><debate><meta>
<identification><FRBRdate date="2024-06-25" name="sitting"/></identification>
<references><TLCPerson eId="bell" showAs="Ann Bell"/></references></meta>
<debateBody><debateSection><heading>Trees in towns</heading>
<speech eId="s1" by="#bell" as="#member"><p>Trees give shade.</p><p>They need water.</p></speech>
<question by="#wood"><from>Mr Wood</from><p>Who pays?<authorialNote>Laughter.</authorialNote></p>
</question></debateSection></debateBody></debate></akomaNtoso>"""


def test_each_speech_of_a_debate_is_a_document_with_its_speaker(tmp_path):
    found, reports = read(tmp_path, "a.xml", DEBATE)
    assert reports[0].format == "akomantoso"
    assert [(own.text, own.title, own.metadata["speaker"]) for own in found] == [
        ("Trees give shade.\nThey need water.", "Trees in towns", "Ann Bell"),
        ("Who pays?", "Trees in towns", "Mr Wood"),
    ]
    assert [str(own.date) for own in found] == ["2024-06-25 00:00:00"] * 2
    assert found[0].metadata["role"] == "member"
    assert found[1].metadata["kind"] == "question"


def test_an_act_is_one_document_and_one_without_text_is_refused(tmp_path):
    act = "<akomaNtoso><act><body><article><num>1</num><p>Trees stay.</p></article>{}</body></act>"
    found, _ = read(tmp_path, "a.xml", act.format("<p>All of them.</p>") + "</akomaNtoso>")
    assert [own.text for own in found] == ["1\nTrees stay.\nAll of them."]
    with pytest.raises(TopographError, match="holds no text"):
        read(tmp_path, "a.xml", "<akomaNtoso><debate><debateBody/></debate></akomaNtoso>")


def test_the_marks_of_openiti_leave_the_text(tmp_path):
    content = (
        "######OpenITI#\n\n#META# 010.AuthorNAME\t:: Ann\n#META# 020.BookTITLE\t:: On trees\n"
        "#META# 030.x\t:: NODATA\n#META#Header#End#\n\n### | Of shade\n"
        "# Trees give shade PageV01P012\n~~to all ms003 of us.\n# They need water.\n"
    )
    (found,), _ = read(tmp_path, "0100Ann.Trees.txt", content)
    assert found.text == "Of shade\nTrees give shade to all of us.\nThey need water."
    assert (found.title, found.metadata["author"]) == ("On trees", "Ann")
    assert "x" not in found.metadata


def test_arabic_lines_with_marks_need_no_header_and_markdown_is_no_such_work(tmp_path):
    line = "# قال الشيخ في كتابه عن الأشجار والظلال\n  وفي الماء\n"
    _, reports = read(tmp_path, "a.txt", line * 6)
    assert reports[0].format == "openiti"
    _, reports = read(tmp_path, "a.md", "# On trees\n\nThey give shade to all of us.\n" * 6)
    assert reports[0].format != "openiti"


def test_the_licence_of_project_gutenberg_is_no_text(tmp_path):
    book = (
        "The Project Gutenberg eBook of Trees\n\nThis eBook is for the use of anyone.\n\n"
        "*** START OF THE PROJECT GUTENBERG EBOOK TREES ***\n\nTrees give shade.\n\n"
        "They need water.\n\n*** END OF THE PROJECT GUTENBERG EBOOK TREES ***\n\nYou may copy it.\n"
    )
    found, _ = read(tmp_path, "a.txt", book)
    assert [own.text for own in found] == ["Trees give shade.", "They need water."]
    (found,), _ = read(tmp_path, "a.txt", book, format="file")
    assert found.text == "Trees give shade.\n\nThey need water."
    half = book.partition("*** END")[0]
    found, _ = read(tmp_path, "a.txt", half)
    assert "This eBook is for the use of anyone." in [own.text for own in found]
