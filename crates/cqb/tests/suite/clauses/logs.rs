//! What the log states of bombs, searches, luck and fires: worked out again from its parts.

use chance::Drawn;
use cqb::player::Script;
use cqb::{Action, Pace};
use engage::{Fact, Step};
use field::Door;
use serde_json::json;

use super::{Game, cards, still};

fn word<'s>(step: &'s Step, name: &str) -> &'s str {
    step.fact(name).and_then(Fact::word).unwrap_or_else(|| panic!("no word {name}: {step:?}"))
}

fn number(step: &Step, name: &str) -> i64 {
    step.fact(name).and_then(Fact::number).unwrap_or_else(|| panic!("no number {name}: {step:?}"))
}

/// CQB-8a, CQB-8b: each attempt at the bomb logs the parts of its target number, its card, and the margin of failure.
/// The last one makes the bomb safe.
#[test]
fn cqb_8a_tries_at_a_bomb() {
    let there = "
        ####################
        #bp.....V.......r..#
        ####################";
    let game = Game::on(
        there,
        json!({
            "mission": { "objective": "bomb", "at": "place", "turns": 12 },
            "blue": { "team": { "flesh_wounds": 1 } },
            "rules": { "jokers": { "average": 2 } },
            "turn_limit": 20,
        }),
    );
    let mut results = Vec::new();
    for told in game.plays(20, |script| script.goes(0, Pace::Normal, "place").always(0, Action::Defuse)) {
        let tries: Vec<&Step> = told.by(0).filter(|step| step.verb == "defuse").collect();
        for step in &tries {
            let parts: Vec<(&str, i32)> = step.modifiers.iter().map(|part| (&*part.name, part.value)).collect();
            assert_eq!((parts, step.target_number), (vec![("difficulty", 8), ("wounds", 1)], Some(9)), "{step:?}");
            let [card] = cards(step)[..] else { panic!("one card: {step:?}") };
            let (result, short) = match i64::from(card) {
                0 => ("joker", 0),
                9.. => ("passed", 0),
                value => ("failed", 9 - value),
            };
            assert_eq!((word(step, "result"), number(step, "short_by")), (result, short), "{step:?}");
            assert_eq!(word(step, "deck"), "blue elite");
            results.push(result);
        }
        let last = tries.last().expect("a try");
        assert_eq!(told.ending() == "blue.win", word(last, "result") == "passed", "{:#?}", told.lines());
    }
    assert!(["passed", "failed", "joker"].iter().all(|result| results.contains(result)), "{results:?}");
}

/// A search ends in the turn of the move that looks into the last room: the log has the door and the way.
#[test]
fn cqb_12_a_search_in_the_log() {
    let rooms = "
        ####################
        #b...#.............#
        #...v+...V.........#
        #....#............r#
        ####################";
    let game = Game::on(rooms, json!({ "mission": { "objective": "search" }, "rules": { "order": "red_first" } }));
    let looks =
        |script: Script| script.goes(0, Pace::Normal, "via").opens(0, 0).always_goes(0, Pace::Normal, "via two");
    let told = game.first(looks);
    assert_eq!(told.ending(), "blue.win", "{:#?}", told.lines());
    let opened = told.by(0).find(|step| step.verb == "open_door").expect("a door");
    assert_eq!((number(opened, "door"), word(opened, "result")), (0, "no_test"));
    let last = told.by(0).last().expect("a step");
    assert_eq!(last.turn, u32::from(told.outcome.turns));
    if last.verb == "move" {
        let Some(Fact::Cells(way)) = last.fact("way") else { panic!("{last:?}") };
        assert!(way.contains(&(game.cell(2, 5).index() as u16)), "through the door: {last:?}");
    }
}

/// CQB-2.2b: each roll for luck logs the die and the jokers that it gives, and all faces come up.
#[test]
fn cqb_2_2b_rolls_for_luck_in_the_log() {
    let more = json!({ "rules": { "luck": "on", "jokers": { "good": 1, "average": 2, "bad": 3 } }, "turn_limit": 1 });
    let mut rolls = [0; 6];
    for told in Game::open(more).plays(200, still) {
        let luck: Vec<&Step> = told.of("CQB-2.2b").collect();
        assert_eq!(luck.iter().map(|step| word(step, "side")).collect::<Vec<_>>(), ["blue", "red"]);
        for step in luck {
            let Drawn::Row(die) = &step.luck[0].drawn else { panic!("{step:?}") };
            let die: i64 = die.parse().expect("a face");
            let expected = match die {
                2 => ("bad", 3),
                5 => ("good", 1),
                _ => ("average", 2),
            };
            assert_eq!(number(step, "die"), die);
            assert_eq!((word(step, "luck"), number(step, "jokers")), expected);
            rolls[die as usize] += 1;
        }
    }
    // Of 400 rolls a sixth, a third, a third and a sixth.
    assert!(rolls[2] > 40 && rolls[3] > 90 && rolls[4] > 90 && rolls[5] > 40, "{rolls:?}");
}

/// CQB-9a: a joker in the test to breach a door starts a fire behind it. Everybody there is tested as by gas, in the same turn and
/// at the start of each later one, masks or not.
#[test]
fn cqb_9a_a_fire_in_the_log() {
    let rooms = "
        ####################
        #........#.......r.#
        #.......b+.........#
        #........#.........#
        ####################";
    let game = Game::on(
        rooms,
        json!({
            "red": { "gunman": { "mask": true } },
            "rules": {
                "door_test": "difficult", "difficulty": { "difficult": 30 }, "joker_fire_hazard": "on", "jokers": { "average": 3 },
            },
        }),
    );
    let room = game.map.as_ref().and_then(|map| map.plan.room(game.cell(2, 17))).expect("a room");
    let mut fires = 0;
    for told in game.plays(40, |script| script.always(0, Action::Open(Door::new(0).expect("a door")))) {
        let Some(at) = told.steps.iter().position(|step| step.verb == "start_fire") else { continue };
        let (test, fire) = (&told.steps[at - 1], &told.steps[at]);
        assert_eq!((test.verb, word(test, "result"), cards(test)[..].to_vec()), ("open_door", "joker", vec![0]));
        assert_eq!(word(fire, "room"), format!("room {}", room.index()));
        let tests: Vec<&Step> = told.by(1).filter(|step| step.verb == "resist").collect();
        for (turns, step) in (0..).zip(&tests) {
            assert_eq!((word(step, "against"), step.turn), ("fire", fire.turn + turns), "{step:?}");
            assert_eq!(step.target_number, Some(6 + turns as i32), "{step:?}");
            let card = i32::from(cards(step)[0]);
            assert_eq!(word(step, "result") == "passed", card > 0 && card >= 6 + turns as i32, "{step:?}");
        }
        assert_eq!(tests.len(), (12 - fire.turn + 1) as usize, "{:#?}", told.lines());
        fires += 1;
    }
    assert!(fires > 10, "{fires}");
}
