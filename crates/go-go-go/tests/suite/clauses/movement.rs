//! Movement, facing and sound (GGG-move, GGG-sound).

use serde_json::json;

use super::{Game, SPENT, always, needs, spent_rules, spotting, thrower, told, with};

/// A lane: blue comes from the left, red stands out of the way behind a door.
const LANE: &str = "
    ##################################
    #b...............v...............#
    ################################+#
    #...............................r#
    #p..............................##
    ##################################";

/// Unarmed, and on its way to the area `via`.
fn walker(advance: &str) -> serde_json::Value {
    json!({ "via": "via", "advance": advance, "weapon": "none" })
}

/// Up to 6" a turn normally, up to 2" stealthily, and nothing more: neither doors nor climbing nor rough ground cost anything.
#[test]
fn ggg_move_1_how_far_figures_go() {
    let gone = |drawing: &str, advance: &str| {
        let more = json!({ "blue": { "team": walker(advance) }, "rules": { "fire": needs(99) } });
        told(drawing, more).strides(0, 5)
    };
    assert_eq!(gone(LANE, "normal"), [6, 6, 4, 0, 0]);
    assert_eq!(gone(LANE, "stealthy"), [2, 2, 2, 2, 2]);
    // Rough ground, a low wall, a bush, a seat and rubble are like floor; so is a door right before one.
    for ground in [",", "_", "\"", "h", ":"] {
        let row = format!("#b.{ground}.{ground}.{ground}.{ground}.......v...............#");
        assert_eq!(
            gone(&LANE.replace("#b...............v...............#", &row), "normal"),
            [6, 6, 4, 0, 0],
            "{ground}"
        );
    }
    let door = LANE.replace("#b....", "#b+...");
    assert_eq!(gone(&door, "normal")[0], 6);
    let slow = json!({ "rules": { "moves": { "normal": 4 } }, "blue": { "team": walker("normal") } });
    assert_eq!(told(LANE, slow).strides(0, 2), [4, 4]);
}

/// A pace is what is declared, not how far it is: the last inch at normal pace is heard; who is ordered to go and cannot is
/// stationary; both paces count as moving for whoever fires.
#[test]
fn ggg_move_2_paces_are_declared() {
    // An inch to go: footsteps at normal pace, none stealthily.
    let near = "
        ####################
        #bv......#.........#
        #........#.r.......#
        #........#.........#
        #........+........p#
        ####################";
    for (advance, heard) in [("normal", true), ("stealthy", false)] {
        let steps = told(near, json!({ "blue": { "team": walker(advance) } }));
        assert_eq!(steps.at(0, 1), (1, 2), "an inch");
        assert_eq!(steps.turns(1, "GGG-sound-1"), if heard { vec![1] } else { vec![] }, "{advance}");
    }
    // Red bars the way; blue is as easy to hit as one who stands.
    let barred = "
        #############
        #b......r..v#
        ###########.#
        #p..........#
        #############";
    let steps = told(barred, json!({ "blue": { "team": walker("normal") } }));
    assert_eq!((steps.at(0, 1), steps.at(0, 6)), ((1, 7), (1, 7)));
    let aims = steps.aims(1);
    assert_eq!(aims[..2], [(1, 3), (2, 2)], "moving, then not: {aims:?}");
    // Both paces count as moving (GGG-fire-5).
    let open = "
        ####################
        #b.................#
        #.................r#
        #v.................#
        #.................p#
        ####################";
    for advance in ["normal", "stealthy"] {
        let aims = told(open, json!({ "blue": { "team": walker(advance) } })).aims(1);
        assert_eq!(aims[..2], [(1, 4), (2, 3)], "{advance}: {aims:?}");
    }
}

/// Stunned figures go 3" and 1" (GGG-stun-1); wounds slow nobody.
#[test]
fn ggg_move_3_stunned_figures_go_half_as_far() {
    let street = "
        ############################################################
        #b..................................v......................#
        #..........................................................#
        #..........................................................#
        #........................................................rp#
        ############################################################";
    let gone = |advance: &str, wounds: u8, throws: bool| {
        let more = json!({
            "blue": { "team": with(walker(advance), json!({ "wounds": wounds, "weapon": "automatic" })) },
            "red": { "foe": with(thrower("stun"), json!({ "wounds": SPENT, "throw": if throws { "always" } else { "never" } })) },
            "rules": spent_rules(json!({ "stun": always("stunned"), "radius": 7 })),
            "turn_limit": 7,
        });
        told(street, more).strides(0, 7)
    };
    // Seen in turn 1, thrown at in turn 2, stunned for three turns more.
    assert_eq!(gone("normal", 0, true), [6, 6, 3, 3, 3, 6, 6]);
    assert_eq!(gone("stealthy", 0, true), [2, 2, 1, 1, 1, 2, 2]);
    assert_eq!(gone("normal", 5, false)[..5], [6, 6, 6, 6, 6]);
}

