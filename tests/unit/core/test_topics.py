"""Centroids of topics, and the topics that are nearest."""

import numpy as np
import pytest

from topograph.core.neighbors import nearest_neighbors
from topograph.core.topics import centroids, nearest_topics


def test_a_centroid_is_the_mean_of_all_documents_of_a_topic_scaled_to_unit_length():
    vectors = np.array([[1, 0], [0, 1], [0, 1], [1, 0], [-1, 0]], np.float32)
    found = centroids(vectors, np.array([0, 0, 0, 1, -1]))
    assert found == pytest.approx(np.array([[1, 2], [5**0.5, 0]]) / 5**0.5)
    assert found.dtype == np.float32


def test_a_topic_whose_vectors_cancel_out_has_a_centroid_of_zeros():
    vectors = np.array([[1, 0], [-1, 0]], np.float32)
    assert centroids(vectors, np.array([0, 0])).tolist() == [[0.0, 0.0]]


def test_the_nearest_topic_is_another_one_and_margins_are_differences_of_cosines():
    similarity = np.array([[0.9, 0.5, 0.4], [0.2, 0.3, 0.6], [0.1, 0.7, 0.5]], np.float32)
    nearest, margin = nearest_topics(similarity, np.array([0, 1, -1]))
    assert nearest.tolist() == [1, 2, 1]
    assert margin == pytest.approx([0.4, -0.3, 0.2])


def test_with_one_topic_there_is_no_other():
    similarity = np.array([[0.9], [0.25]], np.float32)
    nearest, margin = nearest_topics(similarity, np.array([0, -1]))
    assert nearest.tolist() == [-1, 0]
    assert margin.tolist() == [1.0, 0.25]  # noise: to the only topic, less nothing


def test_of_equally_near_documents_those_that_come_first_are_neighbours():
    vectors = np.zeros((40, 2), np.float32)
    vectors[:, 0] = 1  # all alike
    indices, distances = nearest_neighbors(vectors, 3)
    assert indices[0].tolist() == [1, 2, 3]
    assert indices[5].tolist() == [0, 1, 2]
    assert not distances.any()
