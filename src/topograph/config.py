"""The typed configuration: the one source of defaults, ranges, schema and documentation.

Every value a user may change stands here once, with a description, a range and a default.
`config/schema.json`, the table in `config/README.md` and the error messages are generated from
these models. `auto` means that the stage chooses by the corpus' size and writes the value it
used into its summary.

The models check one run's merged configuration; files, lines and layers are the business of
`topograph.configfiles`.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, Literal, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

Auto = Literal["auto"]

#: Marks a key that changes how a stage runs and not what it finds (a folder, a device): it is not
#: part of the settings whose change re-runs a stage.
RUN_TIME: dict[str, JsonValue] = {"run_time": True}


class Section(BaseModel):
    """A group of keys: unknown keys are refused, values do not change after loading."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, validate_default=True, coerce_numbers_to_str=True
    )

    @field_validator("*", mode="before")
    @classmethod
    def _yes_is_no_number(cls, value: Any, info: ValidationInfo) -> Any:
        kind = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, bool) and kind is not bool:
            raise PydanticCustomError("yes_or_no", "yes or no is not allowed here")
        return value


class CleanSettings(Section):
    """Cleaning steps, in the order in which they run."""

    mojibake: bool = Field(
        True, description="Mend text that was decoded with the wrong encoding (`Ã©` to `é`)."
    )
    unicode: bool = Field(
        True,
        description="Remove control and zero-width characters; compose letters and accents (NFC).",
    )
    html: bool = Field(True, description="Remove HTML tags and resolve entities.")
    latex: bool = Field(True, description="Turn LaTeX commands and mathematics into readable text.")
    markdown: bool = Field(True, description="Remove markdown emphasis and link syntax.")
    headings: bool = Field(
        True,
        description="Set the headings of structured abstracts off from the text "
        "(`BACKGROUND: ...`), and remove a leading `Abstract`.",
    )
    hyphens: bool = Field(True, description="Put words together that a line end divides.")
    wraps: bool = Field(True, description="Join the lines of hard-wrapped text.")
    boilerplate: bool = Field(
        True,
        description="Remove sentences that say nothing about the document: copyright, where the "
        "code is, and what stands word for word in many documents.",
    )
    links: bool = Field(
        True, description="Move URLs and e-mail addresses out of the text into the column `links`."
    )


Columns = Annotated[str, Field(min_length=1)] | list[str]


class FieldsSettings(Section):
    """Which field of a record (column of a table) is what. Empty: found by its usual name."""

    text: Columns | None = Field(
        None, description="Field that holds the text; of several the first that is not empty."
    )
    title: Columns | None = Field(None, description="Field that holds the title.")
    date: Columns | None = Field(None, description="Field that holds the date of publication.")
    id: Columns | None = Field(
        None, description="Field that identifies a record; used as `doc_id` where it is unique."
    )
    metadata: list[str] | None = Field(
        None, description="Fields that travel along into `documents.parquet`. Empty: all others."
    )

    @field_validator("text", "title", "date", "id", mode="before")
    @classmethod
    def _empty_is_nothing(cls, value: Any) -> Any:
        return None if value == "" else value


