"""Topic colours stay apart, for every kind of colour vision and in print without colour."""

from itertools import combinations

import numpy as np
import pytest

from topograph.figures.style import FEW, MANY, NOISE_COLOUR

#: What the eye sees without cones for red, green or blue, in linear RGB: the matrices of severity 1
#: of Machado, Oliveira and Fernandes (2009), doi:10.1109/TVCG.2009.113.
VISION = {
    "all colours": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip


def linear(colour):
    """Linear RGB of `#rrggbb`."""
    part = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """CIE L*a*b* (D65) of linear RGB."""
    share = TO_XYZ @ np.clip(rgb, 0, 1) / np.array([0.95047, 1, 1.08883])
    x, y, z = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one, other):
    """CIEDE2000 of two colours in L*a*b*; a difference of about 2 is just visible."""
    chroma = (np.hypot(*one[1:]) + np.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    (l1, a1, b1), (l2, a2, b2) = one, other
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1 = np.degrees(np.arctan2(b1, a1 * stretch)) % 360
    h2 = np.degrees(np.arctan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1 - 0.17 * np.cos(np.radians(hue - 30)) + 0.24 * np.cos(np.radians(2 * hue))
        + 0.32 * np.cos(np.radians(3 * hue + 6)) - 0.20 * np.cos(np.radians(4 * hue - 63))
    )  # fmt: skip
    light = (l2 - l1) / (1 + 0.015 * (mean_l - 50) ** 2 / np.sqrt(20 + (mean_l - 50) ** 2))
    strong = (c2 - c1) / (1 + 0.045 * mean_c)
    turned = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn) / 2) / (1 + 0.015 * mean_c * t)
    twist = -2 * np.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)) * np.sin(
        np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2)))
    )  # fmt: skip
    return float(np.sqrt(light**2 + strong**2 + turned**2 + twist * strong * turned))


def closest(colours, vision):
    """Difference of the two colours that are most alike."""
    seen = [linear(colour) for colour in colours]
    labs = [lab(VISION[vision] @ rgb) for rgb in seen]
    return min(difference(one, other) for one, other in combinations(labs, 2))


def lightened(colour):
    """As the explorer shows a colour on dark ground: three tenths towards white."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(part + 0.3 * (255 - part)):02x}" for part in parts)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # of the pairs of Sharma, Wu and Dalal (2005), doi:10.1002/col.20070
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ],
)
def test_differences_are_as_published(one, other, expected):
    assert difference(np.array(one), np.array(other)) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("vision", VISION)
def test_safe_colours_and_noise_stay_apart_for_every_vision(vision):
    colours = [*FEW, NOISE_COLOUR]
    assert closest(colours, vision) > 15
    assert closest([lightened(colour) for colour in colours], vision) > 9


@pytest.mark.parametrize("vision", VISION)
def test_many_colours_and_noise_are_distinguished_by_every_vision(vision):
    # 2.3 is a difference that is just noticed
    assert closest([*MANY, NOISE_COLOUR], vision) > (8 if vision == "all colours" else 2.5)


def test_in_print_without_colour_no_two_safe_colours_are_of_one_grey():
    lights = sorted(float(lab(linear(colour))[0]) for colour in FEW)
    assert min(np.diff(lights)) > 3.5
