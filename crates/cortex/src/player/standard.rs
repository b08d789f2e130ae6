//! The automatic player, by the choices of the doctrine. In an activation it tries, in this order, to put out a fire,
//! to shake off Suppressed, to deploy or suppress, to create cover, to move as ordered, to flank, and to attack.

use std::cmp::Reverse;

use chance::{Die, Pool};

use super::choose::Knowledge;
use super::doctrine::{
    Activation, DronesUse, FlamethrowerUse, Flank, GrenadierBuys, MarksmanUse, MedicTries, Orders, PutOut, Suppress,
    TakeCover, TargetNpcs, TargetPlayers,
};
use crate::action::{Action, Ask, Attack, Machine};
use crate::firefight::{self, Speciality};
use crate::fireteam;

/// The action chosen for the member asked about. What is asked at every roll and before every go is answered at once.
#[inline]
pub(super) fn choose(knows: Knowledge<'_>, ask: Ask) -> Action {
    match ask {
        Ask::Dice { .. } => Action::Handle(knows.doctrine().handling()),
        // The first of the list is asked.
        Ask::Next if knows.doctrine().activation == Activation::Roster => Action::Name(knows.me()),
        _ => in_battle(knows, ask),
    }
}

#[inline(never)]
fn in_battle(knows: Knowledge<'_>, ask: Ask) -> Action {
    match knows {
        Knowledge::Fireteams(view) => of_fireteams(view, ask),
        Knowledge::Firefight(view) => in_firefight(view, ask),
    }
}

fn named(who: Option<usize>) -> Action {
    who.map_or(Action::Nothing, Action::Name)
}

/// Part I: the next fireteam to act, and its target (clarification 12).
fn of_fireteams(view: fireteam::FireteamView<'_>, ask: Ask) -> Action {
    let side = view.side(view.me());
    match ask {
        Ask::Next => {
            let able = view.teams(side).filter(|&team| !view.has_acted(team) && view.up(team) > 0);
            let injuries = |team: usize| -> u8 {
                view.harms(team)
                    .iter()
                    .filter(|harm| harm.is_hurt())
                    .filter_map(|harm| harm.larger())
                    .map(Die::step)
                    .sum()
            };
            let enemy = view.teams(side.enemy()).find(|&team| view.up(team) > 0);
            let pool = |team: usize| enemy.map_or(Pool::EMPTY, |enemy| view.pool(team, enemy));
            named(match view.doctrine().activation {
                Activation::Roster => Some(view.me()),
                Activation::MostInjured => able.min_by_key(|&team| Reverse(injuries(team))),
                Activation::LargestPool => able.min_by_key(|&team| Reverse((pool(team).dice(), pool(team).steps()))),
            })
        }
        Ask::Go { .. } => {
            let enemy = view.teams(side.enemy()).find(|&team| view.up(team) > 0);
            enemy.map_or(Action::Nothing, |enemy| Action::Attack(Attack::on(enemy)))
        }
        _ => Action::Nothing,
    }
}

/// Part II.
fn in_firefight(view: firefight::FirefightView<'_>, ask: Ask) -> Action {
    let doctrine = view.doctrine();
    let side = view.side(view.me());
    match ask {
        Ask::Go { lot } => go(view, ask, lot),
        Ask::Free { again } => freely(view, ask, again),
        Ask::Next => named(next(view)),
        Ask::Initiative => named(view.up(side).min_by_key(|&who| Reverse(view.initiative(who).steps()))),
        Ask::First => Action::First(side),
        Ask::Tend { tries, .. } => match doctrine.medic {
            MedicTries::Once if tries == 0 => Action::Tend,
            MedicTries::UntilUp => Action::Tend,
            MedicTries::Once | MedicTries::Never => Action::Nothing,
        },
        Ask::Dice { .. } => Action::Handle(doctrine.handling()),
    }
}

/// The figure of the side that goes next.
fn next(view: firefight::FirefightView<'_>) -> Option<usize> {
    let side = view.side(view.me());
    let able = view.up(side).filter(|&who| view.may_act(who));
    let injury = |who: usize| view.harm(who).step().max(view.group(who).1.map_or(0, Die::step));
    let enemy = view.up(side.enemy()).next();
    let pool = |who: usize| enemy.map_or(Pool::EMPTY, |enemy| view.attack_pool(who, enemy));
    match view.doctrine().activation {
        Activation::Roster => Some(view.me()),
        Activation::MostInjured => able.min_by_key(|&who| Reverse(injury(who))),
        Activation::LargestPool => able.min_by_key(|&who| Reverse((pool(who).dice(), pool(who).steps()))),
    }
}

