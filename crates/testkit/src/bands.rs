//! Whether play is the same between two breaks of a key, and changes across a break.

use std::collections::BTreeMap;

use engage::{Between, Break, Outcome, Ruleset};
use serde_json::{Value, json};

/// The number of engagements in which two ranges are compared.
const ENGAGEMENTS: usize = 64;

/// The farthest range that is tried, in inches.
const MOST: f64 = 300.0;

/// The most states that an exact solution may need here.
const BUDGET: usize = 2_000;

/// The breaks of `field.range` that were seen, and whether play changed across each of them in some fight.
#[derive(Debug, Default)]
pub struct Seen(BTreeMap<Break, bool>);

/// How a fight goes at a range, with common luck, and its exact solution if that is small.
type Played = (Vec<Outcome>, Option<engage::ExactFight>);

impl Seen {
    /// Checks a fight on open ground against its breaks: in each band play must be the same, engagement by engagement,
    /// at both ends and at the value that represents the band.
    ///
    /// # Panics
    /// If it is not, if the fight does not compile, or if it gives no breaks.
    pub fn hold(&mut self, ruleset: &Ruleset, setup: &Value) {
        let at = |inches: f64| {
            let mut setup = setup.clone();
            setup["field"]["range"] = json!(inches);
            (ruleset.compile)(&setup, None).unwrap_or_else(|problems| panic!("{problems:?}: {setup}"))
        };
        let breaks = at(12.0).breaks("field.range").expect("breaks");
        let play = |inches: f64| -> Played {
            let battle = at(inches);
            assert_eq!(
                battle.breaks("field.range").as_ref(),
                Some(&breaks),
                "they depend on the range itself: {setup}"
            );
            let mut outcomes = vec![Outcome::default(); ENGAGEMENTS];
            battle.play(7, 0, &mut outcomes);
            (outcomes, battle.exact(BUDGET).ok())
        };
        if let Some(again) = breaks.again() {
            let beyond = [again + 0.001, again + 7.0, 2.0 * again + 100.0].map(|inches| play(inches.min(10_000.0)));
            assert!(beyond.iter().all(|one| *one == beyond[0]), "beyond {again} it is not all the same: {setup}");
        }
        // Beyond the farthest reach of most weapons, or up to where the bands end.
        let most = breaks.end().unwrap_or(MOST).min(MOST);
        let mut first = 0.0;
        let mut before: Option<(Break, Played)> = None;
        for (value, above) in breaks.bands(0.0, most) {
            let last = above.map_or(most, |above| f64::from(above.last().thousandths()) / 1000.0);
            let within = play(value);
            for end in [first, last] {
                assert_eq!(breaks.between(value, end), Between::Nothing);
                assert!(play(end) == within, "{value} and {end} are in one band and differ: {setup}");
            }
            if let Some((one, below)) = before {
                *self.0.entry(one).or_default() |= below != within;
            }
            let Some(above) = above else { return };
            first = f64::from(above.first().thousandths()) / 1000.0;
            before = Some((above, within));
        }
    }

    /// The breaks that were seen and across which play never changed.
    #[must_use]
    pub fn idle(&self) -> Vec<String> {
        self.0.iter().filter(|(_, changes)| !**changes).map(|(one, _)| one.to_string()).collect()
    }

    /// The breaks across which play changed.
    #[must_use]
    pub fn at_work(&self) -> Vec<String> {
        self.0.iter().filter(|(_, changes)| **changes).map(|(one, _)| one.to_string()).collect()
    }
}
