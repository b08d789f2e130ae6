//! Fire: the number needed, the firing roll, the saving throw and the effect (FT-seq-attack).

use chance::{Address, Chance, D6, Dice, Short, Whole};
use engage::Inches;
use field::Sight;

use crate::figure::{Man, Movement, Posture};
use crate::options::{Allowed, BlankCell, DoubleSixLimit, Refused, SaveNaturalOne};
use crate::purpose;
use crate::rules::{Effect, Rules};
use crate::table::{COLUMNS, Cell, column};

/// A weapon's rows in the firing tables; one that is in one table only fires that way (FT-fire-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Numbers needed for single shots.
    pub single: Option<[Cell; 6]>,
    /// Numbers needed for automatic fire.
    pub automatic: Option<[Cell; 6]>,
    /// Width and depth of the beaten zone.
    pub zone: Option<(Inches, Inches)>,
}

impl Arm {
    /// Whether a number two helps with single shots, and with bursts (FT-fire-6).
    #[must_use]
    pub fn crewed(&self) -> [bool; 2] {
        [self.single, self.automatic].map(|cells| cells.is_some_and(|cells| cells.iter().any(|cell| cell.crewed)))
    }
}

engage::options! {
    /// Kinds of fire (FT-fire-2).
    Mode {
        /// A single shot at one figure.
        Single,
        /// Automatic fire over a beaten zone.
        Auto,
    }
    /// How a shot is prepared (FT-hit-3, FT-hit-7).
    Preparation {
        /// Neither of the others.
        Plain,
        /// After a normal move.
        Snap,
        /// At a target aimed at in the move before.
        Aimed,
    }
}

/// How fire is prepared by what the firer has done in this turn (FT-hit-7).
#[must_use]
pub const fn preparation_after(movement: Movement) -> Preparation {
    match movement {
        Movement::Moving => Preparation::Snap,
        Movement::Stationary | Movement::Rushing => Preparation::Plain,
    }
}

/// What counts about a firer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firer {
    /// Single shot or automatic.
    pub mode: Mode,
    /// Snap, aimed or neither.
    pub preparation: Preparation,
    /// Whether he is a sniper (FT-hit-4).
    pub sniper: bool,
    /// Whether he is pinned (FT-pin-4).
    pub pinned: bool,
    /// Whether he is wounded (FT-eff-1).
    pub wounded: bool,
    /// Whether he is in hard cover against whom he fires at (FT-pin-4).
    pub hard_cover: bool,
    /// Whether he has a number two (FT-fire-6).
    pub number_two: bool,
    /// Whether his weapon is rested on its bipod (FT-fire-7).
    pub rested: bool,
}

/// What counts about a firer but for his weapon and whether he is a sniper, as bits: quick to hand on and to look up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Firing(u8);

impl Firing {
    /// Single shot or automatic.
    #[inline]
    #[must_use]
    pub const fn mode(self) -> Mode {
        if self.flag(5) { Mode::Auto } else { Mode::Single }
    }

    /// Snap, aimed or neither.
    #[inline]
    #[must_use]
    pub const fn preparation(self) -> Preparation {
        match self.0 >> 6 {
            0 => Preparation::Plain,
            1 => Preparation::Snap,
            _ => Preparation::Aimed,
        }
    }

    /// The same with another preparation.
    #[inline]
    #[must_use]
    pub const fn prepared(self, preparation: Preparation) -> Firing {
        Firing(self.0 & 0x3f | (preparation as u8) << 6)
    }

    /// The same in hard cover, with the weapon rested or as it was.
    #[inline]
    #[must_use]
    pub const fn in_hard_cover(self, rested: bool) -> Firing {
        Firing(self.0 | 1 << 2 | (rested as u8) << 4)
    }

    /// The firer.
    #[must_use]
    pub const fn firer(self, sniper: bool) -> Firer {
        Firer {
            mode: self.mode(),
            preparation: self.preparation(),
            sniper,
            pinned: self.flag(0),
            wounded: self.flag(1),
            hard_cover: self.flag(2),
            number_two: self.flag(3),
            rested: self.flag(4),
        }
    }

    #[inline]
    const fn flag(self, place: u32) -> bool {
        self.0 >> place & 1 == 1
    }
}

/// One part of the number needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Table,
    NoNumberTwo,
    Snap,
    Pinned,
    PinnedInHardCover,
}

