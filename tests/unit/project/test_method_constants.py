"""Numbers of the method: a change of one is a change of results, and of what documents state."""

from importlib import import_module

import pytest

#: By module below `topograph`; workflow/README.md, config/README.md, the methods paragraph and the
#: captions of figures state these.
CONSTANTS = {
    "clusterers.hdbscan": {"COLLAPSED_FROM": 0.5},
    "curation.identity": {"SAMPLE_SIZE": 60, "SAME_TOPIC": 0.5, "KNOWN_SHARE": 0.3},
    "encoders.cached": {"SAME_MODEL": 0.999},
    "encoders.tfidf": {"USUAL_DIMENSIONS": 256, "EVERYWHERE": 0.5, "ENOUGH": 20},
    "encoders.static": {"RARE": 1e-3},
    "figures.groups": {"MOST_VALUES": 40, "COVERED": 0.5, "NUMBER_GROUPS": 4},
    "formats.encodings": {"NUL_SHARE": 0.01, "BINARY_SHARE": 0.1, "FOREIGN_SHARE": 0.35},
    "formats.header": {"LABELLED_SHARE": 0.8},
    "jobs.assign.prediction": {"FAR_SHARE": 0.01},
    "jobs.assign.rule": {
        "NEIGHBORS": 15, "NEIGHBORS_WEIGHT": 2 / 3, "TEMPERATURE_SHARE": 1 / 3, "SAMPLE": 2000,
    },
    "measures.coherence": {"NPMI_WINDOW": 10, "CV_WINDOW": 110, "EPSILON": 1e-12},
    "measures.diversity": {"PERSISTENCE": 0.9},
    "measures.repeats": {"MOST_REPEATS": 50},
    "reducers.graph": {"WEIGHT_DECIMALS": 3},
    "reducers.layout": {"NEGATIVE_SAMPLES": 5, "LEARNING_RATE": 1.0, "REPULSION": 1.0},
    "stages.cluster.clustering": {
        "LEFT_OUT_FROM": 0.5, "THIN_MEMBERSHIP": 0.3, "UNSTABLE_BELOW": 0.5,
        "NO_TOPIC_BELOW": 0.35,
    },
    "stages.cluster.consensus": {
        "MEMBERS_SHARE": 0.15, "EDGES_KEPT": 0.8,
        "MOST_REPEATS": 300, "FEWEST_REPEATS": 8, "REPEATS_SCALE": 6000,
        "MOST_TRIALS": 10, "FEWEST_TRIALS": 2, "ALL_TRIALS_UP_TO": 20_000,
    },
    "stages.cluster.guidance": {"LINKS": 5, "HELD_FROM": 0.5},
    "stages.cluster.memberships": {"SHORT_TEXT": 8, "FAR_QUANTILE": 0.05, "CLOSE_CALL": 0.05},
    "stages.cluster.stability": {"HELD_FROM": 0.5},
    "stages.evaluate.evaluation": {"SAMPLE": 5000},
    "stages.label.hierarchy": {"GROUPED": 5, "TWICE_GROUPED": 40},
    "stages.label.representatives": {"SAME": 0.95},
    "stages.label.terms": {"CANDIDATES": 40, "KEEP_PHRASE": 0.5, "FRAGMENT": 0.9},
    "stages.label.termviews": {"DIVERSITY": 0.3, "EXCLUSIVITY": 0.5},
    "stages.label.vocabulary": {
        "LEAST_DOCUMENTS": 2, "EVERYWHERE": 0.2, "EVERYWHERE_DOCUMENTS": 10,
    },
    "stages.parse.clean.boilerplate": {"RECURRING_WORDS": 4},
    "stages.parse.duplicates": {"RUN_WORDS": 3, "HASHES": 128, "SEED": 42, "RECALL": 0.99},
    "stages.parse.finder": {"PROSE_WORDS": 15},
    "stages.parse.languages": {"SHORT_HAN": 15, "JAPANESE_HAN": 100},
    "stages.parse.merging": {"SAME_TEXT": 0.8},
    "stages.parse.severalvalues": {"MOST": 0.95},
    "workflow": {"LONGEST_ARGUMENT": 50_000},
}  # fmt: skip


@pytest.mark.parametrize("module", CONSTANTS)
def test_the_numbers_of_the_method_are_those_that_documents_state(module):
    loaded = import_module(f"topograph.{module}")
    stated = CONSTANTS[module]
    assert {name: getattr(loaded, name) for name in stated} == stated
