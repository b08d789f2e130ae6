//! A firefight between characters and units, without movement (CX2-init-1, CX2-spec, CX2-attack).

use chance::{Address, Chance, Deck, Die, Limit, Pool};
use engage::{Game, MAX_MEASURES, Progress};

use crate::combat::{Character, Plight, cover, harmed, range};
use crate::cqb::{NPCS_WIN, PLAYERS_WIN, UNDECIDED};
use crate::group::{Group, Part};
use crate::options::{
    FlamethrowerUse, GrenadierBuys, HarmTrack, MarksmanUse, MedicPool, MedicReach, MedicTries, NewTurnFirst,
    Party as Who, PutOut, ShakeOff, SpecialistLoss, Suppress, SuppressCost, TargetNpcs, TargetPlayers,
};
use crate::purpose;
use crate::recover::{attacked, given_again};
use crate::roll::{Opposed, Party, Role};
use crate::rules::Rules;
use crate::team::Harm;

/// The most characters.
pub(crate) const MOST_CHARACTERS: usize = 6;
/// The most units.
pub(crate) const MOST_UNITS: usize = 6;
/// The most specialists of a unit.
pub(crate) const MOST_SPECIALISTS: usize = 8;

/// What a specialist is (CX2-unit-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speciality {
    MachineGunner,
    Medic,
    Marksman,
    Grenadier,
    Flamethrower,
}

/// A specialist, one of the members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Specialist {
    pub(crate) speciality: Speciality,
    /// His Quality Die.
    pub(crate) die: Die,
}

/// A unit as it begins.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) group: Group,
    /// In the order listed.
    pub(crate) specialists: Vec<Specialist>,
}

/// All characters in one zone against all units in another, or the same.
#[derive(Clone, Debug)]
pub(crate) struct Firefight {
    pub(crate) rules: Rules,
    pub(crate) characters: Vec<(Character, Harm)>,
    pub(crate) units: Vec<Unit>,
    pub(crate) zones: u16,
    pub(crate) npc_cover: Option<Die>,
    pub(crate) player_cover: Option<Die>,
    pub(crate) edge_points: u16,
    pub(crate) first: Who,
    pub(crate) turn_limit: u16,
    /// Whether the state counts turns.
    pub(crate) counts: bool,
}

/// A character's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Body {
    harm: Harm,
    on_fire: Option<Die>,
}

/// A unit's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Troop {
    group: Group,
    /// Specialists in action, a bit for each.
    up: u8,
    /// Whether it has suppressed.
    suppressed: bool,
    /// The condition that a gunner of its keeps up.
    condition: Option<Suppression>,
}

/// A Suppressed condition (CX2-spec-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Suppression {
    gunner: u8,
    target: u8,
    die: Die,
}

/// Where a firefight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    bodies: [Body; MOST_CHARACTERS],
    troops: [Troop; MOST_UNITS],
    edge_points: u16,
    /// Who goes first in this turn, and whose go it is.
    first: Who,
    side: Who,
    /// How many characters and units of the lists have had their go.
    gone: [u8; 2],
    fallen: Option<Fallen>,
    /// Turns begun, where they are counted.
    pub(crate) turn: u16,
}

/// Members of a unit who fell in the latest attack and may be tried for by a medic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Fallen {
    unit: u8,
    plain: Pool,
    specialists: u8,
    tries: u8,
}

impl Troop {
    fn in_action(&self) -> bool {
        !self.group.qualities.is_empty()
    }
}

impl Firefight {
    fn specialists(&self, unit: usize) -> &[Specialist] {
        &self.units[unit].specialists
    }

    /// The first specialist of a kind in action.
    fn specialist(&self, state: &Standing, unit: usize, wanted: Speciality) -> Option<(u8, Die)> {
        let up = state.troops[unit].up;
        let found = (0..).zip(self.specialists(unit)).find(|(nth, one)| up >> nth & 1 == 1 && one.speciality == wanted);
        found.map(|(nth, one)| (nth, one.die))
    }

    /// A unit's pool for anything (CX2-unit-2), less the die of a gunner who suppresses.
    fn unit_pool(&self, state: &Standing, unit: usize) -> Pool {
        let troop = &state.troops[unit];
        match troop.condition {
            Some(condition) => troop.group.qualities.without(self.specialists(unit)[usize::from(condition.gunner)].die),
            None => troop.group.qualities,
        }
    }

