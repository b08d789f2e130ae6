//! A compiled engagement in the open and its state: figures keep their places, turn by turn (GGG-seq, GGG-ord,
//! GGG-duel-1).

use chance::{Address, Chance, Deck, Keys, Procedure, RoundTable, Step};
use engage::{
    Breaks, BySide, ExactFight, Game, Inches, LuckNumbers, MAX_MEASURES, Outcome, Progress, Side, Unsolved, game,
    with_capacity_for,
};
use field::Figures;

use crate::die::Test;
use crate::figure::{Man, Pace, Weapon};
use crate::fire::{Effect, Shot, to_hit, wounded};
use crate::log::Fired;
use crate::options::HiderFiring;
use crate::player::TargetPolicy;
use crate::rules::Rules;
use crate::spot::{Stance, spotting};
use crate::squad::Sees;
use crate::{ending, log, purpose};

/// The constant profile of a figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    pub(crate) side: Side,
    pub(crate) weapon: Weapon,
    pub(crate) stance: Stance,
    /// Whether it fires at all.
    pub(crate) fires: bool,
    pub(crate) sees: Sees,
    pub(crate) target: TargetPolicy,
    /// Aiming turns that it takes before it fires a sniper rifle (GGG-snipe-6).
    pub(crate) aim: u8,
    pub(crate) start: Man,
}

/// A compiled engagement.
#[derive(Debug)]
pub(crate) struct Battle {
    pub(crate) rules: Rules,
    pub(crate) range: Inches,
    pub(crate) turn_limit: u16,
    pub(crate) names: Vec<engage::Figure>,
    /// The number in each figure's draw addresses.
    luck: LuckNumbers,
    pub(crate) profiles: Vec<Profile>,
    /// The figures of each side.
    teams: BySide<Figures>,
    /// Those at each pace.
    paced: [Figures; Pace::ALL.len()],
    /// Those who roll to spot before they fire.
    rollers: Figures,
    /// Those with a sniper rifle.
    snipers: Figures,
    /// For each figure, those who look the same at all times, itself among them.
    alike: Vec<Figures>,
    /// For each figure, the number of wounds beyond which a further one changes nothing.
    most_wounds: Vec<u8>,
    /// Whole turns as one draw, for a small engagement.
    fused: Option<RoundTable<Fight<2>, Outcome>>,
}

/// The hits of a step of fire on a figure, before they take effect (GGG-ord-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Hits {
    wounds: u8,
    out: bool,
}

/// The state of an engagement. Finished parts are reset, so that equal situations are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fight<const N: usize> {
    pub(crate) men: [Man; N],
    /// Figures in action.
    up: Figures,
    /// The enemies that each has spotted in this turn (GGG-see-7).
    seen: [Figures; N],
    hits: [Hits; N],
    /// Figures that have fired in this turn.
    fired: Figures,
    /// 0 while the figures look around, then the number of the step of fire.
    step: u8,
    /// The figure that draws next within the step.
    cursor: u16,
}

/// The engagement with a state of this capacity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfSize<'a, const N: usize>(pub(crate) &'a Battle);

/// The most figures, both sides together.
const MOST: usize = 32;
/// The most figures for which the exact solver is tried.
const MOST_EXACT: usize = 6;
/// The most wounds for which the effect of another one is computed.
const WOUNDS: u8 = 60;

impl Battle {
    pub(crate) fn new(
        rules: Rules,
        range: Inches,
        turn_limit: u16,
        names: Vec<engage::Figure>,
        profiles: Vec<Profile>,
    ) -> Battle {
        let that = |suits: &dyn Fn(&Profile) -> bool| -> Figures {
            (0..profiles.len()).filter(|&me| suits(&profiles[me])).collect()
        };
        // Fire may reveal one of those who hide, and not another.
        let changes = |stance: Stance| stance.hiding && rules.hider_firing == HiderFiring::Revealed;
        let alike = |(me, one): (usize, &Profile)| {
            if changes(one.stance) { Figures::one(me) } else { that(&|other| other.stance == one.stance) }
        };
        let mut battle = Battle {
            teams: BySide::from_fn(|side| that(&|profile| profile.side == side)),
            paced: Pace::ALL.map(|pace| that(&|profile| profile.stance.pace == pace)),
            rollers: that(&|profile| profile.sees == Sees::Roll && profile.fires),
            snipers: that(&|profile| profile.weapon == Weapon::Sniper),
            alike: profiles.iter().enumerate().map(alike).collect(),
            most_wounds: vec![WOUNDS; profiles.len()],
            luck: LuckNumbers::default(),
            fused: None,
            rules,
            range,
            turn_limit,
            names,
            profiles,
        };
        battle.most_wounds = (0..battle.profiles.len()).map(|me| battle.most_wounds_of(me)).collect();
        if battle.profiles.len() <= 2 {
            battle.fused = game::fuse(&OfSize::<2>(&battle));
        }
        battle
    }

