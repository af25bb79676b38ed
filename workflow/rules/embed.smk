rule embed:
    """Embed documents: one unit vector per document."""
    input:
        force_if_outdated("embed"),
        "results/{run}/parse/documents.parquet",
        "results/{run}/parse/audit.parquet",
        "results/{run}/parse/summary.json",
    output:
        "results/{run}/embed/embeddings.npy",
        "results/{run}/embed/lengths.parquet",
        "results/{run}/embed/encoder.json",
        "results/{run}/embed/summary.json",
    log:
        "results/{run}/logs/embed.log",
    benchmark:
        "results/{run}/benchmarks/embed.tsv"
    conda:
        "../../environment.yml"
    threads: workflow.cores
    resources:
        run_time=run_time("embed"),
    params:
        settings=settings("embed"),
    message:
        "embed: results/{wildcards.run}/embed/embeddings.npy"
    shell:
        "topograph embed results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q}"
        " --run-time {resources.run_time:q} 2>&1 | tee {log:q}"
