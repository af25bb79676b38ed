"""Mail, chats, subtitles, notebooks: each message or file is a document, the rest is metadata."""

# ruff: noqa: E501

import json

import pytest
from parse_files import read

from topograph.errors import TopographError
from topograph.formats.chats import date_order, iso_date

HEADERS = "From: A <a@example.org>\nTo: b@example.org\nSubject: Rota\nDate: Mon, 2 Jan 2023 10:00:00 +0100\nMessage-ID: <1@example.org>\n"


def test_a_mail_is_its_new_text_with_subject_date_and_identifier(tmp_path):
    body = "I can take the north bed.\n\nOn Mon, 2 Jan 2023, Ann wrote:\n> Who waters what?\n> Tell me.\n\nAnd the south bed, too.\n-- \nBob\n+1 234\n"
    (own,), _ = read(tmp_path, "a.eml", f"{HEADERS}\n{body}")
    assert own.text == "I can take the north bed.\n\nAnd the south bed, too."
    assert (own.title, own.own_id, str(own.date)[:10]) == ("Rota", "1@example.org", "2023-01-02")
    assert own.metadata["from"] == "A <a@example.org>"


def test_a_mail_of_quotations_alone_keeps_them(tmp_path):
    (own,), _ = read(tmp_path, "a.eml", f"{HEADERS}\n> Who waters what in the spring?\n")
    assert own.text == "> Who waters what in the spring?"


def test_parts_character_sets_and_transfer_encodings_are_resolved(tmp_path):
    mail = (
        HEADERS.replace("Rota", "=?utf-8?q?Gr=C3=BC=C3=9Fe?=")
        + "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=B\n\n--B\n"
        "Content-Type: multipart/alternative; boundary=C\n\n--C\nContent-Type: text/plain; charset=iso-8859-1\n"
        "Content-Transfer-Encoding: quoted-printable\n\nSch=F6ne Gr=FC=DFe aus Wien\n--C\n"
        "Content-Type: text/html\n\n<p>not this</p>\n--C--\n--B\nContent-Type: application/pdf\n"
        "Content-Disposition: attachment; filename=plan.pdf\nContent-Transfer-Encoding: base64\n\nAAAA\n--B--\n"
    )
    (own,), _ = read(tmp_path, "a.eml", mail)
    assert (own.text, own.title) == ("Schöne Grüße aus Wien", "Grüße")
    assert own.metadata["attachments"] == ["plan.pdf"]
    html = (
        HEADERS
        + "MIME-Version: 1.0\nContent-Type: text/html; charset=unknown-8bit\n\n<p>One &amp; two</p><p>Gr\u00fc\u00dfe</p>\n"
    )
    (own,), _ = read(tmp_path, "b.eml", html)
    assert own.text == "One & two\nGrüße"


def test_a_mailbox_is_cut_at_its_lines_and_not_at_those_of_a_text(tmp_path):
    first = f"From a@example.org Mon Jan  2 10:00:00 2023\n{HEADERS}\nFrom here on we vote.\n>From is a word.\n\n"
    second = f"From b@example.org Mon Jan  2 11:00:00 2023\n{HEADERS.replace('<1@', '<2@')}\nYes.\n"
    found, reports = read(tmp_path, "list.mbox", first + second)
    assert reports[0].format == "mail"
    assert [own.text for own in found] == ["From here on we vote.\nFrom is a word.", "Yes."]


def test_a_list_of_memos_is_no_mail(tmp_path):
    memo = "From: The board\nTo: All\nDate: 2 May 2020\n\nWe meet at noon in the hall.\n\n"
    _, reports = read(tmp_path, "memos.txt", memo * 3)
    assert reports[0].format == "paragraphs"


CHATS = {
    "ios": "[31.12.23, 10:00:00] Ann: One two three.\n[31.12.23, 10:01:00] Bob: Four:\nfive six.\n[01.01.24, 09:00:00] Ann: Seven.\n",
    "marks": "\u200e[31/12/2023, 10:00:00\u202fAM] Ann: One two three.\n[31/12/2023, 10:01:00\u202fAM] ~\u202fBob: Four:\nfive six.\n[01/01/2024, 9:00:00\u202fAM] Ann: Seven.\n",
    "android": "31/12/23, 10:00 - Ann: One two three.\n31/12/23, 10:01 - Bob: Four:\nfive six.\n01/01/24, 09:00 - Ann: Seven.\n",
    "us": "12/31/23, 10:00 AM - Ann: One two three.\n12/31/23, 10:01 AM - Bob: Four:\nfive six.\n1/1/24, 9:00 AM - Ann: Seven.\n",
    "portuguese": "31/12/2023 às 10:00 - Ann: One two three.\n31/12/2023 às 10:01 - Bob: Four:\nfive six.\n01/01/2024 às 09:00 - Ann: Seven.\n",
    "iso": "2023-12-31, 10:00 - Ann: One two three.\n2023-12-31, 10:01 - Bob: Four:\nfive six.\n2024-01-01, 09:00 - Ann: Seven.\n",
    "irc": "[2023-12-31 10:00:00] <Ann> One two three.\n[2023-12-31 10:01:00] <@Bob> Four:\nfive six.\n[2024-01-01 09:00:00] <Ann> Seven.\n",
}