    /// The largest condition on a character, and the unit that keeps it up.
    fn suppression(&self, state: &Standing, target: usize) -> Option<(Die, usize)> {
        let mut largest: Option<(Die, usize)> = None;
        for (unit, troop) in state.troops[..self.units.len()].iter().enumerate() {
            if let Some(condition) = troop.condition.filter(|condition| usize::from(condition.target) == target)
                && largest.is_none_or(|(die, _)| condition.die > die)
            {
                largest = Some((condition.die, unit));
            }
        }
        largest
    }

    fn plight(&self, state: &Standing, character: usize) -> Plight {
        let Body { harm, on_fire } = state.bodies[character];
        Plight { harm, suppressed: self.suppression(state, character).map(|(die, _)| die), on_fire }
    }

    fn unit_cover(&self, state: &Standing, unit: usize) -> Pool {
        let lowest = state.troops[unit].group.qualities.smallest();
        lowest.map_or(Pool::EMPTY, |lowest| cover(&self.rules, lowest, self.npc_cover, None))
    }

    fn range(&self) -> Pool {
        range(&self.rules, self.zones).into_iter().collect()
    }

    /// What a character resists with, before drawbacks of the attacker.
    fn resists(&self, character: usize, marksman: bool) -> Pool {
        let traits = &self.characters[character].0;
        let cover = cover(&self.rules, traits.direct_action, self.player_cover, None);
        traits.resists(&self.rules, self.zones, marksman).and(self.range()).and(cover)
    }

    /// Characters in action.
    pub(crate) fn players_up(&self, state: &Standing) -> u8 {
        self.bodies(state).count() as u8
    }

    /// Members of units in action.
    pub(crate) fn npcs_up(&self, state: &Standing) -> u8 {
        state.troops[..self.units.len()].iter().map(|troop| troop.group.qualities.dice()).sum()
    }

