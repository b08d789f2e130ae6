//! What a figure's side can know, from the point of view of one figure. A player sees nothing else.
//!
//! Both sides know the scenario: the figures that take part, and their arms. On open ground all figures are in sight,
//! so a side knows the status of each enemy, but not an enemy's ammunition.

use engage::{Inches, Side, Sighting};
use field::{Cell, CellSet, Figures, Pass, Position};

use crate::battle_view::BattleView;
use crate::figure::{Figure, Status};
use crate::ground::Ground;
use crate::lay;
use crate::on_map::OnMap;
use crate::rules::Rules;
use crate::shooting::Target;
use crate::squad::Doctrine;
use crate::terrain::SECTIONS;
use crate::weapon::Weapon;

/// Declares what a player can ask: a trait and its implementation are generated from each question and its answer.
macro_rules! knowledge {
    ($($(#[$doc:meta])* fn $name:ident(&$me:ident $(, $given:ident: $kind:ty)*) -> $answer:ty $body:block)*) => {
        /// What a figure's side can know.
        pub trait Knowledge {
            $($(#[$doc])* fn $name(&self $(, $given: $kind)*) -> $answer;)*

            /// Something the side cannot know, for a test that peeking is detected.
            #[cfg(test)]
            fn peek(&self) -> usize;
        }

        impl<const N: usize, G: Ground<N>> Knowledge for Known<'_, N, G> {
            $(fn $name(&$me $(, $given: $kind)*) -> $answer $body)*

            #[cfg(test)]
            fn peek(&self) -> usize {
                let enemies = self.view.battle.enemies(self.me);
                enemies.iter().map(|enemy| usize::from(self.view.figures[enemy].empty)).sum()
            }
        }
    };
}

/// What the side of a figure knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a, const N: usize, G> {
    view: BattleView<'a, N, G>,
    me: usize,
    turn: u16,
}

impl<'a, const N: usize, G> Known<'a, N, G> {
    pub(crate) const fn new(view: BattleView<'a, N, G>, me: usize, turn: u16) -> Known<'a, N, G> {
        Known { view, me, turn }
    }
}

impl<'a, const N: usize, G: Ground<N>> Known<'a, N, G> {
    fn side(&self) -> Side {
        self.view.battle.profiles[self.me].side
    }

    fn ground(&self) -> Option<&'a OnMap<'a>> {
        self.view.state.ground.on_map()
    }

    /// Whether the figure sees an enemy, is in melee with him, or has a friend who carries on and sees him. On open
    /// ground all figures are in sight. On a patrol all figures on the table are in sight: only markers hide figures.
    fn is_seen(&self, enemy: usize) -> bool {
        let (view, me) = (self.view, self.me);
        self.ground().is_none()
            || self.on_patrol()
            || self.in_melee_with().contains(enemy)
            || view.sees(me, enemy)
            || self.friends().iter().any(|friend| view.sees(friend, enemy))
    }
}

knowledge! {
    /// The figure asked.
    fn me(&self) -> usize {
        self.me
    }

    /// The turn, from 1; 0 in a fight without a clock.
    fn turn(&self) -> u16 {
        self.turn
    }

    /// Its doctrine.
    fn doctrine(&self) -> &Doctrine {
        &self.view.battle.profiles[self.me].doctrine
    }

    /// The rules.
    fn rules(&self) -> &Rules {
        &self.view.battle.frame.rules
    }

    /// Its state.
    fn figure(&self) -> &Figure {
        &self.view.state.figures[self.me]
    }

    /// The status of an enemy; an enemy that its side does not see counts as carrying on, unless he is lost.
    fn status(&self, enemy: usize) -> Status {
        let status = self.view.figures[enemy].status;
        if status.is_target() && !self.is_seen(enemy) { Status::CarryingOn } else { status }
    }

    /// The enemies that it could fire at now.
    fn targets(&self) -> Figures {
        self.view.targets(self.me, self.view.battle.enemies(self.me))
    }

    /// The most dice that its weapon rolls (CR-wpn-1).
    fn dice(&self) -> u8 {
        self.rules().weapons.of(self.view.weapon(self.me)).targets
    }

    /// The fewest dice that it may roll in voluntary fire: a shotgun always rolls all (CR-target-1).
    fn fewest_dice(&self) -> u8 {
        if self.view.weapon(self.me) == Weapon::Shotgun { self.dice() } else { 1 }
    }

    /// Whether one of its weapons is loaded (CR-ammo-1).
    fn is_loaded(&self) -> bool {
        self.view.is_loaded(self.me)
    }

    /// Whether it reloads in this activation (CR-ammo-1).
    fn is_reloading(&self) -> bool {
        self.view.activation.reloading.contains(self.me)
    }

    /// Whether it is in cover against the enemies it sees.
    fn in_cover(&self) -> bool {
        let view = self.view;
        view.in_cover(self.me, view.in_sight(self.me, view.battle.enemies(self.me)))
    }

    /// All members of an enemy's group.
    fn group(&self, enemy: usize) -> Figures {
        self.view.group(enemy)
    }

    /// An enemy as a target, as it sees him.
    fn target(&self, enemy: usize) -> Target {
        self.view.target(self.me, enemy)
    }

    /// The outgunned ranking of an enemy's weapon (CR-og-1): the one in his hand if its side sees him, otherwise his
    /// first.
    fn ranking(&self, enemy: usize) -> u8 {
        let first = self.view.arms(enemy).weapon;
        let weapon = if self.is_seen(enemy) { self.view.weapon(enemy) } else { first };
        self.rules().weapons.of(weapon).ranking
    }

    /// An enemy's Rep.
    fn rep(&self, enemy: usize) -> u8 {
        self.view.figures[enemy].rep
    }

    /// The distance to an enemy; if he is out of sight, to where he was last seen or where his side started.
    fn distance(&self, enemy: usize) -> Inches {
        let believed = self.last_seen(enemy).or_else(|| self.enemy_home());
        match (self.place(), believed) {
            (Some(here), Some(there)) if !self.is_seen(enemy) => self.length(here, there),
            _ => self.view.distance(self.me, enemy),
        }
    }

    /// Its friends who carry on.
    fn friends(&self) -> Figures {
        let friends = self.view.battle.figures_of(self.view.battle.profiles[self.me].side);
        self.view.carrying_on(friends.without(self.me))
    }

    /// All figures of its side, itself included, whatever their status.
    fn own(&self) -> Figures {
        self.view.battle.figures_of(self.side())
    }

    /// Figures of its side that lie wounded on a map and are not carried.
    fn wounded(&self) -> Figures {
        let Some(ground) = self.ground() else { return Figures::NONE };
        let lies = |friend: usize| self.view.figures[friend].status == Status::Out;
        self.own().filter(|friend| lies(friend) && !ground.scene.carries.contains(&(friend as u8)))
    }

    /// Figures of its side that have hunkered down.
    fn hunkered(&self) -> Figures {
        self.own().filter(|friend| self.view.figures[friend].status == Status::Hunkered)
    }

    /// Figures of its side that have ducked back.
    fn ducked(&self) -> Figures {
        self.own().filter(|friend| self.view.figures[friend].status == Status::Ducked)
    }

    /// Its friends that carry on with free hands and see no enemy, and so could go to a friend.
    fn at_leisure(&self) -> Figures {
        let free = |friend: usize| !self.view.figures[friend].retrieving && !G::is_in_melee(self.view, friend);
        self.friends().filter(|friend| free(friend) && self.view.in_sight(friend, self.enemies()).is_empty())
    }

    /// Whether a friend, or the figure itself, is a Leader (CR-lead-4).
    fn is_leader(&self, friend: usize) -> bool {
        self.view.is_leader(friend)
    }

    /// Its enemies that are not known to be dead, out of the fight or gone.
    fn enemies(&self) -> Figures {
        self.view.who_are_targets(self.view.battle.enemies(self.me))
    }

    /// Enemies that it sees.
    fn enemies_in_sight(&self) -> Figures {
        self.view.in_sight(self.me, self.enemies())
    }

    /// Its square on a map.
    fn place(&self) -> Option<Cell> {
        self.ground()?.scene.at(self.me)
    }

    /// The square where an enemy was last seen on a map, unless a figure has looked there since; on a patrol, his
    /// current square.
    fn last_seen(&self, enemy: usize) -> Option<Cell> {
        let ground = self.ground()?;
        if self.on_patrol() { ground.scene.at(enemy) } else { ground.scene.last_seen(enemy) }
    }

    /// The last sighting of an enemy by its side on a map, unless a figure has looked there since; on a patrol, the
    /// enemy as he is now.
    fn sighting(&self, enemy: usize) -> Option<Sighting<Status>> {
        let ground = self.ground()?;
        if self.on_patrol() {
            let state = self.view.figures[enemy].status;
            return ground.scene.at(enemy).map(|cell| Sighting { cell, turn: self.turn, state });
        }
        ground.scene.known.of(enemy).copied()
    }

    /// The squares of a round of the enemy's starting area, and then, if visibility is limited, of its own; none if the map
    /// has no areas.
    fn round(&self) -> &[Cell] {
        let side = self.view.battle.profiles[self.me].side.enemy();
        self.ground().map_or(&[], |ground| ground.site.round(side))
    }

    /// The centre of the enemy's starting area.
    fn enemy_home(&self) -> Option<Cell> {
        self.ground()?.scene.homes[self.view.battle.profiles[self.me].side.enemy()]
    }

    /// The square of a friend, or of an enemy that it sees, on a map.
    fn place_of(&self, who: usize) -> Option<Cell> {
        let seen = !self.view.battle.enemies(self.me).contains(who) || self.view.sees(self.me, who);
        self.ground()?.scene.at(who).filter(|_| seen)
    }

    /// The position of a square on the map.
    fn position(&self, square: Cell) -> Position {
        self.ground().map_or_else(Position::default, |ground| ground.board().position(square))
    }

    /// The square at a row and a column of the map.
    fn square(&self, row: i32, column: i32) -> Option<Cell> {
        self.ground()?.board().cell(row, column)
    }

    /// The cost of walking straight to a square, in thousandths of an inch, if nothing is in the way.
    fn straight_cost(&self, square: Cell) -> Option<u32> {
        G::straight_cost(self.view, self.me, square)
    }

    /// The distance between two squares.
    fn length(&self, from: Cell, to: Cell) -> Inches {
        self.ground().map_or_else(Inches::default, |ground| ground.length(from, to))
    }

    /// The cost to reach a square, in thousandths of an inch, if the rest of the move allows it.
    fn cost(&self, square: Cell) -> Option<u32> {
        G::cost(self.view, self.me, square)
    }

    /// The reachable square of this rank, the nearest first.
    fn reachable(&self, rank: usize) -> Option<Cell> {
        G::reachable(self.view, self.me, rank)
    }

    /// Whether fire from one square reaches a figure on another, and whether that figure would be in cover against the
    /// Impact that the doctrine expects.
    fn is_under_fire(&self, from: Cell, to: Cell) -> Option<bool> {
        self.ground()?.protection(from, to, self.doctrine().expected_impact).map(|protection| protection.cover)
    }

    /// Turns to the squares with a way to a goal, ranked by their distance to it. Returns the rank of the first that it
    /// may reach. `round`: only ways that keep clear of enemies.
    fn turn_to(&self, goal: Cell, round: bool) -> usize {
        let Some(ground) = self.ground() else { return 0 };
        let shut = if round { G::beset(self.view, self.me) } else { CellSet::EMPTY };
        let here = self.place().unwrap_or(goal);
        ground.turn_to(self.rules(), goal, &shut, (here, ground.scene.going.left[self.me]))
    }

    /// The square of this rank among those, and its distance to the goal, in thousandths of an inch.
    fn nearest_to_goal(&self, rank: usize) -> Option<(Cell, u32)> {
        self.ground()?.nearest_to_goal(rank)
    }

    /// Whether a patrol takes part in the battle.
    fn on_patrol(&self) -> bool {
        self.view.battle.patrol.is_some()
    }

    /// Whether a friend, or the figure itself, scouts for its group (CR-scout-1).
    fn is_scout(&self, friend: usize) -> bool {
        self.view.battle.scouts().contains(friend)
    }

    /// Whether a friend has moved in this activation.
    fn has_moved(&self, friend: usize) -> bool {
        self.ground().is_some_and(|ground| ground.scene.going.gone[friend] > 0)
    }

    /// Whether there is a free square beside this one, on a patrol.
    fn has_room(&self, beside: Cell) -> bool {
        self.ground().is_some_and(|ground| {
            let (board, standing) = (ground.board(), &ground.scene.standing);
            board.around(beside).any(|cell| standing.is_free(cell) && board.ground_of(cell).pass != Pass::No)
        })
    }

    /// Sections of the table that its patrol must still enter, as a bit set.
    fn sections_left(&self) -> u16 {
        let patrols = self.view.battle.patrol.is_some_and(|brief| brief.side == self.side());
        self.ground().filter(|_| patrols).map_or(0, |ground| ground.scene.recon.open & !ground.scene.recon.entered)
    }

    /// The nearest section in a bit set that has a square with a way to it clear of enemies, and the nearest such
    /// square. Of equals, the section with the lowest number.
    fn nearest_section(&self, from: Cell, among: u16) -> Option<(usize, Cell)> {
        let (ground, board) = (self.ground()?, self.ground()?.board());
        let (cells, beset) = (&ground.scene.recon.reachable, G::beset(self.view, self.me));
        let far = |section: usize| lay::squared_to(board.position(from), section);
        let mut sections: [(u32, usize); SECTIONS] = std::array::from_fn(|section| (far(section), section));
        sections.sort_unstable();
        let mut best: Option<(u32, usize, Cell)> = None;
        for (least, section) in sections.into_iter().filter(|&(_, section)| among & 1 << section != 0) {
            if best.is_some_and(|(far, ..)| least > far) {
                break;
            }
            let within = lay::squares(board, section).filter(|&cell| cells.contains(cell) && !beset.contains(cell));
            let nearest = within.map(|cell| (board.squared(from, cell), section, cell)).min();
            best = best.into_iter().chain(nearest).min();
        }
        best.map(|(_, section, cell)| (section, cell))
    }

    /// The square of a possible enemy force, by its rank among those on the table: markers that everybody sees.
    fn marker(&self, rank: usize) -> Option<Cell> {
        self.ground()?.scene.recon.standing().nth(rank).map(|(_, at)| at)
    }

    /// The leader of the starting group of a friend, or of the figure itself, among the members that carry on.
    fn leader_of(&self, friend: usize) -> Option<usize> {
        self.view.led_by(self.comrades_of(friend))
    }

    /// The members that carry on of the starting group of a friend, or of the figure itself.
    fn comrades_of(&self, friend: usize) -> Figures {
        let own = self.view.battle.figures_of(self.side());
        let group = self.view.arms(friend).group;
        self.view.carrying_on(own).filter(|other| self.view.arms(other).group == group)
    }

    /// Enemies it is in melee with.
    fn in_melee_with(&self) -> Figures {
        self.ground().map_or(Figures::NONE, |ground| ground.scene.melee[self.me])
    }

    /// The weapon in its hand.
    fn weapon(&self) -> Weapon {
        self.view.weapon(self.me)
    }

    /// The weapon that it could change to, unless it has changed in this activation (CR-fig-4).
    fn other_weapon(&self) -> Option<Weapon> {
        let arms = self.view.arms(self.me);
        let other = arms.second.map(|second| if self.figure().second { arms.weapon } else { second });
        other.filter(|_| !self.view.activation.changed.contains(self.me))
    }

    /// Whether it has grenades (CR-gren-1).
    fn has_grenades(&self) -> bool {
        self.view.arms(self.me).grenades
    }

    /// How far it throws (CR-gren-1, CR-attr-athlete).
    fn throw_reach(&self) -> Inches {
        self.view.throw_reach(self.me)
    }

    /// Whether it can throw, or fire its launcher, at a spot (CR-gren-1, CR-blast-3).
    fn may_burst(&self, spot: Cell) -> bool {
        G::may_burst(self.view, self.me, spot)
    }

    /// How far from its spot a burst reaches (CR-blast-1).
    fn blast_radius(&self) -> Inches {
        self.rules().blast_radius()
    }
}
