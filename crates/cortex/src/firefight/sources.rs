//! The source of every die of a pool, for logs: the pools of `pools.rs`, taken apart.

use chance::{Die, Pool};

use super::battle::{Body, Firefight, Speciality};
use super::log::Tries;
use super::state::{FirefightState, Kind};
use crate::action::Attack;
use crate::combat::{Character, Plight, range};
use crate::facts::Source;
use crate::options::{MedicPool, Specialisations, SuppressedApplies};
use crate::roll::ByRole;

impl Firefight {
    /// A figure's own dice: Approach and Direct Action, Quality Dice, or a machine's dice.
    fn own(&self, state: &FirefightState, who: usize) -> Vec<Source> {
        match (&self.profiles[who].body, state.pieces[who].kind) {
            (Body::Character(character), _) => traits(character, who).to_vec(),
            (_, Kind::Unit) => vec![Source::new("quality", who, self.unit_pool(state, who))],
            _ => vec![Source::new("machine", who, self.unit_pool(state, who))],
        }
    }

    /// A figure's drawbacks, in the pools of its attackers and opponents.
    fn drawbacks(&self, state: &FirefightState, who: usize, plight: Plight, attacked: bool) -> Vec<Source> {
        let Body::Character(_) = self.profiles[who].body else {
            return vec![Source::new("complication", who, state.pieces[who].group.complication)];
        };
        let injuries = plight.injuries(&self.rules);
        let counts = !attacked || self.rules.suppressed_applies == SuppressedApplies::All;
        vec![
            Source::new("injury", who, injuries),
            Source::new("suppressed", who, plight.suppressed.filter(|_| counts)),
            Source::new("on_fire", who, plight.on_fire.filter(|_| self.rules.fire_hampers)),
        ]
    }

    /// Of [`Firefight::attack_pool`] and [`Firefight::with_specialists`].
    pub(super) fn attack_sources(
        &self,
        state: &FirefightState,
        me: usize,
        target: usize,
        attack: Option<&Attack>,
    ) -> Vec<Source> {
        let zones = self.apart(&state.pieces[me], &state.pieces[target]);
        let mut all = self.own(state, me);
        if let Body::Character(character) = &self.profiles[me].body {
            all.push(match zones {
                0 => Source::new("cqb", me, character.cqb),
                _ => Source::new("marksmanship", me, character.marksmanship),
            });
            all.push(Source::new("advantage", me, character.attack));
        }
        if let Some(attack) = attack {
            let mut quality = self.unit_pool(state, me);
            let grenadier = attack.grenades > 0 || attack.others > 0;
            let mut own = Vec::new();
            for (used, wanted, word, bought) in [
                (attack.flames, Speciality::Flamethrower, "flamethrower", 0),
                (grenadier, Speciality::Grenadier, "grenadier", attack.grenades),
                (attack.marksman, Speciality::Marksman, "marksman", 0),
            ] {
                if used && let Some((_, one)) = self.specialist(state, me, wanted) {
                    quality = quality.without(one.die);
                    own.push(Source::new(word, me, Some(one.own)));
                    own.push(Source::new("bought", me, Pool::EMPTY.with(one.own, bought)));
                }
            }
            if !own.is_empty() {
                all = vec![Source::new("quality", me, quality)];
                all.extend(own);
            }
        }
        all.extend(self.drawbacks(state, target, self.plight(state, target), true));
        all
    }

    /// Of [`Firefight::resist_pool`], with the attacker's drawbacks.
    pub(super) fn resist_sources(
        &self,
        state: &FirefightState,
        me: usize,
        target: usize,
        marksman: bool,
    ) -> Vec<Source> {
        let zones = self.apart(&state.pieces[me], &state.pieces[target]);
        let mut all = self.own(state, target);
        if let Body::Character(character) = &self.profiles[target].body {
            let cqb = character.cqb.filter(|_| zones == 0 && self.rules.specialisations == Specialisations::ByRange);
            all.push(Source::new("cqb", target, cqb));
            all.push(Source::new("armour", target, character.armour.filter(|_| !marksman)));
            all.push(Source::new("advantage", target, character.resist));
        }
        let [zone, created] = self.cover_against(state, me, target);
        all.push(Source::new("range", None, range(&self.rules, zones)));
        all.push(Source::new("cover", target, zone));
        all.push(Source::new("created_cover", target, created));
        all.extend(self.drawbacks(state, me, self.plight(state, me), false));
        all
    }

    /// The pools of a test or of an opposed roll for one effect die.
    pub(super) fn sources_of(&self, state: &FirefightState, me: usize, tries: Tries) -> ByRole<Vec<Source>> {
        let difficulty = Source::new("difficulty", None, self.rules.test_difficulty.pool());
        let plight = self.plight(state, me);
        let mut against = Vec::new();
        match tries {
            Tries::Flank(target) => {
                return ByRole {
                    actor: self.attack_sources(state, me, target, None),
                    opposition: self.resist_sources(state, me, target, false),
                };
            }
            Tries::FindCover => {
                against.push(difficulty);
                against.extend(self.drawbacks(state, me, plight, false));
            }
            Tries::PutOut => {
                against.extend([difficulty, Source::new("on_fire", me, plight.on_fire)]);
                against.extend(self.drawbacks(state, me, Plight { on_fire: None, ..plight }, false));
            }
            Tries::ShakeOff => {
                let by = state.suppression(me).map(|one| usize::from(one.by));
                against.extend(by.into_iter().flat_map(|by| self.own(state, by)));
                against.push(Source::new("suppressed", me, plight.suppressed));
                against.extend(self.drawbacks(state, me, Plight { suppressed: None, ..plight }, false));
            }
        }
        ByRole { actor: self.own(state, me), opposition: against }
    }

    /// The pools of a medic's test.
    pub(super) fn medics_sources(&self, state: &FirefightState, medic: usize) -> ByRole<Vec<Source>> {
        let mut own = Vec::new();
        if let Some((_, one)) = self.specialist(state, medic, Speciality::Medic) {
            if self.rules.medic_pool == MedicPool::Unit {
                own.push(Source::new("quality", medic, self.unit_pool(state, medic).without(one.die)));
            }
            own.push(Source::new("medic", medic, Some(one.own)));
        }
        let mut against = vec![Source::new("difficulty", None, Pool::EMPTY.with(Die::D8, 3))];
        against.extend(self.drawbacks(state, medic, self.plight(state, medic), false));
        ByRole { actor: own, opposition: against }
    }

    /// The pool for the first go.
    pub(super) fn initiative_sources(&self, state: &FirefightState, who: usize) -> Vec<Source> {
        match &self.profiles[who].body {
            Body::Character(character) => vec![
                Source::new("approach", who, Some(character.approach)),
                Source::new("analysis", who, character.analysis),
                Source::new("tactics", who, character.tactics),
            ],
            _ => self.own(state, who),
        }
    }
}

fn traits(character: &Character, who: usize) -> [Source; 2] {
    [
        Source::new("approach", who, Some(character.approach)),
        Source::new("direct_action", who, Some(character.direct_action)),
    ]
}