    fn bodies<'s>(&self, state: &'s Standing) -> impl Iterator<Item = usize> + use<'s> {
        let count = self.characters.len();
        (0..count).filter(|&character| state.bodies[character].harm.in_action())
    }

    /// Whom a character shoots at (clarification 12).
    fn target_of_character(&self, state: &Standing) -> Option<usize> {
        let troops = (0..self.units.len()).filter(|&unit| state.troops[unit].in_action());
        let members = |unit: &usize| state.troops[*unit].group.qualities.dice();
        match self.rules.target_players {
            TargetPlayers::First => troops.into_iter().next(),
            TargetPlayers::Fewest => troops.min_by_key(members),
            TargetPlayers::Most => troops.min_by_key(|unit| u8::MAX - members(unit)),
            TargetPlayers::WeakestCover => troops.min_by_key(|&unit| self.unit_cover(state, unit).largest()),
        }
    }

    /// Whom a unit shoots at (clarification 12).
    fn target_of_unit<C: Chance>(&self, state: &Standing, chance: &mut C, at: Address) -> Option<usize> {
        let injury = |character: &usize| state.bodies[*character].harm.larger().map_or(0, Die::step);
        let mut up = self.bodies(state);
        match self.rules.target_npcs {
            TargetNpcs::MostInjured => up.min_by_key(|character| u8::MAX - injury(character)),
            TargetNpcs::LeastInjured => up.min_by_key(injury),
            TargetNpcs::Random => {
                let count = self.players_up(state);
                let nth = if count > 1 { chance.below(at.purpose(purpose::TARGET), count.into()) } else { 0 };
                up.nth(nth as usize)
            }
            TargetNpcs::SmallestPool => up.min_by_key(|&character| {
                let pool = self.resists(character, false);
                (pool.dice(), steps(pool))
            }),
        }
    }

    /// A character's go: he puts out a fire, shakes off Suppressed, or attacks.
    fn character_acts<C: Chance>(&self, state: &mut Standing, character: usize, chance: &mut C, at: Address) {
        let rules = &self.rules;
        let traits = &self.characters[character].0;
        let plight = self.plight(state, character);
        if let Some(fire) = plight.on_fire.filter(|_| rules.put_out == PutOut::AtOnce) {
            let resist = rules.test_difficulty.pool().with(fire, 1).and(plight.hampers_putting_out(rules));
            let rolled = Opposed::new(rules, Party::new(traits.own()), Party::new(resist)).roll(chance, at);
            if rolled.succeeds() {
                state.bodies[character].on_fire = attacked(rules, fire, rolled.effects.first());
            }
            return;
        }
        if let Some((die, unit)) = self.suppression(state, character).filter(|&(die, _)| shakes_off(rules, die)) {
            let resist = self.unit_pool(state, unit).with(die, 1).and(plight.hampers_shaking_off(rules));
            let rolled = Opposed::new(rules, Party::new(traits.own()), Party::new(resist)).roll(chance, at);
            if rolled.succeeds()
                && let Some(condition) = &mut state.troops[unit].condition
            {
                match attacked(rules, die, rolled.effects.first()) {
                    Some(left) => condition.die = left,
                    None => state.troops[unit].condition = None,
                }
            }
            return;
        }
        let Some(unit) = self.target_of_character(state) else { return };
        let group = state.troops[unit].group;
        let attack = traits.attacks(self.zones).and(group.complication.into_iter().collect());
        let resist = self.unit_pool(state, unit).and(self.unit_cover(state, unit)).and(self.range());
        let actor = Party::new(attack).limited(rules.on_unit(0));
        let opposition = Party::new(resist.and(plight.hampers(rules))).limited(rules.on_character(0));
        let opposed = Opposed { riposte: rules.riposte, ..Opposed::new(rules, actor, opposition) };
        let rolled = opposed.roll(chance, at);
        match rolled.winner {
            Some(Role::Actor) => self.harm_unit(state, unit, rolled.effects.sizes(), chance, at),
            Some(Role::Opposition) if rules.riposte => {
                state.bodies[character].harm = harmed(rules, plight.harm, &rolled.effects);
                self.release(state, character);
            }
            _ => {}
        }
    }

    /// Conditions on somebody who is out end, and so does his fire.
    fn release(&self, state: &mut Standing, character: usize) {
        if state.bodies[character].harm.in_action() {
            return;
        }
        state.bodies[character].on_fire = None;
        for troop in &mut state.troops[..self.units.len()] {
            troop.condition = troop.condition.filter(|condition| usize::from(condition.target) != character);
        }
    }

    /// A unit is harmed, and some of its members fall (CX2-unit-3).
    fn harm_unit<C: Chance>(&self, state: &mut Standing, unit: usize, effects: Pool, chance: &mut C, at: Address) {
        let before = state.troops[unit].group;
        let after = before.harmed(&self.rules, effects, Part::Two);
        let mut fallen = Fallen { unit: unit as u8, plain: Pool::EMPTY, specialists: 0, tries: 0 };
        let mut draws = 0;
        for die in Die::ALL {
            let mut in_action = before.qualities.count(die);
            for _ in after.qualities.count(die)..before.qualities.count(die) {
                let up = state.troops[unit].up;
                let own = || {
                    (0..self.specialists(unit).len())
                        .filter(|&nth| up >> nth & 1 == 1 && self.specialists(unit)[nth].die == die)
                };
                let specialists = own().count() as u8;
                let plain = in_action - specialists;
                let falls = match self.rules.specialist_loss {
                    SpecialistLoss::PlainFirst if plain > 0 => None,
                    SpecialistLoss::PlainFirst => own().next_back(),
                    SpecialistLoss::Random if specialists == 0 => None,
                    SpecialistLoss::Random => {
                        let nth = chance.below(at.purpose(purpose::FALLS).further(draws), in_action.into());
                        draws += 1;
                        own().nth(nth as usize)
                    }
                };
                match falls {
                    None => fallen.plain = fallen.plain.with(die, 1),
                    Some(nth) => {
                        fallen.specialists |= 1 << nth;
                        state.troops[unit].up &= !(1 << nth);
                    }
                }
                in_action -= 1;
            }
        }
        let troop = &mut state.troops[unit];
        troop.group = after;
        troop.condition = troop.condition.filter(|condition| troop.up >> condition.gunner & 1 == 1);
        let any = !fallen.plain.is_empty() || fallen.specialists > 0;
        if any && self.rules.medic != MedicTries::Never {
            state.fallen = Some(fallen);
        }
    }

    /// A unit's go: it suppresses, or attacks.
    fn unit_acts<C: Chance>(&self, state: &mut Standing, unit: usize, chance: &mut C, at: Address) {
        let rules = &self.rules;
        let members = state.troops[unit].group.qualities.dice();
        let alone = members == 1 && state.troops[unit].condition.is_some();
        if alone {
            state.troops[unit].condition = None;
        }
        let free = state.troops[unit].condition.is_none() && !alone;
        let may = rules.suppress == Suppress::Once && !state.troops[unit].suppressed && state.edge_points > 0;
        if may
            && free
            && members > 1
            && let Some((gunner, die)) = self.specialist(state, unit, Speciality::MachineGunner)
            && let Some(target) = self.most_dangerous(state)
        {
            state.edge_points -= 1;
            let troop = &mut state.troops[unit];
            troop.suppressed = true;
            troop.condition = Some(Suppression { gunner, target: target as u8, die });
            if rules.suppress_cost == SuppressCost::Action {
                return;
            }
        }
        let Some(target) = self.target_of_unit(state, chance, at) else { return };
        let plight = self.plight(state, target);
        let mut pays = |used: bool, speciality: Speciality| {
            let paid = if used && state.edge_points > 0 { self.specialist(state, unit, speciality) } else { None };
            state.edge_points -= u16::from(paid.is_some());
            paid.map(|(_, die)| die)
        };
        let may_burn = rules.flamethrower == FlamethrowerUse::Always && self.zones == 0 && plight.on_fire.is_none();
        let flames = pays(may_burn, Speciality::Flamethrower).is_some();
        let grenade = pays(rules.grenadier == GrenadierBuys::Die, Speciality::Grenadier);
        let armoured = self.characters[target].0.armour.is_some();
        let marksman = pays(rules.marksman == MarksmanUse::Armour && armoured, Speciality::Marksman).is_some();
        let attack = self.unit_pool(state, unit).and(grenade.into_iter().collect()).and(plight.exposes(rules));
        let drawback: Pool = state.troops[unit].group.complication.into_iter().collect();
        let actor = Party::new(attack).limited(rules.on_character(0));
        let opposition = Party::new(self.resists(target, marksman).and(drawback)).limited(rules.on_unit(0));
        let opposed = Opposed { riposte: rules.riposte, ..Opposed::new(rules, actor, opposition) };
        let rolled = opposed.roll(chance, at);
        match rolled.winner {
            Some(Role::Actor) => {
                let body = &mut state.bodies[target];
                body.harm = harmed(rules, body.harm, &rolled.effects);
                if flames {
                    body.on_fire = Some(given_again(body.on_fire, rolled.effects.first()));
                }
                self.release(state, target);
            }
            Some(Role::Opposition) if rules.riposte => {
                self.harm_unit(state, unit, rolled.effects.sizes(), chance, at);
            }
            _ => {}
        }
    }

    /// The character in action with the largest attack dice (clarification 11).
    fn most_dangerous(&self, state: &Standing) -> Option<usize> {
        let danger = |character: &usize| steps(self.characters[*character].0.attacks(self.zones));
        self.bodies(state).min_by_key(|character| u16::MAX - u16::from(danger(character)))
    }

    /// A medic tries for the best of the fallen (CX2-spec-3, clarification 10).
    fn tend<C: Chance>(&self, state: &mut Standing, mut fallen: Fallen, chance: &mut C, turn: u16) {
        state.fallen = None;
        let (rules, unit) = (&self.rules, usize::from(fallen.unit));
        let specialists = self.specialists(unit);
        let listed = (0..specialists.len()).filter(|nth| fallen.specialists >> nth & 1 == 1);
        // Of equal dice the first listed specialist before plain soldiers.
        let specialist = listed.min_by_key(|&nth| std::cmp::Reverse(specialists[nth].die));
        let (die, specialist) = match (specialist, fallen.plain.largest()) {
            (Some(nth), Some(plain)) if plain > specialists[nth].die => (plain, None),
            (Some(nth), _) => (specialists[nth].die, Some(nth)),
            (None, Some(plain)) => (plain, None),
            (None, None) => return,
        };
        let reached = |other: &usize| match rules.medic_reach {
            MedicReach::SameZone | MedicReach::Any => true,
            MedicReach::OwnUnit => *other == unit,
        };
        let of = |other: usize| Some((other, self.specialist(state, other, Speciality::Medic)?.1));
        let medic = (0..self.units.len()).filter(reached).find_map(of);
        let Some((other, own)) = medic.filter(|_| state.edge_points > 0 && state.troops[unit].in_action()) else {
            return;
        };
        state.edge_points -= 1;
        let pool = match rules.medic_pool {
            MedicPool::Unit => self.unit_pool(state, other),
            MedicPool::MedicDie => Pool::EMPTY.with(own, 1),
        };
        let drawback: Pool = state.troops[other].group.complication.into_iter().collect();
        let resist = Pool::EMPTY.with(Die::D8, 3).and(drawback);
        let (actor, opposition) = (Party::new(pool).limited(Limit::ONE), Party::new(resist));
        let at = Address::in_round(fallen.unit, purpose::MEDIC, turn, u16::from(fallen.tries) << 6);
        let rolled = Opposed::new(rules, actor, opposition).roll(chance, at);
        let back = rolled.succeeds() && rolled.effects.first() >= die;
        if back {
            let troop = &mut state.troops[unit];
            troop.group.qualities = troop.group.qualities.with(die, 1);
            troop.up |= specialist.map_or(0, |nth| 1 << nth);
        }
        if back || rules.medic == MedicTries::Once {
            match specialist {
                Some(nth) => fallen.specialists &= !(1 << nth),
                None => fallen.plain = fallen.plain.without(die),
            }
        }
        state.fallen = Some(fallen);
    }

    /// Who is out of action, if a side is.
    fn verdict(&self, state: &Standing) -> Option<Progress> {
        let ended = |ending| Some(Progress::Ended { ending, begun: true });
        if self.npcs_up(state) == 0 {
            return ended(PLAYERS_WIN);
        }
        if self.players_up(state) == 0 { ended(NPCS_WIN) } else { None }
    }

    /// The next of a side who has not had his go.
    fn next(&self, state: &Standing, side: Who) -> Option<usize> {
        let from = usize::from(state.gone[side as usize]);
        match side {
            Who::Players => self.bodies(state).find(|&character| character >= from),
            Who::Npcs => (from..self.units.len()).find(|&unit| state.troops[unit].in_action()),
        }
    }

    /// One go, or one try of a medic.
    fn step<C: Chance>(&self, state: &mut Standing, chance: &mut C, turn: u16) -> Option<Progress> {
        if let Some(fallen) = state.fallen {
            self.tend(state, fallen, chance, turn);
            return None;
        }
        let enemy = other(state.side);
        let side = if self.next(state, state.side).is_some() { state.side } else { enemy };
        let Some(next) = self.next(state, side) else { return Some(self.end_of_turn(state)) };
        state.gone[side as usize] = next as u8 + 1;
        state.side = other(side);
        let at = Address::in_round((side as u8) << 4 | next as u8, purpose::ACTOR, turn, 0);
        match side {
            Who::Players => self.character_acts(state, next, chance, at),
            Who::Npcs => self.unit_acts(state, next, chance, at),
        }
        self.verdict(state)
    }

    /// Fires burn (CX2-spec-1), and a new turn begins (clarification 16).
    fn end_of_turn(&self, state: &mut Standing) -> Progress {
        for character in 0..self.characters.len() {
            let body = &mut state.bodies[character];
            if let Some(fire) = body.on_fire {
                let track = match self.rules.harm_track {
                    HarmTrack::Trauma => &mut body.harm.trauma,
                    HarmTrack::Stress => &mut body.harm.stress,
                };
                *track = track.harmed(fire, self.rules.floor());
                self.release(state, character);
            }
        }
        if let Some(ended) = self.verdict(state) {
            return ended;
        }
        if self.rules.new_turn_first == NewTurnFirst::Swap {
            state.first = other(state.first);
        }
        (state.side, state.gone) = (state.first, [0, 0]);
        Progress::RoundOver
    }
}