/// The free action before the go. A drone follows the target, or returns if its operator is the only member left to
/// fight; then come deployment and suppression, where they cost no activation.
fn freely(view: firefight::FirefightView<'_>, ask: Ask, again: bool) -> Action {
    let me = view.me();
    if let Some(drone) = view.drone(me).filter(|_| view.unit_pool(me).is_empty()) {
        return Action::Recall { drone };
    }
    let flight = view.drone(me).filter(|_| !again).and_then(|drone| {
        let target = target(view, Some(0))?;
        let (to, _) = view.zones().towards(view.zone(drone), view.zone(target))?;
        Some(Action::Fly { drone, to })
    });
    [flight, deployment(view), suppression(view)]
        .into_iter()
        .flatten()
        .find(|action| view.may(ask, action))
        .unwrap_or(Action::Nothing)
}

/// The machine that a unit deploys.
fn deployment(view: firefight::FirefightView<'_>) -> Option<Action> {
    let machine = match view.doctrine().drones {
        DronesUse::Never => return None,
        DronesUse::TurretFirst => Machine::Turret,
        DronesUse::SurveillanceFirst => Machine::Drone,
    };
    // An operator who flies a drone does not fight, so another member has to be there.
    let enough = machine == Machine::Turret || view.members(view.me()) > 1;
    (enough && view.deployed(view.me()) == 0).then_some(Action::Deploy(machine))
}

/// The target of a unit's suppression, once in the fight: the character with the largest attack dice. A Suppressed
/// condition as large as the gunner's die rules a character out, since only the largest counts.
fn suppression(view: firefight::FirefightView<'_>) -> Option<Action> {
    let me = view.me();
    let wants = view.doctrine().suppress == Suppress::Once && !view.has_suppressed(me) && view.members(me) > 1;
    let own = view.gunner(me).filter(|_| wants)?;
    let characters = view.targets().filter(|&who| view.is_character(who) && view.suppressed(who) < Some(own));
    let target = characters.min_by_key(|&who| Reverse(view.own_attack(who, me).steps()))?;
    Some(Action::Suppress { targets: 1 << target })
}

/// The action of the go.
fn go(view: firefight::FirefightView<'_>, ask: Ask, lot: Option<u8>) -> Action {
    let (me, doctrine) = (view.me(), view.doctrine());
    if view.on_fire(me).is_some() && doctrine.put_out == PutOut::AtOnce {
        return Action::PutOut;
    }
    if view.suppressed(me).is_some_and(|die| doctrine.shakes_off(die)) {
        return Action::ShakeOff;
    }
    if !view.is_character(me)
        && !view.is_plain_unit()
        && let Some(action) =
            [deployment(view), suppression(view)].into_iter().flatten().find(|action| view.may(ask, action))
    {
        return action;
    }
    let finds_cover = view.cover_is_created() && view.is_character(me) && view.rating(view.zone(me)).is_some();
    if finds_cover && view.in_cover(me).is_none() && doctrine.take_cover == TakeCover::AtOnce {
        return Action::TakeCover;
    }
    if let Some(to) = destination(view).filter(|&to| view.may(ask, &Action::Move { to })) {
        return Action::Move { to };
    }
    let by_lot = view.is_against_players() && doctrine.target_npcs == TargetNpcs::Random;
    if by_lot && lot.is_none() {
        return Action::Draw { below: view.targets().count() as u8 };
    }
    let Some(target) = target(view, lot) else { return Action::Nothing };
    let flanks = doctrine.flank == Flank::FromD8 && view.cover(me, target) >= Some(Die::D8);
    if flanks && view.may(ask, &Action::Flank { target }) {
        return Action::Flank { target };
    }
    Action::Attack(attack(view, target))
}