@pytest.mark.parametrize("kind", CHATS)
def test_a_chat_is_its_messages(tmp_path, kind):
    found, reports = read(tmp_path, "a.txt", CHATS[kind])
    assert reports[0].format == "chat"
    assert [(own.text, own.metadata["sender"], str(own.date)[:10]) for own in found] == [
        ("One two three.", "Ann", "2023-12-31"),
        ("Four:\nfive six.", "Bob", "2023-12-31"),
        ("Seven.", "Ann", "2024-01-01"),
    ]


def test_what_the_program_writes_is_no_message(tmp_path):
    lines = [
        "Messages and calls are end-to-end encrypted. No one outside of this chat can read them.",
        "Ann added Bob",
        "Ann: <Media omitted>",
        "Bob: This message was deleted",
        "Ann: The tulips came up early.",
        "Bob: Is it null and void?",
        "Ann: I omitted the media.",
    ]
    content = "".join(f"31/12/23, 10:0{place} - {line}\n" for place, line in enumerate(lines))
    found, _ = read(tmp_path, "a.txt", content)
    assert [own.text for own in found if not own.reason] == [
        "The tulips came up early.", "Is it null and void?", "I omitted the media.",
    ]  # fmt: skip
    assert {own.reason for own in found if own.reason} == {"no message"}


def test_the_order_of_messages_shows_how_dates_are_written():
    assert date_order(["01/02/24", "02/02/24", "03/02/24"]) == "dmy"
    assert date_order(["02/01/24", "02/02/24", "02/03/24"]) == "mdy"
    assert date_order(["2024-02-01"]) == "ymd"
    assert date_order(["02/02/24"]) in ("", "dmy", "mdy")
    assert iso_date("2/3/24", "mdy") == "2024-02-03"


def test_slack_marks_users_and_lists(tmp_path):
    day = [
        {
            "type": "message",
            "ts": "1672653600.000100",
            "user": "U1",
            "text": "See <https://a.org|the page>, <@U2> &amp; <#C1|general>",
        },
        {
            "type": "message",
            "subtype": "channel_join",
            "ts": "1672653601.0",
            "user": "U3",
            "text": "<@U3> has joined",
        },
    ]
    found, _ = read(tmp_path, "2023-01-02.json", json.dumps(day))
    assert [(own.text, own.reason) for own in found] == [
        ("See the page https://a.org, @U2 & #general", ""),
        ("@U3 has joined", "no message"),
    ]
    users = [
        {
            "id": "U0BMYT2FL",
            "team_id": "T0BMYT2FL",
            "name": "ann",
            "is_bot": False,
            "profile": {"title": ""},
        }
    ]
    found, reports = read(tmp_path, "users.json", json.dumps(users))
    assert reports[0].format == "slack"
    assert [own.reason for own in found] == ["no message"]


def test_telegram_reads_all_chats_of_an_account(tmp_path):
    def message(number, text, **more):
        return {
            "id": number,
            "type": "message",
            "date": "2023-01-02T10:00:00",
            "date_unixtime": "1",
            "from": "Ann",
            "from_id": "user1",
            "text": text,
            "text_entities": [],
        } | more

    chats = [
        {
            "name": "One",
            "id": 1,
            "messages": [message(1, ["Look at ", {"type": "link", "text": "this"}, "."])],
        },
        {
            "name": "Two",
            "id": 2,
            "messages": [message(1, "Hello."), message(2, "", type="service", action="pin")],
        },
    ]
    found, reports = read(
        tmp_path, "result.json", json.dumps({"about": "x", "chats": {"list": chats}})
    )
    assert reports[0].format == "telegram"
    assert [(own.text, own.own_id, own.reason) for own in found] == [
        ("Look at this.", "1-1", ""), ("Hello.", "2-1", ""), ("", "", "no message"),
    ]  # fmt: skip
    assert [own.metadata.get("chat") for own in found[:2]] == ["One", "Two"]


