rule evaluate:
    """Measure the run and each topic."""
    input:
        force_if_outdated("evaluate"),
        "results/{run}/parse/documents.parquet",
        "results/{run}/parse/corpus.json",
        "results/{run}/embed/embeddings.npy",
        "results/{run}/reduce/neighbors.npz",
        "results/{run}/reduce/map.npy",
        "results/{run}/cluster/clustering.json",
        "results/{run}/label/assignments.parquet",
        "results/{run}/label/topics.parquet",
        "results/{run}/parse/summary.json",
        "results/{run}/embed/summary.json",
        "results/{run}/reduce/summary.json",
        "results/{run}/cluster/summary.json",
        "results/{run}/label/summary.json",
        repeated,
    output:
        "results/{run}/evaluate/metrics.json",
        "results/{run}/evaluate/topics.parquet",
        "results/{run}/evaluate/contingency.parquet",
        "results/{run}/evaluate/summary.json",
    log:
        "results/{run}/logs/evaluate.log",
    benchmark:
        "results/{run}/benchmarks/evaluate.tsv"
    conda:
        "../../environment.yml"
    params:
        settings=settings("evaluate"),
    message:
        "evaluate: results/{wildcards.run}/evaluate/metrics.json"
    shell:
        "topograph evaluate results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
