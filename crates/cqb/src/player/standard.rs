//! The automatic player, which follows all keys of a doctrine.

use engage::Inches;
use field::Figures;

use crate::action::{Action, Ask, Attack, Pace};
use crate::figure::{Condition, Figure, Travel};
use crate::fire::hit::AimAt;
use crate::fire::line_up::{barred, barred_for_good};
use crate::fire::target::Number;
use crate::knowledge::Knowledge;
use crate::may::most;
use crate::options::{AimCost, MoveAndFire, StopWhenDown};
use crate::player::choose::Player;
use crate::player::doctrine::{AimPolicy, Interrupt, Orders, TargetChoice};
use crate::player::memory::Memory;
use crate::player::search;
use crate::player::targets::fire_at;
use crate::terrain::Terrain;

/// The automatic player.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl Player for Standard {
    #[inline(always)]
    fn is_trusted(&self) -> bool {
        true
    }

    #[inline(always)]
    fn choose(&mut self, knowledge: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action {
        match ask {
            Ask::Act { first } => act(knowledge, memory, first),
            Ask::Interrupt { action, .. } => interrupt(knowledge, Some(action)),
            Ask::Meet { .. } => interrupt(knowledge, None),
            Ask::Step(walk) => search::step(knowledge, memory, &walk),
            Ask::FireToo => fire_too(*knowledge),
            Ask::Switch { from, seen, aim_at, next } => go_on_firing(*knowledge, from, seen, aim_at, next),
            Ask::AimToo => {
                let aims = knowledge.nearest().is_some() && aims(knowledge, targets(knowledge, None), false);
                if aims { Action::Aim } else { Action::Idle }
            }
        }
    }

    /// A figure has hope if it is closing in or the first shot of its fire could hit an enemy (CQB-5.2a).
    #[inline(always)]
    fn hopes(&mut self, knowledge: &Knowledge<'_>) -> bool {
        knowledge.can_hit_anybody() || hopes_to_hit(*knowledge)
    }

    #[inline(always)]
    fn keeps_guard(&mut self, knowledge: &Knowledge<'_>) -> bool {
        let figure = knowledge.figure();
        let stays = match knowledge.doctrine().orders {
            Orders::Stay => !search::aims_on_hold(knowledge),
            Orders::Guard => knowledge.terrain().is_none_or(|terrain| !search::is_called(knowledge, terrain)),
            Orders::Respond => knowledge.terrain().is_some_and(|terrain| !terrain.alarm()),
            Orders::Assault | Orders::Mission => false,
        };
        stays && recovers(figure).is_none()
    }
}

/// Whether a figure is closing in, or could hit an enemy in its present condition.
#[inline(never)]
fn hopes_to_hit(knowledge: Knowledge<'_>) -> bool {
    let (figure, doctrine) = (knowledge.figure(), knowledge.doctrine());
    let Some(range) = knowledge.nearest() else { return false };
    if doctrine.close_to.is_some_and(|goal| range > goal) {
        return true;
    }
    let attack = fire_at(knowledge.rules(), doctrine);
    doctrine.aim.ways().iter().any(|&aiming| {
        let rested = Figure { aiming, fired: false, moved_last: Travel::default(), ..*figure };
        knowledge.standing().iter().any(|enemy| knowledge.could_hit(&rested, enemy, &attack))
    })
}

/// The action that a figure must do before any other: get up, pick up its weapon or clear a jam.
#[inline]
fn recovers(figure: &Figure) -> Option<Action> {
    if figure.condition.knocked {
        Some(Action::Recover)
    } else if figure.condition.dropped {
        Some(Action::PickUp)
    } else if figure.jammed {
        Some(Action::Clear)
    } else {
        None
    }
}

/// What a figure does with its go.
#[inline(always)]
fn act(knowledge: &Knowledge<'_>, memory: &mut Memory, first: bool) -> Action {
    let goal = search::note(knowledge, memory);
    if let Some(recovery) = recovers(knowledge.figure()) {
        return recovery;
    }
    if knowledge.just_fires() {
        return fire(knowledge, None);
    }
    match knowledge.terrain() {
        None => act_in_the_open(knowledge, first),
        Some(_) => act_on_a_map(knowledge, memory, goal, first),
    }
}