class ParseSettings(Section):
    """From files to clean documents."""

    files: list[str] = Field(
        ["seeds/*.txt"],
        min_length=1,
        description="Files or glob patterns, relative to the project's folder.",
    )
    format: Literal[
        "auto",
        "paragraphs",
        "lines",
        "file",
        "csv",
        "tsv",
        "parquet",
        "excel",
        "json",
        "jsonl",
        "bibtex",
        "ris",
        "medline",
        "pubmed",
        "wos",
        "pdf",
    ] = Field(
        "auto",
        description="How files hold documents; `auto` decides for each file by its content. "
        "`paragraphs`: between blank lines; `lines`: one a line; `file`: one a file.",
    )
    encoding: str = Field(
        "auto",
        pattern="^[A-Za-z0-9_-]+$",
        description="Encoding of text files, by Python's name, like `cp1252`; `auto` decides for "
        "each file by its content.",
    )
    fields: FieldsSettings = Field(FieldsSettings(), description="Which field of a record is what.")
    text: Columns | None = Field(
        None,
        description="What a document's text is made of: `text`, `title`, or names of fields; "
        "several are joined, as in `[title, text]`. Empty: the field that holds the text.",
    )
    min_words: int = Field(
        5, ge=1, le=1000, description="Documents of fewer words are dropped (and audited)."
    )
    duplicates: Literal["drop", "keep"] = Field(
        "drop", description="What happens to documents whose texts are equal, or nearly so."
    )
    near_duplicate_similarity: float = Field(
        0.7,
        ge=0.3,
        le=1.0,
        description="Share of common runs of three words (Jaccard) from which two documents are "
        "near-duplicates; 1: only equal texts are duplicates.",
    )
    boilerplate_documents: Auto | Annotated[int, Field(ge=2)] = Field(
        "auto",
        description="A sentence that stands word for word in so many documents is boilerplate.",
    )
    language: str = Field(
        "auto",
        pattern="^(auto|[a-z]{2})$",
        description="Language of the corpus, as its two-letter code; chooses the stop words. "
        "`auto`: that of most documents.",
    )
    other_languages: Literal["keep", "drop"] = Field(
        "keep", description="What happens to documents in another language than the corpus'."
    )
    on_error: Literal["stop", "skip"] = Field(
        "stop",
        description="What happens at a file that cannot be read: `skip` notes it in the audit. "
        "Single broken records are always skipped and noted.",
    )
    clean: CleanSettings = Field(CleanSettings(), description="Cleaning steps, each can be off.")

    @field_validator("text", mode="before")
    @classmethod
    def _empty_is_nothing(cls, value: Any) -> Any:
        return None if value == "" else value


class EmbedSettings(Section):
    """From documents to vectors."""

    encoder: Literal[
        "onnx", "static", "sentence-transformers", "openai", "tfidf", "precomputed"
    ] = Field(
        "onnx",
        description="What turns documents into vectors: `onnx` a transformer; `static` vectors of "
        "words, a hundred times faster and worse; `sentence-transformers` (an extra) any model, on "
        "a GPU; `openai` a server; `tfidf` the classical baseline; `precomputed` your own.",
    )
    model: str | None = Field(
        None,
        min_length=1,
        description="A model's folder or name on the hub (`onnx`, `static`, "
        "`sentence-transformers`), its name on the server (`openai`), or a file of vectors "
        "(`precomputed`). Empty: made from the model that comes with the environment, "
        "all-MiniLM-L6-v2.",
    )
    max_tokens: Auto | Annotated[int, Field(ge=8, le=131_072)] = Field(
        "auto",
        description="Tokens of a document that the encoder reads at once; `auto`: as many as the "
        "model says (the shipped one: 256, at most 512).",
    )
    long_documents: Literal["truncate", "mean"] = Field(
        "truncate",
        description="Documents longer than that: `truncate` leaves their rest unread, `mean` "
        "reads them in pieces and averages the pieces' vectors.",
    )
    pooling: Literal["auto", "mean", "cls", "last"] = Field(
        "auto",
        description="How the vectors of tokens become one; `auto`: as the model's files say.",
    )
    prefix: str | None = Field(
        None,
        description="Put before every document, like `query: `. Empty: what the model's files say.",
    )
    dimensions: Auto | Annotated[int, Field(ge=2, le=4096)] = Field(
        "auto",
        description="Dimensions of the vectors of `tfidf` (`auto`: 256), or asked of a server.",
    )
    ids: str = Field(
        "doc_id",
        min_length=1,
        description="Column that names a document in a Parquet file of `precomputed` vectors and "
        "in the corpus; without it in the file, rows stand in the order of parse/audit.parquet.",
    )
    server: str = Field(
        "https://api.openai.com/v1",
        pattern="^https?://",
        description="Address of the server (`openai`), up to the version. Its key is read from the "
        "environment: OPENAI_API_KEY.",
        json_schema_extra=RUN_TIME,
    )
    device: str = Field(
        "auto",
        min_length=1,
        description="Device of `sentence-transformers`: cpu, cuda, cuda:1, mps; `auto`: a GPU "
        "where there is one.",
        json_schema_extra=RUN_TIME,
    )
    batch_size: Auto | Annotated[int, Field(ge=1, le=4096)] = Field(
        "auto",
        description="Documents in a batch of `sentence-transformers`, or in a request (`openai`).",
        json_schema_extra=RUN_TIME,
    )
    cache: str = Field(
        ".cache/embeddings",
        min_length=1,
        description="Folder of the vectors computed so far, shared by all runs.",
        json_schema_extra=RUN_TIME,
    )

    @model_validator(mode="after")
    def _encoder_has_what_it_needs(self) -> EmbedSettings:
        needs_model = {"sentence-transformers": "a model's folder or name on the hub",
                       "openai": "the model's name on the server",
                       "precomputed": "a file of vectors"}  # fmt: skip
        if self.encoder in needs_model and self.model is None:
            raise PydanticCustomError(
                "across_keys",
                "the encoder {encoder} needs {needed} here",
                {
                    "key": "embed.model",
                    "encoder": self.encoder,
                    "needed": needs_model[self.encoder],
                },
            )
        for key, encoders in KEYS_OF_ENCODERS.items():
            default = type(self).model_fields[key].default
            if getattr(self, key) != default and self.encoder not in encoders:
                raise PydanticCustomError(
                    "across_keys",
                    "the encoder {encoder} knows no such thing, only {encoders}; leave it out",
                    {
                        "key": f"embed.{key}",
                        "encoder": self.encoder,
                        "encoders": " and ".join(encoders),
                    },
                )
        return self