impl Term {
    /// The clause behind it and what it is for.
    pub(crate) const fn describe(self) -> (&'static str, &'static str) {
        match self {
            Term::Table => ("FT-fire-3", "table"),
            Term::NoNumberTwo => ("FT-fire-6", "no number two"),
            Term::Snap => ("FT-hit-7", "snap shot"),
            Term::Pinned => ("FT-pin-4", "pinned"),
            Term::PinnedInHardCover => ("FT-pin-4", "pinned, in hard cover"),
        }
    }
}

/// A firing roll: what the dice must come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ToHit {
    /// The total needed (FT-hit-5); none where only a double six hits.
    pub total: Option<i8>,
    /// What is deducted from the dice of a firing roll, and of no other (FT-eff-5).
    pub deduction: i8,
    /// Whether a double six hits whatever the total (FT-hit-2, FT-pin-5).
    pub double_six: bool,
    /// How many dice are rolled, of which the two highest count.
    pub dice: u8,
}

/// Two dice, and the two highest of three and four (FT-hit-1, FT-hit-3, FT-hit-4).
const ROLLS: [Dice; 3] = [Dice::sum(2), Dice::best(3, 2), Dice::best(4, 2)];

impl Firer {
    /// The dice he rolls: aiming is of use in single shots only (FT-hit-3, FT-hit-4).
    const fn dice(&self) -> u8 {
        match (self.mode, self.preparation) {
            (Mode::Single, Preparation::Aimed) if self.sniper => 4,
            (Mode::Single, Preparation::Aimed) => 3,
            _ => 2,
        }
    }

    /// What counts about him but for his weapon and whether he is a sniper, as bits.
    #[inline]
    #[must_use]
    pub const fn packed(&self) -> Firing {
        Firing(
            self.pinned as u8
                | (self.wounded as u8) << 1
                | (self.hard_cover as u8) << 2
                | (self.number_two as u8) << 3
                | (self.rested as u8) << 4
                | (self.mode as u8) << 5
                | (self.preparation as u8) << 6,
        )
    }

    /// His firing roll with a weapon at a range; none if he has no shot (FT-fire-2 to FT-fire-7).
    #[must_use]
    pub fn to_hit(&self, rules: &Rules, arm: &Arm, range: Inches) -> Option<ToHit> {
        self.roll_by(rules, self.cell(arm, range)?, range <= rules.double_six_reach)
    }

    /// The same by the cell, and whether the target is within the reach of a pinned man's double six.
    fn roll_by(&self, rules: &Rules, cell: Cell, near: bool) -> Option<ToHit> {
        let moved = self.preparation == Preparation::Snap && rules.bipod_after_move == Refused::No;
        if cell.rested && (moved || !self.rested) {
            return None;
        }
        if self.mode == Mode::Auto && self.preparation == Preparation::Snap && rules.auto_snap == Allowed::No {
            return None;
        }
        let limited = self.pinned || rules.double_six_limit == DoubleSixLimit::Everyone;
        let double_six = !limited || near;
        let total = cell.number.map(|_| {
            let mut total = 0;
            self.terms(rules, cell, |_, value| total += value);
            total
        });
        if total.is_none() && (rules.blank_cell == BlankCell::CannotFire || !double_six) {
            return None;
        }
        let deduction = if self.wounded { rules.wound_deduction } else { 0 };
        Some(ToHit { total, deduction, double_six, dice: self.dice() })
    }

    /// The cell for a range; beyond the last column it is blank. None without a row.
    pub(crate) fn cell(&self, arm: &Arm, range: Inches) -> Option<Cell> {
        self.row(arm).map(|cells| column(range).map_or(Cell::default(), |column| cells[column]))
    }

    /// The row of his kind of fire.
    const fn row<'a>(&self, arm: &'a Arm) -> Option<&'a [Cell; 6]> {
        match self.mode {
            Mode::Single => arm.single.as_ref(),
            Mode::Auto => arm.automatic.as_ref(),
        }
    }

    /// Every part of the total needed; all apply together (FT-hit-5).
    pub(crate) fn terms(&self, rules: &Rules, cell: Cell, mut note: impl FnMut(Term, i8)) {
        let additions = &rules.additions;
        note(Term::Table, cell.number.unwrap_or_default());
        if cell.crewed && !self.number_two {
            note(Term::NoNumberTwo, additions.no_number_two);
        }
        if self.preparation == Preparation::Snap {
            note(Term::Snap, rules.snap_shot_penalty);
        }
        match (self.pinned, self.hard_cover) {
            (true, true) => note(Term::PinnedInHardCover, additions.pinned_in_hard_cover),
            (true, false) => note(Term::Pinned, additions.pinned),
            (false, _) => {}
        }
    }
}

