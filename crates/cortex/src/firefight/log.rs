//! The log of a firefight (nothing here runs in unobserved play).

use chance::{Die, Fact, Mark, Pool, Step};
use engage::{ClauseId, Side};

use super::battle::{Body, Firefight};
use super::state::{FirefightState, Flanked, Kind, Piece, figures};
use crate::action::Attack;
use crate::die::Track;
use crate::facts::{self, Change, Source, step, with_change, with_pools, with_roll, with_totals};
use crate::group::Group;
use crate::recover::hitches_in_words;
use crate::roll::{ByRole, Opposed, Role, Rolled};
use crate::team::Harm;

/// A firefight at a moment, for the log.
#[derive(Clone, Copy)]
pub(super) struct FirefightScene<'a> {
    pub(super) battle: &'a Firefight,
    pub(super) state: &'a FirefightState,
    pub(super) turn: u16,
}

impl FirefightScene<'_> {
    /// A step of a figure's go, with the figures still to act in this turn and the points both sides have left.
    fn go(&self, verb: &'static str, who: usize, clause: ClauseId, text: impl Into<String>) -> Step {
        step(verb, self.turn, who, clause, text)
            .with("still_to_act", Fact::figures(figures(self.state.able() & !self.state.acted)))
            .with("edge_points_left", self.state.edge_points)
            .with("plot_points_left", self.state.points)
    }

    /// The step with the facts of a roll against a target: the zones between them, whether its cover is flanked or
    /// watched by a drone, and the conditions of both.
    fn facing(&self, step: Step, me: usize, target: usize) -> Step {
        let FirefightScene { battle, state, .. } = *self;
        let zone = state.pieces[target].zone;
        let drone = |who: usize| state.pieces[who].kind == Kind::Drone && state.pieces[who].zone == zone;
        let flanked = |flank: Flanked| usize::from(flank.target) == target;
        let conditions = |who: usize| {
            let plight = battle.plight(state, who);
            Fact::Parts(vec![
                ("harm", facts::harm(&plight.harm)),
                ("suppressed", facts::die(plight.suppressed)),
                ("on_fire", facts::die(plight.on_fire)),
                ("complication", facts::die(state.pieces[who].group.complication)),
            ])
        };
        step.with("zones_apart", battle.apart(&state.pieces[me], &state.pieces[target]))
            .with("zone", Fact::from(name(battle, state.pieces[me].zone).to_owned()))
            .with("target_zone", Fact::from(name(battle, zone).to_owned()))
            .with("flanked", state.pieces[me].flank.is_some_and(flanked))
            .with("watched_by_drone", battle.machines().any(drone))
            .with("conditions", conditions(me))
            .with("target_conditions", conditions(target))
    }

    /// The sources of an attack on a target and of its resistance. Drawbacks in the attack pool are the first target's.
    fn attack_sources(&self, me: usize, attack: &Attack, target: usize) -> ByRole<Vec<Source>> {
        ByRole {
            actor: self.battle.attack_sources(self.state, me, attack.target, Some(attack)),
            opposition: self.battle.resist_sources(self.state, me, target, attack.marksman),
        }
    }

    /// An attack as a mark on the map.
    fn shot(&self, me: usize, target: usize) -> Mark {
        let [from, to] = [me, target].map(|who| self.state.pieces[who].zone.into());
        Mark::Shot { from, to }
    }
}

fn die_or(die: Option<Die>, none: &str) -> String {
    die.map_or_else(|| none.to_owned(), |die| die.to_string())
}

/// A number of points of a kind.
fn points(points: u16, kind: &str) -> String {
    format!("{points} {kind}{}", if points == 1 { "" } else { "s" })
}

/// Edge Points spent, and the number the umpire has left.
fn edge_points(spent: u16, left: u16) -> String {
    if spent == 0 { String::new() } else { format!("; {} spent, {left} left", points(spent, "Edge Point")) }
}

