//! Players who look ahead on a map: by which doctrine a group plays one activation (see [`engage::ahead`]).

use chance::{Address, Chance, Keyed, Keys, Sampled};
use engage::ahead::{self, Chosen, MOST_WAYS, Way};
use engage::{Inches, Progress, Sighting};
use field::{Cell, CellSet, Figures, Pass, Standing};

use crate::battle::Battle;
use crate::battle_view::BattleView;
use crate::figure::{Figure, MEN, NOBODY, Status};
use crate::on_map::OnMap;
use crate::play::Play;
use crate::player::doctrine::PlayerKind;
use crate::player::{ByDoctrine, Players};
use crate::recon::Recon;
use crate::sight::regroup;
use crate::state::{Focus, State, Volley};
use crate::{ending, log, patrol, purpose};

/// The choices that make a way of leading, beside the own doctrine.
pub(crate) const WAYS: [Way; MOST_WAYS - 1] = [
    &[("orders", "hold")],
    &[("orders", "advance")],
    &[("orders", "hold"), ("pop_up", "never")],
    &[("orders", "advance"), ("hunt_within", "48")],
    &[("orders", "advance"), ("cover_worth", "12"), ("slow_within", "100")],
    &[("orders", "advance"), ("cover_worth", "0"), ("slow_within", "0"), ("charge", "always")],
    &[("target", "nearest"), ("spread", "each")],
];

/// What is decided: for which group, one of whom is `me`, and in which turn.
#[derive(Clone, Copy)]
struct Asked {
    me: usize,
    members: Figures,
    turn: u16,
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// Chooses by which doctrine those of a group who look ahead play the activation that they are about to begin.
    #[inline(never)]
    pub(crate) fn look_ahead(&mut self, members: Figures) {
        let Some(ways) = self.battle.ahead.as_deref() else { return };
        self.state.ground.scene.way = 0;
        let looks = |&me: &usize| self.battle.profiles[me].doctrine.player == PlayerKind::Ahead;
        let Some(me) = members.iter().find(looks) else { return };
        let ways = &ways.0[self.battle.profiles[me].side];
        let seed = self.chance.idle(self.address_for(me, purpose::LOOK_AHEAD, 0));
        let asked = Asked { me, members, turn: self.turn };
        let chosen = weigh(self.state, ways, asked, seed);
        #[cfg(test)]
        {
            let mut rng = rand_pcg::Pcg64::new(seed.into(), 0);
            let mut other = *self.state;
            crate::peeking::change_minds(self.battle, &mut other, me, &mut rng);
            crate::peeking::scramble_unknown(self.battle, &mut other, (me, crate::action::Ask::Act), &mut rng);
            let imagines = |state| {
                let world = Belief::of(state, &ways[0], asked).world(&ways[0], seed, 1).0;
                format!("{:?}", (world.figures, world.focus, world.turn, world.volley, world.ground.scene))
            };
            assert!(imagines(&other) == imagines(self.state), "{me} imagines what he cannot know");
            assert_eq!(weigh(&other, ways, asked, seed), chosen, "{me} peeks when he looks ahead");
        }
        self.state.ground.scene.way = chosen.way as u8;
        // What was found out in play-outs is of other places.
        self.state.ground.takes_in_hand();
        if let Some(choices) = chosen.way.checked_sub(1) {
            let turn = self.turn;
            self.log(|| log::looks_ahead(turn, me, WAYS[choices], &chosen));
        }
    }
}

/// Weighs what each way of leading an activation comes to, as far as the group's side can tell.
fn weigh<const N: usize>(state: &State<N, OnMap<'_>>, ways: &[Battle], asked: Asked, seed: u64) -> Chosen {
    let (own, belief) = (&ways[0], Belief::of(state, &ways[0], asked));
    ahead::weigh(
        ways.len(),
        own.profiles[asked.me].doctrine.playouts,
        |playout| belief.world(own, seed, playout),
        |&(mut state, luck), way| {
            let chance = &mut Sampled::new(luck);
            let mut play = Play::new(&ways[way], &mut state, chance, ByDoctrine, asked.turn);
            _ = play.activation(asked.members);
            play.trace()
        },
        |&(state, luck), way| play_on((&ways[way], own), state, luck, asked),
    )
}

/// Plays an activation by one way of leading, and the rest of the battle by the ordinary doctrines. Returns what it is
/// worth to the group's side, in halves.
fn play_on<const N: usize>(
    (way, own): (&Battle, &Battle),
    mut state: State<N, OnMap<'_>>,
    luck: Keyed,
    asked: Asked,
) -> u8 {
    let chance = &mut Sampled::new(luck);
    let mut play = Play::new(way, &mut state, chance, ByDoctrine, asked.turn);
    let mut ended = play.activation(asked.members);
    play.battle = own;
    while ended.is_none() && play.turn <= own.frame.turn_limit {
        match play.advance() {
            Progress::Step | Progress::Again => {}
            Progress::RoundOver => (play.turn, play.draws) = (play.turn + 1, [0; N]),
            Progress::Ended { ending, .. } => ended = Some(ending),
        }
    }
    engage::worth(ended.and_then(ending::winner), own.profiles[asked.me].side, None)
}

