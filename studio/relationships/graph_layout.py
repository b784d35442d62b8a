"""The positions of people in the graph of a town: friends near each other, the same on every day."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.records import AgentId
from studio.relationships.relationship_stats import Tie

RING = 12
_SPREAD, _STEPS, _CLEAR = 420.0, 300, 130.0

Place = tuple[float, float]
Places = Mapping[AgentId, Place]


@functools.lru_cache(maxsize=12)
def layout(people: tuple[AgentId, ...], ties: tuple[Tie, ...]) -> Places:
    """Return everybody's position, friends near each other: a few on a ring, where no line runs through a
    portrait, many by the pull of their ties. It uses no random numbers.
    """
    count = len(people)
    if not count:
        return MappingProxyType({})
    angles = 2 * np.pi * np.arange(count) / count
    spots = np.column_stack([np.cos(angles), np.sin(angles)])
    index = {agent: n for n, agent in enumerate(people)}
    pull = np.zeros((count, count))
    for tie in ties:
        if tie.one in index and tie.other in index:
            strength = max(tie.closeness, 0.0)
            pull[index[tie.one], index[tie.other]] = pull[index[tie.other], index[tie.one]] = strength
    spots = _settled(spots, pull, np.sqrt(4.0 / count))
    spots -= spots.mean(axis=0)
    if count <= RING:
        turns = np.argsort(np.argsort(np.arctan2(spots[:, 1], spots[:, 0]), kind="stable"))
        spots = np.column_stack([np.cos(angles[turns] - np.pi / 2), np.sin(angles[turns] - np.pi / 2)])
    scale = _SPREAD * max(1.0, np.sqrt(count / 12)) / max(float(np.abs(spots).max()), 1e-9)
    spots = _cleared(spots * [scale * 1.35, scale * 0.85])
    rounded = [(round(float(x), 1), round(float(y), 1)) for x, y in spots]
    return MappingProxyType(dict(zip(people, rounded, strict=True)))


def _cleared(spots: NDArray[np.float64]) -> NDArray[np.float64]:
    """Push apart people whose portraits or names would touch."""
    for _ in range(_STEPS):
        apart = spots[:, None, :] - spots[None, :, :]
        far = np.linalg.norm(apart, axis=2)
        np.fill_diagonal(far, np.inf)
        lack = np.maximum(_CLEAR - far, 0.0)
        if not lack.any():
            break
        spots = spots + (
            apart / np.maximum(far, 1.0)[:, :, None] * (lack / 2 + 0.5 * (lack > 0))[:, :, None]
        ).sum(axis=1)
    return spots


def _settled(spots: NDArray[np.float64], pull: NDArray[np.float64], ideal: float) -> NDArray[np.float64]:
    """Apply Fruchterman and Reingold's forces, cooling down; the result is the same every time."""
    for step in range(_STEPS):
        apart = spots[:, None, :] - spots[None, :, :]
        far = np.maximum(np.linalg.norm(apart, axis=2), 0.01)
        force = ideal**2 / far - pull * far**2 / ideal
        np.fill_diagonal(force, 0.0)
        move = (apart / far[:, :, None] * force[:, :, None]).sum(axis=1) - 0.05 * spots
        size = np.maximum(np.linalg.norm(move, axis=1, keepdims=True), 1e-9)
        spots = spots + move / size * np.minimum(size, 0.2 * (1 - step / _STEPS))
    return spots
