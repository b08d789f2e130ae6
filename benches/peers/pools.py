"""The same pools with Icepool: every fraction is held against those of Beaten Zone, and both are timed.

Ones are hitches that count for nothing, the two highest dice make the total, and the largest die left is the effect, a d4 if there is none.
"""

import argparse
import json
import subprocess
import statistics
import sys
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import icepool

ROOT = Path(__file__).resolve().parents[2]
OURS = ["cargo", "run", "--quiet", "--release", "-p", "benches", "--example", "pools", "--"]

POOLS = (
    (4,),
    (12,),
    (4, 4),
    (6, 8),
    (10, 12),
    (4, 8, 12),
    (6, 6, 6),
    (8, 10, 12),
    (4, 6, 8, 10),
    (6, 6, 8, 10),
    (8, 8, 8, 8),
    (12, 12, 12, 12),
    (4, 6, 8, 10, 12),
    (6, 8, 8, 10, 12),
    (4, 4, 6, 6, 8),
    (10, 10, 10, 12, 12),
    (4, 6, 6, 8, 10, 12),
    (8, 8, 10, 10, 12, 12),
    (4, 4, 4, 4, 4, 12),
    (4, 6, 6, 8, 8, 10, 12),
    (6, 6, 6, 6, 6, 6, 6),
    (4, 4, 6, 6, 8, 8, 10, 12),
    (6, 8, 8, 10, 10, 10, 12, 12),
    (12, 12, 12, 12, 12, 12, 12, 12),
)

# Actor and opposition.
MEASURED = ((6, 8, 8, 10, 12), (6, 6, 8, 10))
PAIRS = (
    MEASURED,
    ((4,), (12,)),
    ((12,), (4, 4)),
    ((6, 6), (6, 6)),
    ((4, 8), (10, 10)),
    ((6, 8, 10), (8, 8)),
    ((4, 4, 4), (6, 8, 12)),
    ((8, 8, 8), (8, 8, 8)),
    ((4, 6, 10, 12), (6, 8, 8)),
    ((12, 12, 12), (4, 6, 8, 10, 12)),
    ((6, 6, 8, 8, 10), (8, 10, 12)),
    ((4, 4, 6, 6, 8, 10), (6, 8, 8, 10, 12, 12)),
    ((10, 10, 10, 10), (4, 4, 4, 4, 4, 4, 4, 4)),
)

# To be walked face by face, the most ways of both pools together; the largest effect of the others is not compared.
MOST_WALKED = 2_000_000

Odds = dict[str, Fraction]


def usable(size: int) -> icepool.Die:
    """A die whose hitch counts for nothing."""
    return icepool.Die([0, *range(2, size + 1)])


def total(dice: tuple[int, ...]) -> icepool.Die:
    """The best total."""
    return icepool.Pool([usable(size) for size in dice]).highest(2).sum()


def odds_of(die: icepool.Die) -> Odds:
    """The outcomes of a die by their words."""
    return {str(outcome): Fraction(ways, die.denominator()) for outcome, ways in die.items()}


class Keeping(icepool.MultisetEvaluator):
    """Total and size of the effect die. Outcomes are numbers with sizes, of equal numbers the smallest size first."""

    def initial_state(self, order: icepool.Order, outcomes, /, *_, **__):
        if order > 0:
            raise icepool.UnsupportedOrder()
        return 0, 0, 4

    def next_state(self, state, order, outcome, count: int):
        kept, total_so_far, effect = state
        number, size = outcome[0], -outcome[1]
        if number == 0 or count == 0:
            return state
        taken = min(count, 2 - kept)
        return kept + taken, total_so_far + taken * number, max(effect, size) if count > taken else effect

    def final_outcome(self, final_state, *_, **__):
        return final_state[1:]


def kept(dice: tuple[int, ...]) -> icepool.Die:
    """Total and effect die together."""
    sized = [usable(size).map(lambda number, size=size: (number, -size)) for size in dice]
    return Keeping()(icepool.Pool(sized))


def best_total(actor: tuple[int, ...], opposition: tuple[int, ...]) -> icepool.Die:
    """What comes of an opposed roll: the effect die, 0 for a roll lost, -1 where both have no usable die."""

    def judged(ours, goal: int) -> int:
        if ours[0] > goal:
            return ours[1]
        return 0 if goal > 0 else -1

    return icepool.map(judged, kept(actor), total(opposition), star=False)


def max_effect(actor: tuple[int, ...], opposition: tuple[int, ...]) -> icepool.Die:
    """The same where of the pairs that win the one that leaves the largest die is kept: every pair of every throw is tried."""

    def judged(goal: int, *numbers: int) -> int:
        dice = [(number, size) for number, size in zip(numbers, actor) if number > 0]
        if len(dice) < 2:
            return 4 if dice and dice[0][0] > goal else 0 if goal > 0 else -1
        best = 0
        for one in range(len(dice)):
            for two in range(one + 1, len(dice)):
                if dice[one][0] + dice[two][0] > goal:
                    left = [size for place, (_, size) in enumerate(dice) if place not in (one, two)]
                    best = max(best, max(left, default=4))
        return best

    return icepool.map(judged, total(opposition), *(usable(size) for size in actor))


