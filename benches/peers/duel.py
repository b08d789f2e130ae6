"""How many duels of Fireteam II a second Python plays: plain, with numpy, with numba.

Each engine throws the dice that players at the table would throw, is held against the exact answers, and only then timed.
"""

import argparse
import importlib.util
import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

# The rifle at 24 inches, and two riflemen who stand still in the open, each his own leader.
NUMBER = 8
PINNED_ADDS = 3
WOUNDED_DEDUCTS = 2
SAVE = 5
UNPIN = 5
WOUND_UP_TO = 2


@dataclass(frozen=True)
class Tally:
    """What some duels came to."""

    duels: int
    a_wins: int
    moves: int
    moves_squared: int


@dataclass(frozen=True)
class Doctrine:
    """How both men fight, and the exact answers to it."""

    name: str
    aims: bool
    a_wins: float
    moves: float


DOCTRINES = (
    Doctrine("aim, then fire", True, 0.624635894793, 7.537718892660),  # FT-G024
    Doctrine("fire", False, 0.568707144419, 5.765960859547),  # FT-G023
)

# Duels to play, whether they aim, seed.
Engine = Callable[[int, bool, int], Tally]


class Man:
    """A rifleman of the plain engine."""

    __slots__ = ("pinned", "wounded", "aiming", "out")

    def __init__(self) -> None:
        self.pinned = False
        self.wounded = False
        self.aiming = False
        self.out = False


def plain_engine() -> Engine:
    """One duel after the other, with Python's own random numbers."""

    def play(duels: int, aims: bool, seed: int) -> Tally:
        uniform = random.Random(seed).random

        def turn(firer: Man, target: Man) -> None:
            if firer.pinned and int(uniform() * 6) + 1 <= UNPIN:
                firer.pinned = False
            if aims and not firer.aiming:
                firer.aiming = True
                return
            firer.aiming = False
            first = int(uniform() * 6) + 1
            second = int(uniform() * 6) + 1
            best = first + second
            if aims:
                third = int(uniform() * 6) + 1
                best += third - min(first, second, third)
            total = NUMBER + PINNED_ADDS if firer.pinned else NUMBER
            score = best - WOUNDED_DEDUCTS if firer.wounded else best
            if score < total and (best < 12 or firer.pinned):
                return
            if int(uniform() * 6) + 1 >= SAVE:
                target.pinned = True
            elif int(uniform() * 6) + 1 > WOUND_UP_TO or target.wounded:
                target.out = True
            else:
                target.wounded = True

        a_wins = moves_of_all = moves_squared = 0
        for _ in range(duels):
            firer, target = Man(), Man()
            moves = 0
            while not firer.out:
                turn(firer, target)
                moves += 1
                firer, target = target, firer
            # A makes the odd moves, and the last move is the winner's.
            a_wins += moves % 2
            moves_of_all += moves
            moves_squared += moves * moves
        return Tally(duels, a_wins, moves_of_all, moves_squared)

    return play


