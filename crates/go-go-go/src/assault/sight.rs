//! Who is heard and who is seen (GGG-sound, GGG-see).

use chance::Chance;
use engage::{Inches, among, bits};
use field::{Cell, Facing};

use super::play::Play;
use super::scene::{BOMBS, Charge, EVERYBODY, FIGURES, Sighting};
use super::tell;
use crate::figure::{Pace, Weapon};
use crate::options::{SmokeSight, SpottingMemory};
use crate::purpose;
use crate::spot::{Bearing, Look, Stance, heard, look, spotting};

impl<C: Chance> Play<'_, C> {
    /// Whether one cell is in sight of another as things are (GGG-map-3, GGG-gren-10).
    #[inline]
    pub(super) fn in_sight(&self, from: Cell, to: Cell) -> bool {
        self.site.sees(&self.scene, from, to, self.assault.rules.smoke_sight == SmokeSight::Blocks)
    }

    /// Where a cell lies from a figure as it faces.
    #[inline]
    pub(super) fn bearing(&self, me: usize, here: Cell, there: Cell) -> Bearing {
        match Facing::towards(self.site.plan(), here, there) {
            Some(direction) => self.assault.arcs.bearing(self.scene.facing[me], direction),
            None => Bearing::Front,
        }
    }

    /// Whether a figure has another in sight and not behind it.
    pub(super) fn makes_out(&self, me: usize, other: usize) -> bool {
        let cells = self.scene.at(me).zip(self.scene.at(other));
        cells.is_some_and(|(here, there)| self.has_before(me, here, there))
    }

    /// Whether a figure has a cell in sight and not behind it.
    pub(super) fn has_before(&self, me: usize, here: Cell, there: Cell) -> bool {
        self.in_sight(here, there) && self.bearing(me, here, there) != Bearing::Behind
    }

    /// The enemies of a figure whom its team saw in the last turn and who are in sight of a cell, by bit.
    pub(super) fn threats(&self, me: usize, here: Cell) -> u32 {
        let in_sight = |&enemy: &usize| {
            let sighting = self.scene.known[enemy];
            sighting.is_some_and(|sighting| self.in_sight(here, sighting.cell))
        };
        let fresh = self.scene.fresh(self.assault.enemies(me), self.turn);
        among(bits(fresh).filter(in_sight))
    }

    /// How a figure looks to another: smoke may hide him (GGG-gren-10).
    pub(super) fn stance_of(&self, who: usize, from: Cell, at: Cell) -> Stance {
        let stance = self.scene.stances[who];
        let smoke = self.assault.rules.smoke_sight == SmokeSight::Hides && self.site.in_smoke(&self.scene, from, at);
        Stance { hiding: stance.hiding || smoke, ..stance }
    }

    /// Who hears whom when those who have this pace have moved: footsteps of those who move normally, judged where they have come
    /// to, and voices (GGG-sound-1, GGG-sound-2, GGG-host-1).
    pub(super) fn listen(&mut self, pace: Pace) {
        let spoke = std::mem::take(&mut self.spoke);
        let walks = |stance: &Stance| pace == Pace::Normal && stance.pace == Pace::Normal;
        let scene = &self.scene;
        let figures = bits(scene.up).filter(|&who| walks(&scene.stances[who]) || spoke >> who & 1 == 1);
        let figures = figures.map(|who| (who, who));
        // The footsteps of a hostage betray his leader's team.
        let hostages = scene.hostages().filter(|&hostage| walks(&scene.stances[hostage]));
        let led = hostages.map(|hostage| (hostage, usize::from(scene.leader[hostage - FIGURES])));
        let mut sources = [None; EVERYBODY];
        let noisy = figures.chain(led).filter(|&(_, by)| by < FIGURES);
        for (source, (who, by)) in sources.iter_mut().zip(noisy) {
            *source = scene.at(who).map(|cell| (cell, by));
        }
        if sources[0].is_none() {
            return;
        }
        for me in bits(self.scene.up) {
            let Some(here) = self.scene.at(me) else { continue };
            let (plan, enemies) = (self.site.plan(), self.assault.enemies(me));
            let theirs = sources.iter().map_while(|source| *source).filter(|&(_, by)| enemies >> by & 1 == 1);
            let nearest = theirs.map(|(cell, _)| cell).min_by_key(|&there| plan.squared(here, there));
            let distance = |there: Cell| Inches::from_thousandths(plan.distance(here, there) as i32);
            let audible = nearest.filter(|&there| heard(&self.assault.rules, Pace::Normal, distance(there)));
            let Some(there) = audible else { continue };
            self.scene.hears[me] = Facing::towards(plan, here, there);
            if self.scene.saw[me] == 0 {
                let turn = self.turn;
                self.chance.tell(|| tell::hears(turn, me));
            }
        }
    }

    /// Looks around: figures at these paces spot their enemies, all rolls together, where they have come to rest and not on the
    /// way (GGG-see-7, GGG-seq-3).
    pub(super) fn look(&mut self, paces: &[Pace]) {
        for me in bits(self.scene.up) {
            if paces.contains(&self.scene.stances[me].pace) {
                self.look_around(me);
            }
        }
        self.find_bombs();
        self.find_hostages();
    }

    /// A figure looks at each enemy in sight (GGG-see-1, GGG-see-2, GGG-see-5, GGG-snipe-4).
    fn look_around(&mut self, me: usize) {
        let Some(here) = self.scene.at(me) else { return };
        let (assault, turn) = (self.assault, self.turn);
        let (rules, profile) = (&assault.rules, &assault.profiles[me]);
        let (man, stance) = (self.scene.men[me], self.scene.stances[me]);
        let aims = profile.weapon == Weapon::Sniper && man.rifle.narrows(rules, stance.pace);
        let before = self.scene.saw[me];
        for enemy in bits(self.scene.up & assault.enemies(me)) {
            let Some(there) = self.scene.at(enemy) else { continue };
            if !self.in_sight(here, there) {
                continue;
            }
            let bearing = self.bearing(me, here, there);
            let kept = rules.spotting_memory == SpottingMemory::UntilLost && before >> enemy & 1 == 1;
            let test = || spotting(rules, stance, &man, self.stance_of(enemy, here, there));
            let seen = match look(bearing, aims, test) {
                Look::Seen => true,
                Look::Unseen => false,
                Look::Roll(_) if kept => true,
                Look::Roll(test) => {
                    let seen = test.roll(self.chance, self.address(me, purpose::SPOT, enemy as u16));
                    self.chance.tell(|| crate::tell::spots(turn, me, enemy, test, seen));
                    seen
                }
            };
            if seen {
                self.scene.seen[me] |= 1 << enemy;
                self.scene.known[enemy] = Some(Sighting { cell: there, turn });
            }
        }
        let (fresh, side) = (self.scene.seen[me] & !before, profile.side as usize);
        if fresh != 0 {
            self.chance.tell(|| tell::sees(turn, me, fresh));
        }
        if self.scene.seen[me] == 0 {
            let thorough = self.scene.thorough[side];
            self.scene.visited[side] |= self.site.posts.settled_at(here, thorough);
        }
    }

    /// Counter-Terrorists remember where they have seen hostages.
    fn find_hostages(&mut self) {
        for hostage in self.scene.hostages() {
            let bit = 1 << (hostage - FIGURES);
            if self.scene.seen_hostages & bit == 0 {
                let team = self.scene.up & self.assault.blues;
                let found = bits(team).any(|me| self.makes_out(me, hostage));
                self.scene.seen_hostages |= if found { bit } else { 0 };
            }
        }
    }

    /// Counter-Terrorists who see a bomb tick know of it; how long it has to go they are not told (GGG-bomb-4).
    fn find_bombs(&mut self) {
        for bomb in 0..BOMBS {
            let Charge::Planted { cell, .. } = self.scene.bombs[bomb] else { continue };
            if self.scene.found[bomb] > 0 {
                continue;
            }
            let sees = |me: usize| self.scene.at(me).is_some_and(|here| self.has_before(me, here, cell));
            if bits(self.scene.up & self.assault.blues).any(sees) {
                self.scene.found[bomb] = self.turn;
            }
        }
    }
}
