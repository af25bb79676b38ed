"""Surveys: open questions are recognised, chosen, and each answer can be a document."""

import argparse

import pytest
from parse_files import read
from pydantic import ValidationError

from topograph.commands.init import init, register
from topograph.config import ParseSettings
from topograph.errors import TopographError
from topograph.stages.parse.answers import question_key
from topograph.stages.parse.openfields import is_list, open_fields
from topograph.stages.parse.reading import read_corpus

WALK = "I walk my dog there every morning before work and like the old trees."
PLAY = "My children play on the grass after school and we meet friends."
QUIET = "It is the only quiet place in our part of town."
LAMPS = "There should be more lamps near the pond in winter."
WATER = "A tap with drinking water would help all of us."
SURVEY = (
    "ResponseId,question,Age,Why,Change\n"
    f"R_1,A,34,{WALK},{LAMPS}\nR_2,B,51,{PLAY},\nR_3,A,27,{QUIET},{WATER}\nR_4,B,44,,\n"
)
BOTH = {"fields": {"answers": ["Why", "Change"]}}


def test_each_answer_is_a_document_with_its_question_and_respondent(tmp_path):
    candidates, _ = read(tmp_path, "a.csv", SURVEY, **BOTH)
    assert [(own.own_id, own.text) for own in candidates] == [
        ("R_1:Why", WALK),
        ("R_1:Change", LAMPS),
        ("R_2:Why", PLAY),
        ("R_3:Why", QUIET),
        ("R_3:Change", WATER),
        ("R_4", ""),
    ]
    first = candidates[0].metadata
    assert (first["question"], first["respondent"], first["Age"]) == ("Why", "R_1", "34")
    assert first["corpus_question"] == "A" and not {"Why", "Change"} & set(first)


def test_several_answers_of_a_titled_record_have_titles_of_their_own(tmp_path):
    survey = SURVEY.replace("Age", "Title").replace("34", "Record 1").replace("51", "Record 2")
    fields = {"answers": ["Why", "Change"], "title": "Title"}
    candidates, _ = read(tmp_path, "a.csv", survey, fields=fields)
    assert [own.title for own in candidates[:3]] == [
        "Record 1 (Why)", "Record 1 (Change)", "Record 2",
    ]  # fmt: skip


