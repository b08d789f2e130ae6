//! Short procedures settled by one draw, against the same procedure run roll by roll and against fractions worked out
//! by hand.

use chance::exact::{Flow, Ratio, distribution};
use chance::{
    Address, Chance, D6, Dice, Draw, Keys, Literal, MOST_OUTCOMES, Observed, OneDraw, Procedure, Sampled, Scripted,
    Step, Witnessed,
};
use testkit::sampling;

const AT: Address = Address::new(0, 0, 0);

/// Attacks made in each way. A correct program fails on one seed in a hundred million. What a check finds with a
/// probability of 99.9 % is given by [`sampling::detectable`]: here less than half a percentage point of any outcome.
const ATTACKS: u64 = 1_000_000;

/// The result of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fate {
    Missed,
    Wounded,
    Dead,
    Saved,
}

use Fate::{Dead, Missed, Saved, Wounded};

/// An attack of three rolls: 8 or more hits, 4 or more saves, 5 or more kills.
struct Attack {
    dice: Dice,
}

/// Two dice, or the best two of three.
const PLAIN: Attack = Attack { dice: Dice::sum(2) };
const AIMED: Attack = Attack { dice: Dice::best(3, 2) };

/// The fates of an attack by places, in the order in which rolls reach them from the lowest up. By hand: a plain attack
/// hits with 5/12 and an aimed one with 49/72, half of the hits are saved, and two thirds of the rest wound.
const PLACES: [(Attack, [(Fate, u32); 4]); 2] = [
    (PLAIN, [(Missed, 42), (Wounded, 10), (Dead, 5), (Saved, 15)]),
    (AIMED, [(Missed, 138), (Wounded, 98), (Dead, 49), (Saved, 147)]),
];

impl Procedure for Attack {
    type Outcome = Fate;

    /// The first roll is logged as a step of its own, the others as the next one.
    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Fate {
        let hits = chance.roll(at, &self.dice, |score| score >= 8);
        chance.log(Step::default);
        if !hits {
            return Missed;
        }
        if chance.roll(at.purpose(1), &D6, |die| die >= 4) {
            return Saved;
        }
        chance.roll(at.purpose(2), &D6, |die| if die >= 5 { Dead } else { Wounded })
    }
}

#[track_caller]
fn whole<P: Procedure>(procedure: &P) -> OneDraw<P::Outcome> {
    OneDraw::of(procedure).expect("a short procedure")
}

/// How often each fate came up.
fn counts(fates: &[(Fate, u32)], mut attack: impl FnMut() -> Fate) -> Vec<u64> {
    let mut counts = vec![0; fates.len()];
    for _ in 0..ATTACKS {
        let fate = attack();
        counts[fates.iter().position(|&(known, _)| known == fate).expect("a fate that there is")] += 1;
    }
    counts
}

#[test]
fn rows_are_the_exact_fractions() {
    for (attack, places) in PLACES {
        assert_eq!(whole(&attack).outcomes().collect::<Vec<_>>(), places);
        let total: u64 = places.iter().map(|&(_, size)| u64::from(size)).sum();
        let odds =
            distribution::<_, _, Ratio>((), 10, |(), chance| Flow::Done(attack.run(chance, AT))).expect("a state");
        for (fate, size) in places {
            assert!(odds.probability(&fate) == Ratio::new(size.into(), total), "{fate:?}");
        }
    }
}

/// One draw, roll by roll, and the fractions agree with each other.
#[test]
fn one_draw_is_as_good_as_three_rolls() {
    for (attack, places) in PLACES {
        let known = whole(&attack);
        let total: u32 = places.iter().map(|&(_, size)| size).sum();
        let mut keys = Keys::new(61, 0);
        let settled = counts(&places, || Sampled::new(keys.next_key()).one_draw(AT, &known, &attack));
        let mut keys = Keys::new(62, 0);
        let rolled = counts(&places, || Literal(Sampled::new(keys.next_key())).one_draw(AT, &known, &attack));
        for found in [&settled, &rolled] {
            let cells = found.iter().zip(places).map(|(&count, (_, size))| (count, f64::from(size) / f64::from(total)));
            sampling::distribution(cells, ATTACKS).unwrap_or_else(|error| panic!("{places:?}: {error}"));
        }
        for ((one, other), (fate, _)) in settled.iter().zip(&rolled).zip(places) {
            sampling::even(*one, *other).unwrap_or_else(|error| panic!("{fate:?}: {error}"));
        }
        assert!(places.iter().all(|_| sampling::detectable(0.5, ATTACKS) < 0.005));
    }
}