impl ToHit {
    /// Whether a score of the two dice that count hits (FT-hit-1, FT-hit-2, FT-hit-5).
    #[must_use]
    pub fn hits(&self, score: u8) -> bool {
        let reached = self.total.is_some_and(|total| i32::from(score) - i32::from(self.deduction) >= i32::from(total));
        reached || score == 12 && self.double_six
    }

    /// Makes the roll.
    pub fn roll<C: Chance>(&self, chance: &mut C, at: Address) -> bool {
        let hits = *self;
        chance.roll(at, &ROLLS[usize::from(hits.dice) - 2], |score| hits.hits(score))
    }

    /// The least score that hits; 13 if none does.
    const fn least(&self) -> u8 {
        let needed = match self.total {
            Some(total) => total.saturating_add(self.deduction),
            None => i8::MAX,
        };
        let highest = if self.double_six { 12 } else { 13 };
        if needed < 2 {
            2
        } else if needed > highest {
            highest as u8
        } else {
            needed as u8
        }
    }
}

/// What counts about a target; that he is pinned does not, nor who fires what from where (FT-save-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Standing or prone.
    pub posture: Posture,
    /// His own latest move (FT-save-4).
    pub movement: Movement,
    /// Whether hard cover protects him substantially (FT-save-6).
    pub hard_cover: bool,
    /// Whether soft cover conceals him totally (FT-save-6).
    pub concealed: bool,
    /// Whether he has a wound already (FT-eff-4).
    pub wounded: bool,
}

impl Target {
    /// A man whom somebody sees so.
    #[must_use]
    pub const fn new(man: &Man, sight: Sight) -> Target {
        Target {
            posture: man.posture,
            movement: man.movement,
            hard_cover: sight.covered(),
            concealed: sight.concealed(),
            wounded: man.wounded,
        }
    }

    /// The throw that saves him, and what is added to the die (FT-save-2, FT-save-3).
    #[must_use]
    pub const fn save(&self, rules: &Rules) -> (i8, i8) {
        let covered = self.hard_cover || matches!(self.posture, Posture::Prone);
        let row = if covered { &rules.save.covered } else { &rules.save.standing };
        (row.after(self.movement), if self.concealed { rules.concealed_save } else { 0 })
    }

    /// The least score of the die that saves him, 1 to 7.
    #[must_use]
    pub fn least_save(&self, rules: &Rules) -> u8 {
        let (score, added) = self.save(rules);
        let least = if rules.save_natural_one == SaveNaturalOne::AlwaysFails { 2 } else { 1 };
        (score - added).clamp(least, 7) as u8
    }
}

/// A saving throw (FT-save-1).
pub fn saves<C: Chance>(chance: &mut C, least: u8, at: Address) -> bool {
    chance.roll(at, &D6, |die| die >= least)
}

/// The effect of an unsaved hit; a second wound is a serious one (FT-eff-1 to FT-eff-4).
pub fn effect<C: Chance>(chance: &mut C, rules: &Rules, wounded: bool, at: Address) -> Effect {
    let table = rules.effect;
    chance.roll(at, &D6, |die| on(table[usize::from(die) - 1], wounded))
}

/// An effect on a man who may have a wound already (FT-eff-4, FT-gren-9).
#[must_use]
pub const fn on(effect: Effect, wounded: bool) -> Effect {
    match effect {
        Effect::Wounded if wounded => Effect::Serious,
        other => other,
    }
}

/// An attack by one roll on one figure (FT-seq-attack).
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The firing roll.
    pub to_hit: ToHit,
    /// The least score of the die that saves.
    pub least_save: u8,
    /// Whether the target has a wound already.
    pub wounded: bool,
}