/// The target of an attack (clarification 12).
#[inline]
fn target(view: firefight::FirefightView<'_>, lot: Option<u8>) -> Option<usize> {
    let (me, doctrine) = (view.me(), view.doctrine());
    let mut targets = view.targets();
    if targets.clone().nth(1).is_none() {
        return targets.next();
    }
    if !view.is_against_players() {
        let members = |who| view.members(who).max(1);
        return match doctrine.target_players {
            TargetPlayers::First => targets.next(),
            TargetPlayers::Fewest => least(targets, members),
            TargetPlayers::Most => least(targets, |who| u8::MAX - members(who)),
            TargetPlayers::WeakestCover => least(targets, |who| view.cover(me, who).map_or(0, Die::step)),
        };
    }
    let injury = |who| view.harm(who).step();
    match doctrine.target_npcs {
        // What is worth it has been settled before the fight.
        TargetNpcs::MostInjured | TargetNpcs::Worth => least(targets, |who| u8::MAX - injury(who)),
        TargetNpcs::LeastInjured => least(targets, injury),
        TargetNpcs::Random => targets.nth(lot.unwrap_or_default().into()),
        TargetNpcs::SmallestPool => targets.min_by_key(|&who| {
            let pool = view.resist_pool(me, who);
            (pool.dice(), pool.steps())
        }),
    }
}

/// The first figure of which this is least. Figures come in order, so that one number ranks both.
#[inline(always)]
fn least(targets: impl Iterator<Item = usize>, of: impl Fn(usize) -> u8) -> Option<usize> {
    targets.map(|who| u16::from(of(who)) << 8 | who as u16).min().map(|least| usize::from(least as u8))
}

/// An attack on a target, with the specialists worth their points (clarification 11).
fn attack(view: firefight::FirefightView<'_>, target: usize) -> Attack {
    let (me, doctrine) = (view.me(), view.doctrine());
    let mut attack = Attack::on(target);
    if view.is_character(me) || view.is_plain_unit() || view.edge_points() == 0 {
        return attack;
    }
    let left = |attack: &Attack| view.edge_points() > attack.price();
    let same_zone = view.zone(me) == view.zone(target);
    let burns = view.is_character(target) && view.on_fire(target).is_none();
    let flames = doctrine.flamethrower == FlamethrowerUse::Always && same_zone && burns;
    attack.flames = flames && view.has(me, Speciality::Flamethrower);
    if left(&attack) && view.has(me, Speciality::Grenadier) {
        match doctrine.grenadier {
            GrenadierBuys::Die => attack.grenades = 1,
            GrenadierBuys::Target => attack.others = second(view, target).map_or(0, |other| 1 << other),
            GrenadierBuys::Never => {}
        }
    }
    let armoured = doctrine.marksman == MarksmanUse::Armour && view.is_armoured(target);
    attack.marksman = armoured && left(&attack) && view.has(me, Speciality::Marksman);
    attack
}

/// A grenadier's second target: the next character in the zone of the first.
fn second(view: firefight::FirefightView<'_>, first: usize) -> Option<usize> {
    let beside = |&who: &usize| who != first && view.is_character(who) && view.zone(who) == view.zone(first);
    let mut others = view.targets().filter(beside);
    let injury = |who: &usize| view.harm(*who).step();
    match view.doctrine().target_npcs {
        TargetNpcs::MostInjured | TargetNpcs::Worth => others.min_by_key(|who| Reverse(injury(who))),
        TargetNpcs::LeastInjured => others.min_by_key(injury),
        TargetNpcs::Random => others.next(),
        TargetNpcs::SmallestPool => others.min_by_key(|&who| {
            let pool = view.resist_pool(view.me(), who);
            (pool.dice(), pool.steps())
        }),
    }
}

/// The zone to move to by order (clarification 13).
fn destination(view: firefight::FirefightView<'_>) -> Option<u8> {
    let (me, zones) = (view.me(), view.zones());
    let here = view.zone(me);
    let least = match view.doctrine().movement {
        Orders::Hold | Orders::Worth => return None,
        Orders::Close => 0,
        Orders::Approach => 1,
        Orders::BestCover => {
            let better = |&zone: &u8| view.rating(zone) > view.rating(here);
            let beside = zones.beside(here).map(|(zone, _)| zone).filter(better);
            return beside.min_by_key(|&zone| Reverse(view.rating(zone))).filter(|_| here == view.began_in(me));
        }
    };
    let apart = |who: &usize| zones.apart(here, view.zone(*who));
    let nearest = view.targets().min_by_key(apart)?;
    if apart(&nearest) <= least { None } else { zones.towards(here, view.zone(nearest)).map(|(zone, _)| zone) }
}
