//! Grenades and launchers (CR-gren, CR-blast).

use chance::exact::{Ratio, Weight as _};
use engage::{Finding, Problem};

use super::shared::{ANYWHERE, FigureGiven, between, by_word, joint, odds, situation, yes};
use crate::blast::{Flight, Thrown, beside, flight};
use crate::damage::{Fate, hit};
use crate::reaction::throw;
use crate::table::{Circumstances, Test};
use crate::weapon::Weapon;

/// The most figures besides the thrower.
const MOST: usize = 5;

situation! {
    /// A grenade thrown or a launcher fired: where it bursts, and what happens to the figures nearby.
    struct Blast {
        /// What is thrown or fired: a grenade, a grenade launcher or a rocket launcher.
        #[schemars(extend("examples" = ["grenade"]))]
        weapon: Weapon,
        /// The figure that throws or fires it.
        thrower: FigureGiven,
        /// Whether the thrower sees the spot, or can hardly miss it.
        sees_spot: bool,
        /// The figures in the blast circle around the spot, the nearest first: at least 1, and together with the
        /// figures beside the thrower at most 5.
        targets: Vec<FigureGiven>,
        /// The figures in the blast circle around the thrower.
        #[serde(default)]
        beside_thrower: Vec<FigureGiven>,
        /// Whether the first target has a loaded weapon that reaches the thrower.
        #[serde(default = "yes")]
        target_able: bool,
    }
    id: "blast",
    label: "Grenade or launcher",
    findings: &[
        Finding::chance("lands: *"),
        Finding::chance("misses: *"),
        Finding::chance("lost"),
        Finding::chance("dropped: *"),
    ],
    solve: blast,
}

/// CR-gren-2, CR-blast-1, CR-blast-3.
fn blast(given: &Blast) -> Result<Vec<(String, Ratio)>, Problem> {
    if !given.weapon.bursts() {
        let message = format!("{} does not burst, expected a grenade or a launcher", given.weapon);
        return Err(Problem::new("weapon", message));
    }
    given.thrower.check("thrower")?;
    for (key, figures) in [("targets", &given.targets), ("beside_thrower", &given.beside_thrower)] {
        for (place, figure) in figures.iter().enumerate() {
            figure.check(&format!("{key}[{place}]"))?;
        }
    }
    between(1, MOST, given.targets.len(), "targets", "targets")?;
    let beside_thrower = MOST - given.targets.len();
    between(0, beside_thrower, given.beside_thrower.len(), "beside_thrower", "figures beside these targets")?;
    let (rules, thrower, first) = (&given.options, &given.thrower, &given.targets[0]);
    let (shooter, nearest) = (&thrower.shooter(false), &first.target());
    let thrown = Thrown { weapon: given.weapon, shooter, sees: given.sees_spot, nearest };
    let flights = odds(|chance| flight(rules, chance, ANYWHERE, &thrown))?;
    let impact = rules.weapons.of(given.weapon).impact;

    let landed = |target: &FigureGiven| {
        let fates = odds(|chance| hit(chance, ANYWHERE, impact, thrower.rep, &target.victim()))?;
        Ok(by_word(&fates, |fate| fate.name().to_owned()))
    };
    let dropped = |figure: &FigureGiven| {
        let fates = odds(|chance| beside(chance, ANYWHERE, impact, thrower.rep, &figure.victim()))?;
        Ok(by_word(&fates, |fate| fate.map_or("prone", Fate::name).to_owned()))
    };
    let all = |figures: &mut dyn Iterator<Item = &FigureGiven>, each: &dyn Fn(&FigureGiven) -> Words| {
        Ok(joint(&figures.map(each).collect::<Result<Vec<_>, Problem>>()?))
    };
    // CR-gren-3.
    let missed = || {
        let here = Circumstances { outgunned: true, able: given.target_able, ..first.circumstances() };
        let tester = first.tester(Test::ReceivedFire, here);
        let reactions = odds(|chance| {
            let throw = throw(chance, ANYWHERE, Test::ReceivedFire, first.leader, first.born_leader());
            tester.reaction(rules, Test::ReceivedFire, &throw)
        })?;
        Ok(by_word(&reactions, ToString::to_string))
    };

    let mut words = Vec::new();
    for (flight, weight) in &flights.outcomes {
        let (what, then) = match flight {
            Flight::Lands => ("lands: ", all(&mut given.targets.iter(), &landed)?),
            Flight::Misses => ("misses: ", missed()?),
            Flight::Dropped => {
                ("dropped: ", all(&mut std::iter::once(thrower).chain(&given.beside_thrower), &dropped)?)
            }
            Flight::Lost => ("lost", vec![(String::new(), Ratio::one())]),
        };
        words.extend(then.into_iter().map(|(word, share)| (format!("{what}{word}"), weight.product(&share))));
    }
    Ok(words)
}

/// Outcomes by their words, or a problem.
type Words = Result<Vec<(String, Ratio)>, Problem>;