/// On open ground the figure holds, closes in or fires, depending on the distance.
#[inline(always)]
fn act_in_the_open(knowledge: &Knowledge<'_>, first: bool) -> Action {
    let doctrine = knowledge.doctrine();
    let Some(range) = knowledge.nearest() else { return Action::Idle };
    if doctrine.hold_until.is_some_and(|distance| range > distance) && !first {
        return Action::Hold;
    }
    match doctrine.close_to.filter(|&distance| range > distance) {
        Some(distance) => advance(*knowledge, range, distance),
        None => fire_or_aim(knowledge, targets(knowledge, None)),
    }
}

/// Comes forward to a distance from the enemy. It fires as well if it may, unless its doctrine fires only aimed shots.
#[inline(never)]
fn advance(knowledge: Knowledge<'_>, range: Inches, to: Inches) -> Action {
    let (rules, figure, pace) = (knowledge.rules(), knowledge.figure(), knowledge.doctrine().pace);
    let both = rules.move_and_fire == MoveAndFire::UpToNormal && pace != Pace::Fast;
    let wanted = range.thousandths() - to.thousandths();
    let by = wanted.min(most(rules, figure, pace).0.thousandths());
    let ready = barred(rules, knowledge.weapon(knowledge.me()), figure).is_none();
    let plain = knowledge.doctrine().aim != AimPolicy::Always;
    Action::Advance { by: Inches::from_thousandths(by), pace, and_fire: both && ready && plain }
}

/// On a map the figure fires at an enemy in view that it may shoot at, unless it throws something first. Otherwise it
/// follows its orders, to `goal` if that is already worked out.
#[inline]
fn act_on_a_map(knowledge: &Knowledge<'_>, memory: &mut Memory, goal: Option<Option<u8>>, first: bool) -> Action {
    let seen = !knowledge.in_view().is_empty();
    let thrown = if seen && !first { search::throws_first(knowledge, memory) } else { None };
    if let Some(thrown) = thrown {
        return thrown;
    }
    let open = if seen { open_targets(knowledge) } else { Figures::NONE };
    if open.is_empty() { search::seek(knowledge, memory, goal) } else { shoot_or_hold(knowledge, first, open) }
}

/// The targets on a map that a figure could hit from its place.
fn open_targets(knowledge: &Knowledge<'_>) -> Figures {
    targets(knowledge, None).filter(|enemy| knowledge.could_ever_hit(enemy))
}

/// CQB-3c: it may hold until the enemy is near.
fn shoot_or_hold(knowledge: &Knowledge<'_>, first: bool, at: Figures) -> Action {
    let far = |distance| knowledge.nearest().is_some_and(|range| range > distance);
    if !first && knowledge.doctrine().hold_until.is_some_and(far) {
        return Action::Hold;
    }
    fire_or_aim(knowledge, at)
}

/// Fires at one of these enemies, or aims first.
#[inline]
fn fire_or_aim(knowledge: &Knowledge<'_>, at: Figures) -> Action {
    let (rules, figure, weapon) = (knowledge.rules(), knowledge.figure(), knowledge.weapon(knowledge.me()));
    let ready = barred(rules, weapon, figure).is_none();
    if barred_for_good(rules, weapon, &figure.condition) {
        Action::Idle
    } else if !figure.aiming && aims(knowledge, at, ready) {
        Action::Aim
    } else if !ready {
        Action::Idle
    } else if knowledge.terrain().is_none() {
        fire_at_any(knowledge, at)
    } else {
        fire_unless_in_vain(knowledge, at)
    }
}