impl Short for Attack<'_> {
    type Outcome = Option<Effect>;

    /// None is a miss; a save pins (FT-pin-1), and an effect of nothing is a hit without one.
    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Option<Effect> {
        if !self.to_hit.roll(chance, at.purpose(purpose::ATTACK)) {
            return None;
        }
        if saves(chance, self.least_save, at.purpose(purpose::SAVE)) {
            return Some(Effect::Pinned);
        }
        Some(effect(chance, self.rules, self.wounded, at.purpose(purpose::EFFECT)))
    }
}

/// Least scores to hit, 2 to 13.
const HITS: usize = 12;
/// Least scores to save, 1 to 7, without a wound and with one.
const TARGETS: usize = 14;
/// Room for all rolls and for no shot, and for all targets: powers of two, so that looking something up needs no check.
const ROLLS_IN_ALL: usize = 64;
const TARGETS_IN_ALL: usize = 16;

const _: () = assert!(ROLLS.len() * HITS < ROLLS_IN_ALL && TARGETS <= TARGETS_IN_ALL);

/// A firing roll by its number among all that there can be: of the dice and the least score that hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll(u8);

impl Roll {
    /// No shot.
    const NONE: Roll = Roll(ROLLS_IN_ALL as u8 - 1);

    fn of(to_hit: ToHit) -> Roll {
        Roll((to_hit.dice - 2) * HITS as u8 + to_hit.least() - 2)
    }

    /// Whether it is a shot.
    #[inline]
    #[must_use]
    pub const fn is_shot(self) -> bool {
        self.0 != Roll::NONE.0
    }
}

/// A target by its number among all that there can be: of the least score that saves it and whether it has a wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown(u8);

impl Shown {
    /// Whether lower scores save it than the other.
    #[inline]
    #[must_use]
    pub const fn is_safer_than(self, other: Shown) -> bool {
        self.0 / 2 < other.0 / 2
    }
}

/// Every way to see a man, in order.
const SIGHTS: [Sight; 5] = [Sight::Blocked, Sight::Clear, Sight::Concealed, Sight::Covered, Sight::CoveredAndConcealed];
/// What counts about a man under fire, as bits.
const MEN: usize = 1 << 4;

#[inline]
const fn packed(man: &Man) -> usize {
    man.movement as usize | (man.posture as usize) << 2 | (man.wounded as usize) << 3
}

/// The man of these bits.
fn unpacked(bits: usize) -> Man {
    let posture = if bits >> 2 & 1 == 1 { Posture::Prone } else { Posture::Standing };
    let movement = [Movement::Stationary, Movement::Moving, Movement::Rushing][bits % 4 % 3];
    Man { movement, wounded: bits >> 3 & 1 == 1, ..Man::fresh(posture) }
}

/// The distribution of every attack that there can be, worked out beforehand, and the chance that it puts its target out.
#[derive(Clone, Debug)]
pub struct Attacks {
    known: Vec<Option<Whole<Option<Effect>>>>,
    puts_out: Box<[[f32; TARGETS_IN_ALL]; ROLLS_IN_ALL]>,
    /// Every target, by how it is seen and what counts about the man.
    shown: [[Shown; MEN]; SIGHTS.len()],
}

impl Attacks {
    /// All attacks under these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Attacks {
        let mut known = Vec::with_capacity(3 * HITS * TARGETS);
        for dice in 2..=4 {
            for least in 2..=13 {
                for least_save in 1..=7 {
                    for wounded in [false, true] {
                        let to_hit = ToHit { total: Some(least), deduction: 0, double_six: false, dice };
                        known.push(Whole::of(&Attack { rules, to_hit, least_save, wounded }));
                    }
                }
            }
        }
        let mut odds = Box::new([[0.0; TARGETS_IN_ALL]; ROLLS_IN_ALL]);
        for (row, known) in odds.iter_mut().zip(known.chunks(TARGETS)) {
            row.iter_mut().zip(known).for_each(|(odds, whole)| *odds = whole.as_ref().map_or(0.0, puts_out));
        }
        let shown = |sight, bits| {
            let target = Target::new(&unpacked(bits), sight);
            Shown((target.least_save(rules) - 1) * 2 + u8::from(target.wounded))
        };
        Attacks { known, puts_out: odds, shown: SIGHTS.map(|sight| std::array::from_fn(|bits| shown(sight, bits))) }
    }

    /// A man whom somebody sees so, as a target by its number.
    #[inline]
    #[must_use]
    pub const fn shown(&self, man: &Man, sight: Sight) -> Shown {
        self.shown[sight as usize][packed(man)]
    }

    /// Makes an attack by a roll that is a shot, by one draw where the source of chance does so; elsewhere `in_full` is run.
    #[inline]
    pub fn resolve<'a, C: Chance>(
        &self,
        chance: &mut C,
        roll: Roll,
        target: Shown,
        in_full: impl Fn() -> Attack<'a>,
        at: Address,
    ) -> Option<Effect> {
        match &self.known[usize::from(roll.0) * TARGETS + usize::from(target.0)] {
            Some(known) => chance.whole(at, known, &InFull(in_full)),
            None => in_full().run(chance, at),
        }
    }

    /// The chance that an attack by a roll, or without a shot, puts a target out of action.
    #[inline]
    #[must_use]
    pub fn puts_out(&self, roll: Roll, target: Shown) -> f32 {
        self.puts_out[usize::from(roll.0) % ROLLS_IN_ALL][usize::from(target.0) % TARGETS_IN_ALL]
    }
}

