//! A player's view: what the side of a figure can know, and nothing else.
//!
//! Both sides know the scenario: the figures with their abilities, weapons and armour, the rules, the map and the
//! mission; and the turn. Cards are turned face up, aims and Hold are declared, jams and injuries are marked on the
//! table (CQB-1.3b), so everything about an enemy in view is known. Nothing is known about an enemy out of sight.

use chance::Pack;
use engage::{BySide, Inches, Side};
use field::Figures;

use crate::action::Attack;
use crate::battle::{Battle, Case, Matchup};
use crate::figure::{Figure, Gone, Travel};
use crate::fire::hit::{AimAt, Armour};
use crate::fire::line_up::{Combatant, SeenTarget, line_up, named, target_gone};
use crate::fire::target::{
    Firing, Number, condition_modifier, firer_moved_modifier, range_modifier, target_moved_modifier,
};
use crate::player::doctrine::AimPolicy;
use crate::player::targets::{fire_at, worth};
use crate::rules::{Ability, Rules};
use crate::scene::Scene;
use crate::site::Site;
use crate::squad::Doctrine;
use crate::terrain::Terrain;
use crate::weapon::Weapon;

/// What the side of a figure knows when it is asked about that figure.
#[derive(Clone, Copy, Debug)]
pub struct Knowledge<'a> {
    battle: &'a Battle,
    me: usize,
    turn: u16,
    /// The figures as the acting figure sees them (CQB-3e).
    figures: &'a [Figure],
    /// The jokers in each team's decks.
    jokers: &'a BySide<u8>,
    terrain: Option<Terrain<'a>>,
}

