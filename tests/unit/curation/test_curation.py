"""What a person decides about topics: read, found again, applied, reported and kept."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.cli import main
from topograph.curation.file import Curation, curation_path, read_curation
from topograph.curation.identity import (
    SAMPLE_SIZE,
    Fingerprint,
    TopicMembers,
    match_topics,
    member_hash,
)
from topograph.curation.template import Topic, curation_text
from topograph.errors import TopographError
from topograph.language.characters import clean_line
from topograph.rundir.checksums import sha256_file
from topograph.rundir.contract import STAGES
from topograph.stages.label.curation import CuratedTopics, curate
from topograph.stages.label.finalassignments import final_assignments, stability_of_topics
from topograph.stages.label.topickeys import (
    assign_keys,
    read_history,
    update_history,
    write_history,
)
from topograph.workflow import Workflow

# --- which topic is which


def members_of(*topics, noise=0):
    """Documents named by topic and number: `members_of(3, 2)` are a0 a1 a2 b0 b1."""
    ids = [f"{chr(97 + topic)}{i}" for topic, size in enumerate(topics) for i in range(size)]
    numbers = [topic for topic, size in enumerate(topics) for _ in range(size)]
    return [*ids, *(f"noise{i}" for i in range(noise))], [*numbers, *[-1] * noise]


def test_overlap_is_the_share_of_common_documents():
    ids, topics = members_of(4, 4)
    before = TopicMembers(ids, topics)
    # three of a's documents and one of b's are a topic now, the others another one
    after = TopicMembers(ids, [0, 0, 0, 1, 0, 1, 1, 1])
    assert after.overlaps(before.fingerprint(0)) == [(0, 3 / 5), (1, 1 / 7)]
    matches = match_topics({"A": [before.fingerprint(0)], "B": [before.fingerprint(1)]}, after)
    assert {key: match.topic for key, match in matches.items()} == {"A": 0, "B": 1}


def test_half_in_common_is_not_enough():
    ids, topics = members_of(2, 2)
    before, after = TopicMembers(ids, topics), TopicMembers(ids, [0, 0, 0, 0])
    match = match_topics({"A": [before.fingerprint(0)]}, after)["A"]
    assert (match.topic, match.nearest) == (None, [(0, 0.5)])


def test_documents_that_are_gone_do_not_count():
    ids, topics = members_of(4, 4)
    print_ = TopicMembers(ids, topics).fingerprint(0)
    after = TopicMembers(ids[2:], topics[2:])
    assert after.overlaps(print_) == [(0, 1.0)]


def test_without_its_documents_a_topic_is_known_by_its_terms():
    print_ = TopicMembers(["x", "y"], [0, 0]).fingerprint(0, ["graph", "node", "edge"])
    others = TopicMembers(["u", "v"], [0, 1])
    terms = [["Graph", "node", "tree"], ["graph", "node", "edge", "tree"]]
    match = match_topics({"A": [print_]}, others, lambda: terms)["A"]
    assert (match.topic, match.nearest) == (1, [(1, 0.75), (0, 0.5)])
    assert match_topics({"A": [print_]}, others)["A"].nearest == []
    asked = []
    match_topics({"A": [print_], "B": [print_]}, others, lambda: asked.append(1) or terms)
    assert asked == [1]


@given(st.integers(1, 300), st.integers(0, 300), st.integers(0, 300))
def test_a_sample_of_the_members_tells_the_overlap(both, only_before, only_after):
    ids = [str(i) for i in range(both + only_before + only_after)]
    before = TopicMembers(ids, [0] * (both + only_before) + [1] * only_after)
    after = TopicMembers(ids, [0] * both + [1] * only_before + [0] * only_after)
    print_ = before.fingerprint(0)
    assert len(print_.members) == min(SAMPLE_SIZE, both + only_before)
    found = dict(after.overlaps(print_)).get(0, 0.0)
    true = both / len(ids)
    assert abs(found - true) < (0.3 if both + only_before > SAMPLE_SIZE else 1e-9)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=40), st.randoms())
def test_no_topic_is_given_twice(topics, random):
    ids = [str(i) for i in range(len(topics))]
    before = TopicMembers(ids, topics)
    prints = {str(topic): [before.fingerprint(topic)] for topic in set(topics)}
    again = match_topics(prints, before)
    assert {int(key): match.topic for key, match in again.items()} == {t: t for t in set(topics)}
    random.shuffle(topics)
    found = [match.topic for match in match_topics(prints, TopicMembers(ids, topics)).values()]
    given_ = [topic for topic in found if topic is not None]
    assert len(given_) == len(set(given_))


# --- keys


def test_topics_keep_their_keys_where_they_are_recognised(tmp_path):
    ids, topics = members_of(6, 5, 4)
    first = TopicMembers(ids, topics)
    keys = assign_keys(first, {})
    assert len(set(keys)) == 3
    assert all(key.startswith("t") and len(key) == 8 for key in keys)
    known = update_history({}, first, keys)
    # a loses a document to b and is the smaller one; c falls apart
    moved = TopicMembers(ids, [1] * 5 + [0] * 6 + [2, 2, 3, 3])
    again = assign_keys(moved, known)
    assert (again[1], again[0]) == (keys[0], keys[1])
    assert not {again[2], again[3]} & set(keys)
    write_history(tmp_path / "keys.json", known)
    assert read_history(tmp_path / "keys.json") == known


def test_a_topic_is_followed_through_many_small_changes_and_back():
    ids = [str(i) for i in range(40)]
    known = {}
    keys = []
    for step in range(0, 31, 3):  # ten documents of forty, three others each time
        topics = [0 if step <= i < step + 10 else 1 for i in range(40)]
        members = TopicMembers(ids, topics)
        own = assign_keys(members, known)
        known = update_history(known, members, own)
        keys.append(own[0])
    assert set(keys) == {keys[0]}
    # what was seen before gets the same key again, and teaches nothing new
    assert update_history(known, members, own) == known


def test_a_broken_memory_is_reported(tmp_path):
    (tmp_path / "keys.json").write_text('{"t1": 5}')
    with pytest.raises(TopographError, match=r"keys\.json cannot be read"):
        read_history(tmp_path / "keys.json")


# --- the file


def curation_of(text, tmp_path):
    path = tmp_path / "x.curation.yaml"
    path.write_text(text, encoding="utf-8")
    return read_curation(path)


def test_values_are_text_as_it_is_written(tmp_path):
    text = """
