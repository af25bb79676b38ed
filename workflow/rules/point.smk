rule point:
    """Run a stage for points of a sweep: once for all points with the same settings up to it."""
    input:
        force_if_outdated("{stage}"),
        upstream_seals,
    output:
        "results/{run}/{stage}/summary.json",
    log:
        "results/{run}/logs/{stage}.log",
    benchmark:
        "results/{run}/benchmarks/{stage}.tsv"
    wildcard_constraints:
        run=r"sweeps/[^/]+/[a-z]+-[0-9a-f]{8}",
    conda:
        "../../environment.yml"
    resources:
        run_time=run_time("{stage}"),
    params:
        settings=settings("{stage}"),
        upstream=upstream,
    message:
        "{wildcards.stage}: results/{wildcards.run}"
    shell:
        "topograph {wildcards.stage} results/{wildcards.run} --threads {threads}"
        " {params.upstream} --settings {params.settings:q}"
        " --run-time {resources.run_time:q} 2>&1 | tee {log:q}"