/// Whether a condition of this die is shaken off.
fn shakes_off(rules: &Rules, die: Die) -> bool {
    match rules.shake_off {
        ShakeOff::Never => false,
        ShakeOff::Always => true,
        least => die as u8 + ShakeOff::D4 as u8 >= least as u8,
    }
}

fn steps(pool: Pool) -> u8 {
    pool.iter().map(Die::step).sum()
}

const fn other(who: Who) -> Who {
    match who {
        Who::Players => Who::Npcs,
        Who::Npcs => Who::Players,
    }
}

impl Game for Firefight {
    type State<D: Deck> = Standing;

    const STOPPED: u8 = UNDECIDED;

    fn turn_limit(&self) -> u16 {
        self.turn_limit
    }

    fn start<D: Deck>(&self) -> Standing {
        let nobody = Body { harm: crate::cqb::NOBODY, on_fire: None };
        let none = Troop {
            group: Group { qualities: Pool::EMPTY, complication: None },
            up: 0,
            suppressed: false,
            condition: None,
        };
        let (mut bodies, mut troops) = ([nobody; MOST_CHARACTERS], [none; MOST_UNITS]);
        for (body, &(_, harm)) in bodies.iter_mut().zip(&self.characters) {
            *body = Body { harm, on_fire: None };
        }
        for (troop, unit) in troops.iter_mut().zip(&self.units) {
            let up = ((1_u16 << unit.specialists.len()) - 1) as u8;
            *troop = Troop { group: unit.group, up, ..none };
        }
        Standing {
            bodies,
            troops,
            edge_points: self.edge_points,
            first: self.first,
            side: self.first,
            gone: [0, 0],
            fallen: None,
            turn: u16::from(self.counts),
        }
    }

