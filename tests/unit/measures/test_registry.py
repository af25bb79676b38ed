"""A group of measures is one module: keys, columns and pages follow from the line that lists it."""

import pytest
from added_entries import extended

from topograph.config import EvaluateSettings
from topograph.measures.registry import GROUPS, MEASURES, TOPIC_COLUMNS
from topograph.sections.base import Section

MADE_UP = '''
"""Length of the topics' names."""

from pydantic import Field

from topograph.measures.base import COUNTED, Group, Measure, Measured
from topograph.sections.base import Section


class NameKeys(Section):
    """Keys of the measures of names."""

    name_weight: int = Field(1, ge=1, le=9, description="Weight of a letter.")


def compute(subject):
    lengths = [len(name) * subject.settings.name_weight for name in subject.topics["label"]]
    return Measured({"longest_name": max(lengths)}, {"name_length": lengths})


GROUP = Group(
    (Measure("longest_name", "0 or more", "neither", "letters of the longest name", COUNTED),),
    compute,
    ("name_length",),
    NameKeys,
)
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    made = extended(tmp_path_factory.mktemp("measure"))
    made.add("measures", "names", MADE_UP, "names.GROUP")
    return made


def test_the_schema_and_the_table_of_keys_follow(copy):
    schema, table = copy.ask("answer = schema_text(), table_text()")
    assert '"name_weight"' in schema
    assert "| `evaluate.name_weight` | `1` | a whole number from 1 to 9 | Weight of a" in table


def test_evaluate_measures_it_with_its_key(copy, tiny_copy):
    done, value, columns = copy.ask(
        """
from pathlib import Path
import pandas as pd
from topograph.cli import main
from topograph.config import RunConfig, stage_settings
settings = stage_settings(RunConfig(evaluate={"name_weight": 3}), "evaluate")
done = main(["evaluate", "results/tiny", "--settings", json.dumps(settings)])
run = Path("results/tiny")
topics = pd.read_parquet(run / "evaluate/topics.parquet")
longest = json.loads((run / "evaluate/metrics.json").read_text())["longest_name"]["value"]
lengths = [3 * len(name) for name in topics["label"]]
answer = done, longest == max(lengths), list(topics["name_length"]) == lengths
""",
        tiny_copy,
    )
    assert (done, value, columns) == (0, True, True)


def test_names_of_measures_columns_and_keys_are_their_own():
    assert len(MEASURES) == sum(len(group.measures) for group in GROUPS)
    assert len(set(TOPIC_COLUMNS)) == len(TOPIC_COLUMNS)
    keys = [key for group in GROUPS for key in group.keys.model_fields]
    assert sorted(keys) == sorted(EvaluateSettings.model_fields)
    assert all(issubclass(group.keys, Section) for group in GROUPS)
