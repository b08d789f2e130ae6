//! What a figure's side holds possible: worlds in which what its team knows is as it is, and all else is drawn by lot.

use chance::{Address, Chance, Keyed, Keys, Sampled};
use engage::{BySide, Side};
use field::{Cell, CellSet, Facing, Figures, Spread};

use super::compiled::Assault;
use super::state::{BOMBS, Charge, FIGURES, KnownBomb, Looks, Sighting, State, TeamMap, Turn};
use super::view::View;
use crate::action::Order;
use crate::figure::{Man, Pace};
use crate::player::{Memory, Survey};
use crate::purpose;
use crate::spot::Stance;

/// The number of random cells that are tried for somebody out of sight.
const TRIES: u32 = 64;

/// What a figure's side knows and holds possible, before orders are given.
pub(super) struct Belief<'a> {
    assault: &'a Assault,
    survey: &'a Survey,
    side: Side,
    now: u16,
    seed: u64,
    /// The notes of the side's player.
    memory: Memory,
    /// The state as far as the side knows it; those whom it does not see are not on the map.
    known: State,
    /// Enemies and hostages who may be anywhere out of sight.
    hidden: Figures,
    /// Cells out of the team's sight, and those of them in rooms that it has not looked into.
    dark: CellSet,
    unsearched: CellSet,
    /// Where somebody of the team heard an enemy whom it does not see, and from which direction.
    sounds: Vec<(Cell, Facing)>,
}

/// A world that a side holds possible.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) state: State,
    pub(super) memory: BySide<Memory>,
    /// The luck of its play-out.
    pub(super) luck: Keyed,
}

