//! Small engagements played from a table that is compiled from the rules: the same outcomes, sooner.

use std::sync::atomic::Ordering;

use chance::exact::Flow;
use chance::{Compiled, Extent, Keys, Outline, Procedure, Traced, Walked};
use engage::Outcome;

use crate::battle::Battle;
use crate::game::{advance, ended, outcome};
use crate::state::State;
use crate::turn::{Progress, ending};

/// Engagements after which a table is worth compiling: that takes about as long.
const WORTH_A_TABLE: u64 = 1 << 16;

/// A table that a processor's cache holds, if that is most of the play.
const EXTENT: Extent = Extent { questions: 16384, enough: 0.005, too_much: 0.3 };

impl Battle {
    /// Plays from the table if there is one.
    pub(crate) fn play_small<const N: usize>(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let count = outcomes.len() as u64;
        let before = self.table.played.fetch_add(count, Ordering::Relaxed);
        // Whoever comes to the number compiles; the others go on from the rules meanwhile.
        if before < WORTH_A_TABLE && before + count >= WORTH_A_TABLE {
            self.table.compiled.get_or_init(|| Compiled::new(&Small::<N>(self), EXTENT));
        }
        match self.table.compiled.get() {
            Some(Some(compiled)) => self.play_compiled::<N>(compiled, seed, first, outcomes),
            _ => self.play_sized::<N>(seed, first, outcomes),
        }
    }

    fn play_compiled<const N: usize>(
        &self,
        compiled: &Compiled<(Outcome, bool)>,
        seed: u64,
        first: u64,
        outcomes: &mut [Outcome],
    ) {
        let limit = self.turn_limit.into();
        compiled.play(&mut Keys::new(seed, first), outcomes.len(), limit, |place, walked| {
            outcomes[place] = match walked {
                Walked::Over((outcome, begun), round) => ended(outcome, round, begun),
                Walked::Left(words) => self.play_on::<N>(words),
            };
        });
    }
}

/// A battle of so few that it may fit a table.
struct Small<'a, const N: usize>(&'a Battle);

impl<const N: usize> Procedure for Small<'_, N> {
    type State = State<Outline, (), (), N>;
    /// Whether the turn had begun, too.
    type Outcome = (Outcome, bool);

    fn start(&self) -> Self::State {
        self.0.begin()
    }

    fn step(&self, mut fight: Self::State, chance: &mut Traced) -> Flow<Self::State, Self::Outcome> {
        match advance(self.0, &mut fight, chance) {
            Progress::Step | Progress::TurnOver => Flow::Go(fight),
            Progress::Ended { ending, begun } => Flow::Done((outcome(self.0, &fight, ending, 0), begun)),
        }
    }

    fn begins_round(&self, fight: &Self::State) -> bool {
        fight.dealt && !fight.turn.begun
    }

    fn decks<'a>(&self, fight: &'a mut Self::State) -> impl Iterator<Item = &'a mut Outline> {
        fight.decks.iter_mut().chain([&mut fight.hostage_deck])
    }

    fn stopped(&self, fight: &Self::State) -> Self::Outcome {
        (outcome(self.0, fight, ending::TURN_LIMIT, 0), false)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::compile::compiled;

    /// A duel with these weapons; the rules and the field are merged in.
    fn duel(weapons: [&str; 2], doctrine: &str, rules: Value) -> Value {
        json!({
            "blue": { "team": { "ability": "elite", "weapon": weapons[0], "doctrine": doctrine } },
            "red": { "gunman": { "ability": "novice", "weapon": weapons[1] } },
            "field": { "range": 12 },
            "turn_limit": 60,
            "rules": rules,
        })
    }

    /// Engagements that come out otherwise from a table than from the rules, and those that leave the table.
    fn compare<const N: usize>(setup: &Value) -> Option<(usize, usize)> {
        let battle = compiled(setup, None).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"));
        // A share left out, so that leaving the table is tried as well.
        let extent = Extent { questions: 3000, enough: 0.02, too_much: 1.0 };
        let compiled = Compiled::new(&Small::<N>(&battle), extent)?;
        let (seed, first, count) = (11, 1000, 3000);
        let (mut wanted, mut left) = (vec![Outcome::default(); count], 0);
        let mut found = wanted.clone();
        battle.play_sized::<N>(seed, first, &mut wanted);
        battle.play_compiled::<N>(&compiled, seed, first, &mut found);
        compiled.play(&mut Keys::new(seed, first), count, battle.turn_limit.into(), |_, walked| {
            left += usize::from(matches!(walked, Walked::Left(_)));
        });
        Some((wanted.iter().zip(&found).filter(|(wanted, found)| wanted != found).count(), left))
    }

    #[test]
    fn a_table_gives_what_the_rules_give() {
        let mut most_left = 0;
        for (weapons, doctrine, rules) in [
            (["battle rifle", "battle rifle"], "snap", json!({})),
            (["rifle", "pistol"], "aim", json!({ "joker_fire": "redraw" })),
            (["shotgun", "sniper rifle"], "snap", json!({ "luck": "on" })),
            (["battle rifle", "smg"], "hold", json!({})),
            (["battle rifle", "battle rifle"], "close", json!({ "joker_reaction": "redraw" })),
            (["pistol", "pistol"], "snap", json!({ "reshuffle": "every_draw" })),
            (["battle rifle", "rifle"], "snap", json!({ "reshuffle": "every_turn", "order": "red_first" })),
            (["battle rifle", "shotgun"], "snap", json!({ "single_recoil": "series", "deck_owner": "figure" })),
            (["magnum", "battle rifle"], "snap", json!({ "order": "simultaneous", "recovery_test": "easy" })),
        ] {
            let setup = duel(weapons, doctrine, rules);
            let (differ, left) = compare::<2>(&setup).expect("a duel is small");
            assert_eq!(differ, 0, "{setup}");
            most_left = left.max(most_left);
            assert!(left < 2400, "{setup} leaves the table {left} times of 3000");
        }
        assert!(most_left > 0, "no engagement was ever handed back to the rules");
    }

    #[test]
    fn hostages_a_short_limit_and_three_figures() {
        let mut setup = duel(["battle rifle", "battle rifle"], "snap", json!({}));
        setup["field"]["hostages"] = json!(2);
        setup["turn_limit"] = json!(1);
        assert_eq!(compare::<2>(&setup).map(|found| found.0), Some(0));
        setup["red"]["gunman"]["count"] = json!(2);
        setup["turn_limit"] = json!(3);
        assert_eq!(compare::<4>(&setup).map(|found| found.0), Some(0));
    }

    /// The table comes into play by itself, and the seam does not show.
    #[test]
    fn a_long_run_goes_over_to_the_table() {
        let compiled = || compiled(&duel(["battle rifle"; 2], "snap", json!({})), None).expect("a duel");
        let (battle, other) = (compiled(), compiled());
        let half = WORTH_A_TABLE as usize / 2;
        let mut found = vec![Outcome::default(); 2 * half + 5000];
        let (first, second) = found.split_at_mut(half);
        battle.play_small::<2>(5, 0, first);
        assert!(battle.table.compiled.get().is_none());
        battle.play_small::<2>(5, half as u64, second);
        assert!(battle.table.compiled.get().is_some_and(Option::is_some));
        let mut wanted = found.clone();
        other.play_sized::<2>(5, 0, &mut wanted);
        assert!(found == wanted);
    }
}
