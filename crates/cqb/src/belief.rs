//! What the side of a figure on a map knows and holds possible: the worlds of those who look ahead.
//!
//! What the side knows is as it is. Figures that nobody on the side sees stand out of its sight, within reach and where
//! their orders allow; they are unhurt and carry what the scenario gives them. Decks are whole.

use chance::{Address, Cards, Chance, Deck, Keyed, Keys, Sampled};
use engage::{Bystanders, Inches, Sighting};
use field::{Cell, CellSet, Doors, Figures, Room};

use crate::battle::Battle;
use crate::figure::Figure;
use crate::knowledge::Knowledge;
use crate::on_map::OnMap;
use crate::play::Play;
use crate::player::by_doctrine::ByDoctrine;
use crate::player::doctrine::Orders;
use crate::player::memory::Memory;
use crate::purpose;
use crate::scene::{FIGURES, Scene};
use crate::site::{MOVER, Site};
use crate::state::State;

/// A world that is held possible.
pub(crate) type World<const N: usize> = State<Cards, Scene, Memory, N>;

/// The number of squares that are tried for somebody out of sight.
const TRIES: u32 = 16;

/// A figure that nobody on a side sees, and the squares where it may be.
struct Hidden {
    who: usize,
    cells: Vec<Cell>,
}

/// What a figure's side knows and holds possible.
pub(crate) struct Belief<'b, const N: usize> {
    pub(crate) battle: &'b Battle,
    pub(crate) site: &'b Site,
    pub(crate) me: usize,
    pub(crate) turn: u16,
    /// The state as far as it is known; those whom nobody sees are not on the map.
    known: World<N>,
    hidden: Vec<Hidden>,
    /// Squares out of the side's sight.
    dark: CellSet,
    /// The turn in which the side has thrown a stun grenade, if it was this one or the last, and the room.
    flashed: Option<(u16, Room)>,
}