/// The start: every figure's zone, the zones with their cover, and the borders.
pub(super) fn begins(battle: &Firefight, state: &FirefightState) -> Step {
    let edge = points(state.edge_points, "Edge Point");
    let plot = match state.points {
        0 => String::new(),
        plot => format!(", blue has {}", points(plot.into(), "plot point")),
    };
    let there = || battle.all().filter(|&who| state.pieces[who].kind != Kind::Absent);
    let marks = there().map(|who| Mark::Stands { figure: who as u8, cell: state.pieces[who].zone.into() });
    let zones = battle.zones.zones().iter().zip(&battle.covers).map(|(zone, cover)| {
        let covers = [("blue_cover", facts::die(cover.blue)), ("red_cover", facts::die(cover.red))];
        Fact::Parts([("name", Fact::from(zone.name.clone()))].into_iter().chain(covers).collect())
    });
    let mut borders = Vec::new();
    for zone in 0..battle.zones.zones().len() as u8 {
        borders.extend(battle.zones.beside(zone).filter(|&(beyond, _)| beyond > zone).map(|(beyond, cost)| {
            let between = [zone, beyond].map(|end| Fact::from(name(battle, end).to_owned()));
            Fact::Parts(vec![("between", Fact::List(between.to_vec())), ("activations", cost.into())])
        }));
    }
    let figures = there().map(|who| {
        let piece = &state.pieces[who];
        let first = [
            ("figure", Fact::from(who as u8)),
            ("kind", if piece.kind == Kind::Character { "character" } else { "unit" }.into()),
            ("zone", Fact::from(name(battle, piece.zone).to_owned())),
        ];
        let more = match piece.kind {
            Kind::Character => ("harm", facts::harm(&piece.harm)),
            _ => ("group", facts::group(&piece.group)),
        };
        Fact::Parts(first.into_iter().chain([more]).collect())
    });
    let step = Step {
        verb: "begin",
        clause: "CX2-zone-1",
        text: format!("everybody takes up a zone; the umpire has {edge}{plot}"),
        marks: marks.collect(),
        ..Step::default()
    };
    let (figures, zones) = (Fact::List(figures.collect()), Fact::List(zones.collect()));
    step.with("figures", figures)
        .with("zones", zones)
        .with("borders", Fact::List(borders))
        .with("edge_points_left", state.edge_points)
        .with("plot_points_left", state.points)
}

/// The roll that decides who goes first (CX2-init-3).
pub(super) fn initiative(
    at: FirefightScene<'_>,
    named: ByRole<usize>,
    pools: ByRole<Pool>,
    totals: ByRole<u8>,
    won: Option<Side>,
) -> Step {
    let came = match won {
        Some(side) => format!("won by {}", side.name()),
        None => "a tie, which is rolled again".to_owned(),
    };
    let score = format!("{} to {}", totals.actor, totals.opposition);
    let text = format!("rolls {} for the first go against {}: {score}, {came}", pools.actor, pools.opposition);
    let all = named.map(|who| at.battle.initiative_sources(at.state, who));
    let step = step("initiative", at.turn.saturating_sub(1), named.actor, "CX2-init-3", text);
    let step = with_totals(with_pools(step, &all, &pools), totals);
    Step { target: Some(named.opposition as u8), ..step }.with("result", won.map_or("tie", Side::name))
}

/// A clause forbids a player's answer.
pub(super) fn refused(turn: u16, me: usize, clause: ClauseId) -> Step {
    step("refuse", turn, me, clause, "may not do that")
}

/// A go without an action.
pub(super) fn waits(at: FirefightScene<'_>, me: usize) -> Step {
    at.go("wait", me, "CX2-init-1", "waits")
}

/// The result of a roll in words.
fn came_of(rolled: &Rolled) -> String {
    let (score, point) = (rolled.score(), rolled.third_die());
    match rolled.winner {
        Some(Role::Actor) => format!("{score}succeeds{point}, effect {}", rolled.effects.sizes()),
        Some(Role::Opposition) if rolled.effects.dice > 0 => {
            format!("{score}fails{point}, and is struck with effect {}", rolled.effects.sizes())
        }
        Some(Role::Opposition) | None => format!("{score}fails{point}"),
    }
}

/// The purpose of a test or an opposed roll for one effect die.
#[derive(Clone, Copy)]
pub(super) enum Tries {
    /// To flank a target.
    Flank(usize),
    /// To find cover.
    FindCover,
    /// To put out a fire.
    PutOut,
    /// To shake off Suppressed.
    ShakeOff,
}

/// A test or an opposed roll for one effect die (CX0-12, CX0-14).
pub(super) fn rolled(at: FirefightScene<'_>, me: usize, tries: Tries, opposed: &Opposed<'_>, rolled: &Rolled) -> Step {
    let (clause, what, purpose, target) = match tries {
        Tries::Flank(target) => ("CX2-zone-4", "flank", "flank", Some(target)),
        Tries::FindCover => ("CX0-12", "find cover", "find_cover", None),
        Tries::PutOut => ("CX2-spec-1", "put out the fire", "put_out_fire", None),
        Tries::ShakeOff => ("CX2-spec-6", "shake off Suppressed", "shake_off", None),
    };
    let text = format!("tries to {what}, {opposed}: {}", came_of(rolled));
    let step = at.go("test", me, clause, text).with("purpose", purpose);
    let step = with_roll(step, &at.battle.sources_of(at.state, me, tries), opposed, rolled);
    Step { target: target.map(|target| target as u8), ..step }
}

