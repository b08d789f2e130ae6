//! Hearing and sight (GGG-sound, GGG-see), and what the teams' maps show (GGG-map-2).

use chance::Chance;
use engage::{BySide, Inches, Side};
use field::{Cell, CellSet, Facing, Figures};

use super::log;
use super::play::Play;
use super::state::{BOMBS, Charge, EVERYBODY, FIGURES, KnownBomb, Looks, Sighting};
use crate::action::Event;
use crate::figure::{Pace, Weapon};
use crate::options::SpottingMemory;
use crate::player::Player;
use crate::purpose;
use crate::spot::{Look, heard, look, spotting};

impl<C: Chance, P: Player> Play<'_, C, P> {
    /// Who hears whom after the figures with this pace have moved: footsteps of figures at Normal pace, judged where
    /// they have come to rest, and voices (GGG-sound-1, GGG-sound-2, GGG-host-1).
    pub(super) fn listen(&mut self, pace: Pace) {
        let spoke = std::mem::take(&mut self.state.turn.spoke);
        let game = &self.state.game;
        let walks = |who: usize| pace == Pace::Normal && game.stances[who].pace == Pace::Normal;
        let figures = game.up.iter().filter(|&who| walks(who) || spoke.contains(who)).map(|who| (who, who));
        // The footsteps of a hostage betray its leader's team.
        let hostages = game.hostages().iter().filter(|&hostage| walks(hostage));
        let led = hostages.filter_map(|hostage| Some((hostage, usize::from(game.leader[hostage - FIGURES]?))));
        let mut sources: BySide<[Option<Cell>; EVERYBODY]> = BySide::from_fn(|_| [None; EVERYBODY]);
        let mut count = BySide::from_fn(|_| 0);
        for (who, by) in figures.chain(led) {
            let side = self.assault.side(by);
            sources[side][count[side]] = game.at(who);
            count[side] += 1;
        }
        if count.blue + count.red == 0 {
            return;
        }
        for me in self.state.game.up {
            let Some(here) = self.state.game.at(me) else { continue };
            let (plan, enemy) = (self.site.plan(), self.assault.side(me).enemy());
            let theirs = sources[enemy][..count[enemy]].iter().flatten();
            let nearest = theirs.copied().min_by_key(|&there| plan.squared(here, there));
            let distance = |there: Cell| Inches::from_thousandths(plan.distance(here, there) as i32);
            let audible = nearest.filter(|&there| heard(&self.assault.rules, Pace::Normal, distance(there)));
            let Some(there) = audible else { continue };
            let from = Facing::towards(plan, here, there);
            self.state.turn.hears[me] = from;
            let (turn, assault, standing) = (self.now, self.assault, &self.state.game.standing);
            let source = || standing.who(there).map(|who| assault.observer_id(who));
            self.chance.log(|| log::hears(turn, me, source(), distance(there), from));
        }
    }

    /// Looks around: figures at these paces spot enemies, all rolls together, from where they have come to rest and not
    /// on the way (GGG-see-7, GGG-seq-3).
    pub(super) fn look(&mut self, paces: &[Pace]) {
        let in_sight = self.in_sight_of_each();
        for me in self.state.game.up {
            if paces.contains(&self.state.game.stances[me].pace) {
                self.look_around(me, in_sight[me]);
                self.note(me, Event::Looked);
            }
        }
        Side::ALL.into_iter().for_each(|side| self.bring_map_up_to_date(side));
    }

    /// The enemies in sight of each figure: sight is the same both ways.
    fn in_sight_of_each(&self) -> [Figures; FIGURES] {
        let (view, mut in_sight) = (self.view(), [Figures::NONE; FIGURES]);
        let (lines, standing) = (view.lines(), &self.state.game.standing);
        for me in view.in_action(Side::Blue) {
            let Some(here) = view.at(me) else { continue };
            in_sight[me] = standing.that(view.in_action(Side::Red), |there| lines.sees(here, there));
            in_sight[me].iter().for_each(|enemy| in_sight[enemy].insert(me));
        }
        in_sight
    }

    /// A figure looks at each enemy in sight (GGG-see-1, GGG-see-2, GGG-see-5, GGG-snipe-4).
    fn look_around(&mut self, me: usize, in_sight: Figures) {
        let Some(here) = self.state.game.at(me) else { return };
        let (assault, turn) = (self.assault, self.now);
        let (rules, weapon) = (&assault.rules, assault.profiles[me].weapon);
        let (man, stance) = (self.state.game.men[me], self.state.game.stances[me]);
        let aims = weapon == Weapon::Sniper && man.rifle.narrows(rules, stance.pace);
        let before = self.state.last.seen[me];
        let mut looked = log::Looked { narrow: aims, ..log::Looked::default() };
        for enemy in in_sight {
            let view = self.view();
            let Some(there) = view.at(enemy) else { continue };
            let kept = rules.spotting_memory == SpottingMemory::UntilLost && before.contains(enemy);
            let looks = view.lines().stance(view.state.game.stances[enemy], here, there);
            let bearing = view.bearing(me, here, there);
            let seen = match look(bearing, aims, || spotting(rules, stance, &man, looks)) {
                Look::Seen => true,
                Look::Unseen => false,
                Look::Roll(_) if kept => true,
                Look::Roll(test) => {
                    let seen = test.roll(self.chance, self.address_of_pair(me, purpose::SPOT, enemy));
                    let (looker, other) = ((me, stance, &man), (enemy, looks));
                    self.chance.log(|| crate::log::spots(turn, looker, other, rules, (test, seen)));
                    seen
                }
            };
            if C::OBSERVED {
                looked.adds(enemy, bearing, seen, kept);
            }
            if seen {
                self.state.turn.seen[me].insert(enemy);
                self.state.turn.spotted.insert(enemy);
                self.state.game.known.note(enemy, self.sighting(enemy, there));
            }
        }
        if !in_sight.is_empty() {
            self.chance.log(|| log::looks(turn, me, &looked));
        }
        let fresh = self.state.turn.seen[me] - before;
        if !fresh.is_empty() {
            self.chance.log(|| log::sees(turn, me, fresh));
        }
    }

    /// What an observer sees of a figure now.
    fn sighting(&self, who: usize, cell: Cell) -> Sighting {
        let (man, stance) = (&self.state.game.men[who], self.state.game.stances[who]);
        Sighting { cell, turn: self.now, state: Looks { stance, wounds: man.wounds, stun: man.stun } }
    }

    /// At the end of a turn each team records the present state of the enemies that it saw in the turn.
    pub(super) fn watch_on(&mut self) {
        for who in self.state.game.up {
            let seen = self.state.game.known.of(who).filter(|sighting| sighting.turn == self.now);
            if let Some(&Sighting { cell, .. }) = seen {
                self.state.game.known.note(who, self.sighting(who, cell));
            }
        }
    }

    /// Updates a team's map with what its figures have in sight (GGG-map-2).
    fn bring_map_up_to_date(&mut self, side: Side) {
        let team = self.view().in_action(side);
        self.see_doors(side, team);
        self.see_smoke(side, team);
        self.find_bombs(side, team);
        self.find_hostages(side, team);
    }

    /// Open doors are seen in every direction, since facing is free (GGG-move-4).
    fn see_doors(&mut self, side: Side, team: Figures) {
        let game = &self.state.game;
        let mut known = game.maps[side].doors;
        if known == game.doors {
            return;
        }
        let lines = self.view().lines();
        for door in game.doors.iter().filter(|&door| !game.maps[side].doors.is_open(door)) {
            let cells = self.site.cells_of(door);
            let sees = |me: usize| game.at(me).is_some_and(|here| cells.iter().any(|&cell| lines.sees(here, cell)));
            if team.iter().any(sees) {
                known.open(door);
            }
        }
        self.state.game.maps[side].doors = known;
    }

    /// Smoke is seen in every direction too, from its near side on.
    pub(super) fn see_smoke(&mut self, side: Side, team: Figures) {
        let game = &mut self.state.game;
        let map = &mut game.maps[side];
        if map.smoke == game.smoke {
            return;
        }
        let mut unknown = *game.smoke.cells();
        unknown.drop_all(map.smoke.cells());
        let mut seen = CellSet::EMPTY;
        for here in team.iter().filter_map(|me| game.standing.at(me)) {
            self.site.plan().add_view(&mut seen, here, &unknown, game.doors);
            if seen == unknown {
                map.smoke = game.smoke;
                return;
            }
        }
        if !seen.is_empty() {
            map.smoke.add(self.site.plan(), &seen);
        }
    }

    /// A team that sees a bomb knows its state, but Counter-Terrorists do not know how long it has to go (GGG-bomb-4).
    fn find_bombs(&mut self, side: Side, team: Figures) {
        for bomb in 0..BOMBS {
            let (cell, known) = match self.state.game.bombs[bomb] {
                Charge::Lies(cell) => (cell, KnownBomb::Lies(cell)),
                Charge::Planted { cell, .. } => (cell, KnownBomb::Ticks(cell)),
                Charge::Defused(cell) => (cell, KnownBomb::Safe),
                Charge::Absent | Charge::Carried(_) | Charge::Exploded => continue,
            };
            let new = self.state.game.maps[side].bombs[bomb] != known;
            if new && team.iter().any(|me| self.view().has_before(me, cell)) {
                let map = &mut self.state.game.maps[side];
                map.bombs[bomb] = known;
                map.found[bomb] = if matches!(known, KnownBomb::Ticks(_)) { self.now } else { 0 };
            }
        }
    }

    /// The team remembers where it sees hostages. An adjacent one is found by hand.
    fn find_hostages(&mut self, side: Side, team: Figures) {
        for hostage in self.state.game.hostages() {
            let (view, known) = (self.view(), &self.state.game.maps[side].hostages[hostage - FIGURES]);
            let Some(there) = view.at(hostage).filter(|there| *known != Some(*there)) else { continue };
            let by_hand = |me: usize| view.at(me).is_some_and(|here| view.at_hand(here, there));
            if team.iter().any(|me| view.has_before(me, there) || by_hand(me)) {
                self.state.game.maps[side].hostages[hostage - FIGURES] = Some(there);
            }
        }
    }
}