/// What tells one course of an activation from another: the figures, their places and facings, and their draws.
type Trace<const N: usize> = ([Figure; N], Standing, [(i8, i8); MEN], [u16; N]);

impl<C: Chance, const N: usize> Play<'_, C, N, OnMap<'_>, ByDoctrine> {
    /// Plays the activation of a group with all that follows from it. Returns how the battle ended, if it did.
    fn activation(&mut self, members: Figures) -> Option<u8> {
        self.activate(members);
        while !self.state.agenda.is_empty() {
            if let Progress::Ended { ending, .. } = self.step() {
                return Some(ending);
            }
        }
        None
    }

    fn trace(&self) -> Trace<N> {
        let scene = &self.state.ground.scene;
        (self.state.figures, scene.standing, scene.facing, self.draws)
    }
}

/// What a side knows and holds possible.
struct Belief<'s, const N: usize> {
    /// The state as far as it is known; enemies out of sight are not on the map.
    known: State<N, OnMap<'s>>,
    /// Those enemies.
    hidden: Vec<Hidden>,
    /// The figures of the side that look out.
    eyes: Figures,
    /// Squares out of their sight.
    dark: CellSet,
    enemies: Figures,
    turn: u16,
}

/// An enemy out of sight.
struct Hidden {
    enemy: usize,
    /// Where he is if he has stayed: where he was last seen, or where his side started.
    stays: Vec<Cell>,
    /// Where he may be if he has gone.
    goes: Vec<Cell>,
}

impl<'s, const N: usize> Belief<'s, N> {
    fn of(state: &State<N, OnMap<'s>>, battle: &Battle, Asked { me, turn, .. }: Asked) -> Belief<'s, N> {
        let (view, mut known) = (BattleView { battle, state }, *state);
        let enemies = battle.enemies(me);
        let friends = battle.figures_of(battle.profiles[me].side);
        let eyes = view.carrying_on(friends).with(me);
        let seen = |enemy: usize| battle.patrol.is_some() || eyes.iter().any(|eye| view.sees(eye, enemy));
        let foes = friends.iter().fold(Figures::NONE, |all, friend| all | state.ground.scene.melee[friend]);
        let hidden = (view.who_are_targets(enemies) - foes).filter(|enemy| !seen(enemy));
        known.volley = Volley::default();
        known.turn.acted -= enemies;
        let scene = &mut known.ground.scene;
        scene.moved = Figures::ALL;
        for friend in friends {
            scene.known.forget(friend);
            scene.seen_by[friend] = Figures::NONE;
        }
        for pef in &mut scene.recon.pefs {
            pef.acted = false;
        }
        for enemy in enemies {
            known.focus[enemy] = Focus::default();
            scene.rallied_by[enemy] = Figures::NONE;
            scene.recon.plans[enemy] = Recon::NONE.plans[0];
            if battle.patrol.is_some() || hidden.contains(enemy) {
                scene.facing[enemy] = (0, 0);
            }
            let figure = &mut known.figures[enemy];
            (figure.empty, figure.other_empty, figure.spent, figure.hero) = (0, 0, false, false);
        }
        for enemy in hidden {
            scene.standing.remove(enemy);
            scene.carries[enemy] = NOBODY;
            let Figure { rep, post, .. } = state.figures[enemy];
            let status = condition(scene.known.of(enemy), turn);
            known.figures[enemy] = Figure { rep, post, status, ..Figure::default() };
        }
        // The wounded are believed to lie where they were last seen on their feet.
        for enemy in enemies & scene.lying {
            let carried = scene.carries.contains(&(enemy as u8));
            if !carried && !seen(enemy) {
                let home = scene.homes[battle.profiles[enemy].side];
                scene.lies[enemy] = scene.last_seen(enemy).or(home).or(scene.lies[enemy]);
            }
        }
        let ground = &state.ground;
        let looks = |cell: Cell| eyes.iter().filter_map(|eye| view.cell(eye)).any(|eye| ground.sight(eye, cell).seen());
        let dark: CellSet =
            if hidden.is_empty() { CellSet::EMPTY } else { open(ground).filter(|&cell| !looks(cell)).collect() };
        let hidden = hidden.iter().map(|enemy| Hidden::of(view, enemy, &dark, turn)).collect();
        Belief { known, hidden, eyes, dark, enemies, turn }
    }

    /// A world that the side holds possible, and the luck of its play-out.
    fn world(&self, battle: &Battle, seed: u64, playout: u16) -> (State<N, OnMap<'s>>, Keyed) {
        let mut world = self.known;
        let luck = Keys::new(seed, playout.into()).next_key();
        for (place, hidden) in self.hidden.iter().enumerate() {
            let group = battle.profiles[hidden.enemy].arms.group;
            let first = self.hidden[..place].iter().find(|other| battle.profiles[other.enemy].arms.group == group);
            let first = first.and_then(|other| world.ground.scene.standing.at(other.enemy));
            let Some(cell) = hidden.place(&world.ground, group, first, luck) else { continue };
            world.ground.scene.standing.place(hidden.enemy, cell);
            if !self.dark.contains(cell) {
                // On a square in sight nobody is out of sight who has not taken cover.
                let figure = &mut world.figures[hidden.enemy];
                figure.hidden_from = self.eyes;
                if !figure.status.cowers() {
                    figure.status = Status::Ducked;
                }
            }
        }
        for (number, pef) in world.ground.scene.recon.pefs.iter_mut().enumerate() {
            let at = Address::in_round(number as u8, purpose::LOOK_AHEAD, 0, 1);
            pef.rep = patrol::pef_rep(&mut Sampled::new(luck), at);
        }
        let groups = regroup(BattleView { battle, state: &world });
        for enemy in self.enemies {
            world.ground.scene.groups[enemy] = groups[enemy];
        }
        Play::new(battle, &mut world, &mut (), (), self.turn).look_around();
        (world, luck)
    }
}

impl Hidden {
    fn of<const N: usize>(view: BattleView<'_, N, OnMap<'_>>, enemy: usize, dark: &CellSet, turn: u16) -> Hidden {
        let (ground, scene) = (&view.ground, &view.ground.scene);
        let side = view.battle.profiles[enemy].side;
        let sighting = scene.known.of(enemy);
        let (from, turns) = match sighting {
            Some(sighting) => (Some(sighting.cell), 1 + turn.saturating_sub(sighting.turn)),
            None => (scene.homes[side], turn),
        };
        let stays = match sighting {
            Some(sighting) => vec![sighting.cell],
            None => ground.site.area(side).iter().copied().filter(|&cell| dark.contains(cell)).collect(),
        };
        // A fast move is twice a normal one (CR-fast-2).
        let reach = Inches::from_thousandths(2 * view.battle.frame.rules.normal_move.thousandths() * i32::from(turns));
        let near = |cell: &Cell| from.is_none_or(|from| ground.is_within(from, *cell, reach));
        Hidden { enemy, stays, goes: dark.iter().filter(near).collect() }
    }

