"""Consensus of many partitions.

The members of an ensemble differ wherever the corpus leaves it open which documents belong
together. Their agreement therefore does not become the partition itself; it weighs the edges of
the neighbour graph, and that graph, which holds all there is to know and does not depend on a
random seed, is partitioned (weighted evidence accumulation on a graph: Lancichinetti and
Fortunato 2012, "Consensus clustering in complex networks", https://doi.org/10.1038/srep00336).
Communities, too, depend on chance where they are nearly as good as others: the graph is partitioned
many times with a share of its edges left out, and its edges weighed again by how often their ends
stayed together.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import scipy.sparse

from topograph.stages.cluster.partition import leiden, leiden_with, merge_small

#: How much of an edge's weight the members' agreement decides.
MEMBERS_SHARE = 0.15
#: Share of the edges that each of the repeated partitions sees.
EDGES_KEPT = 0.8
#: Repeated partitions: with more of them results agree better from seed to seed. Their number falls
#: with the square root of the corpus' size, from the most to the fewest.
MOST_REPEATS, FEWEST_REPEATS, REPEATS_SCALE = 300, 8, 6000
#: Trials of the last partition, of which the best is taken, fewer in large corpora.
MOST_TRIALS, FEWEST_TRIALS, ALL_TRIALS_UP_TO = 10, 2, 20_000


def consensus(
    graph: scipy.sparse.csr_matrix,
    labels: np.ndarray | None,
    wanted: int,
    least: int,
    seed: int,
    threads: int = 1,
    nodes: np.ndarray | None = None,
) -> tuple[np.ndarray, scipy.sparse.csr_matrix, np.ndarray]:
    """The partition that the graph and the members support together.

    Parameters
    ----------
    graph : csr_matrix, shape (n, n)
        Neighbours, symmetric.
    labels : ndarray of int64, shape (members, n), optional
        Clusters of the members, -1 for noise; without them the graph decides alone.
    wanted : int
        Topics wanted; fewer where the corpus has no more of the least size.
    least : int
        Documents a topic has at least.
    seed : int
    threads : int
        Cores to use; the result does not depend on it.
    nodes : ndarray of int64, shape (n,), optional
        Documents of the same number are never parted; numbers from 0 without gaps.

    Returns
    -------
    topics : ndarray of int64, shape (n,)
        Numbered by size, 0 the largest; every document is in one.
    weighed : csr_matrix, shape (n, n)
        The graph, its edges weighed by the members' agreement.
    repeated : ndarray of int64, shape (repeats, n)
        The repeated partitions.
    """
    n = graph.shape[0]
    trials = min(MOST_TRIALS, max(FEWEST_TRIALS, MOST_TRIALS * ALL_TRIALS_UP_TO // n))
    repeats = min(MOST_REPEATS, max(FEWEST_REPEATS, round(REPEATS_SCALE / np.sqrt(n))))
    weighed = graph if labels is None else weigh(graph, labels, MEMBERS_SHARE)
    nodes = np.arange(n) if nodes is None else nodes
    joined = join_nodes(weighed, nodes)
    _, resolution = leiden_with(joined, wanted, seed)
    children = np.random.SeedSequence(seed).spawn(repeats + 1)
    edges = scipy.sparse.triu(joined, format="coo")

    def repeat(child: np.random.SeedSequence) -> np.ndarray:
        random = np.random.default_rng(child)
        return leiden(thin(edges, EDGES_KEPT, random), resolution, int(random.integers(2**31)))

    with ThreadPoolExecutor(threads) as pool:  # Leiden lets other threads run
        repeated = np.stack(list(pool.map(repeat, children[:-1])))
    agreed = weigh(joined, repeated, 1.0)
    found, _ = leiden_with(agreed, wanted, int(children[-1].generate_state(1)[0] >> 1), trials)
    topics = number_by_size(merge_small(weighed, found[nodes], least, wanted))
    return topics, weighed, repeated[:, nodes]


def join_nodes(graph: scipy.sparse.csr_matrix, nodes: np.ndarray) -> scipy.sparse.csr_matrix:
    """The graph with documents joined into one node, their edges added up.

    Parameters
    ----------
    graph : csr_matrix, shape (n, n)
    nodes : ndarray of int64, shape (n,)
        The node of each document, from 0 without gaps.

    Returns
    -------
    csr_matrix of float64, shape (m, m)
        Without edges from a node to itself.
    """
    n, m = len(nodes), int(nodes.max()) + 1
    if m == n:
        return graph
    belongs = scipy.sparse.csr_matrix((np.ones(n), (nodes, np.arange(n))), shape=(m, n))
    joined: scipy.sparse.csr_matrix = (belongs @ graph @ belongs.T).tocsr()
    joined.setdiag(0.0)
    joined.eliminate_zeros()
    joined.sort_indices()
    return joined


def weigh(
    graph: scipy.sparse.csr_matrix, labels: np.ndarray, share: float
) -> scipy.sparse.csr_matrix:
    """The graph; a share of each weight is multiplied by how often its ends are together.

    Parameters
    ----------
    graph : csr_matrix, shape (n, n)
    labels : ndarray of int64, shape (members, n)
        -1 for noise, which stands together with nothing.
    share : float
        0 to 1.

    Returns
    -------
    csr_matrix of float64, shape (n, n)
        Without edges of weight 0.
    """
    edges = graph.tocoo()
    together = np.zeros(len(edges.data))
    for member in labels:
        together += (member[edges.row] == member[edges.col]) & (member[edges.row] >= 0)
    weights = edges.data * (1.0 - share + share * together / len(labels))
    weighed = scipy.sparse.csr_matrix((weights, (edges.row, edges.col)), shape=graph.shape)
    weighed.eliminate_zeros()
    weighed.sort_indices()
    return weighed


def thin(
    edges: scipy.sparse.coo_matrix, kept: float, random: np.random.Generator
) -> scipy.sparse.csr_matrix:
    """A graph with a random share of its edges, the same in both directions.

    Parameters
    ----------
    edges : coo_matrix, shape (n, n)
        Each edge once: the upper half of the graph.
    kept : float
        Share of them, 0 to 1.
    random : Generator

    Returns
    -------
    csr_matrix, shape (n, n)
    """
    chosen = random.random(len(edges.data)) < kept
    half = scipy.sparse.csr_matrix(
        (edges.data[chosen], (edges.row[chosen], edges.col[chosen])), shape=edges.shape
    )
    both: scipy.sparse.csr_matrix = (half + half.T).tocsr()
    both.sort_indices()
    return both


def medoid(labels: np.ndarray) -> int:
    """The member that agrees best with all the others, by the mean adjusted Rand index."""
    from sklearn.metrics import adjusted_rand_score

    agreement = np.zeros((len(labels), len(labels)))
    for one in range(len(labels)):
        for other in range(one):
            agreement[one, other] = adjusted_rand_score(labels[one], labels[other])
    return int((agreement + agreement.T).sum(axis=1).argmax())


def number_by_size(labels: np.ndarray) -> np.ndarray:
    """Renumber clusters by size, 0 the largest; equal ones by their first document.

    >>> number_by_size(np.array([7, 3, 3, -1, 9]))
    array([ 1,  0,  0, -1,  2])
    """
    found, first, sizes = np.unique(labels, return_index=True, return_counts=True)
    order = sorted(
        (-size, start, label)
        for label, start, size in zip(found, first, sizes, strict=True)
        if label >= 0
    )
    numbered = np.full(len(labels), -1, dtype=np.int64)
    for number, (_, _, label) in enumerate(order):
        numbered[labels == label] = number
    return numbered