impl<'a> Knowledge<'a> {
    #[inline(always)]
    pub(crate) fn new(
        battle: &'a Battle,
        me: usize,
        turn: u16,
        figures: &'a [Figure],
        jokers: &'a BySide<u8>,
        scene: Option<(&'a Site, &'a Scene)>,
    ) -> Knowledge<'a> {
        let terrain = scene.map(|(site, scene)| Terrain::new(battle, site, scene, me, &figures[me]));
        Knowledge { battle, me, turn, figures, jokers, terrain }
    }

    /// The figure asked, by its number in the battle.
    #[inline(always)]
    #[must_use]
    pub fn me(&self) -> usize {
        self.me
    }

    /// Its side.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Side {
        self.battle.profiles[self.me].side
    }

    /// The turn, from 1. In exact answers and tables, where equal situations are merged, it is 0: no answer may depend
    /// on it.
    #[must_use]
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// The turn after which the engagement is stopped.
    #[must_use]
    pub fn turn_limit(&self) -> u16 {
        self.battle.turn_limit
    }

    /// The rules played.
    #[inline(always)]
    #[must_use]
    pub fn rules(&self) -> &'a Rules {
        &self.battle.rules
    }

    /// The doctrine that the scenario gives the figure's player.
    #[inline(always)]
    #[must_use]
    pub fn doctrine(&self) -> &'a Doctrine {
        &self.battle.profiles[self.me].doctrine
    }

    /// The figure itself.
    #[inline(always)]
    #[must_use]
    pub fn figure(&self) -> &'a Figure {
        &self.figures[self.me]
    }

    /// The figures of its side, including itself.
    #[inline]
    #[must_use]
    pub fn friends(&self) -> Figures {
        self.battle.friends_of(self.me)
    }

    /// A figure of its side.
    #[must_use]
    pub fn friend(&self, friend: usize) -> Option<&'a Figure> {
        self.friends().contains(friend).then(|| &self.figures[friend])
    }

    /// All enemies, in sight or not, down or not.
    #[inline(always)]
    #[must_use]
    pub fn enemies(&self) -> Figures {
        self.battle.enemies_of(self.me)
    }

    /// The enemies in view when this go began; on open ground, all of them.
    #[inline(always)]
    #[must_use]
    pub fn in_view(&self) -> Figures {
        match &self.terrain {
            Some(terrain) => terrain.sees(),
            None => self.enemies(),
        }
    }

    /// The enemies in view that are not down, as far as it sees (CQB-3e).
    #[inline(always)]
    #[must_use]
    pub fn standing(&self) -> Figures {
        self.in_view().filter(|enemy| !self.figures[enemy].condition.down)
    }

    /// Whether an enemy in view is not down, as far as it sees.
    #[inline(always)]
    #[must_use]
    pub fn is_standing(&self, enemy: usize) -> bool {
        self.in_view().contains(enemy) && !self.figures[enemy].condition.down
    }

    /// An enemy in view.
    #[inline]
    #[must_use]
    pub fn enemy(&self, enemy: usize) -> Option<&'a Figure> {
        self.in_view().contains(enemy).then(|| &self.figures[enemy])
    }

    /// The ability of a figure of either side.
    #[must_use]
    pub fn ability(&self, figure: usize) -> Ability {
        self.battle.profiles[figure].ability
    }

    /// The weapon of a figure of either side.
    #[inline(always)]
    #[must_use]
    pub fn weapon(&self, figure: usize) -> &'a Weapon {
        &self.battle.profiles[figure].weapon
    }

    /// The armour of a figure of either side.
    #[must_use]
    pub fn armour(&self, figure: usize) -> Armour {
        self.battle.profiles[figure].armour
    }

    /// The distance to an enemy in view (CQB-1.2.3).
    #[inline]
    #[must_use]
    pub fn range(&self, enemy: usize) -> Option<Inches> {
        self.enemy(enemy).map(|other| self.range_to(other))
    }

    #[inline]
    fn range_to(&self, other: &Figure) -> Inches {
        match self.terrain {
            Some(terrain) => terrain.site().range(self.figure(), other),
            None => self.battle.field.apart(self.figure(), other),
        }
    }

    /// The distance to the nearest enemy in view that is not down.
    #[inline(always)]
    #[must_use]
    pub fn nearest(&self) -> Option<Inches> {
        if self.battle.still { Some(self.battle.field.range) } else { self.nearest_of_all() }
    }

    // By value, so that the knowledge stays in registers while nobody moves.
    fn nearest_of_all(self) -> Option<Inches> {
        self.standing().iter().filter_map(|enemy| self.range(enemy)).min()
    }

    /// The parts of an enemy in view that show; an empty list means all (CQB-5.3.7).
    #[inline]
    #[must_use]
    pub fn shows(&self, enemy: usize) -> &'a [AimAt] {
        self.battle.shows(enemy, self.is_covered(enemy))
    }

    #[inline]
    fn is_covered(&self, enemy: usize) -> bool {
        self.battle.cover_counts()
            && self.terrain.is_some_and(|terrain| terrain.site().is_covered(self.figure(), &self.figures[enemy]))
    }

    #[inline]
    fn combatant(&self, figure: usize) -> Combatant<'a> {
        Combatant { profile: &self.battle.profiles[figure], figure: &self.figures[figure] }
    }

    /// The fire of the figure at an enemy in view, if it fired now.
    #[inline]
    #[must_use]
    pub fn firing(&self, enemy: usize, attack: &Attack) -> Option<Firing> {
        let target =
            SeenTarget { combatant: self.combatant(enemy), range: self.range(enemy)?, shows: self.shows(enemy) };
        let firing = line_up(self.rules(), self.combatant(self.me), target, attack);
        Some(match self.terrain {
            Some(terrain) => terrain.with_gas_and_hostages(&self.figures[enemy], firing),
            None => Firing { hostages: self.battle.field.hostages, ..firing },
        })
    }

    /// Whether the odds favour an aim before the figure fires at an enemy in view, by its doctrine. `waits`: it could
    /// not fire now anyway.
    #[inline]
    pub(crate) fn prefers_aim(&self, enemy: usize, waits: bool) -> bool {
        let (battle, condition) = (self.battle, &self.figure().condition);
        let one_armed = condition.wound.is_arm();
        let unprepared = || self.shared(enemy);
        let shared = battle.prepared_part(self.me, enemy, condition).or_else(unprepared);
        let Some(shared) = shared else { return false };
        battle.aims().prefers(Matchup { me: self.me, enemy, covered: self.is_covered(enemy), one_armed }, shared, waits)
    }

    /// The cards of the figure's deck when whole.
    #[inline]
    #[must_use]
    pub fn pack(&self) -> Pack {
        self.rules().pack(self.ability(self.me), self.jokers[self.side()])
    }

    /// The map, unless the ground is open.
    #[inline(always)]
    #[must_use]
    pub fn terrain(&self) -> Option<&Terrain<'a>> {
        self.terrain.as_ref()
    }

    /// Whether the first shot of this attack could hit an enemy, if the figure were as given and the enemy had not
    /// moved (CQB-5.2a).
    pub(crate) fn could_hit(&self, figure: &Figure, enemy: usize, attack: &Attack) -> bool {
        let Some(range) = self.range(enemy) else { return false };
        let other = Figure { moved_last: Travel::default(), ..self.figures[enemy] };
        let firer = Combatant { figure, ..self.combatant(self.me) };
        let combatant = Combatant { figure: &other, ..self.combatant(enemy) };
        let target = SeenTarget { combatant, range, shows: self.shows(enemy) };
        line_up(self.rules(), firer, target, attack).could_hit(self.rules(), Number::FIRST, self.pack())
    }

    /// The location to name in fire at an enemy in view: that of the doctrine, or on a map by default the one by which
    /// the shots are likeliest to put the enemy out of action (CQB-5.3.3a).
    #[inline]
    pub(crate) fn place_to_name(&self, enemy: usize) -> AimAt {
        let known = || self.known_place(enemy).map(|(place, _)| place);
        self.doctrine().aim_at.or_else(known).unwrap_or_else(|| {
            let firing = self.terrain.and_then(|_| self.plain_line(enemy));
            firing.map_or(AimAt::None, |firing| self.best_place(enemy, &firing))
        })
    }

    /// The location of an enemy in view by which fire that names none would be likeliest to put it out of action.
    fn best_place(&self, enemy: usize, firing: &Firing) -> AimAt {
        let (battle, wounded) = (self.battle, self.figures[enemy].condition.wounded());
        battle.places().best(&battle.rules, [self.me, enemy], (self.pack(), firing), self.shows(enemy), wounded)
    }

    /// The same from a table, and whether a first shot there could hit now; `None` if the table does not have it.
    #[inline]
    fn known_place(&self, enemy: usize) -> Option<(AimAt, bool)> {
        let (battle, figure) = (self.battle, self.figure());
        self.terrain.filter(|_| !figure.fired)?;
        let shared = self.shared(enemy)?;
        let case = Case {
            covered: self.is_covered(enemy),
            wounded: self.figures[enemy].condition.wounded(),
            aimed: figure.aiming,
            one_armed: figure.condition.wound.is_arm(),
        };
        let known = battle.places().known([self.me, enemy], case, shared);
        debug_assert!(known.is_none_or(|known| self.plain_line(enemy).is_some_and(|firing| {
            let place = self.best_place(enemy, &firing);
            known == (place, self.hits_with(enemy, firing, place, Number::FIRST))
        })));
        known
    }

    /// Whether a shot at an enemy in view could hit now, at the location that the figure would name.
    #[inline]
    pub(crate) fn hits_now(&self, enemy: usize, number: Number) -> bool {
        let named = self.doctrine().aim_at;
        let known = if named.is_none() && number == Number::FIRST { self.known_place(enemy) } else { None };
        known.map_or_else(
            || {
                self.plain_line(enemy).is_some_and(|firing| {
                    self.hits_with(enemy, firing, named.unwrap_or_else(|| self.best_place(enemy, &firing)), number)
                })
            },
            |(_, hits)| hits,
        )
    }

    /// The location to name in fire at an enemy in view on a map, and whether a first shot there could hit now.
    #[inline]
    pub(crate) fn place_and_hit(&self, enemy: usize) -> (AimAt, bool) {
        let known = if self.doctrine().aim_at.is_none() { self.known_place(enemy) } else { None };
        known.unwrap_or_else(|| (self.place_to_name(enemy), self.hits_now(enemy, Number::FIRST)))
    }

    /// Whether a shot could hit if this fire named a location.
    fn hits_with(&self, enemy: usize, firing: Firing, place: AimAt, number: Number) -> bool {
        let aim_at = named(self.rules(), place, firing.aimed, self.shows(enemy));
        Firing { aim_at, ..firing }.could_hit(self.rules(), number, self.pack())
    }

    /// Whether a shot at this location of an enemy in view could hit now (CQB-5.2a).
    #[inline]
    pub(crate) fn hits_there(&self, enemy: usize, place: AimAt, number: Number) -> bool {
        let firing = self.line_at(self.figure(), enemy, (place, self.shows(enemy)), false);
        firing.is_some_and(|firing| firing.could_hit(self.rules(), number, self.pack()))
    }

    /// Whether it could hit an enemy in view from its place at all, once it has not moved and has aimed if its doctrine
    /// lets it.
    #[inline]
    pub(crate) fn could_ever_hit(&self, enemy: usize) -> bool {
        let one_armed = self.figure().condition.wound.is_arm();
        let most = self.battle.places().most_at_rest([self.me, enemy], self.is_covered(enemy), one_armed);
        let hits = self.shared_by(enemy, true).is_some_and(|shared| shared <= most);
        debug_assert_eq!(hits, self.could_ever_hit_by_the_rules(enemy));
        hits
    }

    fn could_ever_hit_by_the_rules(&self, enemy: usize) -> bool {
        let named = (self.doctrine().aim_at.unwrap_or_default(), self.shows(enemy));
        self.doctrine().aim.ways().iter().any(|&aiming| {
            let rested = Figure { aiming, fired: false, moved_last: Travel::default(), ..*self.figure() };
            let firing = self.line_at(&rested, enemy, named, true);
            firing.is_some_and(|firing| firing.could_hit(self.rules(), Number::FIRST, self.pack()))
        })
    }

    /// The part that the target numbers of fire at an enemy in view share, without a named location.
    // Only the sum is worked out, not the fire action.
    #[inline(never)]
    fn shared(&self, enemy: usize) -> Option<i32> {
        let shared = self.shared_by(enemy, false);
        debug_assert_eq!(shared, self.plain_line(enemy).map(|firing| firing.unnamed(self.rules())));
        shared
    }

    /// The same; `at_rest` if neither had moved in the turn before.
    #[inline(always)]
    fn shared_by(&self, enemy: usize, at_rest: bool) -> Option<i32> {
        let (rules, figure, other) = (self.rules(), self.figure(), self.enemy(enemy)?);
        let gone = |figure: &Figure| if at_rest { Gone::Nowhere } else { figure.moved_last.gone };
        let moved = firer_moved_modifier(gone(figure), rules)
            + target_moved_modifier(target_gone(rules, gone(other), other.moved_now.gone), rules);
        let hampered =
            condition_modifier(&figure.condition, rules) + i32::from(self.gas_breathed()) * i32::from(rules.gas);
        Some(i32::from(rules.to_hit_base) + moved + range_modifier(self.range_to(other), rules) + hampered)
    }

    #[inline]
    fn gas_breathed(&self) -> u8 {
        self.terrain.map_or(0, |terrain| terrain.gas_breathed())
    }

    /// The fire at an enemy in view that names no location, hostages not counted.
    #[inline(always)]
    fn plain_line(&self, enemy: usize) -> Option<Firing> {
        self.line_at(self.figure(), enemy, (AimAt::None, &[]), false)
    }

    /// The fire at an enemy in view of whom these parts show, hostages not counted, if the figure were as given.
    #[inline(always)]
    fn line_at(
        &self,
        figure: &Figure,
        enemy: usize,
        (place, shows): (AimAt, &[AimAt]),
        at_rest: bool,
    ) -> Option<Firing> {
        let target = self.combatant(enemy);
        let rested = Figure { moved_last: Travel::default(), ..*target.figure };
        let combatant = if at_rest { Combatant { figure: &rested, ..target } } else { target };
        let seen = SeenTarget { combatant, range: self.range(enemy)?, shows };
        let attack = Attack { aim_at: place, ..fire_at(self.rules(), self.doctrine()) };
        let firing = line_up(self.rules(), Combatant { figure, ..self.combatant(self.me) }, seen, &attack);
        Some(Firing { gas: self.gas_breathed(), ..firing })
    }

    /// Full inches between two enemies in view (CQB-5.3.6c).
    pub(crate) fn between(&self, one: usize, other: usize) -> i32 {
        match (self.terrain, self.enemy(one), self.enemy(other)) {
            (Some(terrain), Some(one), Some(other)) => terrain.site().range(one, other).floor(),
            _ => 0,
        }
    }

    /// Whether an aim would make fire better at an enemy who comes into view, at a plain target number.
    pub(crate) fn gains_by_aim(&self) -> bool {
        let (battle, condition) = (self.battle, &self.figure().condition);
        let shared = i32::from(battle.rules.to_hit_base) + condition_modifier(condition, &battle.rules);
        let prefers = |enemy| {
            let matchup = Matchup { me: self.me, enemy, covered: false, one_armed: condition.wound.is_arm() };
            battle.aims().prefers(matchup, shared, true)
        };
        match self.doctrine().aim {
            AimPolicy::Never => false,
            AimPolicy::Always => true,
            AimPolicy::WhenBetter => self.enemies().first().is_some_and(prefers),
        }
    }

    /// The doctrine's ranking of an enemy in view as a target: the smallest is the best.
    #[inline]
    pub(crate) fn worth(&self, enemy: usize) -> (i32, Inches, u32, usize) {
        let range = self.range(enemy).unwrap_or_default();
        worth(&self.battle.profiles[self.me], enemy, self.combatant(enemy), range)
    }

    /// Whether the figure in its present condition is known from before play to be able to hit every enemy (CQB-5.2a).
    #[inline(always)]
    pub(crate) fn can_hit_anybody(&self) -> bool {
        self.battle.precomputed(self.me).can_hit(&self.figure().condition, self.rules())
    }

    /// Whether the figure in its present condition is known from before play to fire whenever nothing hinders it.
    #[inline(always)]
    pub(crate) fn just_fires(&self) -> bool {
        self.battle.precomputed(self.me).just_fires(&self.figure().condition, self.rules())
    }

    /// Its enemies in order of preference as targets; empty if the order changes in play.
    #[inline(always)]
    pub(crate) fn preference(&self) -> &'a [u8] {
        &self.battle.precomputed(self.me).preference
    }

    /// A value it cannot know, for the test that catches players who peek.
    #[cfg(test)]
    pub(crate) fn peek(&self) -> u32 {
        self.enemies().iter().map(|enemy| u32::from(self.figures[enemy].place)).sum()
    }
}