topics:
- {key: t1, terms: [no, 007], members: 12345678 0e1, rename: 2024, split: }
documents:
- {move: 007, from: t1, to: noise}
"""
    read = curation_of(text, tmp_path)
    entry = read.topics[0]
    assert (entry.rename, entry.terms, entry.split) == ("2024", ["no", "007"], None)
    assert entry.fingerprint.members == {"12345678", "0e1"}
    assert read.documents[0].doc_id == "007"
    assert curation_of("", tmp_path) == curation_of("topics:\ndocuments:\n", tmp_path) == Curation()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("- {key: a, members: x, rename: A, drop: true}", "drop and rename cannot be combined"),
        ("- {key: a, rename: A}", "needs members or terms"),
        ("- {key: a, members: x, merge_into: c}", "this file has no topic c"),
        ("- {key: a, members: x, merge_into: a}", "leads back to itself"),
        ("- {key: a, members: x, merge_into: dropped}", "dropped is itself dropped or split"),
        ("- {key: dropped, members: x}", "key dropped appears twice"),
        ("- {key: a, members: x, split: 1}", "greater than or equal to 2"),
        ("- {key: a, members: x, renam: A}", "topics.1.renam: unknown key; did you mean `rename`"),
        ("- {key: a, members: x, rename: '  '}", "topics.1.rename: must not be empty"),
        ("- {key: a, members: x, rename: [A]}", "topics.1.rename: must be a valid string"),
        ("- {key: noise, members: x, note: A}", "noise cannot be the key of a topic"),
        ("- {key: a, members: x, merge_into: noise}", "use `drop: true`"),
        ("- text", "topics.1: must contain keys with values"),
        ("- {key: a, members: x, rename: A, rename: B}", "rename: appears twice"),
        ("- {members: x}", "topics.1.key"),
        ("documents: [{move: d, to: b}]", "move needs `from:`"),
        ("documents: [{pin: d, from: b, to: b}]", "pin takes no `from:`"),
        ("documents: [{move: d, pin: d, from: b, to: b}]", "either move or pin"),
        ("documents: [{pin: d, to: b}, {pin: d, to: noise}]", "document d appears twice"),
        ("documents: [{pin: d, to: nowhere}]", "this file has no topic nowhere"),
        (
            "documents: [{move: d, from: nowhere, to: noise}]",
            "from: this file has no topic",
        ),
        ("documents: [{pin: d, to: dropped}]", "dropped is itself dropped or split"),
    ],
)
def test_contradictions_are_reported_with_their_line(tmp_path, line, problem):
    head = "topics:\n- {key: dropped, members: x, drop: true}\n"
    tail = "" if line.startswith("documents") else "\n- {key: b, members: y}"
    if line.startswith("documents"):
        line = "- {key: b, members: y}\n" + line
    with pytest.raises(TopographError) as refused:
        curation_of(head + line + tail, tmp_path)
    assert problem in refused.value.why
    place = 4 if "documents" in line else 3
    assert f"x.curation.yaml:{place}:" in refused.value.why


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"- a\n", ":1: must contain `topics:` and `documents:`"),
        (b"topics: text\n", ":1: topics: must be a valid list"),
        (b"topics:\n\t- key: a\n", ":2: is not valid YAML"),
        (b"topics:\n- key: a\x00\n", "is not valid YAML"),
        (b"a: &a [*a]\n", "or contains itself"),
        (b"topics: []\n---\ntopics: []\n", ":2: is not valid YAML"),
        (b"a: " + b"[" * 3000 + b"]" * 3000, "nested too deeply"),
        ("topics: \xe9".encode("latin-1"), "is not UTF-8"),
        (b"topics: !!python/object/apply:os.getcwd []\n", None),
    ],
)
def test_a_file_that_is_no_curation_is_reported(tmp_path, content, problem):
    path = tmp_path / "x.curation.yaml"
    path.write_bytes(content)
    if problem is None:  # a tag means nothing
        assert read_curation(path) == Curation()
        return
    with pytest.raises(TopographError) as refused:
        read_curation(path)
    assert problem in refused.value.why


@pytest.mark.parametrize("before", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_marks_and_line_ends_of_windows_make_no_difference(tmp_path, before, end):
    lines = ["topics:", "- key: t1", "  members: 12345678 0e1", "  rename: |", "    Name", "    A"]
    path = tmp_path / "x.curation.yaml"
    path.write_bytes((before + end.join([*lines, ""])).encode())
    assert read_curation(path).topics[0].rename == "Name A"
    assert read_curation(path).topics[0].members == "12345678 0e1"


def test_all_mistakes_are_reported_at_once(tmp_path):
    with pytest.raises(TopographError, match="2 mistakes"):
        curation_of("topics: [{key: a, split: 1}, {key: c, drop: 1x}]\n", tmp_path)
    with pytest.raises(TopographError, match="one mistake"):
        curation_of("topics: [", tmp_path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("written")


#: What any text may hold, and what YAML, HTML and terminals make something of.
HOSTILE = st.one_of(
    st.characters(exclude_categories=["Cs"]),
    st.sampled_from("\0\x07\x1b\x7f\x80\x85\x9f\xa0\xad\u2028\u2029\u202e\u2066\ufeff\ufffe\uffff"),
    st.sampled_from("\U0001fffe\U0010ffff\t\r\n \"'#:-[]{}&*!|>%@`,?=~<\\"),
)
#: Identifiers and terms stay as they are; names and notes are for people.
WORDS = st.text(HOSTILE, min_size=1, max_size=12)
NAMES = WORDS.filter(clean_line)


@given(st.lists(st.tuples(NAMES, NAMES, st.lists(WORDS, max_size=3)), max_size=4), WORDS, NAMES)
def test_what_is_written_is_read_back(folder, topics, doc_id, note):
    entries = [
        {"key": f"t{i}", "label": label, "terms": terms, "size": 2, "members": "ab cd",
         "rename": name}
        for i, (label, name, terms) in enumerate(topics)
    ]  # fmt: skip
    documents = [{"pin": doc_id, "to": "noise", "note": note}]
    old = Curation.model_validate({"topics": entries, "documents": documents})
    shown = [Topic(entry.key, entry.fingerprint, [f"id: {note}"]) for entry in old.topics]
    text = curation_text("run", shown[1:], old, old.topics[:1])
    again = curation_of(text, folder)
    assert sorted(again.topics, key=lambda own: own.key) == old.topics
    assert again.documents == old.documents
    assert again.documents[0].doc_id == doc_id
    for entry in again.topics:
        assert entry.rename == clean_line(entry.rename)


@pytest.mark.parametrize("name", ['"\\u202e"', '"\\0"', '"\\ufeff \\u2066"'])
def test_a_name_without_a_letter_that_is_seen_is_none(tmp_path, name):
    with pytest.raises(TopographError, match="must not be empty"):
        curation_of(f"topics: [{{key: a, members: b, rename: {name}}}]\n", tmp_path)


# --- applied

#: Eight documents in three topics and noise; a's documents are of two kinds.
IDS, FOUND = members_of(4, 2, 1, noise=1)
KEYS = ["ta", "tb", "tc"]
VECTORS = np.eye(8, dtype=np.float32)[[0, 0, 1, 1, 2, 3, 4, 5]]


def entry(key, **decided):
    topic = KEYS.index(key.split("-")[0])
    members = [member_hash(i) for i, own in zip(IDS, FOUND, strict=True) if own == topic]
    given_ = {"members": " ".join(members), "size": len(members), "label": f"topic {key}"}
    return {"key": key, **given_, **decided}


def applied(*topics, documents=()):
    curation = Curation.model_validate({"topics": topics, "documents": documents})
    return curate(curation, np.array(FOUND), list(KEYS), IDS, VECTORS)


def test_without_entries_all_stays_as_found():
    result = applied()
    assert result.topics.tolist() == FOUND
    assert (result.keys, result.applied, result.refused) == (KEYS, [], [])
    assert set(result.moves) == {""}


def test_a_dropped_topic_is_noise():
    result = applied(entry("tb", drop="true"))
    assert result.topics.tolist() == [0, 0, 0, 0, -1, -1, 1, -1]
    assert (result.keys, result.moves[4]) == (["ta", "tc"], "dropped")


def test_merged_topics_are_one_and_chains_end_in_the_last():
    result = applied(entry("tc", merge_into="tb"), entry("tb"))
    assert result.topics.tolist() == [0, 0, 0, 0, 1, 1, 1, -1]
    assert result.keys == ["ta", "tb"]
    chain = applied(entry("ta", merge_into="tc"), entry("tb"), entry("tc", merge_into="tb"))
    assert (chain.topics.tolist(), chain.keys) == ([0, 0, 0, 0, 0, 0, 0, -1], ["tb"])


def test_a_split_topic_falls_into_its_parts():
    result = applied(entry("ta", split="2"))
    assert result.topics.tolist() == [1, 1, 2, 2, 0, 0, 3, -1]
    assert result.keys == ["tb", "ta-1", "ta-2", "tc"]
    refused = applied(entry("tb", split="3"))
    assert refused.topics.tolist() == FOUND
    assert "2 distinct documents" in refused.refused[0]


def test_a_part_has_an_entry_of_its_own():
    part = {"key": "ta-2", "members": " ".join(map(member_hash, ["a2", "a3"])), "size": 2}
    result = applied(entry("ta", split="2"), part | {"rename": "Second"})
    assert result.names == {2: "Second"}


def test_documents_are_moved_if_they_are_where_they_were_and_pinned_anyway():
    documents = [
        {"move": "a0", "from": "ta", "to": "tb"},
        {"move": "a1", "from": "tc", "to": "tb"},
        {"pin": "a2", "to": "noise"},
        {"move": "noise0", "from": "noise", "to": "tc"},
        {"pin": "b0", "to": "tb"},
        {"pin": "gone", "to": "tb"},
    ]
    result = applied(entry("ta"), entry("tb"), entry("tc"), documents=documents)
    # a keeps a1 and a3, b has three now, c two: numbered by size, then as found
    assert result.topics.tolist() == [0, 1, -1, 1, 0, 0, 2, 2]
    assert result.keys == ["tb", "ta", "tc"]
    assert result.moves == ["moved", "", "pinned", "", "", "", "", "moved"]
    assert len(result.applied) == 4
    assert "document a1: not moved: it is in ta now, not in tc" in result.refused[0]
    assert "document gone: no longer in the corpus" in result.refused[1]


def test_names_and_notes_follow_their_topic():
    result = applied(entry("tc", rename="Sea", note="see b"), entry("ta", drop="true"))
    assert (result.keys, result.names, result.notes) == (["tb", "tc"], {1: "Sea"}, {1: "see b"})
    twice = applied(entry("tb", rename="Sea"), entry("tc", rename="sea"))
    assert (twice.names, twice.refused) == (
        {1: "Sea"},
        ["tc (topic tc): not renamed: sea is already used"],
    )


def test_no_note_is_lost_with_its_topic():
    result = applied(
        entry("ta", note="stays"),
        entry("tb", drop="true", note="too\nsmall"),
        entry("tc", merge_into="ta", note="same"),
    )
    assert result.notes == {0: "stays"}
    assert result.applied == [
        "tb (topic tb): dropped (note: too small)",
        "tc (topic tc): merged into ta (topic ta) (note: same)",
        "ta (topic ta): noted (note: stays)",
    ]
    moved = [{"pin": "c0", "to": "noise", "note": "odd"}]
    emptied = applied(entry("tc", note="gone"), documents=moved)
    assert emptied.applied == ["document c0: pinned to noise (note: odd)"]
    assert emptied.refused == ["tc (topic tc): not noted: it has no documents left"]


def test_what_is_not_found_again_is_reported_with_what_is_nearest_and_left():
    lost = entry("ta", drop="true") | {"members": " ".join(map(member_hash, ["a0", "b0"]))}
    result = applied(lost, entry("tb", merge_into="ta"))
    assert result.topics.tolist() == FOUND
    reported = result.refused[0]
    assert reported.startswith("ta (topic ta): not found")
    # half of its four documents are in b, which has two; half in a, which has four
    assert reported.endswith("nearest: tb (overlap 0.50), ta (overlap 0.33)")
    assert "not merged" in result.refused[1]
    documents = [{"pin": "b0", "to": "ta"}]
    assert "not moved" in applied(lost | {"drop": False}, documents=documents).refused[1]


def test_two_entries_for_one_topic_are_a_conflict():
    first, second = entry("ta", rename="A"), entry("ta", rename="B") | {"key": "tz"}
    result = applied(first, second)
    assert result.names == {0: "A"}
    assert "also matches another entry" in result.refused[0]
    assert "nearest: ta (overlap 1.00)" in result.refused[0]


def test_where_documents_have_other_identifiers_terms_find_the_topic():
    decided = {"key": "tx", "members": "00 11", "size": 2, "terms": ["Bread", "dough", "oven"]}
    curation = Curation.model_validate({"topics": [decided | {"rename": "Baking"}]})
    terms = [["moon"], ["dough", "bread", "oven", "salt"], ["oven"]]
    result = curate(curation, np.array(FOUND), list(KEYS), IDS, VECTORS, lambda: terms)
    assert (result.names, result.refused) == ({1: "Baking"}, [])


def test_final_assignments_tell_where_documents_stand_now_and_how_they_came_there():
    angles = np.radians([0, 10, 90, 100, 180, 50])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    found = pd.DataFrame(
        {
            "doc_id": list("abcdef"),
            "topic": [0, 0, 1, 1, 2, -1],
            "strength": [1.0, 0.9, 0.8, 0.7, 0.6, 0.0],
            "stability": [0.5] * 6,
            "nearest_topic": [1, 1, 0, 2, 1, 0],
            "margin": [0.1] * 6,
            "reason": ["", "", "", "", "", "between topics"],
        }
    )
    same = final_assignments(
        found, CuratedTopics(found["topic"].to_numpy(), [], moves=[""] * 6), vectors
    )
    pd.testing.assert_frame_equal(same.drop(columns="curation"), found)
    moves = ["", "moved", "", "", "dropped", "pinned"]
    curated = CuratedTopics(np.array([0, 1, 1, 1, -1, 0]), [], moves=moves)
    table = final_assignments(found, curated, vectors).set_index("doc_id")
    assert table["topic"].to_list() == [0, 1, 1, 1, -1, 0]
    assert table["curation"].to_list() == moves
    assert table["nearest_topic"].to_list() == [1, 0, 0, 0, 1, 1]
    assert table["reason"].to_list() == ["", "", "", "", "dropped by the curation", ""]
    assert table["strength"].to_list() == [1.0, 0.9, 0.8, 0.7, 0.0, 0.0]
    assert table["stability"].to_list() == [0.5] * 6
    # topic 0 points to 25 degrees now; topic 1 to the mean of 10, 90 and 100: atan(2.158 / 0.811)
    assert table.loc["a", "margin"] == pytest.approx(0.9063 - 0.3518, abs=1e-3)


def test_a_curation_that_leaves_no_topic_is_refused():
    with pytest.raises(TopographError, match="No topic remains"):
        applied(*(entry(key, drop="true") for key in KEYS))


def test_the_stability_of_a_curated_topic_is_that_of_its_documents_as_found():
    found = np.array([0, 0, 1, 1, 1, -1])
    assert stability_of_topics(found, found, [0.7, 0.1]) == [0.7, 0.1]
    merged = np.array([0, 0, 0, 0, -1, 0])
    assert stability_of_topics(found, merged, [0.7, 0.1]) == [pytest.approx((1.4 + 0.2) / 5)]


# --- a run, its curation file and the commands


@pytest.fixture
def labelled(tiny_copy):
    """Run the stage on the tiny run, and give its topics."""

    def run():
        assert main(["label", "results/tiny"]) == 0
        return pd.read_parquet("results/tiny/label/topics.parquet")

    return run


def finish():
    for stage in ("plot", "evaluate", "report"):
        assert main([stage, "results/tiny"]) == 0


def test_a_printed_file_changes_nothing_until_it_is_edited(labelled, capsys):
    before = pd.read_parquet("results/tiny/label/topics.parquet")
    keys = sha256_file(curation_path("tiny").parents[2] / "results/tiny/topic_keys.json")
    assert main(["curate", "results/tiny", "--write"]) == 0
    written = curation_path("tiny").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["curate", "results/tiny"]) == 0
    assert capsys.readouterr().out == written
    entries = read_curation(curation_path("tiny")).topics
    assert [own.key for own in entries] == before["topic_key"].to_list()
    after = labelled()
    pd.testing.assert_frame_equal(after, before)
    path = curation_path("tiny").parents[2] / "results/tiny/topic_keys.json"
    assert sha256_file(path) == keys


def test_decisions_are_applied_recorded_and_kept(labelled, capsys):
    before = pd.read_parquet("results/tiny/label/topics.parquet")
    assert len(before) == 2
    main(["curate", "results/tiny", "--write"])
    path = curation_path("tiny")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("  # rename:", "  rename: Sky & sea\n  note: Mine", 1))
    after = labelled()
    finish()
    assert after["label"].to_list() == ["Sky & sea", before["label"][1]]
    assert after["label_keywords"][0] == before["label"][0]
    assert after["note"].to_list() == ["Mine", ""]
    manifest = json.loads((path.parents[2] / "results/tiny/manifest.json").read_text())
    assert len(manifest["summary"]["curation"]["applied"]) == 1
    seal = json.loads((path.parents[2] / "results/tiny/label/summary.json").read_text())
    assert seal["inputs"]["config/runs/tiny.curation.yaml"] == sha256_file(path)
    main(["curate", "results/tiny", "--write"])
    again = read_curation(path).topics[0]
    assert (again.rename, again.note, again.label) == ("Sky & sea", "Mine", "Sky & sea")
    # a shell empties the file before the command can read it
    path.write_text("")
    assert main(["curate", "results/tiny"]) == 1
    assert "--write" in capsys.readouterr().err


def test_a_merged_topic_keeps_its_words_in_the_file(labelled):
    before = pd.read_parquet("results/tiny/label/topics.parquet")
    main(["curate", "results/tiny", "--write"])
    path = curation_path("tiny")
    first, second = before["topic_key"]
    text = path.read_text(encoding="utf-8").rsplit("  # rename:", 1)
    path.write_text(f"  merge_into: {first}".join(text), encoding="utf-8")
    after = labelled()
    assert after["topic_key"].to_list() == [first]
    assignments = pd.read_parquet("results/tiny/label/assignments.parquet")
    assert (assignments["curation"] == "merged").sum() == before["size"][1]
    assert set(assignments["topic"]) <= {0, -1}
    finish()
    main(["curate", "results/tiny", "--write"])
    kept = read_curation(path).by_key[second]
    assert (kept.merge_into, kept.label, kept.size) == (
        first,
        before["label"][1],
        before["size"][1],
    )


def test_the_file_is_an_input_whether_it_is_there_or_not(project):
    project.write("config/config.yaml", "runs: [a]\n")
    workflow = Workflow({}, project.root)
    assert workflow.curation("a") == []
    project.write("config/runs/a.curation.yaml", "topics: []\n")
    assert workflow.curation("a") == ["config/runs/a.curation.yaml"]
    assert "a.curation" not in project.problem("b")
    assert "cannot name a run" in project.problem("a.curation")


def test_the_final_assignments_are_those_that_later_stages_read():
    for name in ("plot", "evaluate", "report"):
        assert "label/assignments.parquet" in STAGES[name].reads
    # the map's slider moves noise among the topics as found, and needs to know both
    found = {name for name, stage in STAGES.items() if "cluster/assignments.parquet" in stage.reads}
    assert found == {"label", "plot"}


def test_a_fingerprint_that_claims_less_than_it_lists_counts_what_it_lists():
    read = Curation.model_validate({"topics": [{"key": "a", "members": "x y z", "size": 1}]})
    assert read.topics[0].fingerprint == Fingerprint(3, frozenset("xyz"))
