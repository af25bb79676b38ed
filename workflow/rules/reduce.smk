rule reduce:
    """Find nearest neighbours; make their graph, the map, and the spaces for clustering."""
    input:
        force_if_outdated("reduce"),
        "results/{run}/embed/embeddings.npy",
        "results/{run}/parse/summary.json",
        "results/{run}/embed/summary.json",
    output:
        "results/{run}/reduce/neighbors.npz",
        "results/{run}/reduce/graph.npz",
        "results/{run}/reduce/map.npy",
        "results/{run}/reduce/space.npy",
        "results/{run}/reduce/summary.json",
    log:
        "results/{run}/logs/reduce.log",
    benchmark:
        "results/{run}/benchmarks/reduce.tsv"
    conda:
        "../../environment.yml"
    threads: workflow.cores
    params:
        settings=settings("reduce"),
    message:
        "reduce: results/{wildcards.run}/reduce/map.npy"
    shell:
        "topograph reduce results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
