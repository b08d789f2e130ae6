//! FT-seq: pairs of moves, the roll for the first of them, and a side's turn.

use chance::{Chance, Keyed, Observed, Procedure, Sampled, Witnessed};
use engage::{Side, Step};
use fireteam::initiative::Initiative;
use serde_json::{Value, json};

use super::{ANYWHERE, ending, every_hit, is_attack, log, odds, of, replayed, transcripts, with};

/// Whose turn each begins, with its pair.
fn turns(steps: &[Step]) -> Vec<(u32, &str)> {
    let begins = steps.iter().filter(|step| step.clause == "FT-seq-1");
    begins.map(|step| (step.turn, step.text.trim_end_matches("'s turn"))).collect()
}

/// Who wins a roll that comes up so, found among many rolls.
#[track_caller]
fn winner(advantage: i8, ties_stand: bool, blue: u8, red: u8) -> Option<Side> {
    let wanted = [u32::from(blue), u32::from(red)];
    let rolled = |engagement: u64| {
        let mut words = Sampled::new(Keyed::engagement(1, engagement));
        let mut told = Witnessed::default();
        let mut observed = Observed::new(&mut words, &mut told);
        let winner = Initiative { advantage, ties_stand }.run(&mut observed, ANYWHERE);
        observed.log(Step::default);
        told.steps.iter().flat_map(|step| &step.luck).any(|luck| luck.drawn.faces() == wanted).then_some(winner)
    };
    (0..2000).find_map(rolled).unwrap_or_else(|| panic!("{wanted:?} never came up"))
}

/// FT-seq-1: in each pair of moves both sides have a turn, one after the other.
#[test]
fn ft_seq_1_pairs_of_moves() {
    let more =
        json!({ "blue": { "team": { "weapon": "wild" } }, "field": { "first_move": "rolled" }, "turn_limit": 40 });
    let steps = replayed(None, more).1;
    let turns = turns(&steps);
    assert_eq!(turns.len(), 80);
    for (number, pair) in turns.chunks(2).enumerate() {
        assert!(pair[0].0 as usize == number + 1 && pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1, "{pair:?}");
    }
    // FT-seq-2: so the same side may move twice running.
    assert!(turns.windows(2).any(|two| two[0].1 == two[1].1), "{turns:?}");
}

/// FT-seq-2: the higher die decides; the winner may take the second turn.
#[test]
fn ft_seq_2_the_roll_for_the_first_move() {
    assert_eq!(winner(0, false, 4, 3), Some(Side::Blue));
    assert_eq!(winner(0, false, 2, 5), Some(Side::Red));
    assert_eq!(winner(0, true, 5, 5), None, "a tie that stands");
    assert_eq!(odds("initiative", json!({}), "a_decides"), of(1, 2));
    let first = |taken: &str| {
        let field = json!({ "first_move": "rolled", "blue_takes": taken });
        let steps =
            replayed(None, json!({ "blue": { "team": { "weapon": "wild" } }, "field": field, "turn_limit": 60 })).1;
        let rolls = steps.iter().filter(|step| step.text.starts_with("roll won by blue"));
        let all: Vec<bool> = rolls.map(|step| step.text.ends_with("first to move: blue")).collect();
        assert!(all.len() > 15 && all.iter().all(|&first| first == all[0]));
        all[0]
    };
    assert!(first("first") && !first("second"));
}

/// FT-seq-2: ties are rolled again, or under `initiative_tie` the order of the last pair stands.
#[test]
fn ft_seq_2_ties() {
    let tied = |option: &str| {
        let more = json!({
            "blue": { "team": { "weapon": "wild" } }, "field": { "first_move": "rolled" },
            "rules": { "initiative_tie": option }, "turn_limit": 200,
        });
        let steps = replayed(None, more).1;
        let order = turns(&steps);
        let ties: Vec<u32> =
            steps.iter().filter(|step| step.text.starts_with("equal dice")).map(|step| step.turn).collect();
        let first = |pair: u32| order[pair as usize * 2 - 2].1;
        assert!(ties.iter().all(|&pair| pair > 1 && first(pair) == first(pair - 1)));
        ties.len()
    };
    assert_eq!(tied("reroll"), 0);
    assert!(tied("keep_order") > 15);
}

/// FT-seq-3: what a side adds to its die.
#[test]
fn ft_seq_3_superior_troops() {
    for (bonus, wanted) in
        [(0, of(1, 2)), (1, of(21, 31)), (2, of(13, 16)), (3, of(10, 11)), (4, of(33, 34)), (5, of(1, 1))]
    {
        assert_eq!(odds("initiative", json!({ "bonus_a": bonus }), "a_decides"), wanted, "{bonus}");
    }
    assert_eq!(winner(1, false, 3, 3), Some(Side::Blue));
    let more = json!({
        "blue": { "team": { "weapon": "wild" } }, "field": { "first_move": "rolled" },
        "rules": { "initiative_bonus": { "red": 5 } }, "turn_limit": 50,
    });
    let steps = replayed(None, more).1;
    assert!(turns(&steps).chunks(2).all(|pair| pair[0].1 == "red"));
}