impl<'b, const N: usize> Belief<'b, N> {
    pub(crate) fn of<D: Deck>(
        (battle, site): (&'b Battle, &'b Site),
        state: &State<D, Scene, Memory, N>,
        me: usize,
        turn: u16,
    ) -> Belief<'b, N> {
        let (friends, placed, plan) = (battle.friends_of(me), state.scene.standing.placed(), site.plan());
        let able = placed & friends;
        let seen = able.iter().fold(Figures::NONE, |all, friend| all | state.scene.sees[friend]);
        let mut dark = *plan.all();
        for eye in able.iter().filter_map(|friend| state.scene.standing.at(friend)) {
            dark.drop_all(&plan.view(eye, state.scene.doors));
        }
        let unseen = state.scene.standing.within(&dark, placed - Figures::below(FIGURES));
        let hidden = ((placed & battle.enemies_of(me)) - seen) | unseen;
        let thrown = state.memory[battle.profiles[me].side].thrown;
        let flashed = thrown.filter(|&(then, room, _)| then + 1 >= turn && state.scene.is_shaken(room));
        let mut belief = Belief {
            battle,
            site,
            me,
            turn,
            known: with_whole_decks(state),
            hidden: Vec::new(),
            dark,
            flashed: flashed.map(|(then, room, _)| (then, room)),
        };
        belief.forget_secrets(able);
        for who in hidden {
            belief.hide(who);
        }
        belief
    }

    /// Puts aside what the other side alone knows: what it remembers and has seen, and what its figures have used up.
    fn forget_secrets(&mut self, able: Figures) {
        let (battle, known) = (self.battle, &mut self.known);
        let theirs = battle.profiles[self.me].side.enemy();
        known.memory[theirs] = Memory::default();
        let scene = &mut known.scene;
        scene.imagined = true;
        scene.searched[theirs] = self.site.known_from_the_start(theirs);
        for friend in battle.friends_of(self.me) {
            scene.known.forget(friend);
            if let Some(cell) = scene.standing.at(friend).filter(|_| !scene.sees[friend].is_empty()) {
                scene.known.note(friend, Sighting { cell, turn: self.turn, state: () });
            }
        }
        for enemy in battle.enemies_of(self.me) {
            let kit = battle.profiles[enemy].kit;
            (scene.stuns[enemy], scene.gases[enemy], scene.ways[enemy]) = (kit.stun, kit.gas, 0);
            scene.sees[enemy] = able.filter(|friend| scene.sees[friend].contains(enemy));
        }
    }

    /// Takes somebody whom nobody sees off the map, and finds out where he may be.
    fn hide(&mut self, who: usize) {
        let (battle, turn) = (self.battle, self.turn);
        let (since, from, reach) = match battle.profiles.get(who) {
            Some(_) => self.way_of_an_enemy(who),
            None => self.way_of_a_bystander(who),
        };
        let moves = u32::from(turn.saturating_sub(since)) + 1;
        let reach = reach.map_or(0, |reach| moves.saturating_mul(reach.thousandths() as u32));
        let near = self.site.plan().distances(&from, MOVER, Doors::OPEN);
        let within = |cell: &Cell| near.downhill().from(*cell).is_some_and(|far| far <= reach);
        let cells: Vec<Cell> = self.dark.iter().filter(within).collect();
        self.hidden.push(Hidden { who, cells });
        let scene = &mut self.known.scene;
        scene.standing.remove(who);
        (scene.stunned[who], scene.failures[who]) = (0, 0);
        scene.dazed.remove(who);
    }

    /// Since when and from where an enemy out of sight may have gone, and how far in a turn: not at all if its orders
    /// keep it in place. It is on Hold then, and has aimed if that makes its fire better.
    fn way_of_an_enemy(&mut self, who: usize) -> (u16, CellSet, Option<Inches>) {
        let (profile, known) = (&self.battle.profiles[who], &mut self.known);
        let alarm = known.scene.alarm;
        let waits = match profile.doctrine.orders {
            Orders::Stay | Orders::Guard => true,
            Orders::Respond => !alarm,
            Orders::Assault | Orders::Mission => false,
        };
        known.figures[who] = Figure {
            condition: profile.hurt.condition,
            jammed: profile.hurt.jammed,
            on_hold: waits,
            ..Figure::default()
        };
        let map = Some((self.site, &known.scene));
        let knowledge = Knowledge::new(self.battle, who, self.turn, &known.figures, &known.jokers, map);
        let aiming = waits && alarm && knowledge.gains_by_aim();
        known.figures[who].aiming = aiming;
        let far = Some(self.battle.rules.moves.fast);
        match known.scene.known.of(who) {
            Some(sighting) => {
                (if waits { self.turn } else { sighting.turn }, [sighting.cell].into_iter().collect(), far)
            }
            None => (0, self.entry(who), far.filter(|_| !waits)),
        }
    }

    /// The same of a bystander.
    fn way_of_a_bystander(&self, who: usize) -> (u16, CellSet, Option<Inches>) {
        let moves = match self.site.mission().bystanders {
            Bystanders::Stay => false,
            Bystanders::Flee => self.known.scene.alarm,
            Bystanders::Follow => self.known.scene.freed.contains(who),
        };
        let from = self.entry(self.battle.profiles.len() + who - FIGURES);
        (0, from, Some(self.battle.rules.moves.normal).filter(|_| moves))
    }

    fn entry(&self, number: usize) -> CellSet {
        self.site.entry(number).cells.iter().copied().collect()
    }

    /// A world that the side holds possible, and the luck of its play-out.
    pub(crate) fn world(&self, seed: u64, playout: u16) -> (World<N>, Keyed) {
        let mut world = self.known;
        let luck = Keys::new(seed, playout.into()).next_key();
        for Hidden { who, cells } in &self.hidden {
            let standing = &mut world.scene.standing;
            // No rule draws for this purpose.
            let at = Address::in_round(*who as u8, purpose::LOOK_AHEAD, 0, 0);
            let mut lots = (0..TRIES).filter_map(|number| {
                let lot = Sampled::new(luck).below(at.further(number), cells.len().max(1) as u32);
                cells.get(lot as usize).copied()
            });
            let lot = lots.find(|&cell| standing.is_free(cell));
            let mut others = cells.iter().copied().chain(self.dark.iter()).chain(self.site.plan().all().iter());
            let Some(cell) = lot.or_else(|| others.find(|&cell| standing.is_free(cell))) else { continue };
            standing.place(*who, cell);
            if let Some(figure) = world.figures.get_mut(*who) {
                figure.place = cell.index() as u16;
            }
            if let Some((turn, _)) = self.flashed.filter(|&(_, room)| self.site.plan().room(cell) == Some(room)) {
                self.play(&mut world, &mut Sampled::new(luck), &mut Default::default(), turn).dazzle(*who);
            }
        }
        (world, luck)
    }

    /// Play of a world by the ordinary doctrines.
    pub(crate) fn play<'p>(
        &'p self,
        state: &'p mut World<N>,
        chance: &'p mut Sampled,
        (player, spare): &'p mut (ByDoctrine, Memory),
        turn: u16,
    ) -> Play<'p, Sampled, OnMap<'p>, &'p mut ByDoctrine, N> {
        Play { battle: self.battle, ground: OnMap(self.site), state, chance, player, spare, turn }
    }
}

/// A state with every deck whole.
fn with_whole_decks<D: Deck, const N: usize>(state: &State<D, Scene, Memory, N>) -> World<N> {
    let whole = |deck: D| Cards::whole(deck.pack());
    State {
        figures: state.figures,
        standing: state.standing,
        dealt: state.dealt,
        jokers: state.jokers,
        decks: state.decks.map(whole),
        hostage_deck: whole(state.hostage_deck),
        hostages_hit: state.hostages_hit,
        hostages_lost: state.hostages_lost,
        scene: state.scene,
        turn: state.turn,
        shooting: state.shooting,
        memory: state.memory,
    }
}
