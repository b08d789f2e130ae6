//! Look-ups of a fight: the fireteams by who is in action, and the pools that may meet (CX1-factor-4).

use chance::{Die, Pool};
use engage::Side;

use super::battle::{Body, Fireteams};
use super::state::Team;
use crate::die::Track;
use crate::options::{HarmFloor, InjuryDice};
use crate::prepared::{Lineup, Throws, handfuls, parts};
use crate::team::MOST;

/// What is worked out of a fight before it is played.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(super) throws: Option<Throws>,
    /// Those of the players' fireteams.
    pub(super) lineups: Vec<Lineup>,
}

impl Prepared {
    pub(super) fn new(battle: &Fireteams) -> Prepared {
        let lineups: Vec<Lineup> = (0..battle.players).map(|team| lineup(battle, team)).collect();
        let throws = Throws::new(players(battle, &lineups).into_iter().chain(others(battle)));
        Prepared { throws, lineups }
    }
}

fn lineup(battle: &Fireteams, team: usize) -> Lineup {
    let (mut state, place) = (battle.standing(), battle.place(team));
    let numbers = state.teams[place].numbers;
    let members = battle.teams[team].operators().len();
    Lineup::new(&battle.rules, members, &numbers, |harms| {
        state.teams[place] = Team::new(&battle.rules, *harms, numbers, 0);
        battle.own_pool(&state, team)
    })
}

/// What the players' fireteams may roll: against no Complication, or any that leaves somebody in action.
fn players(battle: &Fireteams, lineups: &[Lineup]) -> Vec<Pool> {
    let groups =
        || battle.teams.iter().filter_map(|team| if let Body::Npcs(group) = &team.body { Some(group) } else { None });
    let strongest = groups().filter_map(|group| group.qualities.largest()).max();
    let complication = |die: &Die| Some(*die) < strongest || groups().any(|group| group.complication == Some(*die));
    let drawbacks = || std::iter::once(None).chain(Die::ALL.into_iter().filter(complication).map(Some));
    let sets = || lineups.iter().flat_map(|lineup| (0..1 << MOST).map(|set| lineup.own(set)));
    drawbacks().flat_map(|drawback| sets().map(move |own| own.and(drawback.into()))).collect()
}

/// What the others may roll, those against the fewest injuries first.
fn others(battle: &Fireteams) -> impl Iterator<Item = Pool> {
    let tracks = || {
        let harms = battle
            .teams
            .iter()
            .filter_map(|team| if let Body::Operators(_, _, harms) = &team.body { Some(harms) } else { None });
        harms.flatten().filter(|harm| harm.in_action())
    };
    let stress = battle.hitches() || tracks().any(|harm| harm.stress != Track::None);
    let members = (0..battle.players).map(|team| battle.teams[team].operators().len()).max().unwrap_or(0) as u8;
    let most = match battle.rules.injury_dice {
        InjuryDice::PerMember => members,
        InjuryDice::EveryDie => {
            if stress {
                2 * members
            } else {
                members
            }
        }
        InjuryDice::Average | InjuryDice::Highest => 1,
    };
    let d4 = battle.rules.harm_floor == HarmFloor::D4
        || tracks().any(|harm| harm.trauma == Track::D4 || harm.stress == Track::D4);
    let sizes = if d4 { &Die::ALL[..] } else { &Die::ALL[1..] };
    let own = battle.of(Side::Red).flat_map(|team| {
        let squadron = &battle.teams[team];
        let qualities = if let Body::Npcs(group) = &squadron.body { group.qualities } else { Pool::EMPTY };
        parts(&qualities).into_iter().map(|part| part.and(squadron.assets))
    });
    let own: Vec<Pool> = own.collect();
    handfuls(sizes, most)
        .into_iter()
        .flat_map(move |injuries| own.clone().into_iter().map(move |own| own.and(injuries)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fireteam::setup::fireteams;
    use crate::team::Harm;

    fn battles() -> Vec<Fireteams> {
        let fight = json!({
            "blue": { "leader": { "direct_action": "d10", "tactics": "d8" }, "men": { "count": 3, "direct_action": "d8", "tactics": "d4", "assets": ["d6"] } },
            "red": { "others": { "count": 3, "quality": "d6" }, "veterans": { "count": 2, "quality": "d8" } },
        });
        let changes = [
            json!({}),
            json!({ "rules": { "leader_down": "best", "numbers": "blocks" } }),
            json!({ "rules": { "leader_down": "lost", "fallen_numbers": "keep", "no_tactics": "d4" }, "field": { "exposure": "leader_last" } }),
            json!({ "rules": { "numbers": "shuffled", "injury_dice": "highest" } }),
        ];
        changes
            .into_iter()
            .map(|change| fireteams(&testkit::setup::with(fight.clone(), change)).expect("a fight").1)
            .collect()
    }

    /// Every set of members, with harm of any kind: what they roll and who owns which number is what the rules say.
    #[test]
    fn every_lineup_is_that_of_the_rules() {
        for battle in battles() {
            let prepared = Prepared::new(&battle);
            let mut state = battle.standing();
            for team in 0..battle.players {
                let (members, numbers) = (battle.teams[team].operators().len(), state.teams[team].numbers);
                for set in 0..1_u8 << members {
                    let harms: [Harm; MOST] = std::array::from_fn(|member| {
                        let track = [Track::None, Track::D6, Track::D12][(usize::from(set) + member) % 3];
                        match set >> member & 1 == 1 {
                            true => Harm { trauma: track, stress: Track::D8 },
                            false if member % 2 == 0 => Harm { trauma: Track::Out, stress: track },
                            false => Harm { trauma: track, stress: Track::Out },
                        }
                    });
                    state.teams[team] = Team::new(&battle.rules, harms, numbers, 0);
                    assert_eq!(state.teams[team].up, set);
                    let other = battle.players;
                    assert_eq!(
                        battle.pool_by(Some(&prepared), &state, team, other),
                        battle.pool(&state, team, other),
                        "{set:b}"
                    );
                    for number in 1..=12 {
                        let owner = numbers.owner(&battle.rules, &harms[..members], number);
                        let found = prepared.lineups[team].owner(set, number);
                        let drawn = battle.rules.numbers == crate::options::OwnedNumbers::Shuffled;
                        assert_eq!(found, if drawn { None } else { Some(owner) }, "{set:b} {number}");
                    }
                }
            }
        }
    }

    /// Of a fight of four against six every pool is known, of either side.
    #[test]
    fn the_pools_of_a_fight_are_known() {
        let setup = json!({
            "blue": { "operators": { "count": 4, "direct_action": "d8", "tactics": "d6" } },
            "red": { "combatants": { "count": 6, "quality": "d8" } },
        });
        let battle = fireteams(&testkit::setup::with(json!({}), setup)).expect("a fight").1;
        let throws = Prepared::new(&battle).throws.expect("few pools");
        let known = |pool: Pool| throws.knows(&pool);
        for up in 1..=4 {
            for complication in [None, Some(Die::D4), Some(Die::D6)] {
                let own = Pool::EMPTY.with(Die::D6, 1).with(Die::D8, up).and(complication.into());
                assert!(known(own), "{own}");
            }
        }
        for injuries in handfuls(&Die::ALL[1..], 4) {
            assert!((1..=6).all(|count| known(injuries.with(Die::D8, count))), "{injuries}");
        }
    }
}
