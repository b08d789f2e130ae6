//! Movement, facing and sound (GGG-move, GGG-sound).

use field::Facing;
use go_go_go::action::{Action, Ask, Order, Way};
use go_go_go::figure::Pace;
use go_go_go::grenade::Grenade;
use go_go_go::{Knowledge, Script};
use serde_json::{Value, json};

use super::{Assault, Watched, always, answers, look, open, play, spotting, still, walks};

/// A lane: blue comes from the left, red stands out of the way behind a door.
const LANE: &str = "
    ##################################
    #b...............v...............#
    ################################+#
    #...............................r#
    #p..............................##
    ##################################";

/// Blue goes to the area `via`, looking east.
fn walker(pace: Pace) -> impl Fn(Script) -> Script {
    move |script| walks(script.faces(0, Facing::EAST), 0, pace, "via")
}

/// Up to 6" a turn normally, up to 2" stealthily, and nothing more: neither doors nor climbing nor rough ground cost anything.
#[test]
fn ggg_move_1_how_far_figures_go() {
    let gone = |drawing: &str, pace: Pace| play(drawing, json!({}), walker(pace)).strides(0, 5);
    assert_eq!(gone(LANE, Pace::Normal), [6, 6, 4, 0, 0]);
    assert_eq!(gone(LANE, Pace::Stealthy), [2, 2, 2, 2, 2]);
    // Rough ground, a low wall, a bush, a seat and rubble are like floor; so is a door right before one.
    for ground in [",", "_", "\"", "h", ":"] {
        let row = format!("#b.{ground}.{ground}.{ground}.{ground}.......v...............#");
        assert_eq!(
            gone(&LANE.replace("#b...............v...............#", &row), Pace::Normal),
            [6, 6, 4, 0, 0],
            "{ground}"
        );
    }
    let door = LANE.replace("#b....", "#b+...");
    assert_eq!(gone(&door, Pace::Normal)[0], 6);
    let slow = json!({ "rules": { "moves": { "normal": 4 } } });
    assert_eq!(play(LANE, slow, walker(Pace::Normal)).strides(0, 2), [4, 4]);
}

/// A pace is what is declared, not how far it is: the last inch at normal pace is heard; a figure that is ordered to go and
/// cannot is stationary; both paces count as moving for those who fire.
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
    for (pace, heard) in [(Pace::Normal, true), (Pace::Stealthy, false)] {
        let steps = play(near, json!({}), walker(pace));
        assert_eq!(steps.at(0, 1), (1, 2), "an inch");
        assert_eq!(steps.turns(1, "GGG-sound-1"), if heard { vec![1] } else { vec![] }, "{pace:?}");
    }
    // Red bars the way; blue is as easy to hit as one who stands.
    let barred = "
        #############
        #b......r..v#
        ###########.#
        #p..........#
        #############";
    let steps = play(barred, json!({}), |script| answers(walker(Pace::Normal)(script)));
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
    for pace in [Pace::Normal, Pace::Stealthy] {
        let aims = play(open, json!({}), |script| answers(walker(pace)(script))).aims(1);
        assert_eq!(aims[..2], [(1, 4), (2, 3)], "{pace:?}: {aims:?}");
    }
    // A stationary man goes nowhere.
    let assault = Assault::new(open, json!({ "turn_limit": 1 }));
    let to = Way::To(Script::on(&assault.map).cell("via"));
    let may = |pace: Pace| assault.may((0, 1), Action::Order(Order::go(pace, to)), still);
    assert_eq!(Pace::ALL.map(may), [Err("GGG-move-2"), Ok(()), Ok(())]);
}

/// Stunned figures go 3" and 1" (GGG-stun-1); wounds slow nobody.
#[test]
fn ggg_move_3_stunned_figures_go_half_as_far() {
    let street = "
        ############################################################
        #b......V...........................v......................#
        #..........................................................#
        #..........................................................#
        #........................................................rp#
        ############################################################";
    let gone = |pace: Pace, wounds: u8, throws: bool| {
        let more = json!({
            "blue": { "team": { "wounds": wounds } },
            "red": { "foe": { "grenades": ["stun"] } },
            "rules": { "stun": always("stunned"), "radius": 7, "throw": -10, "penalties": { "wound": 1 } },
            "turn_limit": 7,
        });
        let steps = play(street, more, |script| {
            let script = walker(pace)(script).faces(1, Facing::WEST).stays(1, 1);
            if throws { script.throws(1, Grenade::Stun, "via two") } else { script }
        });
        steps.strides(0, 7)
    };
    // Stunned in turn 2 and for three turns more.
    assert_eq!(gone(Pace::Normal, 0, true), [6, 6, 3, 3, 3, 6, 6]);
    assert_eq!(gone(Pace::Stealthy, 0, true), [2, 2, 1, 1, 1, 2, 2]);
    assert_eq!(gone(Pace::Normal, 5, false)[..5], [6, 6, 6, 6, 6]);
}