#: Keys of `embed` that decide a result, and the encoders that they mean something to.
KEYS_OF_ENCODERS = {
    "model": ("onnx", "static", "sentence-transformers", "openai", "precomputed"),
    "max_tokens": ("onnx", "sentence-transformers"),
    "long_documents": ("onnx", "sentence-transformers"),
    "pooling": ("onnx",),
    "prefix": ("onnx", "sentence-transformers", "openai"),
    "dimensions": ("openai", "tfidf"),
    "ids": ("precomputed",),
}


class ReduceSettings(Section):
    """From vectors to neighbours, the map, and the spaces that clustering reads (UMAP)."""

    seed: int = Field(42, ge=0, le=2**31 - 1, description="Random seed of all layouts.")
    neighbors: Auto | Annotated[int, Field(ge=2, le=200)] = Field(
        "auto",
        description="Nearest neighbours a document is joined with. More: broader topics.",
    )
    dimensions: int = Field(5, ge=2, le=50, description="Dimensions of the clustering spaces.")
    epochs: Auto | Annotated[int, Field(ge=10, le=5000)] = Field(
        "auto", description="Optimisation rounds of each layout."
    )
    map_min_dist: float = Field(
        0.1, ge=0.0, le=0.99, description="Closest distance of two dots on the map."
    )


class ClusterSettings(Section):
    """From spaces to topics (HDBSCAN on every member, then their consensus)."""

    members: Auto | Annotated[int, Field(ge=1, le=500)] = Field(
        "auto",
        description="Fits whose consensus is the result, each on a UMAP layout with a seed of "
        "its own. More: stabler topics, more time.",
    )
    min_cluster_size: Auto | Annotated[int, Field(ge=2, le=1_000_000)] = Field(
        "auto", description="Documents a topic has at least. Smaller: more and finer topics."
    )
    min_samples: Annotated[int, Field(ge=1, le=1000)] = Field(
        1, description="HDBSCAN's caution. Larger: more noise, denser topics."
    )
    selection: Literal["leaf", "eom"] = Field(
        "leaf",
        description="HDBSCAN's choice from its tree: `leaf` the finest clusters, `eom` the most "
        "persistent ones.",
    )