def test_init_shows_alike_files_once(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.csv").write_text(f"text,year\n{WALK} {name},2020\n")
    (tmp_path / "d.txt").write_text(f"{WALK}\n{PLAY}\n{QUIET}\n")
    parser = argparse.ArgumentParser()
    register(parser.add_subparsers())
    init(parser.parse_args(["init", "a.csv", "b.csv", "c.csv", "d.txt", "--run", "r"]))
    shown = capsys.readouterr().out
    assert shown.count("fields: text text; date year") == 1
    assert "alike, with their documents: b.csv (1), c.csv (1)" in shown
    assert "d.txt: lines" in shown
    assert "4 files, 6 documents" in shown


def test_the_identifier_of_an_answer_does_not_hang_on_the_other_questions(tmp_path):
    both, _ = read(tmp_path, "a.csv", SURVEY, **BOTH)
    one, _ = read(tmp_path, "a.csv", SURVEY, fields={"answers": ["Change"]})
    wanted = {own.own_id: own.text for own in both if own.own_id.endswith(":Change")}
    assert {own.own_id: own.text for own in one if own.text} == wanted


def test_respondents_without_identifier_are_distinguished_by_their_place(tmp_path):
    candidates, _ = read(tmp_path, "a.csv", SURVEY.replace("ResponseId", "Nr"), **BOTH)
    assert [own.metadata["respondent"] for own in candidates[:3]] == [
        "a.csv 1",
        "a.csv 1",
        "a.csv 2",
    ]
    assert candidates[0].own_id == ""


def test_long_questions_with_one_beginning_make_different_identifiers():
    one, other = (question_key(f"{'What would you change in the park ' * 3}{end}") for end in "ab")
    assert one != other and len(one) == len(other) == 40


def test_an_unknown_name_among_answers_is_an_error(tmp_path):
    with pytest.raises(TopographError, match="'Hwy'"):
        read(tmp_path, "a.csv", SURVEY, fields={"answers": ["Why", "Hwy"]})


def test_surveys_of_two_years_may_ask_different_questions(tmp_path):
    (tmp_path / "a.csv").write_text(f"id,Why\n1,{WALK}\n2,{PLAY}\n")
    (tmp_path / "b.csv").write_text(f"id,Change\n3,{LAMPS}\n4,{WATER}\n")
    batches = read_corpus(["a.csv", "b.csv"], ParseSettings(**BOTH), tmp_path)
    found = [own for batch in batches for own in batch]
    assert [own.text for own in found] == [WALK, PLAY, LAMPS, WATER]


@pytest.mark.parametrize("more", [{"text": ["title", "text"]}, {"fields": {"text": "Why"}}])
def test_answers_and_a_text_exclude_each_other(more):
    fields = {"answers": ["Why"]} | more.get("fields", {})
    with pytest.raises(ValidationError, match="whose answers are the texts"):
        ParseSettings(**(more | {"fields": fields}))


def test_several_open_questions_are_reported_with_what_to_do(tmp_path):
    with pytest.raises(TopographError, match="several fields hold texts") as error:
        read(tmp_path, "a.csv", SURVEY)
    assert "Why (3 filled, 12 words on average)" in error.value.why
    assert "Change (2 filled, 10 words on average)" in error.value.why
    assert "parse: {fields: {answers: [Why, Change]}}" in error.value.fix


def test_init_lists_open_questions_and_writes_answers(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config" / "runs").mkdir(parents=True)
    (tmp_path / "a.csv").write_text(SURVEY)
    options = argparse.Namespace(
        files=["a.csv"], run_name="park", text=None, answers=["Why"], title=None, date=None,
        id=None, format="auto", force=False,
    )  # fmt: skip
    init(options)
    output = capsys.readouterr().out
    assert "answers Why" in output and "documents: 3" in output
    assert "Change (2 filled, 10 words on average)" in output and "--answers Why Change" in output
    assert "answers:\n    - Why" in (tmp_path / "config/runs/park.yaml").read_text()


LISTS = {
    "Air quality; Heat island; Humidity control; Pavements": True,
    "trees|parks|lakes": True,
    "tree, park, urban climate, lake": True,
    "I like the trees, the lakes, and the quiet; nobody comes there in winter": False,
    "We went; we saw; we left again.": False,
    "Yes, it is quiet": False,
}


@pytest.mark.parametrize("text", LISTS)
def test_lists_of_keywords_are_no_texts(text):
    assert is_list(text) is LISTS[text]


def test_a_field_of_categories_lists_or_addresses_is_not_open():
    sample = [
        {
            "answer": f"{WALK} {number}",
            "choice": "I agree with most of what was said",
            "keywords": f"tree {number}; park; lake",
            "page": f"https://example.org/ {number} of many pages",
            "References": f"{WALK} {number}",
        }
        for number in range(8)
    ]
    assert [own.name for own in open_fields(sample[0], sample)] == ["answer"]


NO_ABSTRACT = (
    "Authors,Title,Year,Author Keywords,EID\n"
    '"Writer A.","Shade trees and street temperature",2021,"Air quality; Heat island; Parks","1"\n'
    '"Writer B.","Rain gardens in small yards of towns",2019,"Drainage; Floods; Gardens","2"\n'
)


def test_records_without_abstracts_are_reported_and_titles_suggested(tmp_path):
    with pytest.raises(TopographError, match="titles and no abstracts") as error:
        read(tmp_path, "a.csv", NO_ABSTRACT)
    assert "parse: {text: title}" in error.value.fix
    candidates, _ = read(tmp_path, "a.csv", NO_ABSTRACT, text="title")
    assert [own.text for own in candidates] == [
        "Shade trees and street temperature",
        "Rain gardens in small yards of towns",
    ]


def test_the_name_of_a_person_is_no_title(tmp_path):
    content = f"name,screen_name,text\nAnna Doe,anna,{WALK}\nBen Roe,ben,{PLAY}\n"
    candidates, _ = read(tmp_path, "a.csv", content)
    assert [(own.title, own.metadata["name"]) for own in candidates] == [
        ("", "Anna Doe"),
        ("", "Ben Roe"),
    ]


def test_a_field_is_named_by_its_question_or_the_beginning_of_it(tmp_path):
    question = "Please tell us in your own words why you use the park"
    content = SURVEY.replace("Why", question)
    for name in (question, "Please tell us in your"):
        candidates, _ = read(tmp_path, "a.csv", content, fields={"text": name})
        assert candidates[0].text == WALK
    with pytest.raises(TopographError, match="has no field"):
        read(tmp_path, "a.csv", content, fields={"text": "Please"})  # too short to be meant


def test_a_field_of_structures_dates_or_codes_is_no_text(tmp_path):
    rows = [
        {
            "page": '[{"permissions": {"read": ["group:all"]}, "more": "of the same kind"}]',
            "written": f"Mon Sep 0{number} 2025 13:58:23 GMT-0500 (Central Daylight Time)",
            "Funding Text 2": f"{WALK} {number}",
        }
        for number in range(9)
    ]
    assert open_fields(rows[0], rows) == []


def test_a_comment_on_few_records_is_not_the_text_beside_longer_ones(tmp_path):
    rows = "".join(f'{number},"{WALK} {number}",\n' for number in range(19))
    content = f"id,Quotation,Comment\n{rows}19,{PLAY},merged with another one\n"
    with pytest.raises(TopographError, match="Quotation"):
        read(tmp_path, "a.csv", content)


def test_texts_that_come_again_beside_the_longest_make_it_unclear(tmp_path):
    rows = "".join(
        f"{n},Sequela {n} of a long and severe illness of the lungs,{(WALK, PLAY)[n % 2]}\n"
        for n in range(20)
    )
    with pytest.raises(TopographError, match="hold texts") as error:
        read(tmp_path, "a.csv", f"id,Sequela,Described\n{rows}")
    assert "Described" in error.value.why


def test_statements_that_were_ticked_are_no_text():
    ticked = (WALK.replace(",", ""), PLAY, QUIET, LAMPS)
    rows = [
        {"ticked": ", ".join(ticked[n % 3 : n % 4 + 1]) or ticked[3], "why": f"{WALK} {n}"}
        for n in range(20)
    ]
    assert [own.name for own in open_fields(rows[0], rows)] == ["why"]


def test_categories_under_the_name_of_a_text_are_none(tmp_path):
    rows = "".join(f"{n},{('agree', 'strongly agree')[n % 2]},{WALK} {n}\n" for n in range(20))
    candidates, _ = read(tmp_path, "a.csv", f"id,response,Why\n{rows}")
    assert candidates[0].text == f"{WALK} 0"


def test_keywords_under_the_name_of_an_identifier_are_none(tmp_path):
    content = (
        "PT\tTI\tAB\tID\tUT\n"
        f"J\tOn parks\t{WALK}\tSHADE TREES; URBAN HEAT ISLAND; CITY\tWOS:1\n"
        f"J\tOn lakes\t{PLAY}\tWATER; LAKES; SUMMER DROUGHT\tWOS:2\n"
    )
    candidates, _ = read(tmp_path, "savedrecs.txt", content)
    assert [own.own_id for own in candidates] == ["WOS:1", "WOS:2"]


def test_the_longest_answers_are_suggested_though_many_say_the_same(tmp_path):
    rows = "".join(f"{number},Too cold,{WALK if number % 9 else PLAY}\n" for number in range(60))
    with pytest.raises(TopographError, match="no field of texts") as error:
        read(tmp_path, "a.csv", f"Seconds,Q1,Q2\n{rows}")
    assert "parse: {fields: {text: Q2}}" in error.value.fix
    assert "--text FIELD" in error.value.fix


def test_names_of_persons_are_not_suggested_as_titles(tmp_path):
    with pytest.raises(TopographError, match="no field of texts") as error:
        read(tmp_path, "a.csv", "Name,Q1\nAnna Doe,3\nBen Roe,4\n")
    assert "parse: {text: title}" not in error.value.fix
