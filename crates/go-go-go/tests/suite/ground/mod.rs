//! What must be true of any assault on any map, watched step by step. The watcher shares nothing with the crate but the map:
//! ways, lines of sight, bursts, needs, clocks and endings are worked out here a second time.

mod ends;
mod fight;
mod lay;
mod make;
mod watch;

use std::sync::Arc;

use engage::{Battle, Map, Outcome, Side};
use rand_pcg::Pcg64;
use serde_json::Value;

pub(crate) use make::{OPTIONS, any_map, any_scenario};
use watch::{Count, Seen, Watch};

/// Maps played on, and engagements on each.
const MAPS: u64 = 10_000;
const ENGAGEMENTS: u64 = 1;

/// What has to come about for the checks to mean something.
const CHECKED: [&str; 49] = [
    "GGG-am-2",
    "GGG-bomb-3",
    "GGG-host-1",
    "GGG-host-4",
    "GGG-see-3",
    "GGG-see-6",
    "GGG-see-8",
    "GGG-seq-1",
    "HE thrown",
    "smoke thrown",
    "stun thrown",
    "grenades stopped",
    "throws through openings",
    "hostages in the blast",
    "stunned again",
    "stunned men moved",
    "stray shots",
    "shots at hiders",
    "shots at movers",
    "shots at whom a comrade saw",
    "hiders revealed",
    "sniper's shots",
    "sniper's narrow view",
    "kept in sight",
    "heard",
    "doors opened",
    "prisoners",
    "bombs taken up",
    "turns of planting",
    "turns of defusing",
    "bombs defused",
    "bombs gone off",
    "blue.rescued",
    "blue.hostage_killed",
    "blue.no_explosion",
    "blue.vip_away",
    "blue.terrorists_down",
    "blue.both_failed",
    "red.both_failed",
    "draw.both_failed",
    "draw.time_up",
    "blue.time_up",
    "red.time_up",
    "red.explosion",
    "blue.defused",
    "red.hostage_killed",
    "red.vip_killed",
    "red.ct_lost",
    "turn_limit",
];

/// What the steps end with when a mission ends so (GGG-mis-1).
fn title(ending: &str) -> String {
    let known = go_go_go::RULESET.endings.iter().find(|known| known.id == ending);
    let (title, winner) = known.map_or(("", None), |known| (known.about, known.winner));
    let winner = match winner {
        Some(Side::Blue) => "the Counter-Terrorists have won",
        Some(Side::Red) => "the Terrorists have won",
        None => "nobody has won",
    };
    format!("{title}: {winner}")
}

/// Compiles a scenario on a map.
#[track_caller]
pub(crate) fn battle_on(map: &Arc<Map>, scenario: &Value) -> Box<dyn Battle> {
    (go_go_go::RULESET.compile)(scenario, Some(map)).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// Watches an engagement to its end.
fn watched(battle: &dyn Battle, scenario: &Value, count: &mut Count, seed: u64, engagement: u64) -> Seen<Outcome> {
    let (outcome, steps) = battle.replay(seed, engagement);
    let map = battle.map().ok_or("a map")?;
    for step in &steps {
        *count.entry(step.clause).or_default() += 1;
    }
    let mut watch = Watch::new(battle, map, scenario, count);
    let result = watch.watch(battle, map, &steps, &outcome);
    result.map_err(|error| {
        let turn = steps.iter().filter(|step| step.turn == watch.turn || step.turn == 0);
        let turn: Vec<String> = turn
            .map(|step| {
                let dice: Vec<String> = step.luck.iter().map(|luck| luck.drawn.to_string()).collect();
                let (who, whom, need) = (step.figure, step.target, step.target_number);
                format!("{who:?} {whom:?} {} {} need {need:?} {dice:?} {:?}", step.clause, step.text, step.marks)
            })
            .collect();
        format!("{error}\nturn {}:\n{}", watch.turn, turn.join("\n"))
    })?;
    Ok(outcome)
}

/// Nobody goes farther or elsewhere than he may, acts out of turn, sees, hears or hits by another rule than the book's;
/// grenades land where the dice say and reach whom they must; hostages, bombs and the VIP are treated as they must be; every
/// mission ends when and as its list says.
#[test]
fn any_map_is_played_by_the_rules() {
    let mut count = Count::new();
    let mut maps = 0;
    for number in 0.. {
        let mut rng = Pcg64::new(u128::from(number), 0x6060);
        let largest = if number % 50 == 30 { 30 } else { 14 };
        let Some((drawing, map)) = any_map(&mut rng, largest) else { continue };
        maps += 1;
        if maps > MAPS {
            break;
        }
        let scenario = any_scenario(&mut rng);
        let battle = battle_on(&map, &scenario);
        let mut played = [Outcome::default(); ENGAGEMENTS as usize];
        battle.play(number, 0, &mut played);
        for (engagement, played) in (0..).zip(played) {
            let outcome = watched(&*battle, &scenario, &mut count, number, engagement).unwrap_or_else(|error| {
                panic!("map {number}, engagement {engagement}: {error}\n{drawing}\n{scenario}")
            });
            assert_eq!(outcome, played, "a replay is what was played");
        }
    }
    // The seeds are fixed: these come about several times at least, or the checks of them are idle.
    let rare = |what: &&&str| count.get(**what).is_none_or(|&times| times < 5);
    assert_eq!(CHECKED.iter().find(rare), None, "{count:#?}");
}
