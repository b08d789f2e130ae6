//! How the automatic player chooses: by what his team has seen and heard, and by nothing else.

pub(crate) mod ahead;

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
pub(crate) struct Game {
    battle: Box<dyn Battle>,
}

/// One assault as it was told.
pub(crate) struct Told {
    outcome: Outcome,
    pub(crate) steps: Vec<Step>,
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

    pub(crate) fn replay(&self, engagement: u64) -> Told {
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

/// Terrorists throw HE where the harm expected to the enemy outweighs that to their own side: at two enemies next to each
/// other, but neither with a hostage beside these nor into a fight at arm's length.
#[test]
fn he_is_thrown_where_it_pays() {
    let throws = |room: &str, more: Value| {
        let quiet = json!({ "weapon": "none", "count": 2 });
        let mission =
            json!({ "blue": { "team": quiet }, "red": { "foe": { "grenades": ["HE"], "orders": "mission" } } });
        let game = Game::new(room, with(mission, more));
        let thrown = |engagement: u64| {
            let steps = game.replay(engagement).steps;
            steps.iter().filter(|step| step.figure == Some(2) && step.clause.starts_with("GGG-gren")).count()
        };
        (0..10).map(thrown).sum::<usize>()
    };
    let hall = |beside: &str| {
        format!(
            "
            ##############################
            #.b{beside}.......................rp#
            #.b..........................#
            ##############################"
        )
    };
    assert!(throws(&hall("."), json!({})) > 0);
    let held = json!({ "mission": { "objective": "rescue", "at": null }, "field": { "hostages": 1 } });
    assert_eq!(throws(&hall("x"), held), 0);
    let close = "
        ##############################
        #.b..........................#
        #.br........................p#
        ##############################";
    assert_eq!(throws(close, json!({})), 0);
    // Two enemies are not worth two comrades beside them.
    let beside = "
        ##############################
        #Rb.........................r#
        #Rb.........................p#
        ##############################";
    let comrades = json!({ "at": "red two", "orders": "guard", "weapon": "none", "count": 2 });
    assert_eq!(throws(beside, json!({ "red": { "two": comrades } })), 0);
}

/// A team on its way throws smoke at a single enemy who waits for it at long range; a sniper would only blind himself.
#[test]
fn whoever_has_to_get_past_throws_smoke() {
    let hall = "
        ##########################
        #b.......................#
        #...................r...p#
        #........................#
        ##########################";
    let thrown = |weapon: &str, by: u8| {
        let team = json!({
            "orders": "mission", "weapon": weapon, "grenades": ["smoke"], "smoke_when_outnumbered_by": by,
        });
        let foe = json!({ "weapon": "automatic" });
        let game = Game::new(hall, json!({ "blue": { "team": team }, "red": { "foe": foe } }));
        let turns = |engagement: u64| game.replay(engagement).turns(0, "GGG-gren-4").len();
        (0..10).map(turns).sum::<usize>()
    };
    assert!(thrown("automatic", 0) > 0);
    assert_eq!(thrown("automatic", 1), 0);
    assert_eq!(thrown("sniper", 0), 0);
}

/// The first of a team waits for the other before a room that nobody has looked into, but not while a comrade elsewhere
/// sees an enemy.
#[test]
fn nobody_waits_for_a_stack_while_comrades_fight() {
    let rooms = "
        ##########################################
        #c.............................b+.......x#
        #...............................#........#
        #...............................#........#
        #####+################################+###
        #B.........:.......r....................p#
        ##########################################";
    let enters = |rooms: &str| {
        let more = json!({
            "mission": { "objective": "rescue", "at": "place" },
            "field": { "hostages": 1 },
            "blue": {
                "team": { "orders": "mission", "weapon": "none", "stack": 2, "patience": 9 },
                "far": { "at": "blue three", "orders": "mission", "weapon": "none" },
                "watcher": { "at": "blue two", "orders": "guard", "hiding": false, "weapon": "none" },
            },
            "red": { "foe": { "weapon": "none" } },
            "turn_limit": 3,
        });
        let game = Game::new(rooms, more);
        (0..10).filter(|&engagement| !game.replay(engagement).turns(1, "GGG-move-1").is_empty()).count()
    };
    assert_eq!([enters(&rooms.replace(':', "#")), enters(&rooms.replace(':', "."))], [0, 10]);
}

/// A Terrorist who lies in wait goes to where a comrade has met an enemy; one on guard stays.
#[test]
fn those_who_lie_in_wait_come_to_help() {
    let rooms = "
        ################################
        #.........#.........#..........#
        #...b.....#.....R...+.r........#
        #.........+.........#..........#
        #.........#.........#.........x#
        ################################";
    let goes = |orders: &str| {
        let unarmed = json!({ "weapon": "none", "orders": "assault", "advance": "normal" });
        let red = json!({
            "foe": { "weapon": "none", "orders": orders },
            "two": { "at": "red two", "orders": "guard", "weapon": "none" },
        });
        let mission = json!({ "mission": { "objective": "rescue", "at": null }, "field": { "hostages": 1 } });
        let game =
            Game::new(rooms, with(mission, json!({ "blue": { "team": unarmed }, "red": red, "turn_limit": 12 })));
        // Later he meets the enemy himself.
        let early = |engagement: u64| game.replay(engagement).turns(1, "GGG-move-1").into_iter().any(|turn| turn <= 3);
        (0..10).filter(|&engagement| early(engagement)).count()
    };
    assert!(goes("mission") > 0);
    assert_eq!(goes("guard"), 0);
}

/// Whoever lies in wait for a VIP goes to where he watches the way in: out of the escape point, and there from elsewhere.
#[test]
fn nobody_lies_in_wait_in_the_escape_point() {
    let rooms = "
        ################################
        #.B.......................#....#
        #.b.......................+..r.#
        #.........................#....#
        ################################";
    let moves = |at: &str, orders: &str| {
        let vip = json!({ "at": "blue two", "vip": true, "orders": "guard" });
        let mission = json!({
            "mission": { "objective": "escort", "at": at },
            "blue": { "team": { "weapon": "none" }, "vip": vip },
            "red": { "foe": { "weapon": "none", "orders": orders } },
        });
        Game::new(rooms, mission).replay(0).turns(2, "GGG-move-1").len()
    };
    assert!(moves("red", "mission") > 0);
    assert!(moves("blue", "mission") > 0);
}

/// Whoever guards a bomb that ticks goes to where he sees it, and stays there though somebody is heard elsewhere.
#[test]
fn whoever_guards_a_bomb_keeps_it_in_sight() {
    let rooms = "
        ##################################
        #.........#...........#..........#
        #.....b...#....rp.....+....R.....#
        #.........+...........#..........#
        #.........#...........#..........#
        ##################################";
    let red = |orders: &str| {
        json!({
            "foe": { "orders": "mission", "weapon": "none" },
            "two": { "at": "red two", "orders": orders, "weapon": "none", "stations": 0 },
        })
    };
    let moves = |orders: &str| {
        let game = json!({ "red": red(orders), "blue": { "team": { "weapon": "none" } } });
        Game::new(rooms, game).replay(0).turns(2, "GGG-move-1").len()
    };
    assert!(moves("mission") > 0);
    assert_eq!(moves("guard"), 0);
}

/// A man in sight of an enemy tells hostages to follow when time presses, and not before.
#[test]
fn hostages_are_called_under_fire_when_time_presses() {
    let hall = "
        ##############################
        #b...........................#
        #..........................r.#
        #......x.....................#
        ##############################";
    let told = |time: u16| {
        let more = json!({
            "mission": { "objective": "rescue", "at": "blue" },
            "field": { "hostages": 1 },
            "blue": { "team": { "orders": "mission", "weapon": "automatic" } },
            "red": { "foe": { "weapon": "automatic" } },
            "rules": { "time": time, "fire": needs(6), "follow_distance": 3 },
            "turn_limit": 8,
        });
        let game = Game::new(hall, more);
        (0..10).map(|engagement| game.replay(engagement).turns(0, "GGG-host-1").len()).sum::<usize>()
    };
    assert!(told(4) > told(30), "{} {}", told(4), told(30));
}

/// A figure gives up its first place when others fill it, and at once when it leads a hostage.
#[test]
fn nobody_insists_on_a_place_that_is_full() {
    let rooms = "
        ####################
        #r...#bb.......#####
        #....+bb.......+x.x#
        #....#.........#####
        ####################";
    let more = json!({
        "mission": { "objective": "rescue", "at": "blue" },
        "field": { "hostages": 2 },
        "blue": { "team": { "orders": "mission", "count": 4, "via": "hostages", "stack": 4 } },
        "red": { "foe": { "weapon": "none" } },
        "rules": { "follow_distance": 1 },
        "turn_limit": 30,
    });
    let game = Game::new(rooms, more);
    let lost: Vec<u64> = (0..40).filter(|&engagement| game.replay(engagement).ending() != "blue.rescued").collect();
    assert!(lost.is_empty(), "{lost:?}");
}