/// What specialists add to an attack, such as ` with grenades and a marksman`.
fn with(attack: &Attack) -> String {
    let uses = [(attack.flames, "a flamethrower"), (attack.grenades > 0, "grenades"), (attack.marksman, "a marksman")];
    let with: Vec<&str> = uses.into_iter().filter(|(used, _)| *used).map(|(_, name)| name).collect();
    if with.is_empty() { String::new() } else { format!(" with {}", with.join(" and ")) }
}

/// A step with the specialists of an attack and their cost.
fn with_specialists(step: Step, attack: &Attack) -> Step {
    step.with("flamethrower", attack.flames)
        .with("grenades_bought", attack.grenades)
        .with("marksman", attack.marksman)
        .with("edge_points_spent", attack.price())
}

/// An attack (CX2-attack-1).
pub(super) fn attacks(
    at: FirefightScene<'_>,
    me: usize,
    attack: &Attack,
    opposed: &Opposed<'_>,
    rolled: &Rolled,
) -> Step {
    let target = attack.target;
    let (with, spent) = (with(attack), edge_points(attack.price(), at.state.edge_points));
    let text = format!("attacks{with}, {opposed}: {}{spent}", came_of(rolled));
    let step = with_specialists(at.go("attack", me, "CX2-attack-1", text), attack);
    let step = with_roll(at.facing(step, me, target), &at.attack_sources(me, attack, target), opposed, rolled);
    Step { target: Some(target as u8), marks: vec![at.shot(me, target)], ..step }
}

/// A grenadier attacks several targets (CX2-spec-2).
pub(super) fn shells(at: FirefightScene<'_>, me: usize, attack: &Attack) -> Step {
    let (targets, spent) = (attack.others.count_ones() + 1, edge_points(attack.price(), at.state.edge_points));
    let text = format!("attacks {targets} targets{}{spent}", with(attack));
    let targets = std::iter::once(attack.target).chain(figures(attack.others));
    with_specialists(at.go("grenades", me, "CX2-spec-2", text), attack).with("targets", Fact::figures(targets))
}

/// The effect dice of a target that grenades have beaten (CX2-spec-2).
pub(super) fn shared(turn: u16, me: usize, target: usize, dice: Pool) -> Step {
    let text = match dice.is_empty() {
        true => "no effect die is left for this target".to_owned(),
        false => format!("strikes with effect {dice}"),
    };
    let step = step("grenade_effect", turn, me, "CX2-spec-2", text).with("effect_dice", facts::dice(dice));
    Step { target: Some(target as u8), ..step }
}

/// How a target has resisted grenades.
pub(super) struct Resisted {
    pub(super) target: usize,
    pub(super) pools: ByRole<Pool>,
    pub(super) totals: ByRole<u8>,
    pub(super) beaten: bool,
    /// Whether a plot point for a third die has saved it.
    pub(super) saved: bool,
}

/// One target of a grenadier (CX2-spec-2).
pub(super) fn shelled(at: FirefightScene<'_>, me: usize, attack: &Attack, resisted: &Resisted) -> Step {
    let &Resisted { target, ref pools, totals, beaten, saved } = resisted;
    let came = match (beaten, saved) {
        (true, _) => "beaten",
        (false, true) => "not beaten, with a plot point for a third die",
        (false, false) => "not beaten",
    };
    let score = format!("{} to {}", totals.actor, totals.opposition);
    let text = format!("grenades, {} against {}: {score}, {came}", pools.actor, pools.opposition);
    let step = at.facing(step("grenade_target", at.turn, me, "CX2-spec-2", text), me, target);
    let step = with_pools(step, &at.attack_sources(me, attack, target), pools);
    Step { target: Some(target as u8), marks: vec![at.shot(me, target)], ..with_totals(step, totals) }
        .with("result", if beaten { "actor" } else { "opposition" })
        .with("plot_point_spent_by", if saved { "opposition" } else { "nobody" })
        .with("plot_points_left", at.state.points)
}

/// The harm of effect dice to a character (CX2-attack-5).
pub(super) fn harmed(turn: u16, who: usize, dice: Pool, harm: Change<&Harm>) -> Step {
    let step = step("character_harmed", turn, who, "CX2-attack-5", format!("has {}", harm.after.in_words()));
    with_change(step.with("effect_dice", facts::dice(dice)), harm, facts::harm)
}