/// On a map, fires at one of these enemies if any shot could hit now.
fn fire_unless_in_vain(knowledge: &Knowledge<'_>, at: Figures) -> Action {
    let Some(first) = at.first() else { return in_vain(knowledge) };
    let (place, hits) = knowledge.place_and_hit(first);
    let hits_another = || at.without(first).iter().any(|enemy| knowledge.hits_now(enemy, Number::FIRST));
    if hits || hits_another() { fire_there(knowledge, at, place) } else { in_vain(knowledge) }
}

/// A shot that cannot hit would spend an aim for nothing, and this turn costs nothing else.
fn in_vain(knowledge: &Knowledge<'_>) -> Action {
    if !knowledge.figure().aiming && knowledge.gains_by_aim() { Action::Aim } else { Action::Hold }
}

/// Whether to aim at one of these enemies (CQB-5.3.2a). If aiming takes no action, a figure that is ready fires and
/// aims afterwards.
#[inline]
fn aims(knowledge: &Knowledge<'_>, at: Figures, ready: bool) -> bool {
    match knowledge.doctrine().aim {
        AimPolicy::Never => false,
        AimPolicy::Always => true,
        AimPolicy::WhenBetter if ready && knowledge.rules().aim_cost == AimCost::Free => false,
        AimPolicy::WhenBetter => at.first().is_some_and(|enemy| knowledge.prefers_aim(enemy, !ready)),
    }
}

/// Between shots or bursts: once its target is down, the figure turns on another enemy. On a map it fires no shot that
/// cannot hit: it turns on nobody whom the next shot cannot hit (CQB-5.3.6c), and ceases fire (CQB-5.1a).
#[inline]
fn go_on_firing(knowledge: Knowledge<'_>, from: usize, seen: Condition, aim_at: AimAt, next: Number) -> Action {
    let on_a_map = knowledge.terrain().is_some();
    if seen.down && knowledge.rules().stop_when_down == StopWhenDown::All {
        return Action::Idle;
    }
    if !seen.down {
        let in_vain = on_a_map && !knowledge.hits_there(from, aim_at, next);
        return if in_vain { Action::Cease } else { Action::Idle };
    }
    let turned = |enemy| Number { change: knowledge.between(from, enemy), ..next };
    let hits = |enemy| !on_a_map || knowledge.hits_now(enemy, turned(enemy));
    let others = if knowledge.doctrine().switch { targets(&knowledge, Some(from)).filter(hits) } else { Figures::NONE };
    fire_at_any(&knowledge, others)
}

/// Fire at the enemy that the doctrine prefers, except one that the figure has just shot down.
#[inline(always)]
fn fire(knowledge: &Knowledge<'_>, shot_down: Option<usize>) -> Action {
    fire_at_any(knowledge, targets(knowledge, shot_down))
}

/// Fire at one of these enemies, if there are any.
#[inline(always)]
fn fire_at_any(knowledge: &Knowledge<'_>, at: Figures) -> Action {
    match at.first() {
        None => Action::Idle,
        Some(_) if knowledge.terrain().is_none() => {
            Action::Fire(Attack { at, ..fire_at(knowledge.rules(), knowledge.doctrine()) })
        }
        Some(enemy) => fire_there(knowledge, at, knowledge.place_to_name(enemy)),
    }
}

/// Fire at one of these enemies that names a location.
#[inline]
fn fire_there(knowledge: &Knowledge<'_>, at: Figures, aim_at: AimAt) -> Action {
    Action::Fire(Attack { at, aim_at, ..fire_at(knowledge.rules(), knowledge.doctrine()) })
}

/// The targets, if the figure can see any enemy left (CQB-3e); the rules choose one of several by lot.
#[inline(always)]
fn targets(knowledge: &Knowledge<'_>, shot_down: Option<usize>) -> Figures {
    let suits = |enemy: usize| suits(knowledge, shot_down, enemy);
    let enemies = knowledge.in_view();
    let choice = knowledge.doctrine().target;
    let preference = knowledge.preference();
    if choice == TargetChoice::Random {
        enemies.filter(suits)
    } else if !preference.is_empty() {
        for &enemy in preference {
            if suits(enemy.into()) {
                return Figures::one(enemy.into());
            }
        }
        Figures::NONE
    } else {
        best(*knowledge, enemies.filter(suits))
    }
}

