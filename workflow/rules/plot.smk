rule plot:
    """Draw the figures and the explorer."""
    input:
        force_if_outdated("plot"),
        "results/{run}/parse/documents.parquet",
        "results/{run}/embed/embeddings.npy",
        "results/{run}/reduce/neighbors.npz",
        "results/{run}/reduce/map.npy",
        "results/{run}/cluster/assignments.parquet",
        "results/{run}/cluster/memberships.npz",
        "results/{run}/label/assignments.parquet",
        "results/{run}/label/topics.parquet",
        "results/{run}/label/hierarchy.json",
        "results/{run}/parse/summary.json",
        "results/{run}/embed/summary.json",
        "results/{run}/reduce/summary.json",
        "results/{run}/cluster/summary.json",
        "results/{run}/label/summary.json",
    output:
        report(
            directory("results/{run}/plot/figures"),
            patterns=["{figure}.html", "{figure}.js"],
            caption="../report/figure.rst",
            category="{run}",
            subcategory=figure_subcategory,
            labels=figure_labels,
        ),
        report(
            "results/{run}/plot/figures.html",
            caption="../report/figures.rst",
            category="{run}",
            subcategory="overview",
            labels={"what": "all figures in one file"},
        ),
        report(
            "results/{run}/plot/explorer.html",
            caption="../report/explorer.rst",
            category="{run}",
            subcategory="overview",
            labels={"what": "explorer"},
        ),
        directory("results/{run}/plot/static"),
        "results/{run}/plot/summary.json",
    log:
        "results/{run}/logs/plot.log",
    benchmark:
        "results/{run}/benchmarks/plot.tsv"
    conda:
        "../../environment.yml"
    params:
        settings=settings("plot"),
    message:
        "plot: results/{wildcards.run}/plot/explorer.html"
    shell:
        "topograph plot results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
