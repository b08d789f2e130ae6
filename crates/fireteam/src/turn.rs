//! The sequence of play (FT-seq): pairs of moves, and the stages of a side's turn. Nobody of the other side acts in it, but for
//! going prone (FT-seq-5).

use chance::{Address, Chance};
use engage::{Side, bits};

use crate::battle::{Battle, Fight, Order, ending};
use crate::doctrine::{PosturePolicy, Turn};
use crate::figure::{Man, NOBODY, Posture};
use crate::options::{GrenadeExplodes, LeaderLost, Refused, SuperiorHelps, TurnStructure, UnpinWhen};
use crate::purpose;
use crate::rules::Rules;
use crate::scene::Ground;
use crate::tell;
use crate::unpin::{factor, unpins};

/// How far [`Battle::advance`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// One man's go; only where the caller wants every step.
    Step,
    /// To the end of the pair of moves.
    PairOver,
    /// To the end of the engagement, with the turns begun in this pair, 1 or 2.
    Ended { ending: u8, moves: u8 },
}

/// A stage of a side's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Pinned men throw, without leaders (FT-unpin-1).
    Unpin,
    /// Pinned leaders throw (FT-unpin-3).
    UnpinLeaders,
    /// Men move (FT-move).
    Move,
    /// Men fire or aim (FT-fire-1).
    Fire,
    /// Each moves and fires before the next (FT-seq-4).
    MoveAndFire,
    /// Grenades explode (FT-gren-3).
    Explode,
}

/// The stages of a turn in order.
#[derive(Clone, Debug)]
pub(crate) struct Stages(Vec<Stage>);

impl Stages {
    /// As the options have them, with grenades or without (FT-seq-4, FT-unpin-5, FT-gren-3).
    pub(crate) fn of(rules: &Rules, grenades: bool) -> Stages {
        let unpinning = [Stage::Unpin, Stage::UnpinLeaders];
        let mut stages = Vec::new();
        if rules.unpin_when == UnpinWhen::StartOfTurn {
            stages.extend(unpinning);
        }
        let early = grenades && rules.grenade_explodes == GrenadeExplodes::AfterOwnMovement;
        match rules.turn_structure {
            TurnStructure::MoveThenFire => {
                stages.push(Stage::Move);
                stages.extend(early.then_some(Stage::Explode));
                stages.push(Stage::Fire);
            }
            TurnStructure::FigureByFigure => {
                stages.push(Stage::MoveAndFire);
                stages.extend(early.then_some(Stage::Explode));
            }
        }
        if rules.unpin_when == UnpinWhen::EndOfTurn {
            stages.extend(unpinning);
        }
        if grenades && rules.grenade_explodes == GrenadeExplodes::EndOfOwnTurn {
            stages.push(Stage::Explode);
        }
        Stages(stages)
    }
}

/// What came of a man's go, or of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    /// Nothing.
    Nothing,
    /// Something.
    Acted,
    /// The end of the engagement.
    Ended(u8),
}

/// Gives each man in action his go, from the one whose turn it is; only one man where every step is wanted.
#[inline(always)]
fn each<C: Chance, const N: usize, G: Ground>(
    fight: &mut Fight<N, G>,
    men: u32,
    mut go: impl FnMut(&mut Fight<N, G>, usize) -> Go,
) -> Go {
    for me in bits(fight.up & men & u32::MAX.checked_shl(fight.cursor.into()).unwrap_or(0)) {
        if fight.up >> me & 1 == 0 {
            continue;
        }
        match go(fight, me) {
            Go::Ended(ending) => return Go::Ended(ending),
            Go::Acted if C::STEPWISE => {
                fight.cursor = me as u8 + 1;
                return Go::Acted;
            }
            Go::Acted | Go::Nothing => {}
        }
    }
    Go::Nothing
}

/// The address of a draw in a pair of moves.
pub(crate) const fn address(man: usize, purpose: u8, turn: u16, number: u16) -> Address {
    Address::in_round(man as u8, purpose, turn, number)
}

