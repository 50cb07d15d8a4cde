"""Exact odds of every wager of an edition for any composition of the shoe."""

import itertools
from fractions import Fraction
from functools import cached_property
from math import lcm, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from punto.clause import Malformed
from punto.odds.composition import Counts, by_value, checked, sequences
from punto.odds.kernels.multisets import MULTISETS, joint_orders, weights
from punto.odds.kernels.pairs import pair_sequences
from punto.odds.pairs import face_suits, faces, pair_counts
from punto.odds.rulebook_arrays import (
    PAIR_COLUMNS,
    PAIR_STATES,
    Asks,
    Entry,
    entries,
    payoff,
    tables,
)
from punto.rulebook.schema import Edition

# Compositions that go through the weights side by side: few enough that they stay in the cache.
LANES = 32


class OutcomeOdds(Struct, frozen=True):
    """One outcome of a wager: in how many of all sequences, and what it pays."""

    name: str
    sequences: int
    odds: str | None
    payoff: Fraction


class WagerOdds(Struct, frozen=True):
    """A wager's odds, exact: every outcome counted to the unit."""

    entry: Entry
    total: int
    outcomes: tuple[OutcomeOdds, ...]

    @property
    def expectation(self) -> Fraction:
        """Return what a patron wins on average per unit staked."""
        won = sum((outcome.payoff * outcome.sequences for outcome in self.outcomes), Fraction(0))
        return won / self.total

    @property
    def edge(self) -> Fraction:
        """Return what the house keeps on average per unit staked."""
        return -self.expectation

    @property
    def deviation(self) -> float:
        """Return the standard deviation of one unit staked."""
        square = sum(
            (outcome.payoff**2 * outcome.sequences for outcome in self.outcomes), Fraction(0)
        )
        return sqrt(square / self.total - self.expectation**2)


class Analysis(Struct, frozen=True):
    """The odds of every wager for one composition."""

    total: int
    wagers: tuple[WagerOdds, ...]
    states: NDArray[np.int64]