/// The enemy among these that the doctrine prefers: on a map of those that it hits now, if there are any.
#[inline(never)]
fn best(knowledge: Knowledge<'_>, enemies: Figures) -> Figures {
    // A single enemy needs no comparison.
    if enemies.len() < 2 {
        return enemies;
    }
    let hit = enemies.filter(|enemy| knowledge.terrain().is_none() || knowledge.hits_now(enemy, Number::FIRST));
    let enemies = if hit.is_empty() { enemies } else { hit };
    enemies.iter().min_by_key(|&enemy| knowledge.worth(enemy)).map_or(Figures::NONE, Figures::one)
}

#[inline(always)]
fn suits(knowledge: &Knowledge<'_>, shot_down: Option<usize>, enemy: usize) -> bool {
    knowledge.is_standing(enemy) && shot_down != Some(enemy) && may_shoot(knowledge, enemy)
}

/// Whether the doctrine accepts the risk to hostages in the line of fire at an enemy in view; no doctrine shoots past the
/// last hostage whom its side has to free. On open ground it ignores them.
#[inline(always)]
fn may_shoot(knowledge: &Knowledge<'_>, enemy: usize) -> bool {
    let Some(terrain) = knowledge.terrain().filter(|terrain| terrain.anybody_endangered()) else { return true };
    let careless = knowledge.doctrine().risk >= 100 && !terrain.is_last_captive();
    careless || takes_the_risk(*knowledge, terrain, enemy)
}

#[inline(never)]
fn takes_the_risk(knowledge: Knowledge<'_>, terrain: &Terrain<'_>, enemy: usize) -> bool {
    let Some(other) = knowledge.enemy(enemy) else { return false };
    if terrain.is_line_clear(terrain.here(), terrain.site().cell(other)) {
        return true;
    }
    if terrain.is_last_captive() {
        return false;
    }
    let doctrine = knowledge.doctrine();
    let attack = Attack { aim_at: knowledge.place_to_name(enemy), ..fire_at(knowledge.rules(), doctrine) };
    let Some(firing) = knowledge.firing(enemy, &attack) else { return false };
    firing.percent_missed(knowledge.rules(), knowledge.pack()) <= u32::from(doctrine.risk)
}

/// Whether to try to interrupt an action or an enemy that has come into view. On a map a figure gives up its Hold only
/// to fire.
#[inline(always)]
fn interrupt(knowledge: &Knowledge<'_>, action: Option<Action>) -> Action {
    let wants = match (knowledge.doctrine().interrupt, action) {
        (Interrupt::Any, None) => true,
        (Interrupt::Any, Some(action)) => !matches!(action, Action::Hold | Action::Wait | Action::Idle),
        (Interrupt::Fire, action) => action.is_some_and(|action| action.fires()),
        (Interrupt::Never, _) => false,
    };
    let fires = || knowledge.terrain().is_none() || would_fire(*knowledge).fires();
    if wants && fires() { Action::Interrupt } else { Action::Idle }
}

/// Whether to fire after a move. On open ground the figure moved in order to fire.
#[inline(never)]
fn fire_too(knowledge: Knowledge<'_>) -> Action {
    match knowledge.terrain() {
        None => fire(&knowledge, None),
        Some(_) => match would_fire(knowledge) {
            fire @ Action::Fire(_) => fire,
            _ => Action::Idle,
        },
    }
}

/// What a figure on a map that sees an enemy would do if it acted first, if that is to fire.
#[inline(never)]
fn would_fire(knowledge: Knowledge<'_>) -> Action {
    if recovers(knowledge.figure()).is_some() || knowledge.in_view().is_empty() {
        return Action::Idle;
    }
    match open_targets(&knowledge) {
        Figures::NONE => Action::Idle,
        open => shoot_or_hold(&knowledge, true, open),
    }
}
