"""Documents to vectors, one unit row a document."""


rule embed:
    """Documents to vectors, one unit row a document."""
    input:
        "results/{run}/parse/documents.parquet",
        "results/{run}/parse/summary.json",
    output:
        "results/{run}/embed/embeddings.npy",
        "results/{run}/embed/summary.json",
    log:
        "results/{run}/logs/embed.log",
    benchmark:
        "results/{run}/benchmarks/embed.tsv"
    conda:
        "../../environment.yml"
    threads: workflow.cores
    params:
        settings=settings("embed"),
        code=code("embed"),
    message:
        "embed: results/{wildcards.run}/embed/embeddings.npy"
    shell:
        "topograph embed results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
