"""Numbers as the test generator Pynguin 0.48 computes them, for the package ``sbst-pynguin``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._pynguin_types import Distances, Observation, order_of_pairs, rank
else:
    from ._sbst import pynguin

    Distances = pynguin.Distances
    Observation = pynguin.Observation
    order_of_pairs = pynguin.order_of_pairs
    rank = pynguin.rank

__all__ = ["Distances", "Observation", "order_of_pairs", "rank"]
