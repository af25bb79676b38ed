rule report:
    """All results to one page, the merged configuration and the manifest."""
    input:
        current("report"),
        "results/{run}/parse/documents.parquet",
        "results/{run}/parse/audit.parquet",
        "results/{run}/label/assignments.parquet",
        "results/{run}/label/topics.parquet",
        # a folder is as new as its last file, touched or not; what is in it, plot/summary.json tells
        ancient("results/{run}/plot/figures"),
        "results/{run}/plot/figures.html",
        "results/{run}/plot/explorer.html",
        "results/{run}/evaluate/metrics.json",
        "results/{run}/evaluate/topics.parquet",
        "results/{run}/parse/summary.json",
        "results/{run}/embed/summary.json",
        "results/{run}/reduce/summary.json",
        "results/{run}/cluster/summary.json",
        "results/{run}/label/summary.json",
        "results/{run}/plot/summary.json",
        "results/{run}/evaluate/summary.json",
        repeat_seals,
    output:
        "results/{run}/report.html",
        "results/{run}/config.yaml",
        "results/{run}/references.bib",
        "results/{run}/manifest.json",
    log:
        "results/{run}/logs/report.log",
    benchmark:
        "results/{run}/benchmarks/report.tsv"
    conda:
        "../../environment.yml"
    params:
        settings=settings("report"),
    message:
        "report: results/{wildcards.run}/report.html"
    shell:
        "topograph report results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
