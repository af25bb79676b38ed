"""The publications that a methods paragraph may cite, and their BibTeX."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Reference:
    """A publication.

    Attributes
    ----------
    kind : str
        BibTeX's type of entry.
    authors : tuple of str
        `Surname, Given names` each.
    year : int
    title : str
    place : dict
        Further fields of BibTeX: where it was published.
    """

    kind: str
    authors: tuple[str, ...]
    year: int
    title: str
    place: dict[str, str]

    @property
    def short(self) -> str:
        """As it is cited: `Fred and Jain 2005`."""
        names = [author.split(",")[0] for author in self.authors]
        if len(names) > 2:
            return f"{names[0]} et al. {self.year}"
        return f"{' and '.join(names)} {self.year}"

    @property
    def address(self) -> str:
        """Where it can be read."""
        if "doi" in self.place:
            return f"https://doi.org/{self.place['doi']}"
        return self.place["url"]

    @property
    def full(self) -> str:
        """As it stands in a list of references, without its address."""
        source = self.place.get("journal") or self.place.get("booktitle", "")
        numbers = [self.place.get(key, "") for key in ("volume", "number", "pages")]
        where = ", ".join(part for part in (source, *numbers) if part).replace("--", "–")
        return f"{'; '.join(self.authors)} ({self.year}). {self.title}. {where}."


REFERENCES: dict[str, Reference] = {
    "bertopic": Reference(
        "article", ("Grootendorst, Maarten",), 2022,
        "BERTopic: Neural topic modeling with a class-based TF-IDF procedure",
        {"journal": "arXiv preprint arXiv:2203.05794", "doi": "10.48550/arXiv.2203.05794"},
    ),
    "near-duplicates": Reference(
        "inproceedings", ("Broder, Andrei Z.",), 1997,
        "On the resemblance and containment of documents",
        {
            "booktitle": "Compression and Complexity of SEQUENCES 1997", "pages": "21--29",
            "doi": "10.1109/SEQUEN.1997.666900",
        },
    ),
    "consensus": Reference(
        "article", ("Lancichinetti, Andrea", "Fortunato, Santo"), 2012,
        "Consensus clustering in complex networks",
        {
            "journal": "Scientific Reports", "volume": "2", "pages": "336",
            "doi": "10.1038/srep00336",
        },
    ),
    "hdbscan": Reference(
        "inproceedings",
        ("Campello, Ricardo J. G. B.", "Moulavi, Davoud", "Sander, Jörg"), 2013,
        "Density-based clustering based on hierarchical density estimates",
        {
            "booktitle": "Advances in Knowledge Discovery and Data Mining", "pages": "160--172",
            "doi": "10.1007/978-3-642-37456-2_14",
        },
    ),
    "leiden": Reference(
        "article",
        ("Traag, Vincent A.", "Waltman, Ludo", "van Eck, Nees Jan"), 2019,
        "From Louvain to Leiden: guaranteeing well-connected communities",
        {
            "journal": "Scientific Reports", "volume": "9", "pages": "5233",
            "doi": "10.1038/s41598-019-41695-z",
        },
    ),
    "lsa": Reference(
        "article",
        ("Deerwester, Scott", "Dumais, Susan T.", "Furnas, George W.", "Landauer, Thomas K.",
         "Harshman, Richard"), 1990,
        "Indexing by latent semantic analysis",
        {
            "journal": "Journal of the American Society for Information Science", "volume": "41",
            "number": "6", "pages": "391--407",
            "doi": "10.1002/(SICI)1097-4571(199009)41:6<391::AID-ASI1>3.0.CO;2-9",
        },
    ),
    "minilm": Reference(
        "inproceedings",
        ("Wang, Wenhui", "Wei, Furu", "Dong, Li", "Bao, Hangbo", "Yang, Nan", "Zhou, Ming"), 2020,
        "MiniLM: deep self-attention distillation for task-agnostic compression of pre-trained "
        "transformers",
        {
            "booktitle": "Advances in Neural Information Processing Systems", "volume": "33",
            "pages": "5776--5788", "doi": "10.48550/arXiv.2002.10957",
        },
    ),
    "nn-descent": Reference(
        "inproceedings", ("Dong, Wei", "Moses, Charikar", "Li, Kai"), 2011,
        "Efficient k-nearest neighbor graph construction for generic similarity measures",
        {
            "booktitle": "Proceedings of the 20th International Conference on World Wide Web",
            "pages": "577--586", "doi": "10.1145/1963405.1963487",
        },
    ),
    "rand-index": Reference(
        "article", ("Hubert, Lawrence", "Arabie, Phipps"), 1985,
        "Comparing partitions",
        {
            "journal": "Journal of Classification", "volume": "2", "number": "1",
            "pages": "193--218", "doi": "10.1007/BF01908075",
        },
    ),
    "sbert": Reference(
        "inproceedings", ("Reimers, Nils", "Gurevych, Iryna"), 2019,
        "Sentence-BERT: sentence embeddings using Siamese BERT-networks",
        {
            "booktitle": "Proceedings of EMNLP-IJCNLP 2019", "pages": "3982--3992",
            "doi": "10.18653/v1/D19-1410",
        },
    ),
    "snakemake": Reference(
        "article",
        ("Mölder, Felix", "Jablonski, Kim Philipp", "Letcher, Brice", "Hall, Michael B.",
         "Tomkins-Tinch, Christopher H.", "Sochat, Vanessa", "Forster, Jan", "Lee, Soohyun",
         "Twardziok, Sven O.", "Kanitz, Alexander", "Wilm, Andreas", "Holtgrewe, Manuel",
         "Rahmann, Sven", "Nahnsen, Sven", "Köster, Johannes"), 2021,
        "Sustainable data analysis with Snakemake",
        {
            "journal": "F1000Research", "volume": "10", "pages": "33",
            "doi": "10.12688/f1000research.29032.2",
        },
    ),
    "spherical-kmeans": Reference(
        "article", ("Dhillon, Inderjit S.", "Modha, Dharmendra S."), 2001,
        "Concept decompositions for large sparse text data using clustering",
        {
            "journal": "Machine Learning", "volume": "42", "pages": "143--175",
            "doi": "10.1023/A:1007612920971",
        },
    ),
    "stability": Reference(
        "article", ("Hennig, Christian",), 2007,
        "Cluster-wise assessment of cluster stability",
        {
            "journal": "Computational Statistics & Data Analysis", "volume": "52", "number": "1",
            "pages": "258--271", "doi": "10.1016/j.csda.2006.11.025",
        },
    ),
    "umap": Reference(
        "article",
        ("McInnes, Leland", "Healy, John", "Saul, Nathaniel", "Großberger, Lukas"), 2018,
        "UMAP: Uniform Manifold Approximation and Projection",
        {
            "journal": "Journal of Open Source Software", "volume": "3", "number": "29",
            "pages": "861", "doi": "10.21105/joss.00861",
        },
    ),
}  # fmt: skip


def bibtex(keys: Iterable[str]) -> str:
    """Entries of BibTeX for references, in the order of their keys."""
    entries = []
    for key in sorted(keys):
        own = REFERENCES[key]
        fields = {"title": f"{{{own.title}}}", "author": " and ".join(own.authors)}
        fields |= own.place | {"year": str(own.year)}
        lines = [f"  {name} = {{{_escaped(value)}}}," for name, value in fields.items()]
        entries.append("\n".join([f"@{own.kind}{{{key},", *lines, "}"]))
    return "\n\n".join(entries) + "\n"


def _escaped(value: str) -> str:
    return value.replace("&", r"\&")