    /// The state before the first turn.
    pub(crate) fn start<const N: usize>(&self) -> Fight<N> {
        Fight {
            men: std::array::from_fn(|me| self.profiles.get(me).map_or(Man::OUT, |profile| profile.start)),
            up: (0..self.profiles.len()).filter(|&me| self.profiles[me].start.fights()).collect(),
            seen: [Figures::NONE; N],
            hits: [Hits::default(); N],
            fired: Figures::NONE,
            step: 0,
            cursor: 0,
        }
    }

    /// The address of a figure's draw about another one in a turn.
    const fn address(&self, (man, other): (usize, usize), purpose: u8, turn: u16) -> Address {
        Address::in_round(self.luck.of(man), purpose, turn, self.luck.of(other) as u16)
    }

    /// The enemies of a figure, in action or not.
    #[inline]
    fn enemies(&self, me: usize) -> Figures {
        self.teams[self.profiles[me].side.enemy()]
    }

    /// How a figure appears to others. Firing from hiding may reveal it (GGG-fire-7).
    fn stance<const N: usize>(&self, fight: &Fight<N>, me: usize) -> Stance {
        let stance = self.profiles[me].stance;
        let fires = || fight.fired.contains(me) || self.is_to_fire(fight, me);
        let revealed = stance.hiding && self.rules.hider_firing == HiderFiring::Revealed && fires();
        Stance { hiding: stance.hiding && !revealed, ..stance }
    }

    /// Whether a figure fires in the present step.
    fn is_to_fire<const N: usize>(&self, fight: &Fight<N>, me: usize) -> bool {
        let now = self.paced.get(usize::from(fight.step).wrapping_sub(1)).is_some_and(|now| now.contains(me));
        now && self.may_fire(fight, me) && self.sees_anybody(fight, me)
    }

    /// Whether a figure could fire if it saw an enemy (GGG-snipe).
    fn may_fire<const N: usize>(&self, fight: &Fight<N>, me: usize) -> bool {
        let (profile, man) = (&self.profiles[me], &fight.men[me]);
        let ready = match profile.weapon {
            Weapon::None => false,
            Weapon::Automatic => true,
            Weapon::Sniper => man.rifle.may_fire(profile.stance.pace) && man.rifle.aim >= profile.aim,
        };
        ready && fight.up.contains(me) && profile.fires
    }

    fn sees_anybody<const N: usize>(&self, fight: &Fight<N>, me: usize) -> bool {
        !(fight.seen[me] & fight.up).is_empty()
    }

    /// A figure's shot at an enemy.
    fn shot<const N: usize>(&self, fight: &Fight<N>, me: usize, target: usize) -> Shot {
        let profile = &self.profiles[me];
        let stance = self.stance(fight, target);
        let firer = (&fight.men[me], profile.stance.pace);
        Shot::new(&self.rules, profile.weapon, firer, (&fight.men[target], stance), self.range)
    }

    /// The target of a figure among the spotted enemies in action. `None` if it holds its fire.
    fn target<const N: usize>(&self, fight: &Fight<N>, me: usize) -> Option<usize> {
        let mut spotted = fight.seen[me] & fight.up;
        let (profile, man) = (&self.profiles[me], &fight.men[me]);
        if profile.target == TargetPolicy::First {
            return spotted.first();
        }
        let (mut best, mut most) = (None, 0);
        while let Some(enemy) = spotted.first() {
            let stance = self.stance(fight, enemy);
            let faces = to_hit(&self.rules, profile.weapon, man, profile.stance.pace, stance, self.range).faces();
            if faces > most {
                (best, most) = (Some(enemy), faces);
            }
            // Of those who look alike the first is chosen.
            spotted -= self.alike[enemy];
        }
        best
    }

