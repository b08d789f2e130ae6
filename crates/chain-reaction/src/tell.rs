//! What an observer is told (nothing here runs unless somebody observes).

use chance::{Mark, Step};
use engage::{Inches, Side};
use field::{Cell, Figures};

use crate::activation::Throw;
use crate::after::Standing;
use crate::blast::Flight;
use crate::damage::Fate;
use crate::forces::Recruit;
use crate::melee::Pools;
use crate::on_map::OnMap;
use crate::patrol::{self, Edge};
use crate::reaction::{self, Tester};
use crate::table::{Reaction, Test};
use crate::weapon::Weapon;
use crate::{enemy, terrain};

fn step(turn: u16, me: usize, clause: &'static str, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(me as u8), clause, text: text.into(), ..Step::default() }
}

/// The activation dice (CR-turn-1).
pub(crate) fn activation(turn: u16, dice: &Throw<2>) -> Step {
    let [blue, red] = Side::ALL.map(|side| dice.die(side as usize));
    let text = format!("activation: blue {blue}, red {red}; {} first", if blue > red { "blue" } else { "red" });
    Step { turn: turn.into(), clause: "CR-turn-1", text, ..Step::default() }
}

/// A volley (CR-fire-1).
pub(crate) fn fires(
    turn: u16,
    (me, target): (usize, usize),
    weapon: Weapon,
    (dice, hits): (u8, u8),
    snap: bool,
    dry: bool,
) -> Step {
    let how = if snap { "snap fires" } else { "fires" };
    let hit = if hits == 0 { "missed".to_owned() } else { format!("{hits} hit{}", if hits == 1 { "" } else { "s" }) };
    let empty = if dry { "; out of ammunition" } else { "" };
    let clause = if dry { "CR-ammo-1" } else { "CR-hit-1" };
    let plural = if dice == 1 { "die" } else { "dice" };
    let text = format!("{how} {weapon}, {dice} {plural}: {hit}{empty}");
    Step { target: Some(target as u8), ..step(turn, me, clause, text) }
}

/// A hit (CR-dmg-1).
pub(crate) fn hit(turn: u16, (me, target): (usize, usize), fate: Fate) -> Step {
    let marks = if fate > Fate::Stunned { vec![Mark::Falls { figure: target as u8 }] } else { Vec::new() };
    let clause = if fate == Fate::CheatsDeath { "CR-star-2" } else { "CR-dmg-1" };
    Step { target: Some(target as u8), marks, ..step(turn, me, clause, fate.name()) }
}

/// A figure reads a test (CR-react-3).
pub(crate) fn reacts(
    turn: u16,
    me: usize,
    test: Test,
    tester: &Tester,
    throw: &reaction::Throw,
    does: Reaction,
) -> Step {
    let passed = if tester.is_exempt(test) {
        format!("passes {}d6", tester.passed(test, throw))
    } else {
        let leader = if throw.led { ", Leader Die passed" } else { "" };
        format!("{} against Rep {}{leader}: passes {}d6", throw.pair, tester.rep, tester.passed(test, throw))
    };
    step(turn, me, test.clause(), format!("{}: {passed}, {does}", test.name()))
}

/// A group chooses among several enemy groups (CR-focus-1).
pub(crate) fn focuses(turn: u16, me: usize, on: Figures, passed: u8) -> Step {
    Step {
        target: on.first().map(|who| who as u8),
        ..step(turn, me, "CR-focus-1", format!("focus: passes {passed}d6, fires at this group"))
    }
}

/// A figure reloads (CR-ammo-1).
pub(crate) fn reloads(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-ammo-1", "reloads")
}

/// A figure pops up (CR-status-duck).
pub(crate) fn pops_up(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-status-duck", "pops up")
}

/// A stun is over (CR-status-stun).
pub(crate) fn comes_to(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-status-stun", "is no longer stunned")
}

/// A figure holds its fire (CR-insight-3).
pub(crate) fn lies_in_wait(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-insight-3", "lies in wait")
}

/// What is left of a figure after a battle (CR-after-1).
pub(crate) fn after_battle(turn: u16, me: usize, standing: Standing) -> Step {
    let text = match standing {
        Standing::Back(rep) => format!("comes back with Rep {rep}"),
        Standing::Retired => "retires from play".to_owned(),
        Standing::Lost => "does not come back".to_owned(),
        Standing::Dead => "is dead".to_owned(),
    };
    step(turn, me, "CR-after-1", text)
}

/// Somebody takes the place of a figure that is lost (Clarification 46).
pub(crate) fn joins(turn: u16, me: usize, recruit: Recruit) -> Step {
    step(turn, me, "CR-after-1", format!("a {}, Rep {}, takes the place of the lost", recruit.kind.name(), recruit.rep))
}