impl<'a> Belief<'a> {
    /// What the side of a figure believes that is to be given its order.
    pub(super) fn of(
        (assault, survey): (&'a Assault, &'a Survey),
        (state, memory): (&State, &Memory),
        (me, now): (usize, u16),
        seed: u64,
    ) -> Belief<'a> {
        let mut belief = Belief {
            assault,
            survey,
            side: assault.side(me),
            now,
            seed,
            memory: *memory,
            known: *state,
            hidden: Figures::NONE,
            dark: CellSet::EMPTY,
            unsearched: CellSet::EMPTY,
            sounds: Vec::new(),
        };
        belief.forget_what_enemies_know();
        belief.forget_enemies();
        belief.forget_ground();
        belief.place_hostages();
        belief.place_enemies();
        belief.suppose_bombs();
        belief.look_and_listen();
        belief
    }

    fn view(&self) -> View<'_> {
        View { assault: self.assault, state: &self.known, now: self.now }
    }

    fn team(&self) -> Figures {
        self.assault.team(self.side)
    }

    fn enemies(&self) -> Figures {
        self.assault.team(self.side.enemy())
    }

    /// A side does not know what its enemies have seen of it.
    fn forget_what_enemies_know(&mut self) {
        let (team, enemies) = (self.team(), self.enemies());
        let State { game, last, turn } = &mut self.known;
        for me in team {
            game.known.forget(me);
        }
        game.known_out = (game.known_out & enemies) | (team - game.up);
        last.spotted -= team;
        last.shot_at &= team;
        last.fired &= team;
        // All else in a turn comes after the orders.
        *turn = Turn { orders: turn.orders, spoke: turn.spoke - enemies, ..Turn::default() };
    }

    /// Of its enemies a side knows how it last saw them, and what the scenario says.
    fn forget_enemies(&mut self) {
        let (assault, now, enemies) = (self.assault, self.now, self.enemies());
        let State { game, last, turn } = &mut self.known;
        game.up = (game.up - enemies) | (enemies - game.known_out);
        for enemy in enemies {
            let profile = &assault.profiles[enemy];
            game.standing.remove(enemy);
            game.kits[enemy] = profile.kit;
            game.work[enemy] = 0;
            game.facing[enemy] = Facing::NORTH;
            turn.orders[enemy] = Order::STAY;
            (last.seen[enemy], last.heard[enemy]) = (Figures::NONE, None);
            game.stances[enemy] = Stance { pace: Pace::Stationary, hiding: false };
            let Man { wounds, stun, .. } = profile.start;
            let looks = |seen: &Sighting| (seen.state.wounds, seen.state.stun, seen.turn);
            let (wounds, stun, since) = game.known.of(enemy).map_or((wounds, stun, 0), looks);
            game.men[enemy] = if game.up.contains(enemy) {
                let stun = u16::from(stun).saturating_sub(now - 1 - since) as u8;
                Man { wounds, stun, ..profile.start }
            } else {
                Man { out: !game.captured.contains(enemy), ..Man::FRESH }
            };
            if !game.known_out.contains(enemy) && game.men[enemy].wounds == profile.start.wounds {
                game.hit.remove(enemy);
                game.hit_by_terrorists.remove(enemy);
            }
        }
        game.out_by_terrorists -= enemies & game.up;
    }

    /// Doors, smoke and hostages are as the team's map shows them.
    fn forget_ground(&mut self) {
        let game = &mut self.known.game;
        let map = game.maps[self.side];
        (game.doors, game.smoke) = (map.doors, map.smoke);
        let theirs = TeamMap { doors: map.doors, smoke: map.smoke, ..TeamMap::default() };
        game.maps[self.side.enemy()] = theirs;
    }

    /// Hostages stand where the team last saw them. Terrorists do not know which are safe.
    fn place_hostages(&mut self) {
        let team = self.team();
        let game = &mut self.known.game;
        if self.side == Side::Red {
            game.rescued = Figures::NONE;
        }
        let everybody = Figures::below(FIGURES + self.assault.site.hostages) - Figures::below(FIGURES);
        for hostage in everybody - game.rescued - game.dead {
            let number = hostage - FIGURES;
            game.leader[number] = game.leader[number].filter(|&leader| team.contains(leader.into()));
            game.standing.remove(hostage);
            let known = game.maps[self.side].hostages[number].filter(|&cell| game.standing.is_free(cell));
            match known {
                Some(cell) => _ = game.standing.place(hostage, cell),
                None => {
                    game.men[hostage] = Man::FRESH;
                    self.hidden.insert(hostage);
                }
            }
        }
    }

    /// Enemies seen at the end of the last turn still stand where they were seen.
    fn place_enemies(&mut self) {
        let enemies = self.enemies();
        let game = &mut self.known.game;
        for enemy in enemies & game.up {
            let fresh = game.known.of(enemy).filter(|seen| seen.turn + 1 >= self.now);
            match fresh.copied().filter(|seen| game.standing.is_free(seen.cell)) {
                Some(seen) => {
                    game.standing.place(enemy, seen.cell);
                    game.stances[enemy] = seen.state.stance;
                }
                None => self.hidden.insert(enemy),
            }
        }
    }

    /// Bombs are as the team's map shows them; one that it does not know of is still carried.
    fn suppose_bombs(&mut self) {
        let (assault, enemies) = (self.assault, self.enemies());
        let game = &mut self.known.game;
        for bomb in 0..BOMBS {
            if game.bombs[bomb] == Charge::Absent {
                continue;
            }
            let up = enemies & game.up;
            let carrier = assault.carriers[bomb].filter(|&carrier| up.contains(carrier)).or(up.first());
            game.bombs[bomb] = match (game.maps[self.side].bombs[bomb], game.bombs[bomb]) {
                (KnownBomb::Carried(carrier), _) => Charge::Carried(carrier),
                (KnownBomb::Lies(cell), _) => Charge::Lies(cell),
                (KnownBomb::Ticks(_), planted @ Charge::Planted { .. }) if self.side == Side::Red => planted,
                (KnownBomb::Ticks(cell), _) => Charge::Planted { cell, due: self.now + assault.rules.fuse },
                (KnownBomb::Safe, defused) => defused,
                (KnownBomb::Unknown, _) => carrier.map_or(Charge::Absent, Charge::Carried),
            };
            if self.side == Side::Blue {
                game.maps.red.bombs[bomb] = match game.bombs[bomb] {
                    Charge::Carried(carrier) => KnownBomb::Carried(carrier),
                    Charge::Lies(cell) => KnownBomb::Lies(cell),
                    Charge::Planted { cell, .. } => KnownBomb::Ticks(cell),
                    _ => game.maps.blue.bombs[bomb],
                };
            }
        }
    }

    /// Notes which cells the team has out of its sight, and which sounds come from somebody out of sight.
    fn look_and_listen(&mut self) {
        let (plan, up) = (self.assault.site.plan(), self.team() & self.known.game.up);
        let view = self.view();
        let visited = self.memory.search.visited(self.survey.own[self.side]);
        let dark: CellSet = plan.all().iter().filter(|&cell| !up.iter().any(|me| view.has_before(me, cell))).collect();
        let unknown = |cell: &Cell| plan.room(*cell).is_none_or(|room| self.survey.posts.of(room) & !visited != 0);
        let unsearched = dark.iter().filter(unknown).collect();
        let seen = self.enemies() - self.hidden;
        let sounds = up.iter().filter_map(|me| Some((view.at(me)?, self.known.last.heard[me]?)));
        let explained = |&(here, from): &(Cell, Facing)| {
            seen.iter().filter_map(|enemy| view.at(enemy)).any(|there| is_towards(view, here, there, from))
        };
        let sounds = sounds.filter(|sound| !explained(sound)).collect();
        (self.dark, self.unsearched, self.sounds) = (dark, unsearched, sounds);
    }

    /// A world that the side holds possible, and the luck of its play-out.
    pub(super) fn world(&self, playout: u16) -> World {
        let mut state = self.known;
        let luck = Keys::new(self.seed, playout.into()).next_key();
        let hostages = self.hidden - Figures::below(FIGURES);
        for hostage in hostages {
            let suits = |cell| self.unsearched.contains(cell);
            if let Some(cell) = self.tried(&state, (hostage, luck), suits).or_else(|| self.anywhere(&state)) {
                state.game.standing.place(hostage, cell);
            }
        }
        let mut sounds = self.sounds.iter();
        for enemy in self.hidden - hostages {
            if let Some(cell) = self.place(&state, enemy, luck, sounds.next()) {
                state.game.standing.place(enemy, cell);
                let hiding = self.assault.profiles[enemy].doctrine.hiding && self.assault.site.hides(cell);
                state.game.stances[enemy].hiding = hiding;
            }
        }
        self.set_clocks(&mut state, luck);
        self.let_enemies_look(&mut state, luck);
        let mut memory = BySide::default();
        memory[self.side] = self.memory;
        World { state, memory, luck }
    }

    /// A number below `n`, drawn for somebody in a world.
    fn lot(&self, luck: Keyed, who: usize, number: u32, n: usize) -> usize {
        // No rule draws for this purpose.
        let at = Address::in_round(self.assault.luck.of(who), purpose::LOOK_AHEAD, 0, 0);
        Sampled::new(luck).below(at.further(number), n as u32) as usize
    }

    /// Random free cells that suit.
    fn tried(&self, state: &State, (who, luck): (usize, Keyed), suits: impl Fn(Cell) -> bool) -> Option<Cell> {
        let plan = self.assault.site.plan();
        let lots = (1..=TRIES).filter_map(|number| plan.cell_numbered(self.lot(luck, who, number, plan.cells())));
        lots.into_iter().find(|&cell| self.dark.contains(cell) && state.game.standing.is_free(cell) && suits(cell))
    }

    /// The first free cell out of the team's sight.
    fn anywhere(&self, state: &State) -> Option<Cell> {
        self.dark.iter().find(|&cell| state.game.standing.is_free(cell))
    }

    /// A cell out of the team's sight where an enemy may be. He has moved in some of the turns since he was last seen, or
    /// since the start. Whoever was heard stands where the sound came from.
    fn place(&self, state: &State, enemy: usize, luck: Keyed, sound: Option<&(Cell, Facing)>) -> Option<Cell> {
        let (assault, view) = (self.assault, self.view());
        let begins = &assault.site.entries[enemy].cells;
        let (from, since) = match state.game.known.of(enemy) {
            Some(seen) => (seen.cell, seen.turn),
            None => (begins[self.lot(luck, enemy, TRIES + 1, begins.len())], 0),
        };
        let turns = usize::from((self.now - 1).saturating_sub(since));
        let moved = self.lot(luck, enemy, TRIES + 2, turns + 1);
        let far = |turns: usize| turns as u32 * assault.rules.moves.normal.thousandths() as u32;
        let within = |cell: Cell, turns: usize| assault.site.plan().distance(from, cell) <= far(turns);
        let heard = sound.and_then(|&(here, towards)| {
            self.tried(state, (enemy, luck), |cell| within(cell, turns) && is_towards(view, here, cell, towards))
        });
        let stayed = (moved == 0 && self.dark.contains(from) && state.game.standing.is_free(from)).then_some(from);
        let moved = || self.tried(state, (enemy, luck), |cell| within(cell, moved.max(1)));
        heard.or(stayed).or_else(moved).or_else(|| self.anywhere(state))
    }

    /// Counter-Terrorists do not know how long a bomb has to go (GGG-bomb-4).
    fn set_clocks(&self, state: &mut State, luck: Keyed) {
        let game = &mut state.game;
        for (bomb, charge) in game.bombs.iter_mut().enumerate() {
            if let (Side::Blue, Charge::Planted { due, .. }) = (self.side, charge) {
                let last = game.maps.blue.found[bomb] + self.assault.rules.fuse;
                let most = last.saturating_sub(self.now);
                *due = self.now + self.lot(luck, bomb, TRIES + 3, usize::from(most) + 1) as u16;
            }
        }
    }

    /// Every enemy looks to where he expects the team, or at the nearest of the team. Terrorists know
    /// where the hostages are.
    fn let_enemies_look(&self, state: &mut State, luck: Keyed) {
        let (assault, plan, up) = (self.assault, self.assault.site.plan(), state.game.up);
        for enemy in self.enemies() & up {
            let Some(here) = state.game.at(enemy) else { continue };
            let view = View { assault, state, now: self.now };
            let in_line = view.state.game.standing.that(self.team() & up, |there| view.lines().sees(here, there));
            let nearest = in_line.iter().filter_map(|me| view.at(me)).min_by_key(|&cell| plan.squared(here, cell));
            let turned = nearest.filter(|_| self.lot(luck, enemy, TRIES + 4, 2) == 0);
            let facing = turned.and_then(|there| Facing::towards(plan, here, there));
            let expects = || self.survey.watch(enemy, self.side.enemy(), here);
            state.game.facing[enemy] = facing.unwrap_or_else(expects);
            // Nobody has looked around before the first turn.
            let view = View { assault, state, now: self.now };
            let seen = in_line.filter(|me| self.now > 1 && view.makes_out(enemy, me));
            state.last.seen[enemy] = seen;
            state.last.spotted |= seen;
            for me in seen {
                let (man, stance) = (&state.game.men[me], state.game.stances[me]);
                let looks = Looks { stance, wounds: man.wounds, stun: man.stun };
                if let Some(cell) = state.game.at(me) {
                    state.game.known.note(me, Sighting { cell, turn: self.now - 1, state: looks });
                }
            }
        }
        if self.side == Side::Blue {
            for hostage in state.game.hostages() {
                state.game.maps.red.hostages[hostage - FIGURES] = state.game.at(hostage);
            }
        }
    }
}

/// Whether a cell lies in a direction.
fn is_towards(view: View<'_>, here: Cell, there: Cell, direction: Facing) -> bool {
    Facing::towards(view.plan(), here, there).is_some_and(|to| direction.within(Spread::Eighth, to))
}