class Analyser:
    """Everything about an edition that does not depend on the composition, worked out once."""

    def __init__(self, edition: Edition, settlement: str | None = None) -> None:
        if edition.pairs and edition.pairs.cards.value != 2:
            raise Malformed("pairs are counted on two opening cards")
        self.edition = edition
        self.tables = tables(edition)
        self.entries = entries(edition, settlement)
        self.faces = faces(edition, self.tables.value_of_rank)
        rows = np.concatenate([entry.row for entry in self.entries], axis=1)
        _, class_of = np.unique(rows, axis=0, return_inverse=True)
        self.class_of = class_of.reshape(-1).astype(np.int64)
        self.classes = int(self.class_of.max()) + 1
        first = [int(np.argmax(self.class_of == kind)) for kind in range(self.classes)]
        self.rows = [entry.row[first] for entry in self.entries]
        self.payoffs = [[payoff(row) for row in entry.rows] for entry in self.entries]

    @cached_property
    def _joint(self) -> NDArray[np.int32]:
        held = self.tables
        return joint_orders(
            held.player_natural,
            held.banker_natural,
            held.player_draws,
            held.banker_draws,
            self.class_of[held.class_of],
            self.classes,
        )

    @cached_property
    def orders(self) -> NDArray[np.float64]:
        """Return classes by multisets: in how many orders of its six values a class comes up."""
        joint = self._joint.reshape(MULTISETS, self.classes, 121).sum(axis=2)
        return np.ascontiguousarray(joint.T, np.float64)

    @cached_property
    def _joint_entries(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
        multiset, state = np.nonzero(self._joint)
        return multiset, state, self._joint[multiset, state].astype(np.float64)

    def analyse(self, counts: Counts) -> Analysis:
        """Return the exact odds of every wager for one composition."""
        counts = checked(counts)
        if counts.ndim != 1:
            raise Malformed("one composition at a time; row_counts takes many")
        states = self._states(counts)
        total = sequences(int(counts.sum()))
        assert int(states.sum()) == total, "every sequence falls into exactly one state"
        found = []
        for entry, rows in zip(self.entries, self.rows, strict=True):
            used = states > 0
            per_row = [
                int(states[used & (rows == index)].sum()) for index in range(len(entry.rows))
            ]
            outcomes = tuple(
                OutcomeOdds(row.name, count, row.odds, payoff(row))
                for row, count in zip(entry.rows, per_row, strict=True)
            )
            found.append(WagerOdds(entry, total, outcomes))
        return Analysis(total, tuple(found), states)

    def _states(self, counts: Counts) -> NDArray[np.int64]:
        """Return how many sequences fall into each class of coup with each state of pairs."""
        values = by_value(counts, self.tables.value_of_rank)
        out, level = np.empty((MULTISETS, 1)), np.empty((5, 1))
        weights(values[:, None].astype(np.float64), out, level)
        multiset, state, orders = self._joint_entries
        sums = np.bincount(state, weights=out[multiset, 0] * orders, minlength=self.classes * 121)
        joint = sums.astype(np.int64).reshape(self.classes, 11, 11)
        pairs = pair_counts(counts, self.faces, self.tables.value_of_rank)
        two = np.maximum(values * (values - 1), 1)
        four = np.maximum(two * (values - 2) * (values - 3), 1)
        # A sequence in which opening cards share a value counts each way to draw those cards; so
        # what is divided here divides without rest.
        found = np.zeros((self.classes, 4, 4, 2), np.int64)
        found[:, 0, 0, 0] += joint[:, 10, 10]
        found[:, :, 0, 0] += (joint[:, :10, 10] // two) @ pairs.two
        found[:, 0, :, 0] += (joint[:, 10, :10] // two) @ pairs.two
        apart = joint[:, :10, :10] // np.multiply.outer(two, two)
        apart[:, np.arange(10), np.arange(10)] = 0
        found[:, :, :, 0] += np.einsum("kvu,vg,uh->kgh", apart, pairs.two, pairs.two)
        alike = joint[:, np.arange(10), np.arange(10)] // four
        found += np.einsum("kv,vghs->kghs", alike, pairs.four)
        return found.reshape(self.classes, PAIR_STATES)

    def covariance(self, analysis: Analysis) -> list[list[Fraction]]:
        """Return the covariance of every two wagers on one coup, exact."""
        scale = lcm(*(pay.denominator for pays in self.payoffs for pay in pays))
        used = np.argwhere(analysis.states > 0)
        kinds, states = used[:, 0], used[:, 1]
        counts = analysis.states[kinds, states]
        pays = np.array(
            [
                [int(pays[rows[kind, state]] * scale) for kind, state in used]
                for pays, rows in zip(self.payoffs, self.rows, strict=True)
            ],
            object,
        )
        # Whole numbers without bounds: odds of a what-if may be anything.
        squares = (pays * [int(count) for count in counts]) @ pays.T
        means = [wager.expectation for wager in analysis.wagers]
        whole = analysis.total * scale * scale
        return [
            [Fraction(cell, whole) - means[i] * means[j] for j, cell in enumerate(row)]
            for i, row in enumerate(squares)
        ]

    def class_counts(self, counts: Counts) -> NDArray[np.float64]:
        """Return for many compositions how many sequences fall into each class; whole numbers."""
        values = self._value_of_card @ counts.T
        size = values.shape[1]
        found = np.empty((self.classes, size))
        lanes = max(min(LANES, size), 1)
        out, level = np.empty((MULTISETS, lanes)), np.empty((5, lanes))
        for start in range(0, size, lanes):
            block = np.ascontiguousarray(values[:, start : start + lanes])
            width = block.shape[1]
            if width < lanes:
                out, level = np.empty((MULTISETS, width)), np.empty((5, width))
            weights(block, out, level)
            np.matmul(self.orders, out, out=found[:, start : start + width])
        return found.T

    @cached_property
    def _value_of_card(self) -> NDArray[np.float64]:
        """Return values by cards: one where a card has a value."""
        found = np.zeros((10, 52))
        found[np.tile(self.tables.value_of_rank, 4), np.arange(52)] = 1
        return found

    @cached_property
    def slices(self) -> list[slice]:
        """Return the columns of each wager in the result of ``row_counts``."""
        ends = np.cumsum([0, *(len(entry.rows) for entry in self.entries)]).tolist()
        return [slice(start, end) for start, end in itertools.pairwise(ends)]

    @cached_property
    def _row_matrix(self) -> NDArray[np.float64]:
        """Return which class of coup or state of pairs goes into which row of which wager."""
        starts = {Asks.VALUES: 0, Asks.PLAYER_PAIR: self.classes, Asks.BANKER_PAIR: self.classes}
        starts[Asks.PAIRS] = self.classes + 4
        found = np.zeros((self.classes + 8, self.slices[-1].stop))
        for entry, rows, place in zip(self.entries, self.rows, self.slices, strict=True):
            if entry.asks is Asks.STATES:
                raise Malformed(f"{entry.name} is counted for one composition at a time only")
            values = entry.asks is Asks.VALUES
            index = rows[:, 0] if values else rows[0, PAIR_COLUMNS[entry.asks]]
            for column, row in enumerate(index):
                found[starts[entry.asks] + column, place.start + row] = 1
        return found

    def row_counts(self, counts: Counts) -> NDArray[np.float64]:
        """Return for many compositions how many sequences end in each row of each wager.

        Whole numbers, all of them: every sum stays below the number of sequences. Wagers on the
        values of a coup come from the classes, wagers on pairs from closed forms.
        """
        counts = checked(counts)
        if counts.ndim != 2:
            raise Malformed("many compositions are an array of rows")
        held = np.empty((len(counts), self.classes + 8))
        held[:, : self.classes] = self.class_counts(counts)
        pair_sequences(face_suits(counts, self.faces), held[:, self.classes :])
        return held @ self._row_matrix

    @cached_property
    def _payoff_matrix(self) -> NDArray[np.float64]:
        """Return the payoff of a unit on each wager in each row."""
        found = np.zeros((self.slices[-1].stop, len(self.entries)))
        for column, (place, pays) in enumerate(zip(self.slices, self.payoffs, strict=True)):
            found[place, column] = [float(pay) for pay in pays]
        return found

    def expectations(self, counts: Counts) -> NDArray[np.float64]:
        """Return for many compositions what each wager is worth to a patron, per unit staked."""
        size = np.asarray(counts).sum(axis=-1).astype(np.float64)
        total = size * (size - 1) * (size - 2) * (size - 3) * (size - 4) * (size - 5)
        worth: NDArray[np.float64] = (self.row_counts(counts) @ self._payoff_matrix) / total[
            :, None
        ]
        return worth
