rule label:
    """Describe topics: terms, names, representatives, a hierarchy and a BERTopic model."""
    input:
        force_if_outdated("label"),
        "results/{run}/parse/documents.parquet",
        "results/{run}/parse/corpus.json",
        "results/{run}/embed/embeddings.npy",
        "results/{run}/embed/encoder.json",
        "results/{run}/cluster/assignments.parquet",
        "results/{run}/cluster/topics.parquet",
        "results/{run}/parse/summary.json",
        "results/{run}/embed/summary.json",
        "results/{run}/reduce/summary.json",
        "results/{run}/cluster/summary.json",
    output:
        "results/{run}/label/topics.parquet",
        "results/{run}/label/assignments.parquet",
        "results/{run}/label/hierarchy.json",
        directory("results/{run}/label/model"),
        "results/{run}/label/summary.json",
    log:
        "results/{run}/logs/label.log",
    benchmark:
        "results/{run}/benchmarks/label.tsv"
    conda:
        "../../environment.yml"
    resources:
        run_time=run_time("label"),
    params:
        settings=settings("label"),
    message:
        "label: results/{wildcards.run}/label/topics.parquet"
    shell:
        "topograph label results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q}"
        " --run-time {resources.run_time:q} 2>&1 | tee {log:q}"
