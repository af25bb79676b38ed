rule plot:
    """Results to figures and the explorer."""
    input:
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
        "results/{run}/plot/map.html",
        "results/{run}/plot/sizes.html",
        "results/{run}/plot/stability.html",
        "results/{run}/plot/terms.html",
        "results/{run}/plot/similarity.html",
        "results/{run}/plot/hierarchy.html",
        "results/{run}/plot/treemap.html",
        "results/{run}/plot/noise.html",
        "results/{run}/plot/time.html",
        "results/{run}/plot/metadata.html",
        "results/{run}/plot/classes.html",
        report(
            "results/{run}/plot/figures.html",
            caption="../report/figures.rst",
            category="{run}",
            labels={"what": "figures"},
        ),
        report(
            "results/{run}/plot/explorer.html",
            caption="../report/explorer.rst",
            category="{run}",
            labels={"what": "explorer"},
        ),
        directory("results/{run}/plot/static"),
        "results/{run}/plot/plotly.min.js",
        "results/{run}/plot/summary.json",
    log:
        "results/{run}/logs/plot.log",
    benchmark:
        "results/{run}/benchmarks/plot.tsv"
    conda:
        "../../environment.yml"
    params:
        settings=settings("plot"),
        code=code("plot"),
        libraries=libraries("plot"),
    message:
        "plot: results/{wildcards.run}/plot/explorer.html"
    shell:
        "topograph plot results/{wildcards.run} --threads {threads}"
        " --settings {params.settings:q} 2>&1 | tee {log:q}"
