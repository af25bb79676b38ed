rule repeat:
    """Find a run's topics again, with other seeds or for a generic processor (number 0).

    Repeats are independent: each takes one core, and several run in parallel.
    """
    input:
        force_if_outdated("repeat/{number}"),
        "results/{run}/parse/documents.parquet",
        "results/{run}/embed/embeddings.npy",
        "results/{run}/parse/summary.json",
        "results/{run}/embed/summary.json",
    output:
        "results/{run}/repeat/{number}/assignments.parquet",
        "results/{run}/repeat/{number}/summary.json",
    log:
        "results/{run}/logs/repeat-{number}.log",
    benchmark:
        "results/{run}/benchmarks/repeat-{number}.tsv"
    wildcard_constraints:
        number=r"\d+",
    conda:
        "../../environment.yml"
    params:
        settings=settings("repeat"),
    message:
        "repeat: results/{wildcards.run}/repeat/{wildcards.number}/assignments.parquet"
    shell:
        "topograph repeat results/{wildcards.run} {wildcards.number} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