/// The check has the power it claims: it finds one place of 72 with the wrong outcome.
#[test]
fn a_place_gone_wrong_would_be_found() {
    let (attack, places) = &PLACES[0];
    let known = whole(attack);
    let mut keys = Keys::new(61, 0);
    let found = counts(places, || Sampled::new(keys.next_key()).one_draw(AT, &known, attack));
    for (wrong, size) in [(0, 43.0), (1, 11.0), (2, 6.0), (3, 16.0)] {
        let moved = if wrong == 0 { 1 } else { 0 };
        let sizes: Vec<f64> = (0..4)
            .map(|place| match place {
                place if place == wrong => size,
                place if place == moved => f64::from(places[place].1) - 1.0,
                place => f64::from(places[place].1),
            })
            .collect();
        let cells = found.iter().zip(&sizes).map(|(&count, size)| (count, size / 72.0));
        assert!(sampling::distribution(cells, ATTACKS).is_err(), "{sizes:?}");
    }
}

/// One of several equal branches.
struct Branches(u32);

impl Procedure for Branches {
    type Outcome = u32;

    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> u32 {
        chance.below(at, self.0)
    }
}

/// A number of tests that each pass with one chance in a number; the outcome is how many pass.
struct Tests(u32, u32);

impl Procedure for Tests {
    type Outcome = u32;

    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> u32 {
        (0..self.0).map(|test| u32::from(chance.passes(at.further(test), 1, self.1))).sum()
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let most = MOST_OUTCOMES as u32;
    let all: Vec<(u32, u32)> = (0..most).map(|branch| (branch, 1)).collect();
    assert_eq!(whole(&Branches(most)).outcomes().collect::<Vec<_>>(), all);
    assert!(OneDraw::of(&Branches(most + 1)).is_none());
    // As many places as fit, and more.
    assert_eq!(whole(&Tests(1, u32::MAX)).outcomes().collect::<Vec<_>>(), [(0, u32::MAX - 1), (1, 1)]);
    assert!(OneDraw::of(&Tests(2, u32::MAX)).is_none());
    // A single outcome takes only one place.
    assert_eq!(whole(&Branches(1)).outcomes().collect::<Vec<_>>(), [(0, 1)]);
}

/// The faces in the logged steps.
fn faces(steps: &[Step]) -> Vec<u32> {
    let throws = steps.iter().flat_map(|step| &step.luck);
    throws.flat_map(|luck| luck.drawn.faces()).collect()
}

/// Observed play gives the outcome of unobserved play, and the logged dice lead to it.
#[test]
fn dice_told_lead_to_the_outcome() {
    for (attack, _) in PLACES {
        let known = whole(&attack);
        let mut keys = Keys::new(63, 0);
        let mut seen = Witnessed::default();
        let mut dice_of = [0; 3];
        for _ in 0..20_000 {
            let mut luck = Sampled::new(keys.next_key());
            let wanted = luck.clone().one_draw(AT, &known, &attack);
            let before = seen.steps.len();
            let mut observed = Observed::new(&mut luck, &mut seen);
            let fate = observed.one_draw(AT, &known, &attack);
            observed.log(Step::default);
            assert_eq!(fate, wanted);
            let told: Vec<Draw> = faces(&seen.steps[before..]).into_iter().map(Draw::Value).collect();
            assert_eq!(seen.steps.len() - before, 2, "one told within the procedure, one after it");
            let first = faces(&seen.steps[before..=before]).len();
            assert_eq!(first, usize::from(attack.dice.count()));
            assert_eq!(Scripted::play(told.clone(), |script| script.one_draw(AT, &known, &attack)), fate, "{told:?}");
            dice_of[told.len() - first] += 1;
        }
        assert!(dice_of.iter().all(|&count| count > 1000), "{dice_of:?}");
    }
}

/// Compares the dice logged for misses with all ways to throw less than 8, which are equally likely. With `anew`, each
/// attack has a new observer, who has seen nothing yet.
fn ways_to_miss(anew: bool, seed: u64) -> Result<(), String> {
    let known = whole(&PLAIN);
    let mut keys = Keys::new(seed, 0);
    let mut seen = Witnessed::default();
    let (mut ways, mut misses) = ([[0_u64; 6]; 6], 0);
    for _ in 0..100_000 {
        let words = keys.next_key();
        if anew {
            seen = Witnessed::of(words);
        }
        let mut luck = Sampled::new(words);
        let mut observed = Observed::new(&mut luck, &mut seen);
        let fate = observed.one_draw(AT, &known, &PLAIN);
        observed.log(Step::default);
        let steps = std::mem::take(&mut seen.steps);
        if fate == Missed {
            let thrown = faces(&steps[..1]);
            ways[thrown[0] as usize - 1][thrown[1] as usize - 1] += 1;
            misses += 1;
        }
    }
    let cells = (0..36).map(|way| (way / 6, way % 6)).filter(|(one, other)| one + other + 2 < 8);
    sampling::distribution(cells.map(|(one, other)| (ways[one][other], 1.0 / 21.0)), misses)
        .map_err(|error| format!("{error}: {ways:?}"))
}

/// Attacks one after another in one engagement.
#[test]
fn dice_told_are_as_likely_as_dice_thrown() {
    ways_to_miss(false, 64).unwrap_or_else(|error| panic!("{error}"));
}

/// The first attacks of many engagements.
#[test]
fn dice_told_differ_by_engagement() {
    ways_to_miss(true, 65).unwrap_or_else(|error| panic!("{error}"));
}