/// Whoever is shot at from behind knows whence, and has turned to the shooter a turn later; he had looked to the door by which he
/// expects somebody.
#[test]
fn ggg_move_4_whence_one_is_shot_at() {
    let hall = "
        ########################################
        #..#...................................#
        #r.+......b...........................R#
        #..#..................................p#
        ########################################";
    let turned = |weapon: &str| {
        let two = json!({ "at": "red two", "orders": "guard", "hiding": false, "weapon": weapon });
        let more = json!({ "red": { "foe": { "weapon": "none" }, "two": two }, "rules": { "fire": needs(-50) } });
        let steps = told(hall, more);
        (steps.turns(0, "GGG-move-4"), steps.turns(0, "GGG-see-6"))
    };
    assert_eq!(turned("automatic"), (vec![2], vec![2]));
    assert_eq!(turned("none"), (vec![], vec![]));
}

/// Everybody faces as he likes at the end of movement, also who does not move, and stays stationary: a guard who hears somebody
/// behind him has turned round a turn later.
#[test]
fn ggg_move_4_facing_is_set_freely() {
    let behind = "
        ##############################
        #............................#
        #B......v...........r.....#.b#
        #.........................'..#
        #.........................#.p#
        ##############################";
    let more = json!({ "blue": { "team": { "weapon": "none" }, "two": { "at": "blue two", "via": "via", "orders": "guard", "weapon": "none", "hiding": false } },
        "rules": { "spotting": spotting(99), "hearing": 14 }, "turn_limit": 3 });
    let steps = told(behind, more);
    // Blue two ends 12" behind red, who watches the doorway.
    assert!(steps.turns(2, "GGG-sound-1").contains(&1), "{:#?}", steps.lines());
    assert!(steps.by(2, "GGG-see-6").all(|step| step.turn > 1), "{:#?}", steps.lines());
    let seen: Vec<_> = steps.by(2, "GGG-see-6").map(|step| (step.turn, step.target, step.luck.len())).collect();
    assert_eq!(seen[0], (2, Some(1), 0), "before him without a die: {:#?}", steps.lines());
    // He has turned, and fires as one who stands: at long range, at somebody who has moved or has not.
    let (turn, number) = steps.aims(2)[0];
    assert!(turn == 2 && [3, 4].contains(&number) && steps.turns(2, "GGG-move-1").is_empty(), "{:#?}", steps.lines());
}

/// A room beside blue's, through a wall without a door.
fn beside(apart: usize) -> String {
    let row = |left: &str, right: &str| format!("#{left:.<8}#{right:.<12}#\n");
    let red = format!("{}r", ".".repeat(apart - 3));
    format!(
        "{}\n{}{}{}{}",
        "#".repeat(23),
        row("b.....v", &red),
        format_args!("#........#{}#\n", ".".repeat(12)),
        format_args!("#........+{}p#\n", ".".repeat(11)),
        "#".repeat(23)
    )
}

/// Footsteps are heard up to 10", those of normal movers alone.
#[test]
fn ggg_sound_1_footsteps() {
    let hears = |apart: usize, advance: &str| {
        let more = json!({ "blue": { "team": walker(advance) }, "turn_limit": 1 });
        told(&beside(apart), more).of("GGG-sound-1").map(|step| step.figure).collect::<Vec<_>>()
    };
    assert_eq!(hears(10, "normal"), [Some(1)], "10 included");
    assert_eq!(hears(11, "normal"), []);
    assert_eq!(hears(6, "stealthy"), [], "stealthy movers make none");
    let guard = json!({ "turn_limit": 3 });
    assert_eq!(told(&beside(6), guard).of("GGG-sound-1").count(), 0, "nor do those who stand still");
    let deaf = json!({ "blue": { "team": walker("normal") }, "rules": { "hearing": 9 }, "turn_limit": 1 });
    assert_eq!(told(&beside(10), deaf).of("GGG-sound-1").count(), 0);
}

/// Who is heard is not seen and not fired at, whatever the walls; shots are not heard.
#[test]
fn ggg_sound_3_a_sound_is_no_spotting() {
    let more = json!({ "blue": { "team": walker("normal") }, "turn_limit": 1 });
    let steps = told(&beside(6), more);
    assert_eq!(steps.turns(1, "GGG-sound-1"), [1], "through the wall");
    assert!(steps.of("GGG-see-6").next().is_none() && steps.shots(1).next().is_none(), "{:#?}", steps.lines());
    // Two fire at each other in the next room.
    let shots = "
        ####################
        #b......R#....r....#
        #........#.........#
        #........+........p#
        ####################";
    let more = json!({ "red": { "two": { "at": "red two", "orders": "guard", "hiding": false } } });
    let steps = told(shots, more);
    assert!(steps.shots(0).count() > 3, "{:#?}", steps.lines());
    assert_eq!(steps.of("GGG-sound-1").count(), 0);
}

/// Footsteps are judged where they end.
#[test]
fn ggg_sound_1_is_judged_at_the_end_of_the_move() {
    // From 9" off to 15" off, and the other way round.
    let rooms = |row: &str| {
        format!(
            "
        ####################
        #......#{row}#
        #......#...........#
        #r.....+..........p#
        ####################"
        )
    };
    for timing in ["after_movement", "stationary_first"] {
        let heard = |row: &str| {
            let more = json!({ "blue": { "team": walker("normal") }, "rules": { "fire_timing": timing, "hearing": 12 }, "turn_limit": 1 });
            Game::new(&rooms(row), more).replay(0).of("GGG-sound-1").count()
        };
        assert_eq!(heard("....b.....v"), 0, "{timing}: away from him");
        assert_eq!(heard("....v.....b"), 1, "{timing}: towards him");
    }
}