def numpy_engine() -> Engine:
    """Many duels side by side, a move of all at a time; those that are over are taken out."""
    import numpy as np

    # Of batches from 4,096 to 262,144 the fastest, or as good.
    side_by_side = 131_072

    def play_batch(duels: int, aims: bool, rng: np.random.Generator) -> Tally:
        def throw(*shape: int) -> np.ndarray:
            return rng.integers(1, 7, size=shape, dtype=np.int8)

        # Row 0 is who has the move, row 1 is the other.
        pinned = np.zeros((2, duels), dtype=bool)
        wounded = np.zeros((2, duels), dtype=bool)
        aiming = np.zeros((2, duels), dtype=bool)
        a_wins = moves_of_all = moves_squared = move = 0
        while pinned.shape[1] > 0:
            move += 1
            held = np.flatnonzero(pinned[0])
            pinned[0, held] = throw(held.size) > UNPIN
            if aims:
                firing = np.flatnonzero(aiming[0])
                np.logical_not(aiming[0], out=aiming[0])
            else:
                firing = np.arange(pinned.shape[1])
            if firing.size > 0:
                dice = throw(3 if aims else 2, firing.size)
                best = dice.sum(axis=0, dtype=np.int8)
                if aims:
                    best -= dice.min(axis=0)
                firer_pinned = pinned[0, firing]
                total = NUMBER + PINNED_ADDS * firer_pinned.view(np.int8)
                score = best - WOUNDED_DEDUCTS * wounded[0, firing].view(np.int8)
                hit = firing[(score >= total) | ((best == 12) & ~firer_pinned)]
                saved = throw(hit.size) >= SAVE
                pinned[1, hit[saved]] = True
                hurt = hit[~saved]
                is_out = (throw(hurt.size) > WOUND_UP_TO) | wounded[1, hurt]
                wounded[1, hurt] = True
                over = int(np.count_nonzero(is_out))
                if over > 0:
                    a_wins += over * (move % 2)
                    moves_of_all += over * move
                    moves_squared += over * move * move
                    left = np.ones(pinned.shape[1], dtype=bool)
                    left[hurt[is_out]] = False
                    pinned, wounded, aiming = pinned[:, left], wounded[:, left], aiming[:, left]
            pinned, wounded, aiming = pinned[::-1], wounded[::-1], aiming[::-1]
        return Tally(duels, a_wins, moves_of_all, moves_squared)

    def play(duels: int, aims: bool, seed: int) -> Tally:
        rng = np.random.Generator(np.random.SFC64(seed))
        parts = [play_batch(min(side_by_side, duels - start), aims, rng) for start in range(0, duels, side_by_side)]
        return Tally(
            duels,
            sum(part.a_wins for part in parts),
            sum(part.moves for part in parts),
            sum(part.moves_squared for part in parts),
        )

    return play


def numba_engine(tuned: bool) -> Engine:
    """A compiled loop, one duel after the other on one core.

    With numba's random numbers, a number a die; or tuned: with a xorshift, of which one word throws all dice of a shot.
    """
    import numpy as np
    from numba import njit

    six, half, low_half = np.uint64(6), np.uint64(32), np.uint64(0xFFFF_FFFF)
    left, right, last = np.uint64(13), np.uint64(7), np.uint64(17)

    if tuned:

        @njit(inline="always")
        def next_word(word):
            word ^= word << left
            word ^= word >> right
            return word ^ (word << last)

        # A die is the upper half of six times the lower half; what is then the lower half throws the next die.
        @njit(inline="always")
        def throw(dice):
            dice = (dice & low_half) * six
            return dice, np.int64(dice >> half) + 1

    else:

        @njit(inline="always")
        def next_word(word):
            return word

        @njit(inline="always")
        def throw(dice):
            return dice, np.random.randint(1, 7)

    @njit
    def begin(seed):
        np.random.seed(seed)

    def compiled_for(aims: bool):
        @njit(inline="always")
        def turn(word, firer_pinned, firer_wounded, firer_aiming, target_pinned, target_wounded):
            target_out = False
            if firer_pinned:
                word = next_word(word)
                _, die = throw(word >> half)
                firer_pinned = die > UNPIN
            if aims and not firer_aiming:
                firer_aiming = True
            else:
                firer_aiming = False
                word = next_word(word)
                dice, first = throw(word >> half)
                dice, second = throw(dice)
                best = first + second
                if aims:
                    dice, third = throw(dice)
                    best += third - min(first, second, third)
                needed = NUMBER + PINNED_ADDS * firer_pinned + WOUNDED_DEDUCTS * firer_wounded
                if best >= needed or (best == 12 and not firer_pinned):
                    dice, save = throw(word)
                    if save >= SAVE:
                        target_pinned = True
                    else:
                        dice, effect = throw(dice)
                        target_out = effect > WOUND_UP_TO or target_wounded
                        target_wounded = True
            return word, firer_pinned, firer_aiming, target_pinned, target_wounded, target_out

        @njit
        def play_all(duels, word):
            a_wins = moves_of_all = moves_squared = 0
            for _ in range(duels):
                a_pinned = a_wounded = a_aiming = b_pinned = b_wounded = b_aiming = False
                moves = 0
                while True:
                    moves += 1
                    word, a_pinned, a_aiming, b_pinned, b_wounded, out = turn(
                        word, a_pinned, a_wounded, a_aiming, b_pinned, b_wounded
                    )
                    if out:
                        a_wins += 1
                        break
                    moves += 1
                    word, b_pinned, b_aiming, a_pinned, a_wounded, out = turn(
                        word, b_pinned, b_wounded, b_aiming, a_pinned, a_wounded
                    )
                    if out:
                        break
                moves_of_all += moves
                moves_squared += moves * moves
            return a_wins, moves_of_all, moves_squared

        return play_all

    compiled = {aims: compiled_for(aims) for aims in (True, False)}

    def play(duels: int, aims: bool, seed: int) -> Tally:
        begin(seed)
        # Any word but nought begins a xorshift.
        word = np.uint64(random.Random(seed).getrandbits(64) | 1)
        return Tally(duels, *compiled[aims](duels, word))

    return play


