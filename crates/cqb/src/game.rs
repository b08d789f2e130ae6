//! The CQB game as the driver plays, replays and solves it.

use std::cell::RefCell;
use std::sync::Arc;

use chance::{Chance, Deck, Step, TracedDeck};
use engage::game::{self, Tabled};
use engage::{Breaks, ExactFight, Game, MAX_MEASURES, Map, Outcome, Problem, Progress, Unsolved, with_capacity_for};

use crate::battle::Battle;
use crate::compile::compiled;
use crate::on_map::OnMap;
use crate::open::Open;
use crate::options::Luck;
use crate::play::{Play, Setting};
use crate::player::by_doctrine::ByDoctrine;
use crate::player::choose::Player;
use crate::player::memory::Memory;
use crate::state::State;
use crate::turn::ending;

/// The most figures, both sides together.
const MOST: usize = 32;

/// The most figures for which the exact solver is tried: a single reaction test of five has a hundred thousand
/// branches.
const MOST_EXACT: usize = 4;

/// A battle of up to `N` figures on some ground, led by a player.
pub(crate) struct PlayedBattle<'a, G, P, const N: usize> {
    pub(crate) battle: &'a Battle,
    ground: G,
    /// The player, and the spare memory it is given on ground where nothing is remembered.
    player: RefCell<(P, Memory)>,
}

impl<'a, G: Setting, P: Player, const N: usize> PlayedBattle<'a, G, P, N> {
    pub(crate) fn new(battle: &'a Battle, ground: G, player: P) -> PlayedBattle<'a, G, P, N> {
        PlayedBattle { battle, ground, player: RefCell::new((player, Memory::default())) }
    }
}

impl<G: Setting, P: Player, const N: usize> Game for PlayedBattle<'_, G, P, N> {
    type State<D: Deck> = State<D, G::Scene, G::Memory, N>;
    const STOPPED: u8 = ending::TURN_LIMIT;

    fn turn_limit(&self) -> u16 {
        self.battle.turn_limit
    }

    fn start<D: Deck>(&self) -> Self::State<D> {
        let mut state = State::new(self.battle);
        if self.battle.rules.luck == Luck::Off {
            state.deal(self.battle, self.battle.jokers);
        }
        state
    }

    fn deploy<C: Chance>(&self, state: &mut Self::State<C::Deck>, chance: &mut C) {
        let (player, spare) = &mut *self.player.borrow_mut();
        G::deploy(&mut Play { battle: self.battle, ground: self.ground, state, chance, player, spare, turn: 0 });
    }

    #[inline(always)]
    fn advance<C: Chance>(&self, state: &mut Self::State<C::Deck>, chance: &mut C, turn: u16) -> Progress {
        let (player, spare) = &mut *self.player.borrow_mut();
        G::advance(&mut Play { battle: self.battle, ground: self.ground, state, chance, player, spare, turn })
    }

    /// Each side's figures lost, then each side's figures wounded, then hostages hit and hostages lost.
    fn measures<D: Deck>(&self, state: &Self::State<D>) -> [u16; MAX_MEASURES] {
        let (figures, blues) = (self.battle.profiles.len(), self.battle.blues);
        let mut measures = [0; MAX_MEASURES];
        measures[0] = blues as u16 - u16::from(state.standing.blue);
        measures[1] = (figures - blues) as u16 - u16::from(state.standing.red);
        for (me, figure) in state.figures.iter().enumerate().take(figures) {
            let wounded = !figure.condition.down && figure.condition.wounds() > 0;
            measures[2 + usize::from(me >= blues)] += u16::from(wounded);
        }
        (measures[4], measures[5]) = (state.hostages_hit, state.hostages_lost);
        measures
    }
}

impl<P: Player, const N: usize> Tabled for PlayedBattle<'_, Open, P, N> {
    fn begins_round(&self, state: &Self::State<TracedDeck>) -> bool {
        state.dealt && !state.turn.begun
    }

    fn decks<'a>(&self, state: &'a mut Self::State<TracedDeck>) -> impl Iterator<Item = &'a mut TracedDeck> {
        state.decks.iter_mut().chain([&mut state.hostage_deck])
    }
}

impl engage::Battle for Battle {
    fn figures(&self) -> &[engage::Figure] {
        &self.names
    }

    fn luck_numbers(&mut self) -> Option<&mut engage::LuckNumbers> {
        Some(&mut self.luck)
    }

    fn breaks(&self, key: &str) -> Option<Breaks> {
        (key == "field.range" && self.site.is_none()).then(|| self.range_breaks())
    }

