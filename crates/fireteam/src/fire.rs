//! Fire: the number needed, the firing roll, the saving throw and the effect (FT-seq-attack).

use chance::{Address, Chance, D6, Dice, Procedure};
use engage::Inches;
use field::Sight;

use crate::figure::{Man, Movement, Posture};
use crate::options::{Allowed, BlankCell, DoubleSixLimit, Refused, SaveNaturalOne};
use crate::purpose;
use crate::rules::{Effect, Rules};
use crate::table::{Arm, Cell, column};

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
        /// Neither a snap shot nor an aimed shot.
        Plain,
        /// A snap shot, after a normal move.
        Snap,
        /// An aimed shot, at a target aimed at in the move before.
        Aimed,
    }
}

/// The preparation of fire after the firer's movement in this turn (FT-hit-7).
#[must_use]
pub const fn preparation_after(movement: Movement) -> Preparation {
    match movement {
        Movement::Moving => Preparation::Snap,
        Movement::Stationary | Movement::Rushing => Preparation::Plain,
    }
}

/// The properties of a firer that count.
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
    /// Whether he is in hard cover against his target (FT-pin-4).
    pub hard_cover: bool,
    /// Whether he has a number two (FT-fire-6).
    pub number_two: bool,
    /// Whether his weapon is rested on its bipod (FT-fire-7).
    pub rested: bool,
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
    /// Its clause and its name.
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

/// A firing roll and the total it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ToHit {
    /// The total needed (FT-hit-5); none if only a double six hits.
    pub total: Option<i8>,
    /// The deduction from the dice; it applies to firing rolls only (FT-eff-5).
    pub deduction: i8,
    /// Whether a double six hits whatever the total (FT-hit-2, FT-pin-5).
    pub double_six: bool,
    /// The number of dice rolled; the two highest count.
    pub dice: u8,
}

/// Two dice, and the two highest of three and four (FT-hit-1, FT-hit-3, FT-hit-4).
pub(crate) const ROLLS: [Dice; 3] = [Dice::sum(2), Dice::best(3, 2), Dice::best(4, 2)];

impl Firer {
    /// The number of dice he rolls: aiming helps single shots only (FT-hit-3, FT-hit-4).
    const fn dice(&self) -> u8 {
        match (self.mode, self.preparation) {
            (Mode::Single, Preparation::Aimed) if self.sniper => 4,
            (Mode::Single, Preparation::Aimed) => 3,
            _ => 2,
        }
    }

    /// His firing roll with a weapon at a range; none if he has no shot (FT-fire-2 to FT-fire-7).
    #[must_use]
    pub fn to_hit(&self, rules: &Rules, arm: &Arm, range: Inches) -> Option<ToHit> {
        self.roll_by(rules, self.cell(arm, range)?, range <= rules.double_six_reach)
    }

    /// His firing roll by the cell, and by whether the target is within reach of a pinned man's double six.
    pub(crate) fn roll_by(&self, rules: &Rules, cell: Cell, near: bool) -> Option<ToHit> {
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
    pub(crate) const fn row<'a>(&self, arm: &'a Arm) -> Option<&'a [Cell; 6]> {
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
    pub(crate) const fn least(&self) -> u8 {
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

/// The properties of a target that count. Being pinned does not count, and neither does the firer, the weapon or the
/// range (FT-save-5).
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
    /// A man as a target, seen in this way.
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

    /// The throw that saves him, and the addition to the die (FT-save-2, FT-save-3).
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
    chance.with("save d6").roll(at, &D6, |die| die >= least)
}

/// The effect of an unsaved hit; a second wound is a serious one (FT-eff-1 to FT-eff-4).
pub fn effect<C: Chance>(chance: &mut C, rules: &Rules, wounded: bool, at: Address) -> Effect {
    let table = rules.effect;
    chance.with("effect d6").roll(at, &D6, |die| on(table[usize::from(die) - 1], wounded))
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

impl Procedure for Attack<'_> {
    type Outcome = Option<Effect>;

    /// None is a miss. A save pins (FT-pin-1). `Effect::Nothing` is a hit without effect.
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

/// Whether an effect of fire places a yellow counter (FT-pin-1, FT-eff-6).
#[must_use]
pub const fn pins(rules: &Rules, effect: Effect) -> bool {
    match effect {
        Effect::Pinned => true,
        Effect::Wounded => matches!(rules.wound_also_pins, Refused::Yes),
        Effect::Nothing | Effect::Serious | Effect::Dead => false,
    }
}