    /// The die with which a figure spots an enemy, if it gets one (GGG-see-3). A figure that aims a sniper rifle gets
    /// none (GGG-snipe-4).
    fn spotting<const N: usize>(&self, fight: &Fight<N>, me: usize, enemy: usize) -> Option<Test> {
        let profile = &self.profiles[me];
        let aims = profile.weapon == Weapon::Sniper && fight.men[me].rifle.narrows(&self.rules, profile.stance.pace);
        let spots = || spotting(&self.rules, profile.stance, &fight.men[me], self.profiles[enemy].stance);
        (!aims).then(spots)
    }

    /// Plays to the end of the turn, or one draw if the source of chance wants every step.
    #[inline(always)]
    pub(crate) fn advance<C: Chance, const N: usize>(
        &self,
        fight: &mut Fight<N>,
        chance: &mut C,
        turn: u16,
    ) -> Progress {
        if fight.step == 0 {
            if fight.cursor == 0 {
                if self.is_stalemate(fight) {
                    return Progress::Ended { ending: ending::STALEMATE, begun: false };
                }
                self.see(fight);
            }
            if self.look_around(fight, chance, turn) {
                return Progress::Step;
            }
            (fight.step, fight.cursor) = (1, 0);
        }
        while let Some(&now) = self.paced.get(usize::from(fight.step) - 1) {
            // Nobody falls before the end of the step.
            for me in (now & fight.up) - Figures::below(fight.cursor.into()) {
                if self.fire(fight, chance, me, turn) && C::STEPWISE {
                    fight.cursor = me as u16 + 1;
                    return Progress::Step;
                }
            }
            if !(now & fight.fired).is_empty() {
                self.feel(fight);
            }
            if let Some(ending) = self.decided(fight) {
                return Progress::Ended { ending, begun: true };
            }
            fight.step += 1;
            fight.cursor = 0;
        }
        self.close(fight);
        Progress::RoundOver
    }

    /// The enemies seen without a die.
    fn see<const N: usize>(&self, fight: &mut Fight<N>) {
        for me in fight.up {
            let sees_all = self.profiles[me].sees == Sees::Auto;
            fight.seen[me] = if sees_all { self.enemies(me) } else { Figures::NONE };
        }
    }

    /// Rolls to spot (GGG-see-2, GGG-see-7). Returns true after one roll if every step is wanted.
    fn look_around<C: Chance, const N: usize>(&self, fight: &mut Fight<N>, chance: &mut C, turn: u16) -> bool {
        let figures = self.profiles.len();
        let (first, from) = (usize::from(fight.cursor) / figures, usize::from(fight.cursor) % figures);
        for me in (self.rollers & fight.up) - Figures::below(first) {
            let before = if me > first { Figures::NONE } else { Figures::below(from) };
            for enemy in (self.enemies(me) & fight.up) - before {
                let Some(test) = self.spotting(fight, me, enemy) else { continue };
                let seen = test.roll(chance, self.address((me, enemy), purpose::SPOT, turn));
                chance.log(|| {
                    let (own, other) = (self.profiles[me].stance, self.profiles[enemy].stance);
                    log::spots(turn, (me, own, &fight.men[me]), (enemy, other), &self.rules, (test, seen))
                });
                fight.seen[me].set(enemy, seen);
                if C::STEPWISE {
                    fight.cursor = (me * figures + enemy) as u16 + 1;
                    return true;
                }
            }
        }
        false
    }

    /// Fires a figure's shot, if it can fire and sees an enemy. A hit takes effect at the end of the step (GGG-ord-2).
    fn fire<C: Chance, const N: usize>(&self, fight: &mut Fight<N>, chance: &mut C, me: usize, turn: u16) -> bool {
        if !self.may_fire(fight, me) {
            return false;
        }
        let Some(target) = self.target(fight, me) else { return false };
        fight.fired.insert(me);
        // One more shot at a figure that falls anyway is only for the log and for those who merge equal states.
        if fight.hits[target].out && !C::OBSERVED && !C::STEPWISE {
            return true;
        }
        let shot = self.shot(fight, me, target);
        let effect = shot.run(chance, self.address((me, target), purpose::SHOT, turn));
        chance.log(|| {
            let (profile, looks) = (&self.profiles[me], self.stance(fight, target));
            let (weapon, man, pace) = (profile.weapon, &fight.men[me], profile.stance.pace);
            let fired = Fired { me, weapon, man, pace, target, looks, range: self.range };
            fired.step(turn, &self.rules, &shot, effect)
        });
        let hits = &mut fight.hits[target];
        match effect {
            Effect::Miss => {}
            Effect::Wounded => hits.wounds += 1,
            Effect::Out => hits.out = true,
        }
        true
    }

