//! Players who look ahead on a map: by which doctrine they play one go (see [`engage::ahead`]).

use chance::{Address, Chance, Keyed, Keys, Sampled};
use engage::ahead::{self, Chosen, MOST_WAYS, Way};
use engage::{Progress, Side};
use field::{Cell, CellSet, Figures};

use crate::action::Decision;
use crate::battle::Battle;
use crate::ending;
use crate::figure::{Man, NOBODY, Posture};
use crate::on_map::OnMap;
use crate::play::Play;
use crate::player::doctrine::PlayerKind;
use crate::player::memory::Memory;
use crate::player::{ByDoctrine, Players};
use crate::scene::MEN;
use crate::stages::Stage;
use crate::state::State;
use crate::turn::Go;
use crate::{log, purpose};

/// The choices that make a way of leading, beside the own doctrine.
pub(crate) const WAYS: [Way; MOST_WAYS - 1] = [
    &[("orders", "hold")],
    &[("orders", "walk")],
    &[("orders", "rush")],
    &[("orders", "bound")],
    &[("posture", "standing")],
    &[("aim", "always")],
    &[("aim", "never"), ("target", "nearest")],
];

/// What is decided: for whom, what, and in which pair of moves.
#[derive(Clone, Copy)]
struct Asked {
    me: usize,
    decision: Decision,
    turn: u16,
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// Chooses by which doctrine a man plays the go that he is about to begin.
    #[inline(never)]
    pub(crate) fn look_ahead(&mut self, me: usize, decision: Decision) {
        let Some(ways) = self.battle.ahead.as_deref() else { return };
        let ways = &ways.0[self.battle.profiles[me].side];
        self.state.ways[me] = 0;
        if ways.is_empty() || self.battle.profiles[me].doctrine.player != PlayerKind::Ahead {
            return;
        }
        let seed = self.chance.idle(self.address(me, purpose::LOOK_AHEAD, decision as u16));
        let asked = Asked { me, decision, turn: self.turn };
        let chosen = weigh(self.state, ways, asked, seed);
        #[cfg(test)]
        {
            let mut rng = rand_pcg::Pcg64::new(seed.into(), 0);
            let mut other = *self.state;
            crate::peeking::change_minds(self.battle, &mut other, me, &mut rng);
            crate::peeking::scramble_unknown(self.battle, &mut other, me, crate::action::Ask::Move, &mut rng);
            let imagines = |state: &State<N, OnMap<'_>>| {
                let world = Belief::of(state, &ways[0], asked).world(&ways[0], seed, 1).0;
                format!("{:?}", (world.men, world.pinned, world.named, world.turn, world.ground.scene))
            };
            // Most choices would be the same in other worlds.
            assert!(imagines(&other) == imagines(self.state), "{me} imagines what he cannot know");
            assert_eq!(weigh(&other, ways, asked, seed), chosen, "{me} peeks when he looks ahead");
        }
        self.state.ways[me] = chosen.way as u8;
        if let Some(choices) = chosen.way.checked_sub(1) {
            let turn = self.turn;
            self.chance.log(|| log::looks_ahead(turn, me, WAYS[choices], &chosen));
        }
    }
}

/// Weighs what each way of leading a man's go comes to, as far as his side can tell.
fn weigh<const N: usize>(state: &State<N, OnMap<'_>>, ways: &[Battle], asked: Asked, seed: u64) -> Chosen {
    let (own, belief) = (&ways[0], Belief::of(state, &ways[0], asked));
    ahead::weigh(
        ways.len(),
        own.profiles[asked.me].doctrine.playouts,
        |playout| belief.world(own, seed, playout),
        |&(mut state, luck), way| {
            _ = go(&ways[way], &mut state, &mut Sampled::new(luck), asked);
            trace(&state, asked.me)
        },
        |&(state, luck), way| play_on(&ways[way], own, state, luck, asked),
    )
}

/// What tells one way of playing a go from another: the man, his place, and at whom he fired or threw.
type Trace = (Man, Option<Cell>, [u8; MEN], usize);

fn trace<const N: usize>(state: &State<N, OnMap<'_>>, me: usize) -> Trace {
    let scene = &state.ground.scene;
    (state.men[me], scene.standing.at(me), scene.shooter, scene.thrown.iter().flatten().count())
}

/// A man's go, played by one way of leading.
fn go<const N: usize>(battle: &Battle, state: &mut State<N, OnMap<'_>>, chance: &mut Sampled, asked: Asked) -> Go {
    let also_fires = battle.stages.at(state.turn.stage) == Some(Stage::MoveAndFire);
    let mut play = Play { battle, state, chance, players: ByDoctrine, turn: asked.turn };
    match asked.decision {
        Decision::Move if also_fires => {
            play.move_man(asked.me);
            play.fire_man(asked.me)
        }
        Decision::Move => play.move_man(asked.me),
        Decision::Fire => play.fire_man(asked.me),
    }
}

/// Plays a go by one way of leading, and the rest of the engagement by the ordinary doctrines. Returns what it is worth
/// to the man's side, in halves.
fn play_on<const N: usize>(
    way: &Battle,
    own: &Battle,
    mut state: State<N, OnMap<'_>>,
    luck: Keyed,
    asked: Asked,
) -> u8 {
    let chance = &mut Sampled::new(luck);
    let mut ended = match go(way, &mut state, chance, asked) {
        Go::Ended(ending) => Some(ending),
        Go::Nothing | Go::Acted => None,
    };
    state.turn.cursor = asked.me as u8 + 1;
    let mut turn = asked.turn;
    while ended.is_none() && turn <= own.turn_limit {
        let mut play = Play { battle: own, state: &mut state, chance: &mut *chance, players: ByDoctrine, turn };
        match play.advance() {
            Progress::Step | Progress::Again => {}
            Progress::RoundOver => turn += 1,
            Progress::Ended { ending, .. } => ended = Some(ending),
        }
    }
    let winner = match ended {
        Some(ending::BLUE_WINS) => Some(Side::Blue),
        Some(ending::RED_WINS) => Some(Side::Red),
        _ => None,
    };
    engage::worth(winner, own.profiles[asked.me].side, state.ground.site.mission.holder())
}