def cue(start, text):
    return f"00:00:0{start}.000 --> 00:00:0{start + 1}.000\n{text}\n\n"


def test_speakers_of_subtitles_take_turns(tmp_path):
    plain = (
        cue(1, "Ann: We meet")
        + cue(2, "at noon.")
        + cue(3, "Bob: Where?")
        + cue(4, "Ann: In the hall.")
    )
    voices = (
        cue(1, "<v Ann>We meet")
        + cue(2, "<v Ann>at noon.")
        + cue(3, "<v Bob>Where?</v>")
        + cue(4, "<v Ann>In the hall.")
    )
    capitals = (
        cue(1, "ANN:\nWe meet\nat noon.") + cue(2, ">> BOB:\nWhere?") + cue(3, "ANN:\nIn the hall.")
    )
    for content in (plain, voices, capitals):
        found, reports = read(tmp_path, "a.vtt", f"WEBVTT\n\n{content}")
        assert reports[0].format == "subtitles"
        assert [(own.text, own.metadata["speaker"].title()) for own in found] == [
            ("We meet\nat noon.", "Ann"), ("Where?", "Bob"), ("In the hall.", "Ann"),
        ]  # fmt: skip
        assert found[0].metadata["start"] == 1.0


def test_numbers_times_and_repeats_of_captions_leave_the_text(tmp_path):
    srt = "1\n00:00:01,000 --> 00:00:02,000\n<i>Remember:</i> water\n\n2\n00:00:02,000 --> 00:00:03,000\nthe beds.\n"
    (own,), _ = read(tmp_path, "a.srt", srt)
    assert own.text == "Remember: water\nthe beds."
    rolling = cue(1, "we <00:00:01.500><c>water</c>") + cue(2, "we water\nthe beds")
    (own,), _ = read(tmp_path, "b.vtt", f"WEBVTT\nKind: captions\n\nNOTE a comment\n\n{rolling}")
    assert own.text == "we water\nthe beds"


def test_a_file_named_like_subtitles_that_holds_none_is_refused(tmp_path):
    with pytest.raises(TopographError, match="holds no subtitles"):
        read(tmp_path, "a.srt", "1\nsome text\n")


def test_a_notebook_is_its_prose(tmp_path):
    cells = [
        {"cell_type": "markdown", "source": ["# On graphs\n", "\n", "We study *graphs*."]},
        {"cell_type": "code", "source": "x = 1", "outputs": []},
        {"cell_type": "markdown", "source": "They change."},
    ]
    (own,), _ = read(tmp_path, "a.ipynb", json.dumps({"cells": cells, "nbformat": 4}))
    assert (own.text, own.title) == ("We study *graphs*.\n\nThey change.", "On graphs")
    assert own.metadata["code_cells"] == 1


@pytest.mark.parametrize(
    "wrapped",
    [
        "window.YTD.tweets.part0 = {}",
        "var data = {};",
        "callback({});",
        ")]}}',\n{}",
        "export default {}",
    ],
)
def test_json_within_a_script_is_json(tmp_path, wrapped):
    records = json.dumps([{"tweet": {"full_text": "The tulips came up early.", "id_str": "1"}}])
    (own,), reports = read(tmp_path, "tweets.js", wrapped.format(records))
    assert reports[0].format == "json"
    assert own.text == "The tulips came up early."


def test_who_comes_and_goes_on_irc_is_no_message(tmp_path):
    content = (
        "[00:03:12] *** Quits: ben (~ben@a) (Ping timeout: 276 seconds)\n[14:03:57] <ann> It rains again.\n"
        "[14:04:15] *** Joins: cy (~cy@a)\n[14:08:34] <ben> Here too.\n[14:09:18] <ann> Then we stay.\n"
    )
    candidates, reports = read(tmp_path, "a.log", content)
    assert reports[0].format == "chat"
    assert [own.text for own in candidates if not own.reason] == [
        "It rains again.",
        "Here too.",
        "Then we stay.",
    ]


def test_a_mailbox_is_known_by_its_first_line_and_one_header(tmp_path):
    content = (
        "From user-return-1-archive=a.org@a.org Mon Jun 01 04:28:28 2009\nComments: none\n"
        "Content-Type: text/plain\n\nIt rains again in town.\n"
    )
    ((own,), reports) = read(tmp_path, "a.txt", content)
    assert (reports[0].format, own.text) == ("mail", "It rains again in town.")
    _, reports = read(tmp_path, "b.txt", "From Ann at 10:30 in 2024\nwe walked.\nIt rained.\n")
    assert reports[0].format in ("lines", "paragraphs")