    /// Applies the hits of a step of fire.
    fn feel<const N: usize>(&self, fight: &mut Fight<N>) {
        for me in fight.up {
            let hits = std::mem::take(&mut fight.hits[me]);
            if hits.out {
                fight.men[me] = Man::OUT;
            } else if hits.wounds > 0 {
                let man = wounded(&self.rules, fight.men[me], hits.wounds);
                fight.men[me] = Man { wounds: man.wounds.min(self.most_wounds[me]), ..man };
            }
            fight.up.set(me, fight.men[me].fights());
        }
    }

    /// Ends a turn: updates rifles and stunned figures.
    fn close<const N: usize>(&self, fight: &mut Fight<N>) {
        for me in fight.up {
            let (man, profile) = (&mut fight.men[me], &self.profiles[me]);
            if man.stun > 0 || self.snipers.contains(me) {
                *man = man.after_turn(&self.rules, profile.weapon, profile.stance.pace, fight.fired.contains(me));
            }
        }
        (fight.seen, fight.fired, fight.step, fight.cursor) = ([Figures::NONE; N], Figures::NONE, 0, 0);
    }

    /// The winner, if there is one.
    fn decided<const N: usize>(&self, fight: &Fight<N>) -> Option<u8> {
        let fights = |side: Side| !(self.teams[side] & fight.up).is_empty();
        match (fights(Side::Blue), fights(Side::Red)) {
            (true, true) => None,
            (true, false) => Some(ending::BLUE_WINS),
            (false, true) => Some(ending::RED_WINS),
            (false, false) => Some(ending::BOTH_OUT),
        }
    }

    /// Whether no figure in action can ever hit an enemy in action again, even when no longer stunned and after aiming
    /// as long as it ever will (GGG-duel-1).
    fn is_stalemate<const N: usize>(&self, fight: &Fight<N>) -> bool {
        !fight.up.iter().any(|me| self.can_hit_somebody(fight, me))
    }

    /// Whether a figure in its present condition could ever hit an enemy that it would fire at.
    fn can_hit_somebody<const N: usize>(&self, fight: &Fight<N>, me: usize) -> bool {
        let man = &fight.men[me];
        for enemy in self.enemies(me) & fight.up {
            let spots = self.spots_at_best(man, me, enemy);
            if spots > 0 && self.hits_at_best(man, me, self.seen_at_best(fight, me, enemy)) > 0 {
                return true;
            }
            // An enemy that is always seen is fired at before all those after it in the list.
            if self.profiles[me].target == TargetPolicy::First && spots == 6 {
                return false;
            }
        }
        false
    }

    /// The enemy's appearance that suits a firer best: hiding, or revealed by fire that comes no later than the firer's
    /// own (GGG-fire-7).
    fn seen_at_best<const N: usize>(&self, fight: &Fight<N>, me: usize, enemy: usize) -> Stance {
        let (stance, own) = (self.profiles[enemy].stance, self.profiles[me].stance.pace);
        let seen_by_him = |other: usize| self.spots_at_best(&fight.men[enemy], enemy, other) > 0;
        let fires = || (self.enemies(enemy) & fight.up).iter().any(seen_by_him);
        let revealed = self.rules.hider_firing == HiderFiring::Revealed && stance.pace as u8 <= own as u8 && fires();
        Stance { hiding: stance.hiding && !revealed, ..stance }
    }

    /// How many faces spot an enemy that a figure could then fire at.
    fn spots_at_best(&self, man: &Man, me: usize, enemy: usize) -> u32 {
        let profile = &self.profiles[me];
        let sniper = profile.weapon == Weapon::Sniper;
        let armed = profile.weapon != Weapon::None && !(sniper && profile.stance.pace.moves());
        match profile.sees {
            _ if !profile.fires || !armed => 0,
            Sees::Auto => 6,
            Sees::Roll if sniper => 0,
            Sees::Roll => {
                let best = Man { stun: 0, ..*man };
                spotting(&self.rules, profile.stance, &best, self.profiles[enemy].stance).faces()
            }
        }
    }

