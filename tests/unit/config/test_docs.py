"""What is generated from the models is up to date, and the project's own configuration is sound."""

import os
from contextlib import suppress

import pytest
import yaml
from other_values import COMPANIONS, OTHER_VALUES

from topograph.config import RunConfig, leaf_fields, run_time_keys, stage_settings
from topograph.config import docs as configdocs
from topograph.config.loading import load_run_config
from topograph.errors import TopographError
from topograph.rundir.contract import STAGES

#: Keys of config/config.yaml that are about the seeds, and so are not defaults.
OF_THE_SEEDS = {"parse.files", "report.title"}


@pytest.fixture(scope="module")
def own_config(root) -> dict:
    """The project's config/config.yaml as it stands."""
    return yaml.safe_load((root / "config/config.yaml").read_text(encoding="utf-8"))


def test_schema_and_table_are_those_of_the_models(root):
    if os.environ.get("TOPOGRAPH_UPDATE"):
        configdocs.write(root)
    readme = (root / configdocs.README).read_text(encoding="utf-8")
    files = {
        configdocs.SCHEMA: configdocs.schema_text(),
        configdocs.README: configdocs.with_tables(readme),
    }
    drifted = [
        str(name)
        for name, text in files.items()
        if (root / name).read_text(encoding="utf-8") != text
    ]
    assert not drifted, "out of date; run `topograph config --write-docs` (or TOPOGRAPH_UPDATE=1)"


def empty_tables(content=""):
    return "".join(
        f"{configdocs.START.format(name)}\n{content}\n{configdocs.END.format(name)}\n"
        for name in ("table of keys", "table of formats")
    )


def test_writing_renews_what_is_out_of_date_and_says_so(tmp_path):
    readme, schema = tmp_path / configdocs.README, tmp_path / configdocs.SCHEMA
    readme.parent.mkdir()
    readme.write_text(f"before\n{empty_tables('an old table')}after\n")
    assert set(configdocs.write(tmp_path)) == {readme, schema}
    text = readme.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert "an old table" not in text
    assert "| `cluster.members` |" in text
    assert "| `bibtex` |" in text
    assert configdocs.write(tmp_path) == []


def test_text_behind_a_table_whose_end_mark_was_lost_is_kept():
    end = configdocs.END.format("table of formats")
    written = f"before\n{empty_tables().replace(end, '')}\n## Written by hand\n"
    with suppress(TopographError):  # to refuse it is fine, too
        assert "## Written by hand" in configdocs.with_tables(written)


def test_the_table_has_a_row_of_five_cells_for_every_key():
    header, rule, *rows = configdocs.table_text().replace("\\|", "/").split("\n")
    assert all(row.count("|") == 6 for row in (header, rule, *rows))
    assert [row.split("`")[1] for row in rows] == list(leaf_fields())


def with_value(key: str) -> RunConfig:
    """A configuration in which this key alone is not the default."""
    settings = OTHER_VALUES[key]
    for part in reversed(key.split(".")):
        settings = {part: settings}
    for companion, value in COMPANIONS.get(key, {}).items():
        section, name = companion.split(".")
        settings[section][name] = value
    return RunConfig.model_validate(settings)


@pytest.mark.parametrize("key", leaf_fields())
def test_the_first_stage_named_is_the_first_whose_settings_change(key):
    changed = [
        stage
        for stage in STAGES
        if stage_settings(with_value(key), stage) != stage_settings(RunConfig(), stage)
    ]
    if key in run_time_keys():
        assert (configdocs.first_stage(key), changed) == ("nothing", [])
        return
    assert configdocs.first_stage(key) == changed[0]
    assert changed[-1] == "report"  # it prints the whole configuration


def test_the_projects_runs_are_valid(root):
    runs = ["icml2026", *(path.stem for path in (root / "config/runs").glob("*.yaml"))]
    for name in runs:
        assert load_run_config(name, root=root).parse.files


def named_keys(settings: dict, prefix: str = "") -> dict:
    """The keys that a file names, dotted, with their values."""
    found = {}
    for name, value in settings.items():
        if isinstance(value, dict):
            found |= named_keys(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


def test_the_projects_config_repeats_defaults_but_for_keys_of_the_seeds(own_config):
    named = named_keys(own_config)
    assert named.pop("runs") == ["icml2026"]
    fields = leaf_fields()
    changed = {key for key, value in named.items() if value != fields[key][2]}
    assert changed <= OF_THE_SEEDS


@pytest.fixture(scope="module")
def validator():
    """A validator of the schema that editors use."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = yaml.safe_load(configdocs.schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_accepts_the_projects_config(validator, own_config):
    assert list(validator.iter_errors(own_config)) == []


@pytest.mark.parametrize("key", leaf_fields())
def test_the_schema_accepts_what_the_models_accept(validator, key):
    assert list(validator.iter_errors(with_value(key).model_dump(mode="json"))) == []


@pytest.mark.parametrize(
    "text",
    [
        "nonsense: 1",
        "parse: {nonsense: 1}",
        "parse: {clean: {nonsense: true}}",
        "parse: {min_words: 0}",
        "cluster: {members: many}",
        "cluster: {members: 501}",
        "cluster: {selection: best}",
        "reduce: {map_min_dist: 1.0}",
        "runs: []",
        "runs: icml2026",
    ],
)
def test_the_schema_shows_mistakes_in_an_editor(validator, text):
    assert list(validator.iter_errors(yaml.safe_load(text)))