/// A figure joins the group of one that has moved up to it, and acts with it (CR-group-4).
pub(crate) fn joins_in(turn: u16, me: usize, mover: usize) -> Step {
    Step { target: Some(mover as u8), ..step(turn, me, "CR-group-4", "joins the group that has moved up") }
}

/// A figure takes the place of a Leader who is lost (CR-lead-4).
pub(crate) fn takes_over(turn: u16, me: usize, force: bool) -> Step {
    step(
        turn,
        me,
        "CR-lead-4",
        if force { "leads the force from now on" } else { "leads its group from now on" }.to_owned(),
    )
}

/// A battle of a campaign is over.
pub(crate) fn battle_over(turn: u16, fought: u8, all: u8) -> Step {
    let text = format!("battle {fought} of {all} is over");
    Step { turn: turn.into(), clause: "CR-after-1", text, ..Step::default() }
}

/// A Clumsy figure falls at the end of its move (CR-attr-clumsy).
pub(crate) fn stumbles(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-attr-clumsy", "falls and lies stunned")
}

/// A bout of melee (CR-melee-3).
pub(crate) fn melee(turn: u16, (me, target): (usize, usize), left: Pools) -> Step {
    Step { target: Some(target as u8), ..step(turn, me, "CR-melee-3", format!("melee, dice left {left}")) }
}

/// A player wanted something that a clause forbids.
pub(crate) fn refused(turn: u16, me: usize, clause: &'static str) -> Step {
    step(turn, me, clause, "may not do that")
}

/// Everybody takes up a place.
pub(crate) fn deployment(ground: &OnMap<'_>) -> Step {
    let marks = places(ground, ground.scene.standing.placed());
    Step { clause: "CR-patrol-2", text: "everybody takes up a place".to_owned(), marks, ..Step::default() }
}

/// Where some figures stand.
fn places(ground: &OnMap<'_>, figures: Figures) -> Vec<Mark> {
    let places = figures.iter().filter_map(|who| Some(stands(who, ground.on_plan(ground.scene.standing.at(who)?)?)));
    places.collect()
}

/// Of nobody in particular.
fn event(turn: u16, clause: &'static str, text: String) -> Step {
    Step { turn: turn.into(), clause, text, ..Step::default() }
}

/// A possible enemy force is placed (CR-pef-1).
pub(crate) fn pef_placed(turn: u16, section: u8, rep: u8) -> Step {
    event(turn, "CR-pef-1", format!("a possible enemy force of Rep {rep} in section {section}"))
}

/// A possible enemy force arrives (CR-reinf-1).
pub(crate) fn pef_arrives(turn: u16, edge: Edge, rep: u8) -> Step {
    event(turn, "CR-reinf-1", format!("a possible enemy force of Rep {rep} arrives from the {edge}"))
}

/// A possible enemy force moves (CR-pef-move).
pub(crate) fn pef_moves(turn: u16, rep: u8, does: patrol::Move) -> Step {
    let text = match does {
        patrol::Move::Goes { to, inches } => {
            let goal = match to {
                patrol::Goal::Pef => "the nearest other",
                patrol::Goal::Enemy => "the nearest enemy",
                patrol::Goal::Cover => "cover",
            };
            format!("goes {inches}\" towards {goal}")
        }
        patrol::Move::KeepsToCover => "keeps to cover".to_owned(),
        patrol::Move::Splits => "splits in two".to_owned(),
        patrol::Move::Stays => "stays".to_owned(),
    };
    event(turn, "CR-pef-move", format!("the possible enemy force of Rep {rep} {text}"))
}

/// A section is scouted (CR-scout-2).
pub(crate) fn scouts(turn: u16, me: usize, section: usize, ground: terrain::Ground, finds: bool) -> Step {
    let who = if finds { "somebody is there" } else { "nobody is there" };
    step(turn, me, "CR-scout-2", format!("scouts section {section}, {ground}: {who}"))
}

/// A possible enemy force turns out to be something (CR-pef-resolve).
pub(crate) fn turns_out(turn: u16, force: Option<&patrol::Force>) -> Step {
    let text = force.map_or_else(
        || "a false alarm".to_owned(),
        |force| {
            let what = if force.composition == patrol::Composition::MainBody { "a main body" } else { "stragglers" };
            let leader = if force.leader { ", with the Leader" } else { "" };
            let patrol::Numbers { figures, groups } = force.numbers;
            let groups = if groups == 1 { String::new() } else { format!(" in {groups} groups") };
            format!("{what} of {figures}{groups}{leader}")
        },
    );
    event(turn, "CR-pef-resolve", text)
}

