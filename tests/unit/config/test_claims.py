"""Claims are read with the sweep, and their mistakes reported with file, line and key."""

import pytest

from topograph.config.claims import load_claims
from topograph.config.mistakes import ConfigError

GOOD = """\
sweep: size
claims:
  ice grows: {topic: {words: [ice, snow]}, says: grows}
  a and b: {says: together, documents: [a, b]}
"""


def read(folder, text, name="own"):
    (folder / "config/claims").mkdir(parents=True, exist_ok=True)
    (folder / f"config/claims/{name}.yaml").write_text(text)
    return load_claims("size", folder)


def test_claims_are_those_of_all_files_that_name_the_sweep(tmp_path):
    read(tmp_path, GOOD.replace("sweep: size", "sweep: other").replace("ice", "fog"), "aside")
    found = read(tmp_path, GOOD)
    assert list(found) == ["ice grows", "a and b"]
    assert found["ice grows"].topic.words == ["ice", "snow"]
    assert load_claims("nothing", tmp_path) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("claims: {a: {says: exists, topic: {words: [x]}}}\n", "own.yaml: sweep: must name"),
        ("sweep: size\n", "own.yaml: claims: must list claims"),
        (GOOD + "clams: 1\n", "own.yaml:5: clams: unknown key; did you mean `claims`?"),
        (GOOD.replace("says: grows", "says: rises"), "own.yaml:3: claims.ice grows.says: 'rises'"),
        (GOOD.replace(", says: grows", ""), "own.yaml:3: claims.ice grows.says: is missing"),
        (GOOD.replace("words:", "word:"), "own.yaml:3: claims.ice grows.topic.word: unknown key"),
        (
            GOOD.replace("words: [ice, snow]", "words: [ice], documents: [a]"),
            "own.yaml:3: claims.ice grows.topic: give either words or documents",
        ),
        (
            GOOD.replace("grows}", "more_in, column: kind}"),
            "own.yaml:3: claims.ice grows: `says: more_in` needs group and than",
        ),
        (
            GOOD.replace("documents: [a, b]", "documents: [a]"),
            "own.yaml:4: claims.a and b: `says: together` needs two documents",
        ),
        (
            GOOD.replace("grows}", "grows, column: kind}"),
            "own.yaml:3: claims.ice grows: `says: grows` does not use column",
        ),
    ],
)
def test_mistakes_are_reported_with_file_line_and_key(tmp_path, text, expected):
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    found = [line.replace(f"{tmp_path}/config/claims/", "") for line in caught.value.problems]
    assert any(line.startswith(expected) for line in found), found


def test_two_files_have_no_claim_of_one_name(tmp_path):
    read(tmp_path, GOOD, "first")
    with pytest.raises(ConfigError, match="another file has a claim of this name"):
        read(tmp_path, GOOD, "second")