class LabelSettings(Section):
    """From topics to terms, names, representatives and a hierarchy."""

    terms: int = Field(10, ge=3, le=50, description="Terms listed for a topic.")
    phrase_words: int = Field(
        3, ge=1, le=4, description="Words of the longest phrase that may be a term."
    )
    name_terms: int = Field(2, ge=1, le=4, description="Terms a topic's name is made of.")
    representatives: int = Field(
        3, ge=1, le=20, description="Representative documents listed for a topic."
    )
    stop_words: list[str] = Field(
        [], description="Words never used in terms, on top of those of the corpus' language."
    )


class PlotSettings(Section):
    """From results to figures."""

    hover_words: int = Field(
        25, ge=0, le=200, description="Words of a document's opening shown on hover."
    )
    dot_size: Auto | Annotated[float, Field(ge=1, le=30)] = Field(
        "auto", description="Diameter of the map's dots, in pixels."
    )
    classes: str = Field(
        "",
        description="Column of the corpus that holds the right classes, to draw how far topics "
        "agree with them. Empty: none.",
    )


class EvaluateSettings(Section):
    """From results to measures."""

    coherence_terms: int = Field(
        10, ge=2, le=50, description="Terms of a topic that coherence and diversity look at."
    )
    trustworthiness_neighbors: Auto | Annotated[int, Field(ge=1, le=200)] = Field(
        "auto", description="Neighbourhood size at which the map's trustworthiness is measured."
    )


class ReportSettings(Section):
    """The page that sums the run up."""

    title: str = Field("", description="Heading of the report. Empty: the run's name.")


class RunConfig(Section):
    """All settings of one run."""

    parse: ParseSettings = ParseSettings()
    embed: EmbedSettings = EmbedSettings()
    reduce: ReduceSettings = ReduceSettings()
    cluster: ClusterSettings = ClusterSettings()
    label: LabelSettings = LabelSettings()
    plot: PlotSettings = PlotSettings()
    evaluate: EvaluateSettings = EvaluateSettings()
    report: ReportSettings = ReportSettings()

    @model_validator(mode="after")
    def _evaluate_has_enough_terms(self) -> RunConfig:
        if self.evaluate.coherence_terms > self.label.terms:
            raise PydanticCustomError(
                "across_keys",
                "{asked} is more than label.terms ({terms}); lower it, or raise label.terms",
                {
                    "key": "evaluate.coherence_terms",
                    "keys": ["evaluate.coherence_terms", "label.terms"],
                    "asked": self.evaluate.coherence_terms,
                    "terms": self.label.terms,
                },
            )
        return self


#: What each stage is run with: a section, or single keys of another one. A stage re-runs when
#: one of these values changes. The report prints the whole configuration, so it reads all.
STAGE_SETTINGS: dict[str, tuple[str, ...]] = {
    "parse": ("parse",),
    "embed": ("embed",),
    "reduce": ("reduce", "cluster.members"),
    "cluster": ("cluster",),
    "label": ("label",),
    "plot": ("plot",),
    "evaluate": ("evaluate",),
    "report": tuple(RunConfig.model_fields),
}


#: Sections whose keys marked `RUN_TIME` a stage is run with: `label` encodes terms.
RUN_TIME_SECTIONS: dict[str, tuple[str, ...]] = {"embed": ("embed",), "label": ("embed",)}


def stage_settings(config: RunConfig, stage: str) -> dict[str, Any]:
    """The part of the configuration that a stage is run with, nested as in the files.

    Keys that change no result are not in it (see `run_time_settings`).

    >>> stage_settings(RunConfig(), "evaluate")
    {'evaluate': {'coherence_terms': 10, 'trustworthiness_neighbors': 'auto'}}
    """
    full = config.model_dump(mode="json")
    aside = run_time_keys()
    part: dict[str, Any] = {}
    for dotted in STAGE_SETTINGS[stage]:
        section, _, key = dotted.partition(".")
        if key:
            part.setdefault(section, {})[key] = full[section][key]
        else:
            kept = {k: v for k, v in full[section].items() if f"{section}.{k}" not in aside}
            part.setdefault(section, {}).update(kept)
    return part