/// A figure that is shot at from behind knows from where.
#[test]
fn ggg_move_4_from_where_one_is_shot_at() {
    let hall = open(9, 40, &[(4, 10, 'b'), (4, 30, 'r')]);
    let knows = |red: fn(Script) -> Script| {
        let assault = Assault::new(&hall, json!({ "turn_limit": 2 }));
        let mut heard = Vec::new();
        let listen = |knows: &Knowledge<'_>, ask: Ask| {
            if knows.me() == 0 && ask == Ask::Order {
                heard.push(knows.heard());
            }
        };
        let script = red(Script::on(&assault.map).faces(0, Facing::WEST));
        assault.with(0, &mut Watched { script, look: listen });
        heard
    };
    let heard = knows(answers);
    assert_eq!(heard.len(), 2, "in each turn");
    assert!(heard[0].is_none() && heard[1].is_some_and(|from| from.within(field::Spread::Eighth, Facing::EAST)));
    assert_eq!(knows(still), [None, None]);
}

/// At the end of movement every figure may face in any direction, and one that only turns stays stationary.
#[test]
fn ggg_move_4_facing_is_set_freely() {
    let hall = open(9, 40, &[(4, 10, 'b'), (4, 30, 'r')]);
    let more = json!({ "rules": { "spotting": spotting(20) }, "turn_limit": 3 });
    let turned = |facing: Facing| {
        play(&hall, more.clone(), |script| script.faces(0, facing).then(0, look(Facing::WEST)).always_fires(0, 1))
    };
    let steps = turned(Facing::EAST);
    assert_eq!(steps.turns(0, "GGG-move-4"), [1, 2], "{:#?}", steps.lines());
    assert_eq!((steps.turns(0, "GGG-see-6"), steps.by(0, "GGG-move-1").count()), (vec![2], 0));
    assert_eq!(steps.aims(0), [(2, 3), (3, 3)], "as one who stands, without a die to spot");
    assert_eq!(turned(Facing::WEST).aims(0), []);
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
    let hears = |apart: usize, pace: Pace| {
        let steps = play(&beside(apart), json!({ "turn_limit": 1 }), walker(pace));
        steps.of("GGG-sound-1").map(|step| step.figure).collect::<Vec<_>>()
    };
    assert_eq!(hears(10, Pace::Normal), [Some(1)], "10 included");
    assert_eq!(hears(11, Pace::Normal), []);
    assert_eq!(hears(6, Pace::Stealthy), [], "stealthy movers make none");
    assert_eq!(play(&beside(6), json!({}), still).of("GGG-sound-1").count(), 0, "nor do those who stand still");
    let deaf = json!({ "rules": { "hearing": 9 }, "turn_limit": 1 });
    assert_eq!(play(&beside(10), deaf, walker(Pace::Normal)).of("GGG-sound-1").count(), 0);
}

/// Footsteps tell a direction and no place, and only those of enemies.
#[test]
fn ggg_sound_1_a_direction_alone() {
    let knows = |me: usize, more: Value, script: fn(Script) -> Script| {
        let assault = Assault::new(&beside(6).replace("#........#", "#B.......#"), more);
        let mut known = None;
        let listen = |knows: &Knowledge<'_>, ask: Ask| {
            if (knows.me(), knows.turn(), ask) == (me, 2, Ask::Order) {
                known = Some((knows.heard(), knows.enemies().iter().all(|enemy| knows.sighting(enemy).is_none())));
            }
        };
        let script = script(walker(Pace::Normal)(Script::on(&assault.map)));
        assault.with(0, &mut Watched { script, look: listen });
        known.expect("he is asked")
    };
    let (heard, nobody_seen) = knows(1, json!({ "turn_limit": 2 }), still);
    assert!(heard.is_some_and(|from| from.within(field::Spread::Eighth, Facing::WEST)), "{heard:?}");
    assert!(nobody_seen);
    let comrade = json!({ "blue": { "two": { "at": "blue two" } }, "turn_limit": 2 });
    assert_eq!(knows(1, comrade, still).0, None, "a comrade's footsteps tell nothing");
}

/// A man who is heard is not seen and not fired at, whatever the walls; shots are not heard.
#[test]
fn ggg_sound_3_a_sound_is_no_spotting() {
    let steps = play(&beside(6), json!({ "turn_limit": 1 }), |script| answers(walker(Pace::Normal)(script)));
    assert_eq!(steps.turns(1, "GGG-sound-1"), [1], "through the wall");
    assert!(steps.of("GGG-see-6").next().is_none() && steps.shots(1).next().is_none(), "{:#?}", steps.lines());
    // Two fire at each other in the next room.
    let shots = "
        ####################
        #b......R#....r....#
        #........#.........#
        #........+........p#
        ####################";
    let more = json!({ "red": { "two": { "at": "red two" } } });
    let steps = play(shots, more, |script| {
        let script = script.faces(0, Facing::EAST).always_fires(0, 2).faces(2, Facing::WEST).always_fires(2, 0);
        script.faces(1, Facing::WEST)
    });
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
            let more = json!({ "rules": { "fire_timing": timing, "hearing": 12 }, "turn_limit": 1 });
            play(&rooms(row), more, walker(Pace::Normal)).of("GGG-sound-1").count()
        };
        assert_eq!(heard("....b.....v"), 0, "{timing}: away from him");
        assert_eq!(heard("....v.....b"), 1, "{timing}: towards him");
    }
}
