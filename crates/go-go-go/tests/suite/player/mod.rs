//! How the automatic player chooses: by what his team has seen and heard, and by nothing else.

use std::sync::Arc;

use engage::{Battle, Outcome, Step};
use serde_json::{Value, json};
use testkit::setup::with;

use crate::clauses::{drawn, needs};

/// Red begins beside the key place; blue is in the next room.
const PLACE: &str = "
    ################################
    #b........#.......rp...........#
    #.........#....................#
    #.........+....................#
    #.........#....................#
    ################################";

/// An assault in the hands of the automatic player.
struct Game {
    battle: Box<dyn Battle>,
}

/// One assault as it was told.
struct Told {
    outcome: Outcome,
    steps: Vec<Step>,
}

impl Game {
    #[track_caller]
    fn new(drawing: &str, more: Value) -> Game {
        let assault = json!({
            "field": { "map": "drawn.toml" },
            "mission": { "objective": "bomb", "at": "place" },
            "blue": { "team": { "orders": "guard", "hiding": false, "stack": 1 } },
            "red": { "foe": { "orders": "guard", "hiding": false, "stack": 1 } },
            "rules": { "ct_lost_when": "all_out", "out_up_to": 0, "penalties": { "wound": 0 } },
            "turn_limit": 6,
        });
        let scenario = with(assault, more);
        let map = drawn(drawing);
        let battle = (go_go_go::RULESET.compile)(&scenario, Some(&Arc::clone(&map)));
        Game { battle: battle.unwrap_or_else(|problems| panic!("{scenario}: {problems:?}")) }
    }

    fn replay(&self, engagement: u64) -> Told {
        let (outcome, steps) = self.battle.replay(1, engagement);
        Told { outcome, steps }
    }
}

impl Told {
    fn ending(&self) -> &'static str {
        go_go_go::RULESET.endings[usize::from(self.outcome.ending)].id
    }

    /// The turns in which a figure does something under a clause.
    fn turns(&self, who: u8, clause: &str) -> Vec<u32> {
        let own = self.steps.iter().filter(|step| step.figure == Some(who) && step.clause == clause);
        own.map(|step| step.turn).collect()
    }
}

/// A figure that is shot at from behind has turned to the shooter a turn later; before, it looked at the door where it expected
/// somebody.
#[test]
fn whoever_is_shot_at_from_behind_turns_to_the_shooter() {
    let hall = "
        ########################################
        #..#...................................#
        #r.+......b...........................R#
        #..#..................................p#
        ########################################";
    let turned = |weapon: &str| {
        let two = json!({ "at": "red two", "orders": "guard", "hiding": false, "weapon": weapon });
        let more = json!({ "red": { "foe": { "weapon": "none" }, "two": two }, "rules": { "fire": needs(-10) } });
        let steps = Game::new(hall, more).replay(0);
        (steps.turns(0, "GGG-move-4"), steps.turns(0, "GGG-see-6"))
    };
    assert_eq!(turned("automatic"), (vec![2], vec![2]));
    assert_eq!(turned("none"), (vec![], vec![]));
}

/// What Counter-Terrorists do does not depend on how long the bomb has to go.
#[test]
fn what_counter_terrorists_do_does_not_depend_on_the_fuse() {
    let more = |fuse: u16| {
        json!({
            "blue": { "team": { "orders": "mission", "count": 2, "weapon": "automatic" } },
            "red": { "foe": { "orders": "mission" } },
            "rules": { "fuse": fuse, "out_up_to": 2 },
            "turn_limit": 40,
        })
    };
    let map = PLACE.replace("#b.", "#bb");
    let [short, long] = [6, 15].map(|fuse| Game::new(&map, more(fuse)));
    let mut compared = 0;
    for engagement in 0..20 {
        let (one, other) = (short.replay(engagement), long.replay(engagement));
        let before = |steps: &Told| -> Vec<String> {
            let theirs =
                steps.steps.iter().filter(|step| step.clause != "GGG-bomb-3" && step.turn <= one.outcome.turns.into());
            theirs
                .filter(|step| step.figure.is_some())
                .map(|step| format!("{} {:?} {}", step.turn, step.figure, step.text))
                .collect()
        };
        assert_eq!(before(&one), before(&other), "engagement {engagement}");
        compared += usize::from(one.ending() == "red.explosion" && other.outcome.turns > one.outcome.turns);
    }
    assert!(compared > 0, "{compared}");
}

/// Each team goes by what it has seen and heard: what it does is the same wherever an enemy stands that it knows nothing of.
#[test]
fn what_a_team_does_depends_on_what_it_has_seen() {
    let rooms = |red: &str| {
        format!(
            "
            ##################################
            #b......#.......+{red}#
            #b......+.......########.........#
            #.......#.......#.......+........#
            #########...p...##################
            ##################################"
        )
    };
    let more = json!({
        "blue": { "team": { "orders": "mission", "count": 2, "stack": 2 } },
        "red": { "foe": { "orders": "guard" } },
        "turn_limit": 12,
    });
    let [one, other] = ["...............r", "......r........."].map(|red| Game::new(&rooms(red), more.clone()));
    let mut compared = 0;
    for engagement in 0..10 {
        let [one, other] = [&one, &other].map(|game| game.replay(engagement));
        let met = |steps: &Told| {
            let sees = |step: &&engage::Step| matches!(step.clause, "GGG-see-6" | "GGG-sound-1" | "GGG-see-3");
            steps.steps.iter().find(sees).map_or(12, |step| step.turn - 1)
        };
        let until = met(&one).min(met(&other));
        let blue = |steps: &Told| -> Vec<String> {
            let theirs = steps.steps.iter().filter(|step| step.turn <= until && step.figure.is_some_and(|who| who < 2));
            theirs.map(|step| format!("{} {:?} {} {:?}", step.turn, step.figure, step.text, step.marks)).collect()
        };
        assert_eq!(blue(&one), blue(&other));
        compared += blue(&one).len();
    }
    assert!(compared > 25, "{compared}");
}
