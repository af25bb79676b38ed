rule sweep:
    """Compare the points of a sweep."""
    input:
        point_seals,
    output:
        "results/sweeps/{sweep}/points.parquet",
        "results/sweeps/{sweep}/topics.parquet",
        "results/sweeps/{sweep}/claims.parquet",
        "results/sweeps/{sweep}/sweep.html",
    log:
        "results/sweeps/{sweep}/logs/sweep.log",
    benchmark:
        "results/sweeps/{sweep}/benchmarks/sweep.tsv"
    wildcard_constraints:
        sweep=r"[^/]+",
    conda:
        "../../environment.yml"
    params:
        points=sweep_points,
        code=sweep_code,
    message:
        "sweep: results/sweeps/{wildcards.sweep}/sweep.html"
    shell:
        "topograph sweep {wildcards.sweep:q} --points {params.points:q} 2>&1 | tee {log:q}"
