rule cluster:
    """Find topics: the consensus of many clusterings of the spaces and the neighbour graph."""
    input:
        force_if_outdated("cluster"),
        "results/{run}/parse/documents.parquet",
        "results/{run}/embed/embeddings.npy",
        "results/{run}/reduce/graph.npz",
        "results/{run}/reduce/space.npy",
        "results/{run}/parse/summary.json",
        "results/{run}/embed/summary.json",
        "results/{run}/reduce/summary.json",
    output:
        "results/{run}/cluster/assignments.parquet",
        "results/{run}/cluster/topics.parquet",
        "results/{run}/cluster/memberships.npz",
        "results/{run}/cluster/clustering.json",
        "results/{run}/cluster/summary.json",
    log:
        "results/{run}/logs/cluster.log",
    benchmark:
        "results/{run}/benchmarks/cluster.tsv"
    conda:
        "../../environment.yml"
    threads: workflow.cores
    params:
        settings=settings("cluster"),
    message:
        "cluster: results/{wildcards.run}/cluster/assignments.parquet"
    shell:
        "topograph cluster results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