    /// How many faces hit a target.
    fn hits_at_best(&self, man: &Man, me: usize, target: Stance) -> u32 {
        let profile = &self.profiles[me];
        let mut best = Man { stun: 0, ..*man };
        best.rifle.aim = man.rifle.best_aim(&self.rules, profile.aim);
        to_hit(&self.rules, profile.weapon, &best, profile.stance.pace, target, self.range).faces()
    }

    /// The number of a figure's wounds beyond which a further one changes nothing: neither its dice to spot and to hit
    /// nor the effect of a hit.
    fn most_wounds_of(&self, me: usize) -> u8 {
        if self.rules.wound_limit > 0 {
            return u8::MAX;
        }
        let profile = &self.profiles[me];
        let highest = |shot: Shot| shot.out_up_to.map_or(6, |die| die.clamp(0, 6));
        let about = |wounds: u8, enemy: usize| {
            let man = Man { wounds, stun: 0, ..profile.start };
            let other = &self.profiles[enemy];
            let seen = [other.stance, Stance { hiding: false, ..other.stance }];
            let (mine, theirs) = ((&man, profile.stance), (&other.start, other.stance));
            let by_me = Shot::new(&self.rules, profile.weapon, (&man, profile.stance.pace), theirs, self.range);
            let unstunned = Man { stun: 0, ..other.start };
            let at_me = Shot::new(&self.rules, other.weapon, (&unstunned, other.stance.pace), mine, self.range);
            let spots = self.spots_at_best(&man, me, enemy);
            (spots, seen.map(|seen| self.hits_at_best(&man, me, seen)), highest(by_me), highest(at_me))
        };
        let same = |wounds: u8| self.enemies(me).iter().all(|enemy| about(wounds, enemy) == about(WOUNDS, enemy));
        (0..WOUNDS).rev().take_while(|&wounds| same(wounds)).last().unwrap_or(WOUNDS).max(profile.start.wounds)
    }

    /// The same with every wound counted, even where it changes nothing.
    pub(crate) fn counting_wounds(self) -> Battle {
        Battle { most_wounds: vec![u8::MAX; self.profiles.len()], ..self }
    }
}

impl<const N: usize> Game for OfSize<'_, N> {
    type State<D: Deck> = Fight<N>;

    const STOPPED: u8 = ending::TURN_LIMIT;

    fn turn_limit(&self) -> u16 {
        self.0.turn_limit
    }

    fn start<D: Deck>(&self) -> Fight<N> {
        self.0.start()
    }

    #[inline(always)]
    fn advance<C: Chance>(&self, fight: &mut Fight<N>, chance: &mut C, turn: u16) -> Progress {
        self.0.advance(fight, chance, turn)
    }

    /// Counts the survivors of both sides.
    fn measures<D: Deck>(&self, fight: &Fight<N>) -> [u16; MAX_MEASURES] {
        let mut measures = [0; MAX_MEASURES];
        for (profile, man) in self.0.profiles.iter().zip(&fight.men) {
            let side = profile.side as usize;
            measures[side] += u16::from(man.out);
            measures[2 + side] += u16::from(man.fights() && man.wounds > 0);
        }
        measures
    }
}

impl engage::Battle for Battle {
    fn figures(&self) -> &[engage::Figure] {
        &self.names
    }

    fn luck_numbers(&mut self) -> Option<&mut LuckNumbers> {
        Some(&mut self.luck)
    }

    fn ends(&self, ending: usize) -> bool {
        ending <= usize::from(ending::TURN_LIMIT)
    }

    fn counts(&self, measure: usize) -> bool {
        measure < 4
    }

    fn breaks(&self, key: &str) -> Option<Breaks> {
        (key == "field.range").then(|| self.rules.range_breaks())
    }

    fn is_harmless(&self) -> bool {
        self.is_stalemate(&self.start::<MOST>())
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        if let Some(fused) = &self.fused {
            return fused.play(&mut Keys::new(seed, first), outcomes);
        }
        with_capacity_for!(N in [4, 10, 32], self.profiles.len() => game::play(&OfSize::<N>(self), seed, first, outcomes));
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        match &self.fused {
            Some(fused) => game::replay_fused(&OfSize::<2>(self), fused, seed, engagement),
            None => game::replay(&OfSize::<MOST>(self), seed, engagement),
        }
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        if self.profiles.len() > MOST_EXACT {
            return Err(Unsolved::TooManyFigures { most: MOST_EXACT });
        }
        Ok(with_capacity_for!(N in [2, 6], self.profiles.len() => game::exact(&OfSize::<N>(self), budget))?)
    }
}