impl Battle {
    /// Plays on to the end of the pair of moves, or by one man's go where the source of chance is to have every step.
    #[inline(always)]
    pub(crate) fn advance<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        turn: u16,
    ) -> Progress {
        if !fight.open {
            self.roll_for_first_move(fight, chance, turn);
            fight.open = true;
            if C::STEPWISE {
                return Progress::Step;
            }
        }
        while fight.half < 2 {
            let side = if fight.half == 0 { fight.first } else { fight.first.enemy() };
            let men = self.men_of(side);
            while let Some(&stage) = self.stages.0.get(usize::from(fight.stage)) {
                if fight.cursor == 0 {
                    self.begin_stage(fight, chance, stage, side, turn);
                }
                match self.play_stage(fight, chance, stage, men, turn) {
                    Go::Nothing => {}
                    Go::Acted => return Progress::Step,
                    Go::Ended(ending) => return Progress::Ended { ending, moves: fight.half + 1 },
                }
                if let Some(ending) = self.end_stage(fight, chance, stage, turn) {
                    return Progress::Ended { ending, moves: fight.half + 1 };
                }
                fight.cursor = 0;
                fight.stage += 1;
            }
            fight.stage = 0;
            fight.half += 1;
        }
        self.close_pair(fight, chance, turn)
    }

    /// Decides which side moves first in the pair (FT-seq-2).
    fn roll_for_first_move<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        turn: u16,
    ) {
        if turn == 1
            && let Some(side) = self.ambush
        {
            fight.first = side;
            fight.ordered = self.initiative[1].0.ties_stand;
            return;
        }
        let preferred = match self.order {
            Order::Fixed(side) => {
                fight.first = side;
                return;
            }
            Order::Rolled(preferred) => preferred,
        };
        let (initiative, known) = &self.initiative[usize::from(fight.ordered)];
        let at = address(0, purpose::INITIATIVE, turn, 0);
        let winner = match known {
            Some(known) => chance.whole(at, known, initiative),
            None => chance::Short::run(initiative, chance, at),
        };
        if let Some(winner) = winner {
            fight.first = if preferred[winner] == Turn::First { winner } else { winner.enemy() };
        }
        fight.ordered = initiative.ties_stand || self.initiative[1].0.ties_stand;
        chance.tell(|| tell::first_move(turn, fight.first, winner));
    }

    fn begin_stage<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        stage: Stage,
        side: Side,
        turn: u16,
    ) {
        match stage {
            Stage::Move | Stage::MoveAndFire => self.begin_movement(fight, side),
            Stage::Fire if self.names_first => {
                for me in bits(self.men_of(side)) {
                    fight.declared[me] = self.target_named(fight, me);
                }
            }
            _ => {}
        }
        if fight.stage == 0 {
            chance.tell(|| tell::turn_begins(turn, side));
        }
    }

    /// Plays a stage to its end, or by one man's go where every step is wanted.
    #[inline(always)]
    fn play_stage<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        stage: Stage,
        men: u32,
        turn: u16,
    ) -> Go {
        match stage {
            Stage::Unpin | Stage::UnpinLeaders => {
                let leaders = stage == Stage::UnpinLeaders;
                each::<C, N, G>(fight, men & fight.pinned, |fight, me| {
                    if self.try_to_unpin(fight, chance, me, leaders, turn) { Go::Acted } else { Go::Nothing }
                })
            }
            Stage::Move => each::<C, N, G>(fight, men, |fight, me| {
                if self.move_man(fight, chance, me, turn) { Go::Acted } else { Go::Nothing }
            }),
            Stage::Fire => each::<C, N, G>(fight, men, |fight, me| self.fire_man(fight, chance, me, turn)),
            Stage::MoveAndFire => each::<C, N, G>(fight, men, |fight, me| {
                let moved = self.move_man(fight, chance, me, turn);
                match self.fire_man(fight, chance, me, turn) {
                    Go::Nothing if moved => Go::Acted,
                    fired => fired,
                }
            }),
            Stage::Explode => Go::Nothing,
        }
    }

    /// What comes after a stage: who has won, if anybody.
    fn end_stage<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        stage: Stage,
        turn: u16,
    ) -> Option<u8> {
        match stage {
            Stage::Explode if G::MAP => self.explode(fight, chance, turn),
            Stage::Fire if self.names_first => {
                fight.declared = [NOBODY; N];
                None
            }
            _ => None,
        }
    }

    /// The end of a pair of moves.
    fn close_pair<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        turn: u16,
    ) -> Progress {
        fight.half = 0;
        fight.open = false;
        if !fight.ordered {
            fight.first = Side::Blue;
        }
        if !G::MAP {
            return Progress::PairOver;
        }
        if self.rules.grenade_explodes == GrenadeExplodes::EndOfPair
            && let Some(ending) = self.explode(fight, chance, turn)
        {
            return Progress::Ended { ending, moves: 2 };
        }
        match self.mission_decided(fight) {
            Some(ending) => Progress::Ended { ending, moves: 2 },
            None => Progress::PairOver,
        }
    }

    /// Who has won, once a side has nobody in action or has lost as many as it takes (FT-gap-2, FT-gap-3).
    #[inline]
    pub(crate) fn decided<const N: usize, G: Ground>(&self, fight: &Fight<N, G>) -> Option<u8> {
        let beaten = Side::ALL.map(|side| {
            let lost = (self.men_of(side) & !fight.up).count_ones() as u8;
            lost >= self.enough[side as usize]
        });
        match beaten {
            [false, false] => None,
            [true, false] => Some(ending::RED_WINS),
            [false, true] => Some(ending::BLUE_WINS),
            [true, true] => Some(ending::BOTH_OUT),
        }
    }

    /// A pinned man's throw; false if he has none in this stage (FT-unpin).
    fn try_to_unpin<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<N, G>,
        chance: &mut C,
        me: usize,
        leaders: bool,
        turn: u16,
    ) -> bool {
        let Some(leader) = self.leader(fight, me) else { return false };
        if (leader == me) != leaders {
            return false;
        }
        let seen = leader == me || self.rules.unpin_needs_sight == Refused::No || self.friends_see(fight, leader, me);
        let own = seen.then(|| self.factor_of(fight, leader));
        let helped = leader == me || self.rules.superior_helps == SuperiorHelps::WholeSquad;
        let superior = if helped { self.superior_factor(fight, leader) } else { None };
        let Some(factor) = own.max(superior) else { return false };
        let unpinned = unpins(chance, factor, address(me, purpose::UNPIN, turn, 0));
        fight.pin(me, !unpinned);
        chance.tell(|| tell::unpins(turn, me, leader, factor, unpinned));
        true
    }

    /// Who leads a man: the first of his squad's list who is in action (FT-unpin-6). A man alone leads himself.
    pub(crate) fn leader<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> Option<usize> {
        let profile = &self.profiles[me];
        // The list begins with the man whose number the squad has.
        let first = u32::from(profile.squad);
        let led = fight.up & profile.bonds.squad;
        if led >> first & 1 == 1 {
            return Some(first as usize);
        }
        if self.rules.leader_lost == LeaderLost::NoUnpin {
            return None;
        }
        bits(led >> first << first).chain(bits(led)).next()
    }

    /// A man's factor for un-pinning (FT-unpin-2).
    fn factor_of<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> i8 {
        let man = &fight.men[me];
        factor(&self.rules, man.posture, man.movement, self.leads_from_cover(fight, me))
    }

    /// The best factor of the leader's superiors in sight: of a higher rank, in action (FT-unpin-4).
    fn superior_factor<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, leader: usize) -> Option<i8> {
        let superiors = bits(self.profiles[leader].bonds.superiors & fight.up);
        let in_sight = superiors.filter(|&other| self.friends_see(fight, leader, other));
        in_sight.map(|other| self.factor_of(fight, other)).max()
    }

    /// Whether a man leads others who are pinned, so that his standing is of use (FT-unpin-2); on a map not under fire.
    #[inline(always)]
    pub(crate) fn stands_for_others<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> bool {
        let profile = &self.profiles[me];
        // Mostly nobody is pinned.
        fight.pinned & profile.bonds.squad & !(1 << me) != 0
            && profile.doctrine.posture == PosturePolicy::LeaderStands
            && self.leader(fight, me) == Some(me)
            && !self.is_threatened(fight, me)
    }

    /// How a man wants to be placed when he goes nowhere.
    pub(crate) fn wanted_posture<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, me: usize) -> Posture {
        match self.profiles[me].doctrine.posture {
            PosturePolicy::Standing => Posture::Standing,
            PosturePolicy::Prone => Posture::Prone,
            PosturePolicy::LeaderStands if self.stands_for_others(fight, me) => Posture::Standing,
            PosturePolicy::LeaderStands => Posture::Prone,
        }
    }

    /// A man goes out of action; nobody aims at him any more (FT-eff-2, FT-eff-3, FT-hit-9).
    pub(crate) fn put_out<const N: usize, G: Ground>(&self, fight: &mut Fight<N, G>, me: usize, dead: bool) {
        fight.men[me] = Man::out(dead);
        fight.up &= !(1 << me);
        fight.pin(me, false);
        for man in &mut fight.men {
            if usize::from(man.aim) == me {
                man.aim = NOBODY;
            }
        }
        if let Some(scene) = fight.ground.scene_mut() {
            scene.standing.remove(me);
            for other in bits(std::mem::take(&mut scene.sees[me])) {
                scene.sees[other] &= !(1 << me);
            }
        }
    }
}