    /// The square on which the enemy is in a world. Either all of his group have stayed, or all have gone; those who have
    /// gone are as near as can be to the `first` of them.
    fn place(&self, ground: &OnMap<'_>, group: u8, first: Option<Cell>, luck: Keyed) -> Option<Cell> {
        let free = |cell: &Cell| ground.scene.standing.is_free(*cell);
        // No rule draws for this purpose.
        let at = Address::in_round(group, purpose::LOOK_AHEAD, 0, 0);
        let stays = Sampled::new(luck).below(at, 2) == 0;
        let by_lot = |cells: &[Cell]| {
            let at = Address::in_round(self.enemy as u8, purpose::LOOK_AHEAD, 0, 1);
            let lot = Sampled::new(luck).below(at, cells.len().max(1) as u32) as usize;
            let (later, sooner) = cells.split_at(lot.min(cells.len()));
            sooner.iter().chain(later).copied().find(free)
        };
        let far = |first: Cell| move |&cell: &Cell| ground.board().squared(first, cell);
        let stayed = if stays { by_lot(&self.stays) } else { None };
        let gone = || match first {
            Some(first) => self.goes.iter().copied().filter(free).min_by_key(far(first)),
            None => by_lot(&self.goes),
        };
        stayed.or_else(gone).or_else(|| open(ground).find(free))
    }
}

/// The supposed status of an enemy out of sight: an enemy who has hunkered down stays down until he is rallied; any other
/// status of an earlier turn has passed.
fn condition(sighting: Option<&Sighting<Status>>, turn: u16) -> Status {
    let lasts = |seen: &&Sighting<Status>| seen.state == Status::Hunkered || seen.turn == turn;
    sighting.filter(lasts).map_or(Status::CarryingOn, |seen| seen.state)
}

/// The squares that figures may enter.
fn open<'g>(ground: &'g OnMap<'_>) -> impl Iterator<Item = Cell> + 'g {
    let board = ground.board();
    (0..board.cells())
        .filter_map(|index| board.cell_numbered(index))
        .filter(|&cell| board.ground_of(cell).pass != Pass::No)
}
