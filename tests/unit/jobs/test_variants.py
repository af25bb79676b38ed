"""Seeds of repeats."""

from topograph.jobs.repeat.variants import repeat_seed, repeat_settings


def test_number_0_has_the_runs_seed_and_all_others_have_one_of_their_own():
    for seed in (0, 42, 2**31 - 1):
        seeds = [repeat_seed(seed, number) for number in range(51)]
        assert seeds[0] == seed
        assert len(set(seeds)) == 51
        assert all(0 <= one < 2**31 for one in seeds)


def test_both_sections_get_seeds_and_keep_all_else():
    settings = {"reduce": {"seed": 1, "method": "pca"}, "cluster": {"seed": 2}}
    assert repeat_settings(settings, 0) == settings
    changed = repeat_settings(settings, 3)
    assert changed["reduce"] == {"seed": repeat_seed(1, 3), "method": "pca"}
    assert changed["cluster"] == {"seed": repeat_seed(2, 3)}