/// An attack that is worked out only where it is rolled for in full.
struct InFull<F>(F);

impl<'a, F: Fn() -> Attack<'a>> Short for InFull<F> {
    type Outcome = Option<Effect>;

    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Option<Effect> {
        self.0().run(chance, at)
    }
}

fn puts_out(attack: &Whole<Option<Effect>>) -> f32 {
    let (out, total) = attack.outcomes().fold((0, 0), |(out, total), (effect, places)| {
        let ends = matches!(effect, Some(Effect::Serious | Effect::Dead));
        (out + if ends { places } else { 0 }, total + places)
    });
    out as f32 / total as f32
}

/// A range as fire has it: the column or what is beyond the last, and whether it is within the reach of a pinned man's double six.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach(u8);

/// Room for all that there can be; again a power of two.
const RANGES: usize = (2 * (COLUMNS.len() + 1)).next_power_of_two();

impl Reach {
    /// Out of all reach.
    pub(crate) const BEYOND: Reach = Reach(2 * COLUMNS.len() as u8);

    /// What fire makes of a range.
    #[must_use]
    pub fn of(rules: &Rules, range: Inches) -> Reach {
        let column = column(range).unwrap_or(COLUMNS.len()) as u8;
        Reach(column * 2 + u8::from(range <= rules.double_six_reach))
    }
}

/// Every firing roll of a weapon in the hands of a sniper or of somebody else, by what counts about the firer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolls {
    known: Box<[AtRange; FIRERS]>,
}

/// The firing rolls of a firer by range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtRange([Roll; RANGES]);

/// Room for all kinds of firers.
const FIRERS: usize = 1 << u8::BITS;

impl Rolls {
    /// All rolls of a weapon.
    #[must_use]
    pub fn new(rules: &Rules, arm: &Arm, sniper: bool) -> Rolls {
        let rolls = |bits| {
            let firer = Firing(bits as u8).firer(sniper);
            let cells = firer.row(arm)?;
            let roll = |range: usize| {
                let cell = cells.get(range / 2).copied().unwrap_or_default();
                firer.roll_by(rules, cell, range % 2 == 1).map_or(Roll::NONE, Roll::of)
            };
            Some(AtRange(std::array::from_fn(roll)))
        };
        let none = AtRange([Roll::NONE; RANGES]);
        Rolls { known: Box::new(std::array::from_fn(|bits| rolls(bits).unwrap_or(none))) }
    }

    /// The rolls of a firer.
    #[inline]
    #[must_use]
    pub fn of(&self, firer: Firing) -> &AtRange {
        &self.known[usize::from(firer.0)]
    }
}

impl AtRange {
    /// The roll at a range, or no shot.
    #[inline]
    #[must_use]
    pub fn at(&self, reach: Reach) -> Roll {
        self.0[usize::from(reach.0) % RANGES]
    }
}

/// Whether an effect of fire places a yellow counter (FT-pin-1, FT-eff-6).
#[must_use]
pub const fn pins(rules: &Rules, effect: Effect) -> bool {
    match effect {
        Effect::Pinned => true,
        Effect::Wounded => matches!(rules.wound_also_pins, Refused::Yes),
        Effect::Nothing | Effect::Serious | Effect::Dead => false,
    }
}