def run_time_keys() -> list[str]:
    """The keys marked `RUN_TIME`: they change no result and re-run nothing.

    >>> "embed.cache" in run_time_keys()
    True
    """
    return [
        f"{section}.{key}"
        for section, info in RunConfig.model_fields.items()
        for key, field in cast(type[BaseModel], info.annotation).model_fields.items()
        if field.json_schema_extra == RUN_TIME
    ]


def run_time_settings(config: RunConfig, stage: str) -> dict[str, Any]:
    """The values of the keys marked `RUN_TIME` that a stage is run with, nested as in the files.

    >>> run_time_settings(RunConfig(), "reduce")
    {}
    """
    part: dict[str, Any] = {}
    for dotted in run_time_keys():
        section, key = dotted.split(".")
        if section in RUN_TIME_SECTIONS.get(stage, ()):
            part.setdefault(section, {})[key] = getattr(getattr(config, section), key)
    return part


def settings_view(part: dict[str, Any], run_time: dict[str, Any] | None = None) -> RunConfig:
    """Typed access to a part made by `stage_settings`, and to nothing else.

    A stage that reads a setting not listed for it in `STAGE_SETTINGS` would not re-run when
    that setting changes; here it meets an AttributeError instead of a default.

    Parameters
    ----------
    part : dict
        Made by `stage_settings`.
    run_time : dict, optional
        Made by `run_time_settings`.

    Raises
    ------
    pydantic.ValidationError
        If the part breaks a rule of the models.
    """
    part = dict(part)
    for section, keys in (run_time or {}).items():
        own = part.get(section, {})
        part[section] = own | keys if isinstance(own, dict) else own
    view: dict[str, Any] = {}
    for section, keys in part.items():
        # section by section: the other side of a rule across keys may not be in the part
        model = cast(type[BaseModel], RunConfig.model_fields[section].annotation)
        whole: Any = model.model_validate(keys)
        some = SimpleNamespace(**{key: getattr(whole, key) for key in keys})
        view[section] = whole if set(keys) == set(type(whole).model_fields) else some
    return cast(RunConfig, SimpleNamespace(**view))


def settings_dump(view: RunConfig) -> dict[str, Any]:
    """The values of a view made by `settings_view`, nested as in the files, as JSON has them."""
    return {
        section: some.model_dump(mode="json") if isinstance(some, BaseModel) else dict(vars(some))
        for section, some in vars(view).items()
    }


def leaf_fields(
    model: type[BaseModel] = RunConfig, prefix: str = ""
) -> dict[str, tuple[Any, str, Any]]:
    """Every key of the configuration: `section.key` to (JSON schema, description, default)."""
    schema = model.model_json_schema()
    leaves: dict[str, tuple[Any, str, Any]] = {}
    for name, info in model.model_fields.items():
        kind = info.annotation
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            leaves |= leaf_fields(kind, f"{prefix}{name}.")
        else:
            leaves[prefix + name] = (
                schema["properties"][name],
                info.description or "",
                info.default,
            )
    return leaves


def allowed(schema: dict[str, Any]) -> str:
    """A JSON schema in words: `auto, or a whole number from 2 to 200`."""
    if "anyOf" in schema:
        return ", or ".join(
            allowed(part) if part.get("type") != "null" else "nothing" for part in schema["anyOf"]
        )
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind in ("integer", "number"):
        noun = "a whole number" if kind == "integer" else "a number"
        low, high = schema.get("minimum"), schema.get("maximum")
        if low is not None and high is not None:
            return f"{noun} from {low:.10g} to {high:.10g}"
        return f"{noun} of at least {low:g}" if low is not None else noun
    if kind == "boolean":
        return "true | false"
    if kind == "array":
        return "a list of texts"
    if "pattern" in schema:
        return f"a text like {schema['pattern']}"
    return "a text"
