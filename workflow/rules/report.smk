rule report:
    """Write the report, the merged configuration and the manifest."""
    input:
        force_if_outdated("report"),
        "results/{run}/parse/documents.parquet",
        "results/{run}/parse/audit.parquet",
        "results/{run}/label/assignments.parquet",
        "results/{run}/label/topics.parquet",
        # the time of a folder is that of its last file, even if only touched; plot/summary.json has its hash
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