/// Figures come into play (CR-num-1).
pub(crate) fn come_into_play(turn: u16, ground: &OnMap<'_>, placed: Figures, reps: &[u8]) -> Step {
    let who = placed.iter().map(|who| {
        let arms = &ground.scene.arms[who];
        let leads = if arms.leader { ", leads" } else { "" };
        format!("Rep {} with {}{leads}", reps[who], arms.weapon)
    });
    let text = format!("come into play: {}", who.collect::<Vec<_>>().join("; "));
    Step { marks: places(ground, placed), ..event(turn, "CR-num-1", text) }
}

/// A group that nobody plays reads its table (CR-np-1).
pub(crate) fn takes_orders(turn: u16, me: usize, passed: u8, orders: enemy::Orders) -> Step {
    step(turn, me, "CR-np-1", format!("passes {passed}d6: {orders}"))
}

/// A group is attacked on a flank (CR-np-1).
pub(crate) fn is_flanked(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-np-1", "is attacked on a flank")
}

fn stands(who: usize, at: Cell) -> Mark {
    Mark::Stands { figure: who as u8, cell: at.index() as u16 }
}

/// A figure moves (CR-move-1).
pub(crate) fn moves(turn: u16, me: usize, inches: Inches, fast: bool, to: Option<Cell>) -> Step {
    let text = if inches == Inches::default() {
        "stays".to_owned()
    } else {
        format!("moves {inches}{}", if fast { ", fast" } else { "" })
    };
    let clause = if fast { "CR-fast-2" } else { "CR-move-1" };
    Step { marks: to.map(|to| stands(me, to)).into_iter().collect(), ..step(turn, me, clause, text) }
}

/// A figure falls back to where it takes refuge, or off the table (CR-move-3).
pub(crate) fn falls_back(turn: u16, me: usize, does: Reaction, to: Option<Cell>, gone: bool) -> Step {
    let (clause, text) = match does {
        _ if gone => ("CR-status-retire", "retires off the table"),
        Reaction::DuckBack => ("CR-status-duck", "ducks back"),
        Reaction::Retire => ("CR-status-retire", "retires"),
        _ => ("CR-status-hunker", "hunkers down"),
    };
    let mark = if gone { Some(Mark::Leaves { figure: me as u8 }) } else { to.map(|to| stands(me, to)) };
    Step { marks: mark.into_iter().collect(), ..step(turn, me, clause, text) }
}

/// A figure takes up a wounded friend (CR-wound-1).
pub(crate) fn picks_up(turn: u16, me: usize, friend: usize) -> Step {
    Step { target: Some(friend as u8), ..step(turn, me, "CR-wound-1", "picks up the wounded friend") }
}

/// A figure takes its other weapon in hand (CR-fig-4).
pub(crate) fn changes(turn: u16, me: usize, weapon: Weapon) -> Step {
    step(turn, me, "CR-fig-4", format!("takes the {weapon} in hand"))
}

/// A figure lays down the wounded friend whom it carries.
pub(crate) fn drops(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-wound-1", "lays down the wounded friend")
}

/// A figure breaks off a melee (CR-break-1).
pub(crate) fn breaks_off(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-break-1", "breaks off")
}

/// A figure comes into contact with an enemy, or to where he was (CR-bc-2).
pub(crate) fn closes_in(turn: u16, me: usize, target: usize, to: Option<Cell>) -> Step {
    let marks = to.map(|to| stands(me, to)).into_iter().collect();
    Step { target: Some(target as u8), marks, ..step(turn, me, "CR-wtc-1", "charges home") }
}

/// A helpless enemy is killed or taken (CR-kill-1).
pub(crate) fn finishes(turn: u16, me: usize, target: usize, status: &'static str) -> Step {
    let marks = vec![Mark::Falls { figure: target as u8 }];
    Step { target: Some(target as u8), marks, ..step(turn, me, "CR-kill-1", format!("{status} on contact")) }
}

/// A grenade is thrown, or a launcher fired (CR-gren-2, CR-blast-3).
pub(crate) fn bursts(turn: u16, me: usize, weapon: Weapon, flight: Flight) -> Step {
    let how = match flight {
        Flight::Lands => "bursts on the spot",
        Flight::Misses => "misses the spot",
        Flight::Dropped => "bursts at its own feet",
        Flight::Lost => "is lost",
    };
    let clause = if weapon == Weapon::Grenade { "CR-gren-2" } else { "CR-blast-3" };
    step(turn, me, clause, format!("{weapon} {how}"))
}

/// A figure drops beside a burst in time (CR-gren-2).
pub(crate) fn drops_in_time(turn: u16, me: usize) -> Step {
    step(turn, me, "CR-gren-2", "drops in time")
}