    fn advance<C: Chance>(&self, state: &mut Standing, chance: &mut C, turn: u16) -> Progress {
        loop {
            if let Some(progress) = self.step(state, chance, turn) {
                if progress == Progress::RoundOver {
                    state.turn += u16::from(self.counts);
                }
                return progress;
            }
            if C::STEPWISE {
                return Progress::Step;
            }
        }
    }

    fn measures<D: Deck>(&self, state: &Standing) -> [u16; MAX_MEASURES] {
        let began = self.characters.iter().filter(|(_, harm)| harm.in_action()).count() as u8;
        let troops: u8 = self.units.iter().map(|unit| unit.group.qualities.dice()).sum();
        let mut measures = [0; MAX_MEASURES];
        measures[0] = (began - self.players_up(state)).into();
        measures[1] = (troops - self.npcs_up(state)).into();
        measures
    }
}

#[cfg(test)]
mod tests {
    use engage::{Outcome, game};

    use super::*;

    /// CX2-init-1: sampled firefights end as often as the exact solution says, and play does not allocate.
    #[test]
    fn cx2_init_1_sampled_against_exact() {
        let person = Character {
            approach: Die::D8,
            direct_action: Die::D10,
            cqb: None,
            marksmanship: Some(Die::D6),
            attack: Pool::EMPTY,
            resist: Pool::EMPTY,
            armour: Some(Die::D6),
        };
        let specialist = |speciality, die| Specialist { speciality, die };
        let unit = |qualities, specialists| Unit { group: Group { qualities, complication: None }, specialists };
        let fight = Firefight {
            rules: Rules { shake_off: ShakeOff::Always, specialist_loss: SpecialistLoss::Random, ..Rules::default() },
            characters: vec![(person, Harm::default()), (Character { armour: None, ..person }, Harm::default())],
            units: vec![
                unit(
                    Pool::EMPTY.with(Die::D6, 3),
                    vec![specialist(Speciality::MachineGunner, Die::D6), specialist(Speciality::Medic, Die::D6)],
                ),
                unit(Pool::EMPTY.with(Die::D8, 2), vec![specialist(Speciality::Marksman, Die::D8)]),
            ],
            zones: 1,
            npc_cover: Some(Die::D6),
            player_cover: Some(Die::D8),
            edge_points: 3,
            first: Who::Npcs,
            turn_limit: 2,
            counts: false,
        };
        let odds = game::in_fractions(&fight, 2, |state, ending| (ending, fight.npcs_up(state))).expect("few states");
        let mut outcomes = vec![Outcome::default(); 200_000];
        assert_eq!(testkit::allocations(|| game::play(&fight, 11, 0, &mut outcomes)), 0);
        let cells = odds.outcomes.iter().map(|((ending, up), share)| {
            let same = |outcome: &&Outcome| outcome.ending == *ending && outcome.measures[1] + u16::from(*up) == 5;
            (outcomes.iter().filter(same).count() as u64, share.to_f64())
        });
        testkit::sampling::distribution(cells, outcomes.len() as u64).expect("the same");
    }
}