    fn is_harmless(&self) -> bool {
        self.still && !(0..self.profiles.len()).any(|me| self.may_hit_anybody(me))
    }

    fn bystanders(&self) -> usize {
        self.site.as_ref().map_or(0, |site| site.hostages.into())
    }

    fn map(&self) -> Option<&Arc<Map>> {
        self.site.as_ref().map(|site| &site.map)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let figures = self.profiles.len();
        match &self.site {
            Some(site) => with_capacity_for!(N in [8, 16, 32], figures => {
                game::play(&PlayedBattle::<_, _, N>::new(self, OnMap(site), ByDoctrine), seed, first, outcomes);
            }),
            None if figures <= MOST_EXACT => with_capacity_for!(N in [2, 4], figures => {
                self.table.play(&PlayedBattle::<_, _, N>::new(self, Open, ByDoctrine), seed, first, outcomes);
            }),
            None => with_capacity_for!(N in [8, 16, 32], figures => {
                game::play(&PlayedBattle::<_, _, N>::new(self, Open, ByDoctrine), seed, first, outcomes);
            }),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.run_logged(seed, engagement, ByDoctrine)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        let figures = self.profiles.len();
        if self.site.is_some() {
            Err(Unsolved::OnAMap)
        } else if figures > MOST_EXACT {
            Err(Unsolved::TooManyFigures { most: MOST_EXACT })
        } else {
            Ok(
                with_capacity_for!(N in [2, 4], figures => game::exact(&PlayedBattle::<_, _, N>::new(self, Open, ByDoctrine), budget))?,
            )
        }
    }
}

impl Battle {
    /// Plays one engagement with this player and logs each step.
    fn run_logged(&self, seed: u64, engagement: u64, player: impl Player) -> (Outcome, Vec<Step>) {
        match &self.site {
            Some(site) => game::replay(&PlayedBattle::<_, _, MOST>::new(self, OnMap(site), player), seed, engagement),
            None => game::replay(&PlayedBattle::<_, _, MOST>::new(self, Open, player), seed, engagement),
        }
    }
}

/// Plays one engagement of a scenario, with all figures led by one player, and logs each step.
///
/// # Errors
/// What is wrong with the scenario.
pub fn play_out(
    setup: &serde_json::Value,
    map: Option<&Arc<Map>>,
    seed: u64,
    engagement: u64,
    player: &mut dyn Player,
) -> Result<(Outcome, Vec<Step>), Vec<Problem>> {
    Ok(compiled(setup, map)?.played_by_anybody().run_logged(seed, engagement, player))
}

#[cfg(test)]
mod tests {
    use chance::{Extent, Keys, Walked};
    use engage::Battle as _;
    use serde_json::{Value, json};

    use super::*;

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

    /// The number of engagements whose outcome from a table differs from that of the rules, and the number that leave
    /// the table.
    fn compare<const N: usize>(setup: &Value) -> Option<(usize, usize)> {
        let battle = compiled(setup, None).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"));
        let game = PlayedBattle::<_, _, N>::new(&battle, Open, ByDoctrine);
        // The table leaves out a share of play, so that leaving it is tested as well.
        let table = game::tabled(&game, Extent { questions: 3000, enough: 0.02, too_much: 1.0 })?;
        let (seed, first, count) = (11, 1000, 3000);
        let (mut wanted, mut left) = (vec![Outcome::default(); count], 0);
        let mut found = wanted.clone();
        game::play(&game, seed, first, &mut wanted);
        game::play_tabled(&game, &table, seed, first, &mut found);
        table.play(&mut Keys::new(seed, first), count, battle.turn_limit.into(), |_, walked| {
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

    /// A long run switches to the table by itself, with the same outcomes.
    #[test]
    fn a_long_run_goes_over_to_the_table() {
        let battle = compiled(&duel(["battle rifle"; 2], "snap", json!({})), None).expect("a duel");
        let half = 1 << 15;
        let mut found = vec![Outcome::default(); 2 * half + 5000];
        let (first, second) = found.split_at_mut(half);
        battle.play(5, 0, first);
        assert!(!battle.table.is_compiled());
        battle.play(5, half as u64, second);
        assert!(battle.table.is_compiled());
        let mut wanted = found.clone();
        game::play(&PlayedBattle::<_, _, 2>::new(&battle, Open, ByDoctrine), 5, 0, &mut wanted);
        assert!(found == wanted);
    }
}