/// The harm of effect dice to a unit or a machine (CX2-attack-4), and its fallen specialists by place in the list.
pub(super) fn unit_harmed(turn: u16, who: usize, dice: Pool, group: Change<&Group>, fallen: u8) -> Step {
    let step = step("unit_harmed", turn, who, "CX2-attack-4", group.after.in_words(group.before));
    with_change(step.with("effect_dice", facts::dice(dice)), group, facts::group)
        .with("specialists_fallen", Fact::List(figures(fallen.into()).map(|nth| (nth as u8).into()).collect()))
}

/// A plot point buys an effect die (CX1-effect-3).
pub(super) fn bought(at: FirefightScene<'_>, who: usize, die: Die) -> Step {
    let text = format!("is struck by one more effect die of {die}, for a plot point");
    step("effect_bought", at.turn, who, "CX1-effect-3", text)
        .with("die", facts::die(Some(die)))
        .with("plot_points_left", at.state.points)
}

/// A character catches fire (CX2-spec-1).
pub(super) fn catches_fire(turn: u16, who: usize, fire: Change<Option<Die>>) -> Step {
    let text = format!("is On Fire {}", die_or(fire.after, ""));
    with_change(step("on_fire", turn, who, "CX2-spec-1", text), fire, facts::die)
}

/// The end of a turn on fire (CX2-spec-1).
pub(super) fn burns(turn: u16, who: usize, fire: Die, harm: Change<&Harm>) -> Step {
    let text = format!("burns with {fire}: {}", harm.after.in_words());
    let step = step("burn", turn, who, "CX2-spec-1", text).with("fire", facts::die(Some(fire)));
    with_change(step, harm, facts::harm)
}

/// An attempt to put out a fire (CX2-spec-1).
pub(super) fn fights_fire(turn: u16, who: usize, fire: Change<Option<Die>>) -> Step {
    let text = fire.after.map_or_else(|| "the fire is out".to_owned(), |die| format!("the fire is now {die}"));
    with_change(step("fire_fought", turn, who, "CX2-spec-1", text), fire, facts::die)
}

/// Suppressed (CX2-spec-6).
pub(super) fn suppresses(at: FirefightScene<'_>, me: usize, target: usize, die: Die) -> Step {
    let text = format!("suppresses with {die}{}", edge_points(1, at.state.edge_points));
    let step = at.go("suppress", me, "CX2-spec-6", text).with("die", facts::die(Some(die)));
    Step { target: Some(target as u8), ..step }
}

/// Conditions are dropped (CX2-spec-6).
pub(super) fn drops(turn: u16, me: usize) -> Step {
    step("drop_suppression", turn, me, "CX2-spec-6", "suppresses nobody any more")
}

/// Suppressed is shaken off (CX2-spec-6).
pub(super) fn shaken(turn: u16, me: usize, held: Change<Option<Die>>) -> Step {
    let text = held.after.map_or_else(|| "shakes off Suppressed".to_owned(), |die| format!("Suppressed is now {die}"));
    with_change(step("suppression_shaken", turn, me, "CX2-spec-6", text), held, facts::die)
}

/// Cover was created (CX2-zone-2).
pub(super) fn covered(turn: u16, me: usize, die: Option<Die>) -> Step {
    step("cover_created", turn, me, "CX2-zone-2", format!("has cover {}", die_or(die, "none")))
        .with("cover", facts::die(die))
}

/// A flank (CX2-zone-4).
pub(super) fn flanked(turn: u16, me: usize, target: usize, cover: Change<[Option<Die>; 2]>) -> Step {
    let dice = |cover: [Option<Die>; 2]| cover.into_iter().flatten().collect::<Pool>();
    let left = dice(cover.after);
    let text = match left.is_empty() {
        true => "flanks: no cover is left".to_owned(),
        false => format!("flanks: cover {left} is left"),
    };
    let step = with_change(step("flank", turn, me, "CX2-zone-4", text), cover, |cover| facts::dice(dice(cover)));
    Step { target: Some(target as u8), ..step }
}

fn name(battle: &Firefight, zone: u8) -> &str {
    &battle.zones.zones()[usize::from(zone)].name
}

/// A border that takes longer (CX2-zone-5).
pub(super) fn crosses(at: FirefightScene<'_>, me: usize, to: u8, more: u8) -> Step {
    let actions = if more == 1 { "action" } else { "actions" };
    let to = name(at.battle, to);
    at.go("cross_border", me, "CX2-zone-5", format!("makes for {to}, {more} more {actions} to go"))
        .with("to", Fact::from(to.to_owned()))
        .with("activations_left", more)
}