# Name, how it is made, packages it needs, duels to check it with, duels a timed round.
ENGINES: tuple[tuple[str, Callable[[], Engine], tuple[str, ...], int, int], ...] = (
    ("plain Python", plain_engine, (), 200_000, 50_000),
    ("numpy", numpy_engine, ("numpy",), 2_000_000, 524_288),
    ("numba, its own numbers", lambda: numba_engine(tuned=False), ("numpy", "numba"), 4_000_000, 1_000_000),
    ("numba, tuned", lambda: numba_engine(tuned=True), ("numpy", "numba"), 20_000_000, 5_000_000),
)


def check(name: str, play: Engine, doctrine: Doctrine, duels: int, seed: int) -> None:
    """Leaves the program if an engine is more than five standard errors from the exact answers."""
    tally = play(duels, doctrine.aims, seed)
    share = tally.a_wins / duels
    share_error = math.sqrt(doctrine.a_wins * (1 - doctrine.a_wins) / duels)
    mean = tally.moves / duels
    mean_error = math.sqrt((tally.moves_squared / duels - mean * mean) / duels)
    share_off = (share - doctrine.a_wins) / share_error
    mean_off = (mean - doctrine.moves) / mean_error
    said = (
        f"{name}, {doctrine.name}: A wins {share:.6f} ({share_off:+.1f} standard errors), "
        f"{mean:.6f} moves ({mean_off:+.1f}), {duels:,} duels"
    )
    if abs(share_off) > 5 or abs(mean_off) > 5:
        sys.exit(f"wrong: {said}; exact: {doctrine.a_wins}, {doctrine.moves}")
    print(said, file=sys.stderr)


def seconds(play: Engine, doctrine: Doctrine, duels: int, seed: int) -> float:
    """How long some duels take."""
    start = time.perf_counter()
    play(duels, doctrine.aims, seed)
    return time.perf_counter() - start


def main() -> None:
    """Checks each engine, times it and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="timed rounds of each engine (15)")
    parser.add_argument("--seed", type=int, default=7, help="of the first round (7)")
    asked = parser.parse_args()
    if asked.rounds < 1:
        parser.error("there has to be a round")

    table = []
    for name, make, packages, to_check, to_time in ENGINES:
        missing = [package for package in packages if importlib.util.find_spec(package) is None]
        if missing:
            print(f"{name}: skipped, {' and '.join(missing)} not installed", file=sys.stderr)
            continue
        play = make()
        for doctrine in DOCTRINES:
            # The check also compiles what is compiled.
            check(name, play, doctrine, to_check, asked.seed)
            rounds = [seconds(play, doctrine, to_time, asked.seed + turn) for turn in range(asked.rounds)]
            fastest, median = to_time / min(rounds), to_time / statistics.median(rounds)
            table.append(f"| {name} | {doctrine.name} | {fastest:,.0f} | {median:,.0f} |")

    print("| engine | doctrine | duels a second, fastest | median |")
    print("| --- | --- | ---: | ---: |")
    print("\n".join(table))


if __name__ == "__main__":
    main()