/// FT-seq-4: a side moves, then fires; or under `turn_structure` each man does both before the next.
#[test]
fn ft_seq_4_moves_before_fire() {
    let yard = "
        ####################
        #b................r#
        #b.................#
        ####################";
    let order = |option: &str| {
        let more = json!({
            "blue": { "team": { "weapon": "wild", "count": 2, "does": ["walk red"] } },
            "rules": { "turn_structure": option }, "turn_limit": 1,
        });
        let steps = replayed(Some(yard), more).1;
        let of_blue = steps.iter().filter(|step| step.figure.is_some_and(|man| man < 2));
        of_blue.map(|step| (step.figure.unwrap_or(9), is_attack(step))).collect::<Vec<_>>()
    };
    assert_eq!(order("move_then_fire"), [(0, false), (1, false), (0, true), (1, true)]);
    assert_eq!(order("figure_by_figure"), [(0, false), (0, true), (1, false), (1, true)]);
}

/// FT-seq-4: targets are named shot by shot, or under `target_declaration` all at once, and then fire at one who falls is lost.
#[test]
fn ft_seq_4_when_targets_are_named() {
    let fallen = |option: &str| {
        let more = json!({
            "blue": { "team": { "count": 2 } }, "red": { "foe": { "count": 2 } },
            "rules": with(every_hit(7, "dead"), json!({ "target_declaration": option })),
        });
        let (outcome, _) = replayed(None, more);
        assert_eq!(ending(&outcome), "blue.win");
        outcome.turns
    };
    assert_eq!((fallen("one_by_one"), fallen("all_first")), (1, 2));
}

/// FT-seq-5: in the enemy's turn nobody fires, throws, moves, aims or un-pins.
#[test]
fn ft_seq_5_nothing_in_the_enemys_turn() {
    let yard = "
        ####################
        #b.......:.........#
        #b................r#
        #b.......:........r#
        #.................r#
        ####################";
    let men = |to: &str| json!({ "weapon": "rifle", "count": 3, "offensive_grenades": 1, "does": [to, "throw", "aim", "drop"] });
    let more = json!({ "blue": { "team": men("rush red") }, "red": { "foe": men("walk blue") }, "field": { "first_move": "rolled" }, "turn_limit": 20 });
    let (mut acts, mut drops) = (0, 0);
    for steps in transcripts(Some(yard), more, 40) {
        let mut side = "";
        for step in &steps {
            if step.clause == "FT-seq-1" {
                side = step.text.trim_end_matches("'s turn");
            } else if step.verb == "go_prone"
                && step.fact("why").and_then(chance::Fact::word).is_some_and(|why| ["shot_at", "blast"].contains(&why))
            {
                drops += 1;
            } else if let Some(man) = step.figure {
                acts += 1;
                assert_eq!(side, if man < 3 { "blue" } else { "red" }, "{step:?}");
            }
        }
    }
    assert!(acts > 500 && drops > 50, "{acts} {drops}");
}

/// FT-move-4: the one thing done in the enemy's turn is going prone, before the dice: who is shot at saves on the prone row.
#[test]
fn ft_move_4_going_prone_when_shot_at() {
    let saved_on = |red: Value, option: &str| {
        let rules = json!({ "go_prone_when": option });
        let lines = log(json!({ "red": { "foe": { "does": red } }, "rules": rules, "turn_limit": 1 }));
        let shot = lines.iter().find(|line| line.starts_with("1 0: shot")).expect("a shot").clone();
        shot.split("saved on ").nth(1).expect("a save")[..2].to_owned()
    };
    let drops = || json!(["drop"]);
    assert_eq!(saved_on(drops(), "any_time"), "2+");
    assert_eq!(saved_on(drops(), "own_turn"), "5+");
    assert_eq!(saved_on(json!([]), "any_time"), "5+");
    // It costs nothing: a man who has gone prone in his move is still and fires; a pinned man may do it too.
    for pinned in [false, true] {
        let team = json!({ "weapon": "wild", "begins_pinned": pinned, "does": ["prone"] });
        let lines = log(
            json!({ "blue": { "team": team }, "rules": { "save": { "standing": { "stationary": 0 } } }, "turn_limit": 1 }),
        );
        let prone = lines.iter().position(|line| line == "1 0: goes prone").expect("goes prone");
        assert!(lines[prone + 1].starts_with("1 0: shot"), "{lines:#?}");
        assert_eq!(lines.iter().any(|line| line.starts_with("1 0: stays pinned")), pinned, "{lines:#?}");
    }
}
