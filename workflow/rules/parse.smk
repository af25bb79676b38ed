rule parse:
    """Read and clean the corpus, and list every record in an audit."""
    input:
        force_if_outdated("parse"),
    output:
        "results/{run}/parse/documents.parquet",
        "results/{run}/parse/corpus.json",
        "results/{run}/parse/audit.parquet",
        report(
            "results/{run}/parse/audit.html",
            caption="../report/audit.rst",
            category="{run}",
            subcategory="documents",
            labels={"what": "audit of the corpus"},
        ),
        "results/{run}/parse/summary.json",
    log:
        "results/{run}/logs/parse.log",
    benchmark:
        "results/{run}/benchmarks/parse.tsv"
    conda:
        "../../environment.yml"
    threads: workflow.cores
    params:
        settings=settings("parse"),
    message:
        "parse: results/{wildcards.run}/parse/documents.parquet"
    shell:
        "topograph parse results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
