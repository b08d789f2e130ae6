//! The log that an observer reads (nothing here runs in unobserved play).

use chance::{Fact, Mark, Modifier, Step};
use engage::ahead::{self, Chosen};
use engage::{Inches, Side};
use field::{Cell, Figures};

use crate::activation::Throw;
use crate::after::{Aftermath, Left};
use crate::attribute::Attribute;
use crate::blast::Flight;
use crate::damage::{Fate, Victim};
use crate::forces::Recruit;
use crate::melee::{Fighter, Pools};
use crate::on_map::OnMap;
use crate::reaction::{self, Tester};
use crate::shooting::{Shooter, Target};
use crate::site::PlanCell;
use crate::table::{Reaction, Test};
use crate::weapon::Weapon;

/// A step of a figure.
pub(crate) fn step(turn: u16, me: usize, verb: &'static str, clause: &'static str, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(me as u8), verb, clause, text: text.into(), ..Step::default() }
}

/// Figures, as a fact.
pub(crate) fn who(figures: Figures) -> Fact {
    Fact::figures(figures.iter())
}

/// A length, as a fact.
fn inches(length: Inches) -> Fact {
    Fact::Inches(f64::from(length.thousandths()) / 1000.0)
}

/// Squares of the plan, as a fact; squares that the plan does not show are left out.
pub(crate) fn cells(ground: &OnMap<'_>, cells: impl IntoIterator<Item = Cell>) -> Fact {
    Fact::Cells(cells.into_iter().filter_map(|cell| Some(ground.on_plan(cell)?.number())).collect())
}

/// Figures who look ahead do not follow their own doctrine in the activation that their group is about to begin.
pub(crate) fn looks_ahead(turn: u16, me: usize, choices: &[(&str, &str)], chosen: &Chosen) -> Step {
    let text = ahead::says(choices, chosen);
    step(turn, me, "looks_ahead", "CR-act-1", text).with("playouts", chosen.playouts)
}

/// The activation dice (CR-turn-1).
pub(crate) fn activation(turn: u16, dice: &Throw<2>) -> Step {
    let [blue, red] = Side::ALL.map(|side| dice.die(side as usize));
    let text = format!("activation: blue {blue}, red {red}; {} first", if blue > red { "blue" } else { "red" });
    let step = Step { turn: turn.into(), verb: "activation", clause: "CR-turn-1", text, ..Step::default() };
    step.with("blue", blue).with("red", red).with("first", if blue > red { "blue" } else { "red" })
}

/// One target of a volley, with the inputs of the hit table (CR-fire-1, CR-hit-table).
pub(crate) struct Shot {
    /// The target, and its place in the order of declaration, from 1.
    pub(crate) target: usize,
    pub(crate) nth: u8,
    /// Dice allotted, and hits.
    pub(crate) dice: u8,
    pub(crate) hits: u8,
    /// The target as the shooter sees it.
    pub(crate) seen: Target,
    /// The distance to it.
    pub(crate) range: Inches,
}

/// The parts of the least total of a die and Rep that hits: only the worst condition counts (CR-hit-2).
fn needed(shooter: &Shooter, shot: &Shot) -> (i32, Vec<Modifier>) {
    let fast = shooter.fast && !shooter.attributes.has(Attribute::Agile);
    let conditions = [
        ("target in cover", shot.seen.cover, 10),
        ("shooter moved fast", fast, 10),
        ("snap fire", shooter.snap, 10),
        ("third target or later", shot.nth >= 3, 10),
        ("target concealed", shot.seen.concealed, 9),
        ("target prone", shot.seen.prone, 9),
        ("target moved fast", shot.seen.fast, 9),
        ("second target", shot.nth == 2, 9),
    ];
    let modifier = |name: &str, clause, value| Modifier { name: name.to_owned(), clause, value };
    let (mut total, mut modifiers) = (8, vec![modifier("total of a die and Rep", "CR-hit-table", 8)]);
    for (name, _, needs) in conditions.into_iter().filter(|(_, holds, _)| *holds) {
        modifiers.push(modifier(name, "CR-hit-table", (needs - total).max(0)));
        total = total.max(needs);
    }
    if shooter.twin {
        modifiers.push(modifier("two weapons at once", "CR-twin-1", 1));
        total += 1;
    }
    (total, modifiers)
}

