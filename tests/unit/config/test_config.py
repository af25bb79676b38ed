"""The models of the configuration: what they accept, and what a stage gets to see of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from topograph.config import (
    STAGE_SETTINGS,
    RunConfig,
    allowed,
    leaf_fields,
    settings_view,
    stage_settings,
)
from topograph.rundir.contract import STAGES
from topograph.system.jsontext import canonical_json

AUTO_KEYS = {
    "embed.max_tokens",
    "embed.dimensions",
    "embed.batch_size",
    "embed.pooling",
    "reduce.neighbors",
    "reduce.epochs",
    "cluster.members",
    "cluster.min_cluster_size",
    "cluster.n_topics",
    "cluster.selection",
    "plot.dot_size",
    "evaluate.trustworthiness_neighbors",
}
#: Keys whose first and last allowed value have a reason outside of the models.
RANGES = {
    "parse.min_words": (1, 1000),
    "embed.max_tokens": (8, 131_072),
    "embed.batch_size": (1, 4096),
    "reduce.seed": (0, 2**31 - 1),
    "reduce.neighbors": (2, 200),
    "reduce.dimensions": (2, 50),
    "reduce.epochs": (10, 5000),
    "cluster.members": (1, 500),
    "label.name_terms": (1, 4),
    "plot.hover_words": (0, 200),
    "plot.dot_size": (1, 30),
}


def nested(key: str, value: object) -> dict:
    """The settings `{section: {key: value}}` of a dotted key."""
    for part in reversed(key.split(".")):
        value = {part: value}
    return value


def value_of(config: object, key: str) -> object:
    """The value of a dotted key."""
    for part in key.split("."):
        config = getattr(config, part)
    return config


def flat(settings: dict, prefix: str = "") -> dict:
    """Nested settings as one dictionary of dotted keys."""
    found = {}
    for name, value in settings.items():
        if isinstance(value, dict) and value:
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


KEYS = sorted(flat(RunConfig().model_dump()))


def accepts(key: str, value: object) -> bool:
    """Whether the models accept a value."""
    try:
        RunConfig.model_validate(nested(key, value))
    except ValidationError:
        return False
    return True


#: Keys whose `auto` is decided by the files and not by the corpus' size.
OWN_AUTO_KEYS = {
    "parse.date_order",
    "evaluate.coherence_terms",
    "parse.format",
    "parse.merge",
    "parse.encoding",
    "parse.language",
    "parse.boilerplate_documents",
}


@pytest.mark.parametrize("key", KEYS)
def test_auto_is_accepted_exactly_where_a_stage_can_choose(key):
    texts = {"embed.model", "embed.prefix", "embed.ids", "embed.device", "embed.cache"}
    texts |= {"parse.files", "parse.text", "report.title", "label.stop_words"}
    texts |= {"evaluate.label_column"}
    texts |= {"label.llm", "label.llm_prompt", "label.llm_cache"}
    texts |= {"cluster.guide", "cluster.seed_topics"}
    texts |= {f"parse.fields.{role}" for role in ("text", "title", "date", "id", "metadata")}
    if key not in texts:
        assert accepts(key, "auto") == (key in AUTO_KEYS | OWN_AUTO_KEYS)
    if key in AUTO_KEYS:
        assert not accepts(key, "automatic")


@pytest.mark.parametrize(("key", "ends"), RANGES.items(), ids=RANGES)
def test_ranges_hold_both_ends_and_nothing_beyond(key, ends):
    low, high = ends
    assert accepts(key, low)
    assert accepts(key, high)
    assert not accepts(key, low - 1)
    assert not accepts(key, high + 1)


@pytest.mark.parametrize(
    ("key", "written", "meant"),
    [
        ("parse.min_words", "7", 7),
        ("parse.min_words", 7.0, 7),
        ("cluster.members", "7", 7),
        ("cluster.members", 7.0, 7),
        ("reduce.map_min_dist", "1e-3", 0.001),
        ("reduce.map_min_dist", 0, 0.0),
        ("plot.dot_size", "1e1", 10.0),
        ("parse.clean.html", "no", False),
        ("parse.clean.html", "true", True),
    ],
)
def test_a_value_of_another_yaml_type_is_taken_for_what_it_means(key, written, meant):
    value = value_of(RunConfig.model_validate(nested(key, written)), key)
    assert value == meant
    assert type(value) is type(meant)


@pytest.mark.parametrize("value", ["five", "", "5.5", 5.5, [5], {"a": 5}, None, float("nan")])
@pytest.mark.parametrize("key", ["parse.min_words", "cluster.members"])
def test_what_is_no_whole_number_is_refused(key, value):
    assert not accepts(key, value)


@pytest.mark.parametrize("key", ["parse.min_words", "cluster.members", "plot.dot_size"])
def test_yes_is_no_number(key):
    assert not accepts(key, True)


@pytest.mark.parametrize("value", ["english", "EN", "e1", "", "en\n"])
def test_a_language_is_a_two_letter_code(value):
    assert not accepts("parse.language", value)


def test_no_corpus_is_refused():
    assert not accepts("parse.files", [])


@pytest.mark.parametrize(
    "section", ["", "parse.clean.", *(f"{s}." for s in RunConfig.model_fields)]
)
def test_unknown_keys_are_refused_in_every_section(section):
    assert not accepts(f"{section}nonsense", 1)


@given(st.integers(3, 50), st.integers(2, 50))
def test_coherence_looks_at_no_more_terms_than_are_listed(terms, asked):
    settings = {"label": {"terms": terms}, "evaluate": {"coherence_terms": asked}}
    if asked <= terms:
        assert RunConfig.model_validate(settings).evaluate.coherence_terms == asked
    else:
        with pytest.raises(ValidationError, match=f"{asked} is more than label.terms"):
            RunConfig.model_validate(settings)


def test_settings_do_not_change_after_loading():
    config = RunConfig()
    with pytest.raises(ValidationError):
        config.reduce.seed = 1
    with pytest.raises(ValidationError):
        config.reduce = config.reduce


def test_every_stage_declares_its_settings_and_so_do_repeats():
    assert set(STAGE_SETTINGS) == {*STAGES, "repeat"}


def test_repeats_are_run_with_the_settings_of_what_they_repeat():
    own = stage_settings(RunConfig(), "repeat")
    assert own == stage_settings(RunConfig(), "reduce") | stage_settings(RunConfig(), "cluster")


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_sees_its_settings_and_no_others(stage):
    own = stage_settings(RunConfig(), stage)
    view = settings_view(own)
    for key in KEYS:
        if key in flat(own):
            assert value_of(view, key) == value_of(RunConfig(), key)
        else:
            with pytest.raises(AttributeError):
                value_of(view, key)


def test_reduce_sees_one_key_of_another_section():
    view = settings_view(
        stage_settings(RunConfig.model_validate({"cluster": {"members": 7}}), "reduce")
    )
    assert view.cluster.members == 7
    with pytest.raises(AttributeError):
        _ = view.cluster.selection


@st.composite
def valid_settings(draw):
    """Settings that keep every rule, the one across keys too."""
    terms = draw(st.integers(3, 50))
    return {
        "parse": {
            "clean": {"html": draw(st.booleans())},
            "text": draw(st.sampled_from([None, "t", ["title", "t"]])),
        },
        "reduce": {
            "map_min_dist": draw(st.floats(0, 0.99)),
            "seed": draw(st.integers(0, 2**31 - 1)),
        },
        "cluster": {"members": draw(st.one_of(st.just("auto"), st.integers(1, 500)))},
        "label": {"terms": terms, "stop_words": draw(st.lists(st.text(max_size=5), max_size=3))},
        "plot": {"dot_size": draw(st.one_of(st.just("auto"), st.floats(1, 30)))},
        "evaluate": {"coherence_terms": draw(st.integers(2, terms))},
        "report": {"title": draw(st.text(max_size=20))},
    }


@given(valid_settings(), st.sampled_from(list(STAGES)))
def test_settings_of_a_valid_configuration_reach_every_stage_unchanged(settings, stage):
    config = RunConfig.model_validate(settings)
    handed_over = json.loads(canonical_json(stage_settings(config, stage)))
    view = settings_view(handed_over)
    for key in flat(handed_over):
        assert value_of(view, key) == value_of(config, key)


def test_leaf_fields_lists_every_key_with_description_and_default():
    leaves = leaf_fields()
    defaults = flat(RunConfig().model_dump())
    assert set(leaves) == set(defaults)
    for key, (_, description, default) in leaves.items():
        assert description.endswith((".", ")."))
        assert default == defaults[key]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("parse.min_words", "a whole number from 1 to 1000"),
        ("reduce.map_min_dist", "a number from 0 to 0.99"),
        ("cluster.members", "auto, or a whole number from 1 to 500"),
        ("plot.dot_size", "auto, or a number from 1 to 30"),
        ("cluster.selection", "auto | eom | leaf"),
        ("parse.clean.html", "true | false"),
        ("label.stop_words", "a list of texts"),
        ("parse.text", "a text, or a list of texts, or nothing"),
        ("report.title", "a text"),
    ],
)
def test_what_is_allowed_is_described_in_words(key, words):
    assert allowed(leaf_fields()[key][0]) == words


def limits(schema: dict) -> list[float]:
    """Every limit in a key's schema."""
    here = [schema[name] for name in ("minimum", "maximum") if name in schema]
    return here + [limit for part in schema.get("anyOf", []) for limit in limits(part)]


@pytest.mark.parametrize("key", [key for key in KEYS if limits(leaf_fields()[key][0])])
def test_what_is_allowed_names_every_limit(key):
    schema = leaf_fields()[key][0]
    reported = {float(word.strip(",")) for word in allowed(schema).split() if word[0].isdigit()}
    assert reported == set(limits(schema))