/// In another zone (CX2-zone-5).
pub(super) fn goes(at: FirefightScene<'_>, who: usize, from: u8) -> Step {
    let zone = at.state.pieces[who].zone;
    let marks = vec![Mark::Stands { figure: who as u8, cell: zone.into() }];
    let [from, to] = [from, zone].map(|zone| name(at.battle, zone).to_owned());
    let step = at.go("move", who, "CX2-zone-5", format!("goes to {to}"));
    Step { marks, ..step }.with("from", Fact::from(from)).with("to", Fact::from(to))
}

/// A machine is deployed (CX2-spec-4) for Edge Points.
pub(super) fn deploys(at: FirefightScene<'_>, me: usize, place: usize, piece: &Piece, price: u16) -> Step {
    let (what, word) = match piece.kind {
        Kind::Turret => ("a turret", "turret"),
        _ => ("a surveillance drone", "surveillance_drone"),
    };
    debug_assert!(matches!(at.battle.profiles[place].body, Body::Machine), "a place for machines");
    let marks = vec![Mark::Stands { figure: place as u8, cell: piece.zone.into() }];
    let text = format!("deploys {what}{}", edge_points(price, at.state.edge_points));
    let step = at.go("deploy", me, "CX2-spec-4", text);
    Step { target: Some(place as u8), marks, ..step }
        .with("machine", word)
        .with("group", facts::group(&piece.group))
        .with("zone", Fact::from(name(at.battle, piece.zone).to_owned()))
        .with("edge_points_spent", price)
}

/// A character (CX0-11), or a unit or machine (CX2-attack-4), is out of action.
pub(super) fn out(turn: u16, who: usize, kind: Kind) -> Step {
    let clause = if kind == Kind::Character { "CX0-11" } else { "CX2-attack-4" };
    Step { marks: vec![Mark::Falls { figure: who as u8 }], ..step("out", turn, who, clause, "out of action") }
}

/// A surveillance drone leaves without being destroyed (CX2-spec-4).
pub(super) fn ends(turn: u16, drone: usize, how: &str) -> Step {
    Step { marks: vec![Mark::Falls { figure: drone as u8 }], ..step("drone_ends", turn, drone, "CX2-spec-4", how) }
}

/// A medic's attempt to bring back a member of a unit.
pub(super) struct Tended {
    pub(super) unit: usize,
    /// The Quality Die of the fallen.
    pub(super) die: Die,
    /// Whether he is back.
    pub(super) back: bool,
}

/// A medic's attempt (CX2-spec-3).
pub(super) fn tends(
    at: FirefightScene<'_>,
    medic: usize,
    tended: Tended,
    opposed: &Opposed<'_>,
    rolled: &Rolled,
) -> Step {
    let Tended { unit, die, back } = tended;
    let came = if back { format!("the fallen {die} is back") } else { format!("the fallen {die} stays down") };
    let how = if rolled.succeeds() { format!("effect {}", rolled.effects.first()) } else { "fails".to_owned() };
    let (score, spent) = (rolled.score(), edge_points(1, at.state.edge_points));
    let text = format!("a medic tries, {opposed}: {score}{how}, {came}{spent}");
    let step = step("medic", at.turn, medic, "CX2-spec-3", text)
        .with("unit", Fact::figures([unit]))
        .with("fallen", facts::die(Some(die)))
        .with("revived", back)
        .with("edge_points_left", at.state.edge_points);
    let step = with_roll(step, &at.battle.medics_sources(at.state, medic), opposed, rolled);
    Step { target: (medic != unit).then_some(unit as u8), ..step }
}

/// Hitches become Stress (CX1-comp-1).
pub(super) fn stressed(turn: u16, who: usize, die: Die, stress: Change<Track>) -> Step {
    let text = format!("{}: a complication of {die}, Stress {}", hitches_in_words(die), stress.after.in_words());
    let step = step("stress", turn, who, "CX1-comp-1", text).with("complication", facts::die(Some(die)));
    with_change(step, stress, facts::track)
}

/// The players get a plot point for hitches (CX0-16).
pub(super) fn handed(at: FirefightScene<'_>, who: usize, die: Die) -> Step {
    let text = format!("is handed a plot point for {}", hitches_in_words(die));
    step("plot_point", at.turn, who, "CX0-16", text).with("plot_points_left", at.state.points)
}