/// A volley at one of its targets (CR-fire-1). The line of the first target has the dice, sorted and dealt in the order
/// of the lines.
pub(crate) fn fires(turn: u16, me: usize, shooter: &Shooter, shot: &Shot, empties: u8) -> Step {
    let &Shot { target, nth, dice, hits, ref seen, range } = shot;
    let how = if shooter.snap { "snap fires" } else { "fires" };
    let hit = if hits == 0 { "missed".to_owned() } else { format!("{hits} hit{}", if hits == 1 { "" } else { "s" }) };
    let empty = if empties > 0 { "; out of ammunition" } else { "" };
    let clause = if empties > 0 { "CR-ammo-1" } else { "CR-hit-1" };
    let plural = if dice == 1 { "die" } else { "dice" };
    let text = format!("{how} {}, {dice} {plural}: {hit}{empty}", shooter.weapon);
    let (number, modifiers) = needed(shooter, shot);
    let step = Step {
        target: Some(target as u8),
        target_number: Some(number),
        modifiers,
        ..step(turn, me, "fires", clause, text)
    };
    step.with("weapon", shooter.weapon.to_string())
        .with("rep", shooter.rep)
        .with("two_weapons", shooter.twin)
        .with("marksman", shooter.is_marksman())
        .with("snap_fire", shooter.snap)
        .with("range", inches(range))
        .with("place", nth)
        .with("dice", dice)
        .with("hits", hits)
        .with("out_of_ammunition", empties)
        .with("in_cover", seen.cover)
        .with("concealed", seen.concealed)
        .with("prone", seen.prone)
        .with("moved_fast", seen.fast)
        .with("shooter_moved_fast", shooter.fast)
        .with("shooter_prone", shooter.prone)
}

/// A hit and its result.
pub(crate) struct Hit {
    pub(crate) target: usize,
    /// The Impact of the weapon, and the shooter's Rep.
    pub(crate) impact: u8,
    pub(crate) rep: u8,
    pub(crate) victim: Victim,
    pub(crate) fate: Fate,
    /// Friends of the target within 2" who see it and carry on (CR-mandown-1).
    pub(crate) near: Figures,
}

/// A hit: its die, and the dice of the Recover test of a figure that is knocked down (CR-dmg-1, CR-recover-1).
pub(crate) fn hit(turn: u16, me: usize, hit: &Hit) -> Step {
    let &Hit { target, impact, rep, victim, fate, near } = hit;
    let marks = if fate > Fate::Stunned { vec![Mark::Falls { figure: target as u8 }] } else { Vec::new() };
    let clause = if fate == Fate::CheatsDeath { "CR-star-2" } else { "CR-dmg-1" };
    let step = Step { target: Some(target as u8), marks, ..step(turn, me, "hit", clause, fate.name()) };
    step.with("impact", impact)
        .with("rep", rep)
        .with("target_rep", victim.rep)
        .with("target_star", victim.star)
        .with("result", fate.name())
        .with("friends_near", who(near))
}

/// The loser of a melee goes down, by this number of dice (CR-melee-3).
pub(crate) fn beaten(turn: u16, (me, target): (usize, usize), by: u8, fate: Fate) -> Step {
    let clause = if fate == Fate::CheatsDeath { "CR-star-2" } else { "CR-dmg-1" };
    let marks = vec![Mark::Falls { figure: target as u8 }];
    let step = Step { target: Some(target as u8), marks, ..step(turn, me, "beats", clause, fate.name()) };
    step.with("margin", by).with("result", fate.name())
}

/// The context of a test at the time it became due: who caused it, which figures saw each other, and who could be
/// tested.
#[derive(Clone, Copy, Default)]
pub(crate) struct Due {
    /// The figures that caused it.
    pub(crate) by: Figures,
    /// The causes that see the tester, and the causes that it sees (CR-react-5).
    pub(crate) seen_by: Figures,
    pub(crate) sees: Figures,
    /// Members of its group that carry on.
    pub(crate) group: Figures,
    /// Members of these that a cause sees.
    pub(crate) in_sight: Figures,
    /// On Received Fire, the members of the group that were shot at and missed.
    pub(crate) missed: Figures,
    /// Friends within 4" in sight that carried on (CR-mandown-1).
    pub(crate) friends: Figures,
    /// The outgunned ranking of the causes' weapons, and the tester's own (CR-og-1).
    pub(crate) ranking: u8,
    pub(crate) own_ranking: u8,
    /// The Rep of the Leader whose die was thrown, 0 for none.
    pub(crate) leader: u8,
    /// The Leader, if he rolls that die for himself alone (CR-lead-4).
    pub(crate) alone: Option<usize>,
    pub(crate) follows: Option<usize>,
    /// Its reaction.
    pub(crate) does: Reaction,
}

/// A figure reads a test (CR-react-3). The dice are on the line of the first of the figures that test together.
pub(crate) fn reacts(turn: u16, me: usize, test: Test, tester: &Tester, throw: &reaction::Throw, due: &Due) -> Step {
    let (dice, does) = (tester.passed(test, throw), due.does);
    let rolls = !tester.is_exempt(test);
    let passed = if rolls {
        let leader = if throw.led { ", Leader Die passed" } else { "" };
        format!("{} against Rep {}{leader}: passes {dice}d6", throw.pair, tester.rep)
    } else {
        format!("passes {dice}d6")
    };
    let step = step(turn, me, "tests", test.clause(), format!("{}: {passed}, {does}", test.name()));
    let step = if rolls {
        step.with("pair", Fact::List([throw.pair.first, throw.pair.second].map(Fact::from).into()))
    } else {
        step
    };
    let here = &tester.here;
    step.with("test", test.name())
        .with("chooses", here.star && test.is_starred())
        .with("rep", tester.rep)
        .with("leader", due.leader)
        .with("leader_alone", Fact::figures(due.alone))
        .with("leader_die_passed", throw.led)
        .with("born_leader_die_passed", throw.extra)
        .with("follows", Fact::figures(due.follows))
        .with("passed", dice)
        .with("result", does.name())
        .with("hero", tester.hero)
        .with("becomes_hero", tester.becomes_hero(test, throw))
        .with("star", here.star)
        .with("in_cover", here.cover)
        .with("able_to_fire", here.able)
        .with("outgunned", here.outgunned)
        .with("ranking", due.ranking)
        .with("own_ranking", due.own_ranking)
        .with("charging", here.charging)
        .with("carrying", here.retrieving)
        .with("from_the_rear", here.rear)
        .with("attributes", Fact::List(tester.attributes.iter().map(|attribute| attribute.name().into()).collect()))
        .with("caused_by", who(due.by))
        .with("seen_by", who(due.seen_by))
        .with("sees", who(due.sees))
        .with("group", who(due.group))
        .with("group_in_sight", who(due.in_sight))
        .with("missed", who(due.missed))
        .with("friends_within_4", who(due.friends))
}

/// A group chooses among several enemy groups, the closest first (CR-focus-1).
pub(crate) fn focuses(turn: u16, me: usize, groups: &[Figures], best: Figures, on: Figures, passed: u8) -> Step {
    let step = Step {
        target: on.first().map(|who| who as u8),
        ..step(turn, me, "focuses", "CR-focus-1", format!("focus: passes {passed}d6, fires at this group"))
    };
    step.with("passed", passed)
        .with("groups", Fact::List(groups.iter().map(|&group| who(group)).collect()))
        .with("best", who(best))
        .with("on", who(on))
}

/// A figure reloads (CR-ammo-1).
pub(crate) fn reloads(turn: u16, me: usize) -> Step {
    step(turn, me, "reloads", "CR-ammo-1", "reloads")
}

/// A figure pops up and comes into sight of these watchers (CR-status-duck, CR-insight-1).
pub(crate) fn pops_up(turn: u16, me: usize, watchers: Figures) -> Step {
    step(turn, me, "pops_up", "CR-status-duck", "pops up").with("newly_seen_by", who(watchers))
}

/// A stun is over (CR-status-stun).
pub(crate) fn comes_to(turn: u16, me: usize) -> Step {
    step(turn, me, "comes_to", "CR-status-stun", "is no longer stunned")
}

/// A figure holds its fire (CR-insight-3).
pub(crate) fn lies_in_wait(turn: u16, me: usize) -> Step {
    step(turn, me, "lies_in_wait", "CR-insight-3", "lies in wait")
}

/// A figure's condition after a battle (CR-after-1).
pub(crate) fn after_battle(turn: u16, me: usize, (rep, left): (u8, Left), held: bool, standing: Aftermath) -> Step {
    let (text, now) = match standing {
        Aftermath::Back(rep) => (format!("comes back with Rep {rep}"), rep),
        Aftermath::Retired => ("retires from play".to_owned(), 0),
        Aftermath::Lost => ("does not come back".to_owned(), 0),
        Aftermath::Dead => ("is dead".to_owned(), 0),
    };
    let was = match left {
        Left::Fit => "fit",
        Left::OutOfTheFight => "out",
        Left::RanAway => "ran away",
        Left::Captured { wounded: true } => "captured, wounded",
        Left::Captured { wounded: false } => "captured",
        Left::Dead => "dead",
    };
    step(turn, me, "recovers", "CR-after-1", text)
        .with("was", was)
        .with("rep", rep)
        .with("held_the_field", held)
        .with("comes_back", matches!(standing, Aftermath::Back(_)))
        .with("rep_now", now)
}

/// A recruit takes the place of a lost figure (Clarification 46).
pub(crate) fn joins(turn: u16, me: usize, recruit: Recruit) -> Step {
    let text = format!("is replaced by a {}, Rep {}", recruit.kind.name(), recruit.rep);
    step(turn, me, "recruited", "CR-after-1", text).with("type", recruit.kind.name()).with("rep", recruit.rep)
}

/// A figure joins the group of a mover that has come up to it, and acts with that group (CR-group-4).
pub(crate) fn joins_in(turn: u16, me: usize, mover: usize) -> Step {
    Step { target: Some(mover as u8), ..step(turn, me, "joins", "CR-group-4", "joins the group that has moved up") }
}

/// A figure takes the place of a lost Leader (CR-lead-4).
pub(crate) fn takes_over(turn: u16, me: usize, force: bool) -> Step {
    let text = if force { "leads the force from now on" } else { "leads its group from now on" };
    step(turn, me, "takes_over", "CR-lead-4", text).with("force", force)
}

/// A battle of a campaign is over.
pub(crate) fn battle_over(turn: u16, fought: u8, all: u8) -> Step {
    event(turn, "battle_over", "CR-after-1", format!("battle {fought} of {all} is over"))
        .with("battle", fought)
        .with("of", all)
}

/// A Clumsy figure falls at the end of its move (CR-attr-clumsy).
pub(crate) fn stumbles(turn: u16, me: usize) -> Step {
    step(turn, me, "stumbles", "CR-attr-clumsy", "falls and lies stunned")
}

/// A round of melee: the dice of both figures before and after it, and the inputs of each fighter (CR-melee-2,
/// CR-melee-3).
pub(crate) fn melee(
    turn: u16,
    (me, target): (usize, usize),
    (before, left): (Pools, Pools),
    fighters: [&Fighter; 2],
) -> Step {
    let text = format!("melee, dice left {left}");
    let step = Step { target: Some(target as u8), ..step(turn, me, "melee", "CR-melee-3", text) };
    let fighter = |fighter: &Fighter| {
        Fact::Parts(vec![
            ("rep", fighter.rep.into()),
            ("impact", fighter.impact.into()),
            ("prone_or_rear", fighter.down.into()),
            ("carrying", fighter.retrieving.into()),
        ])
    };
    step.with("own", fighter(fighters[0]))
        .with("enemy", fighter(fighters[1]))
        .with("own_dice", before.a)
        .with("enemy_dice", before.b)
        .with("own_left", left.a)
        .with("enemy_left", left.b)
}

/// A player chose an action that a clause forbids.
pub(crate) fn refused(turn: u16, me: usize, clause: &'static str) -> Step {
    step(turn, me, "refused", clause, "may not do that")
}

/// All figures take up their places.
pub(crate) fn deployment(ground: &OnMap<'_>) -> Step {
    let marks = places(ground, ground.scene.standing.placed());
    Step { marks, ..event(0, "deploys", "CR-patrol-2", "everybody takes up a place".to_owned()) }
}

/// Where some figures stand.
pub(crate) fn places(ground: &OnMap<'_>, figures: Figures) -> Vec<Mark> {
    let places = figures.iter().filter_map(|who| Some(stands(who, ground.on_plan(ground.scene.standing.at(who)?)?)));
    places.collect()
}

/// A step of no particular figure.
pub(crate) fn event(turn: u16, verb: &'static str, clause: &'static str, text: String) -> Step {
    Step { turn: turn.into(), verb, clause, text, ..Step::default() }
}

fn stands(who: usize, at: PlanCell) -> Mark {
    Mark::Stands { figure: who as u8, cell: at.number() }
}

/// A figure moves and comes into sight of these watchers (CR-move-1, CR-insight-1).
pub(crate) fn moves(turn: u16, me: usize, length: Inches, fast: bool, seen_by: Figures, to: Option<PlanCell>) -> Step {
    let text = if length == Inches::default() {
        "stays".to_owned()
    } else {
        format!("moves {length}{}", if fast { ", fast" } else { "" })
    };
    let clause = if fast { "CR-fast-2" } else { "CR-move-1" };
    let marks = to.map(|to| stands(me, to)).into_iter().collect();
    let step = Step { marks, ..step(turn, me, "moves", clause, text) };
    step.with("inches", inches(length)).with("counts_as_fast", fast).with("newly_seen_by", who(seen_by))
}

/// How a figure falls back.
pub(crate) struct Retreat {
    pub(crate) does: Reaction,
    pub(crate) causes: Figures,
    /// Whether it lies prone, and whether it has left the table.
    pub(crate) prone: bool,
    pub(crate) gone: bool,
    /// Where it is now.
    pub(crate) to: Option<PlanCell>,
}

/// A figure falls back to its refuge, or off the table (CR-move-3).
pub(crate) fn falls_back(turn: u16, me: usize, retreat: Retreat) -> Step {
    let Retreat { does, causes, prone, gone, to } = retreat;
    let (clause, text) = match does {
        _ if gone => ("CR-status-retire", "retires off the table"),
        Reaction::DuckBack => ("CR-status-duck", "ducks back"),
        Reaction::Retire => ("CR-status-retire", "retires"),
        _ => ("CR-status-hunker", "hunkers down"),
    };
    let status = match does {
        _ if gone => "ran away",
        Reaction::DuckBack => "ducked",
        _ => "hunkered",
    };
    let mark = if gone { Some(Mark::Leaves { figure: me as u8 }) } else { to.map(|to| stands(me, to)) };
    let step = Step { marks: mark.into_iter().collect(), ..step(turn, me, "falls_back", clause, text) };
    step.with("result", status).with("prone", prone).with("caused_by", who(causes))
}

/// A figure takes up a wounded friend (CR-wound-1).
pub(crate) fn picks_up(turn: u16, me: usize, friend: usize) -> Step {
    Step { target: Some(friend as u8), ..step(turn, me, "picks_up", "CR-wound-1", "picks up the wounded friend") }
}

/// A figure takes its other weapon in hand (CR-fig-4).
pub(crate) fn changes(turn: u16, me: usize, weapon: Weapon) -> Step {
    step(turn, me, "changes_weapon", "CR-fig-4", format!("takes the {weapon} in hand"))
        .with("weapon", weapon.to_string())
}

/// A figure lays down the wounded friend it carries.
pub(crate) fn drops(turn: u16, me: usize) -> Step {
    step(turn, me, "drops", "CR-wound-1", "lays down the wounded friend")
}

/// A figure breaks off a melee (CR-break-1).
pub(crate) fn breaks_off(turn: u16, me: usize) -> Step {
    step(turn, me, "breaks_off", "CR-break-1", "breaks off")
}

/// A figure comes into contact with an enemy, or reaches the spot he has left (CR-bc-2).
pub(crate) fn closes_in(turn: u16, me: usize, target: usize, to: Option<PlanCell>) -> Step {
    let marks = to.map(|to| stands(me, to)).into_iter().collect();
    Step { target: Some(target as u8), marks, ..step(turn, me, "charges_home", "CR-wtc-1", "charges home") }
}

/// A helpless enemy is killed or taken (CR-kill-1).
pub(crate) fn finishes(turn: u16, me: usize, target: usize, status: &'static str) -> Step {
    let marks = vec![Mark::Falls { figure: target as u8 }];
    let text = format!("{status} on contact");
    let step = Step { target: Some(target as u8), marks, ..step(turn, me, "finishes", "CR-kill-1", text) };
    step.with("result", status)
}

/// A grenade or a round on its way.
pub(crate) struct Burst {
    pub(crate) weapon: Weapon,
    pub(crate) flight: Flight,
    /// The thrower's Rep, and whether it sees the spot.
    pub(crate) rep: u8,
    pub(crate) sees: bool,
    /// The least total of a die and Rep that hits, if a die decides.
    pub(crate) needs: Option<u8>,
    pub(crate) spot: Fact,
}

/// A grenade is thrown, or a launcher fired (CR-gren-2, CR-blast-3).
pub(crate) fn bursts(turn: u16, me: usize, burst: Burst) -> Step {
    let Burst { weapon, flight, rep, sees, needs, spot } = burst;
    let (how, word) = match flight {
        Flight::Lands => ("bursts on the spot", "lands"),
        Flight::Misses => ("misses the spot", "misses"),
        Flight::Dropped => ("bursts at the thrower's feet", "dropped"),
        Flight::Lost => ("is lost", "lost"),
    };
    let clause = if weapon == Weapon::Grenade { "CR-gren-2" } else { "CR-blast-3" };
    let text = format!("{weapon} {how}");
    let step = Step { target_number: needs.map(i32::from), ..step(turn, me, "throws", clause, text) };
    step.with("weapon", weapon.to_string())
        .with("rep", rep)
        .with("sees_spot", sees)
        .with("result", word)
        .with("spot", spot)
}

/// A figure beside a burst drops prone in time, or was already prone (CR-gren-2).
pub(crate) fn drops_in_time(turn: u16, me: usize, rep: u8, lying: bool) -> Step {
    step(turn, me, "drops_prone", "CR-gren-2", "drops in time").with("rep", rep).with("lay_already", lying)
}