/// How far a man may have gone in a pair of moves in which nobody saw him, in inches.
const UNSEEN: u32 = 10;

/// The number of random squares that are tried for a man out of sight.
const TRIES: u32 = 64;

/// What a man's side knows and holds possible.
struct Belief<'s, const N: usize> {
    /// The state as far as it is known; enemies whom nobody makes out are not on the map.
    known: State<N, OnMap<'s>>,
    /// Those enemies.
    hidden: Figures,
    /// Squares out of the side's sight.
    dark: CellSet,
    turn: u16,
}

impl<'s, const N: usize> Belief<'s, N> {
    fn of(state: &State<N, OnMap<'s>>, battle: &Battle, Asked { me, turn, .. }: Asked) -> Belief<'s, N> {
        let mut known = State { ways: [0; N], ..*state };
        let (plan, doors) = (state.ground.site.plan(), state.ground.scene.doors);
        let (friends, enemies) = (battle.friends(me), state.up & battle.enemies(me));
        let able = state.up & friends;
        let aimed_at = enemies.filter(|enemy| able.iter().any(|friend| usize::from(state.men[friend].aim) == enemy));
        let made_out = able.iter().fold(aimed_at, |all, friend| all | state.ground.makes_out(friend));
        let scene = &mut known.ground.scene;
        scene.held = 0;
        scene.revealed -= able - scene.knows_it;
        for friend in friends {
            scene.sightings.forget(friend);
        }
        for enemy in battle.enemies(me) {
            let kit = battle.profiles[enemy].kit;
            (scene.offensive[enemy], scene.defensive[enemy]) = (kit.offensive, kit.defensive);
            (scene.saw[enemy], scene.saw_before[enemy]) = (Figures::NONE, Figures::NONE);
            scene.shooter[enemy] = NOBODY;
            scene.busy.remove(enemy);
            known.memory[enemy] = Memory::default();
            (known.men[enemy].aim, known.named[enemy]) = (NOBODY, NOBODY);
        }
        let hidden = enemies - made_out;
        for enemy in hidden {
            scene.standing.remove(enemy);
            (scene.sees[enemy], scene.concealed[enemy]) = (Figures::NONE, Figures::NONE);
            for friend in friends {
                scene.sees[friend].remove(enemy);
                scene.concealed[friend].remove(enemy);
            }
            scene.revealed.remove(enemy);
            scene.knows_it.remove(enemy);
            known.men[enemy] = Man::fresh(Posture::Standing);
            known.pinned.remove(enemy);
        }
        let eyes =
            |cell| able.iter().filter_map(|friend| state.ground.at(friend)).any(|eye| plan.sees(eye, cell, doors));
        let mut dark = CellSet::EMPTY;
        plan.all().iter().filter(|&cell| !eyes(cell)).for_each(|cell| dark.insert(cell));
        Belief { known, hidden, dark, turn }
    }

    /// A world that the side holds possible, and the luck of its play-out.
    fn world(&self, battle: &Battle, seed: u64, playout: u16) -> (State<N, OnMap<'s>>, Keyed) {
        let mut world = self.known;
        let luck = Keys::new(seed, playout.into()).next_key();
        for enemy in self.hidden {
            // No rule draws for this purpose.
            let at = Address::in_round(enemy as u8, purpose::LOOK_AHEAD, 0, 0);
            let posture = [Posture::Prone, Posture::Standing][Sampled::new(luck).below(at, 2) as usize];
            world.men[enemy] = Man::fresh(posture);
            if let Some(cell) = self.place(&world, enemy, luck, at) {
                world.ground.scene.standing.place(enemy, cell);
            }
        }
        let aims = world.men.map(|man| man.aim);
        Play { battle, state: &mut world, chance: &mut (), players: (), turn: 0 }.look_around();
        // Looking around must not drop an aim.
        world.men.iter_mut().zip(aims).for_each(|(man, aim)| man.aim = aim);
        (world, luck)
    }

    /// A free square out of sight where an enemy may be, no farther than he can have gone since he was last seen, or
    /// since the start; failing that, the first one out of sight.
    fn place(&self, world: &State<N, OnMap<'s>>, enemy: usize, luck: Keyed, at: Address) -> Option<Cell> {
        let OnMap { site, scene } = &world.ground;
        let plan = site.plan();
        let (from, since) = match scene.sightings.of(enemy) {
            Some(sighting) => (Some(sighting.cell), sighting.turn),
            None => (site.entry(enemy).cells.first().copied(), 0),
        };
        let reach = UNSEEN * (1 + u32::from(self.turn.saturating_sub(since)));
        let may_be = |cell: &Cell| {
            let near = from.is_none_or(|from| plan.squared(from, *cell) <= reach * reach);
            near && self.dark.contains(*cell) && scene.standing.is_free(*cell)
        };
        let lot = |number: u32| Sampled::new(luck).below(at.further(number), plan.cells() as u32) as usize;
        let mut tried = (1..=TRIES).filter_map(|number| plan.cell_numbered(lot(number)));
        tried.find(may_be).or_else(|| self.dark.iter().find(|&cell| scene.standing.is_free(cell)))
    }
}