def told(die: icepool.Die) -> Odds:
    """What comes of an opposed roll, by the words that Beaten Zone has for it."""
    words = {-1: "nobody", 0: "lost"}
    odds = {words.get(outcome, f"d{outcome}"): Fraction(ways, die.denominator()) for outcome, ways in die.items()}
    odds["won"] = sum((odds[word] for word in odds if word[0] == "d"), Fraction(0))
    return {word: share for word, share in odds.items() if share > 0 or word == "won"}


def ways(dice: tuple[int, ...]) -> int:
    """In how many ways dice fall."""
    product = 1
    for size in dice:
        product *= size
    return product


def ask(ours: list[str], question: dict, more: int = 0) -> dict:
    """What Beaten Zone answers."""
    run = subprocess.run([*ours, str(more)], input=json.dumps(question), capture_output=True, text=True, cwd=ROOT)
    if run.returncode != 0:
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def compare(what: str, theirs: Odds, answer: dict[str, str]) -> int:
    """How many fractions are the same; leaves the program at the first that is not."""
    ours = {word: Fraction(share) for word, share in answer.items()}
    for word in sorted(theirs.keys() | ours.keys()):
        if theirs.get(word, 0) != ours.get(word, 0):
            sys.exit(f"{what}: {word} is {theirs.get(word, 0)} by Icepool and {ours.get(word, 0)} by Beaten Zone")
    return len(theirs.keys() | ours.keys())


def compare_all(ours: list[str]) -> None:
    """Holds every fraction of both against each other."""
    asked = []
    for actor, opposition in PAIRS:
        asked.append(("best_total", best_total, actor, opposition))
        if ways(actor) * len(total(opposition)) <= MOST_WALKED:
            asked.append(("max_effect", max_effect, actor, opposition))
    pairs = [{"keep": keep, "actor": actor, "opposition": opposition} for keep, _, actor, opposition in asked]
    answer = ask(ours, {"pools": POOLS, "pairs": pairs})
    count: Counter[str] = Counter()
    for dice, own in zip(POOLS, answer["pools"], strict=True):
        count["of totals"] += compare(f"total of {dice}", odds_of(total(dice)), own["total"])
        pairs_of = {f"{outcome[0]} d{outcome[1]}": Fraction(n, kept(dice).denominator()) for outcome, n in kept(dice).items()}
        count["of totals with the die left"] += compare(f"total and effect of {dice}", pairs_of, own["kept"])
    for (keep, theirs, actor, opposition), own in zip(asked, answer["pairs"], strict=True):
        what = f"{keep} of {actor} against {opposition}"
        count[f"of opposed rolls, {keep}"] += compare(what, told(theirs(actor, opposition)), own["odds"])
    said = ", ".join(f"{number} {what}" for what, number in count.items())
    kinds = Counter(keep for keep, *_ in asked)
    print(f"{len(POOLS)} pools, {dict(kinds)} pairs; the same fractions: {said}; {count.total()} in all", file=sys.stderr)


def wins() -> icepool.Die:
    """Whether the actor of the measured pair wins."""
    actor, opposition = MEASURED
    return total(actor) > total(opposition)


def with_effect() -> icepool.Die:
    """The same with his effect die."""
    return best_total(*MEASURED)


TIMED = {"wins": wins, "with_effect": with_effect}


def seconds(name: str, again: int) -> list[float]:
    """How long Icepool takes for the first time in this process, and again."""
    times = []
    for _ in range(again + 1):
        start = time.perf_counter()
        TIMED[name]()
        times.append(time.perf_counter() - start)
    return times


def in_new_process(name: str, again: int) -> list[float]:
    """The same in a process of its own, its imports not counted."""
    run = subprocess.run([sys.executable, __file__, "--time", name, "--again", str(again)], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def table(ours: list[str], rounds: int, again: int) -> None:
    """Both take turns; prints the fastest and the median round, in microseconds."""
    found: dict[str, tuple[list[float], list[float]]] = {}

    def note(name: str, first: float, later: float) -> None:
        firsts, laters = found.setdefault(name, ([], []))
        firsts.append(first * 1e6)
        laters.append(later * 1e6)

    actor, opposition = MEASURED
    for _ in range(rounds):
        for name, label in (("wins", "Icepool, who wins"), ("with_effect", "Icepool, with the effect die")):
            first, *later = in_new_process(name, again)
            note(label, first, min(later))
        for keep, label in (("best_total", "best total"), ("max_effect", "most effect")):
            pair = {"keep": keep, "actor": actor, "opposition": opposition}
            own = ask(ours, {"pairs": [pair]}, again)["pairs"][0]
            note(f"Beaten Zone, with the effect die, {label}", own["first"], own["again"])
    print("| µs | first in its process, fastest | median | again, fastest | median |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, (firsts, laters) in found.items():
        numbers = (min(firsts), statistics.median(firsts), min(laters), statistics.median(laters))
        print(f"| {name} | {' | '.join(f'{number:,.1f}' for number in numbers)} |")


def main() -> None:
    """Compares every fraction, then prints the table of times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="timed rounds, a new process each (15)")
    parser.add_argument("--again", type=int, default=50, help="solutions after the first in each (50)")
    parser.add_argument("--ours", help="the example `pools` of the benches, if it is built already")
    parser.add_argument("--time", choices=TIMED, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.rounds < 1 or asked.again < 1:
        parser.error("there has to be a round, and one more solution")
    if asked.time:
        print(json.dumps(seconds(asked.time, asked.again)))
        return
    ours = [asked.ours] if asked.ours else OURS
    compare_all(ours)
    table(ours, asked.rounds, asked.again)


if __name__ == "__main__":
    main()
