"""Files generated from the configuration's models: the JSON schema and the table of keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from topograph.config.keys import allowed, leaf_fields, run_time_keys
from topograph.config.run import RunConfig
from topograph.config.stages import STAGE_SETTINGS
from topograph.errors import TopographError
from topograph.formats.registry import FORMATS

SCHEMA = Path("config/schema.json")
README = Path("config/README.md")
#: Markers around the generated tables in `config/README.md`.
START = "<!-- {}: written by `topograph config --write-docs` -->"
END = "<!-- end of the {} -->"


def schema_text() -> str:
    """JSON schema of `config/config.yaml` and the files under `config/runs/`, for editors."""
    schema: dict[str, Any] = RunConfig.model_json_schema()
    schema["title"] = "Topograph configuration"
    schema["properties"]["runs"] = {
        "description": "Runs that `snakemake` builds without a target.",
        "type": "array",
        "items": {"type": "string"},
        "minItems": 1,
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def first_stage(key: str) -> str:
    """The first stage that re-runs when a key changes; later stages re-run, too.

    "nothing" for keys that change no result.
    """
    if key in run_time_keys():
        return "nothing"
    for stage, read in STAGE_SETTINGS.items():
        if any(key == part or key.startswith(f"{part}.") for part in read):
            return stage
    raise ValueError(f"no stage reads {key}")


def table_text() -> str:
    """The table of all keys: default, allowed values, description, first stage to re-run."""
    lines = [
        "| key | default | allowed | what it does | re-runs from |",
        "|---|---|---|---|---|",
    ]
    for key, (schema, description, default) in leaf_fields().items():
        cells = (
            f"`{key}`",
            "" if default is None or default == "" else f"`{json.dumps(default)}`".replace('"', ""),
            allowed(schema).replace("|", "\\|"),
            description.replace("|", "\\|"),
            first_stage(key),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def formats_text() -> str:
    """The table of input formats: the value of `parse.format`, and a description."""
    rows = [f"| `{own.name}` | {own.description} |" for own in FORMATS.values()]
    return "\n".join(["| format | what it is |", "|---|---|", *rows])


def with_tables(readme: str) -> str:
    """The text of `config/README.md` with updated tables between the markers."""
    for name, text in (("table of keys", table_text()), ("table of formats", formats_text())):
        start, end = START.format(name), END.format(name)
        if not 0 <= readme.find(start) < readme.find(end):
            raise TopographError(
                f"The {name} cannot be written to {README}.",
                "the two comments that mark its place are missing.",
                f"add these two lines to the file: {start} and {end}",
            )
        before, _, rest = readme.partition(start)
        _, _, after = rest.partition(end)
        readme = f"{before}{start}\n\n{text}\n\n{end}{after}"
    return readme


def write(root: Path) -> list[Path]:
    """Update schema and tables, and return the files that changed."""
    if not (root / README).is_file():
        raise TopographError(
            f"{README} cannot be read.",
            "the file does not exist in the current folder.",
            "run the command in the project's folder.",
        )
    wanted = {
        root / SCHEMA: schema_text(),
        root / README: with_tables((root / README).read_text(encoding="utf-8")),
    }
    changed = []
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed
