//! The steps of a log (nothing here runs in unobserved play).

use chance::{Fact, Mark, Modifier, Step};
use engage::ahead::Chosen;
use engage::{Inches, Side};
use field::{Cell, Figures};

use crate::action::{Gait, Occasion};
use crate::facts::{self, cell, figure, inches, word};
use crate::figure::{Movement, Posture};
use crate::fire::{Attack, Firer, Mode, Preparation, Target};
use crate::grenade::{Exposed, Grenade};
use crate::ground::Ground;
use crate::initiative::Initiative;
use crate::line_of_sight::Laid;
use crate::on_map::OnMap;
use crate::options::Allowed;
use crate::player::doctrine::{NumberTwo, Turn};
use crate::rules::{Effect, Rules};
use crate::scene::Thrown;
use crate::view::BattleView;

fn step(turn: u16, me: usize, verb: &'static str, clause: &'static str, text: impl Into<String>) -> Step {
    Step { turn: turn.into(), figure: Some(me as u8), verb, clause, text: text.into(), ..Step::default() }
}

/// The start: every man's place and state.
pub(crate) fn deployment<const N: usize, G: Ground<N>>(view: BattleView<'_, N, G>) -> Step {
    let stands = |who: usize| {
        let cell = view.ground.on_map()?.at(who)?.index() as u16;
        Some(Mark::Stands { figure: who as u8, cell })
    };
    let step = Step {
        verb: "deploy",
        clause: "FT-gap-3",
        text: "everybody takes up a place".to_owned(),
        marks: view.up.iter().filter_map(stands).collect(),
        ..Step::default()
    };
    let step = step.with("men", view.state_of_men());
    if view.ground.on_map().is_some() { step } else { step.with("range", inches(view.battle.range)) }
}

/// The roll for the first move (FT-seq-2).
pub(crate) fn first_move(
    turn: u16,
    first: Side,
    winner: Option<Side>,
    initiative: &Initiative,
    takes: Option<Turn>,
) -> Step {
    let text = match winner {
        Some(winner) => format!("roll won by {}, first to move: {}", winner.name(), first.name()),
        None => format!("equal dice, first to move as before: {}", first.name()),
    };
    let step = Step { turn: turn.into(), verb: "first_move", clause: "FT-seq-2", text, ..Step::default() };
    let step = step.with("blue_adds", initiative.advantage).with("ties_stand", initiative.ties_stand);
    let step = step.with("winner", winner.map_or("nobody", Side::name)).with("first", first.name());
    match takes {
        Some(takes) => step.with("takes", word(&takes)),
        None => step,
    }
}

/// A side's turn begins (FT-seq-1): the state of every man in action, and the enemies he sees.
pub(crate) fn turn_begins<const N: usize, G: Ground<N>>(turn: u16, side: Side, view: BattleView<'_, N, G>) -> Step {
    let text = format!("{}'s turn", side.name());
    let step = Step { turn: turn.into(), verb: "turn", clause: "FT-seq-1", text, ..Step::default() };
    step.with("side", side.name()).with("men", view.state_of_men())
}

/// A clause forbids a player's answer.
pub(crate) fn refused(turn: u16, me: usize, clause: &'static str) -> Step {
    step(turn, me, "refused", clause, "may not do that")
}

/// A man who looks ahead does not follow his own doctrine in what he is about to do.
pub(crate) fn looks_ahead(turn: u16, me: usize, choices: &[(&str, &str)], chosen: &Chosen) -> Step {
    let text = engage::ahead::says(choices, chosen);
    step(turn, me, "looks_ahead", "FT-seq-1", text).with("playouts", chosen.playouts)
}

/// A throw to un-pin (FT-unpin-1) against the factor of the leader, or of a superior in his sight (FT-unpin-4).
pub(crate) fn unpins<const N: usize, G: Ground<N>>(
    turn: u16,
    me: usize,
    leader: usize,
    factor: i8,
    unpinned: bool,
    view: BattleView<'_, N, G>,
) -> Step {
    let text = if unpinned { "is no longer pinned" } else { "stays pinned" };
    let (clause, target) = if leader == me { ("FT-unpin-3", None) } else { ("FT-unpin-1", Some(leader as u8)) };
    let whose = view.whose_factor(me, leader, factor);
    let man = &view.men[whose];
    let cover = if G::leads_from_cover(view, whose) { view.battle.rules.unpin_hard_cover } else { 0 };
    let part = |name: String, value: i8| Modifier { name, clause: "FT-unpin-2", value: value.into() };
    let manner = format!("{} and {}", says(&man.posture), says(&man.movement));
    let mut modifiers = vec![part(manner, factor + cover)];
    if cover != 0 {
        modifiers.push(part("in hard cover".to_owned(), -cover));
    }
    let superiors = view.superiors_in_sight(leader).iter().map(|other| view.leadership(other));
    let step = Step {
        target,
        target_number: Some(factor.into()),
        modifiers,
        ..step(turn, me, "unpin", clause, format!("{text} ({factor} or less)"))
    };
    step.with("result", if unpinned { "unpinned" } else { "still_pinned" })
        .with("leader", view.leadership(leader))
        .with("sees_leader", G::sees_friend(view, leader, me))
        .with("superiors", Fact::List(superiors.collect()))
        .with("whose", figure(whose))
}

/// A choice as a word of a text.
fn says(choice: &impl serde::Serialize) -> String {
    facts::word(choice).word().unwrap_or_default().to_owned()
}

/// Goes prone or stands up in his move without going anywhere.
pub(crate) fn placed(turn: u16, me: usize, posture: Posture, counts_as: Movement) -> Step {
    match posture {
        Posture::Prone => step(turn, me, "go_prone", "FT-move-4", "goes prone").with("why", "own_move"),
        Posture::Standing => step(turn, me, "stand_up", "FT-move-6", "stands up").with("counts_as", word(&counts_as)),
    }
}

/// Goes prone when asked (FT-move-4).
pub(crate) fn lies_down(turn: u16, me: usize, occasion: Occasion) -> Step {
    let (target, why) = match occasion {
        Occasion::ShotAt { by } => (Some(by as u8), "shot_at"),
        Occasion::Blast => (None, "blast"),
        Occasion::Moved { .. } => (None, "after_move"),
    };
    Step { target, ..step(turn, me, "go_prone", "FT-move-4", "goes prone") }.with("why", why)
}

/// A move as it was made.
pub(crate) struct Moved {
    pub(crate) gait: Gait,
    /// The farthest he could go before he stood up, and the rest after that.
    pub(crate) most: Inches,
    pub(crate) left: Inches,
    pub(crate) gone: Inches,
    pub(crate) rush: bool,
    pub(crate) crawls: bool,
    pub(crate) stands_up: bool,
    pub(crate) counts_as: Movement,
    /// The enemy he runs from (FT-pin-2).
    pub(crate) flees_from: Option<usize>,
    /// The squares of his way, including the first.
    pub(crate) way: Vec<Cell>,
    /// Whether his place is known from now on although soft cover conceals him (FT-save-6).
    pub(crate) revealed: bool,
    pub(crate) marks: Vec<Mark>,
}

/// A move.
pub(crate) fn moves(turn: u16, me: usize, moved: Moved) -> Step {
    let (clause, how) = if moved.rush { ("FT-move-2", "rushes") } else { ("FT-move-1", "moves") };
    let up = if moved.stands_up { "stands up and " } else { "" };
    let text = format!("{up}{how} {}", moved.gone);
    let gait = match moved.gait {
        Gait::Walk => "walk",
        Gait::Rush => "rush",
        Gait::Flee => "flee",
    };
    let step = Step { marks: moved.marks, ..step(turn, me, "move", clause, text) }
        .with("gait", gait)
        .with("rush", moved.rush)
        .with("crawls", moved.crawls)
        .with("stands_up", moved.stands_up)
        .with("most", inches(moved.most))
        .with("left", inches(moved.left))
        .with("gone", inches(moved.gone))
        .with("counts_as", word(&moved.counts_as))
        .with("way", Fact::Cells(moved.way.into_iter().map(|cell| cell.index() as u16).collect()))
        .with("revealed", moved.revealed);
    match moved.flees_from {
        Some(enemy) => step.with("flees_from", figure(enemy)),
        None => step,
    }
}

/// Aims (FT-hit-8).
pub(crate) fn aims<const N: usize, G: Ground<N>>(turn: u16, me: usize, target: u8, view: BattleView<'_, N, G>) -> Step {
    Step { target: Some(target), ..step(turn, me, "aim", "FT-hit-8", "aims") }
        .with("makes_out", Fact::figures(G::targets(view, me)))
}

/// A burst begins (FT-hit-6): the place of the beaten zone, and the men in it.
pub(crate) fn burst<const N: usize, G: Ground<N>>(
    turn: u16,
    me: usize,
    laid: Laid,
    tested: Figures,
    view: BattleView<'_, N, G>,
) -> Step {
    let text = format!("fires a burst, {} in the beaten zone", tested.len());
    let mut step = Step { target: Some(laid.target as u8), ..step(turn, me, "burst", "FT-hit-6", text) }
        .with("makes_out", Fact::figures(G::targets(view, me)))
        .with("tested", Fact::figures(tested));
    if laid.point != laid.target {
        step = step.with("half_way_to", figure(laid.point));
    }
    step.facts.extend(view.men_in_zone(me, laid));
    step
}

/// A firer's cover and number two at the start of his fire; his own burst may change them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stance {
    /// Whether hard cover protects him from the man he fires at.
    pub(crate) covered: bool,
    /// His number two, if that is a man of the fight.
    pub(crate) number_two: Option<usize>,
}

impl Stance {
    pub(crate) fn of<const N: usize, G: Ground<N>>(view: BattleView<'_, N, G>, me: usize, target: usize) -> Stance {
        Stance { covered: view.line_of_sight(target, me).sight.covered(), number_two: G::number_two(view, me) }
    }
}

/// One firing roll at one target.
pub(crate) struct Shot<'a, const N: usize, G> {
    pub(crate) view: BattleView<'a, N, G>,
    pub(crate) me: usize,
    pub(crate) target: usize,
    pub(crate) firer: Firer,
    pub(crate) number_two: Option<usize>,
    /// The range of the roll, and the man's own distance.
    pub(crate) range: Inches,
    pub(crate) distance: Inches,
    pub(crate) seen: Target,
}

impl<const N: usize, G: Ground<N>> Shot<'_, N, G> {
    /// Adds the facts of every roll of a firer.
    fn stated(&self, mut step: Step) -> Step {
        let Shot { view, me, .. } = *self;
        step.target = Some(self.target as u8);
        step = step
            .with("mode", word(&self.firer.mode))
            .with("preparation", word(&self.firer.preparation))
            .with("range", inches(self.range))
            .with("distance", inches(self.distance))
            .with("makes_out", Fact::figures(G::targets(view, me)))
            .with("firer", facts::firer(&self.firer))
            .with("target", facts::target(&self.seen));
        let profile = &view.battle.profiles[me];
        if !profile.crewed[self.firer.mode as usize] {
            return step;
        }
        match self.number_two {
            Some(second) => step.with("number_two", figure(second)),
            None if self.firer.number_two && profile.facts.number_two == NumberTwo::Given => {
                step.with("number_two", "given")
            }
            None => step.with("number_two", "none"),
        }
    }

    /// The weapon cannot be fired at this target.
    pub(crate) fn is_none(&self, turn: u16) -> Step {
        let Shot { view, me, firer, range, .. } = self;
        let cell = firer.cell(&view.battle.profiles[*me].arm, *range).unwrap_or_default();
        let snap_burst = firer.mode == Mode::Auto && firer.preparation == Preparation::Snap;
        let why = if cell.rested && !firer.rested {
            "not_rested"
        } else if snap_burst && view.battle.rules.auto_snap == Allowed::No {
            "snap_burst"
        } else {
            "out_of_reach"
        };
        self.stated(step(turn, *me, "no_shot", "FT-fire-3", "has no shot")).with("result", why)
    }

    /// One attack, with every part of the number needed and of the saving throw (FT-seq-attack).
    pub(crate) fn attack(&self, turn: u16, attack: &Attack<'_>, effect: Option<Effect>) -> Step {
        let rules = &self.view.battle.rules;
        let arm = &self.view.battle.profiles[self.me].arm;
        let mut modifiers = Vec::new();
        if let Some(cell) = self.firer.cell(arm, self.range).filter(|_| attack.to_hit.total.is_some()) {
            self.firer.terms(rules, cell, |term, value| {
                let (clause, name) = term.describe();
                let name = if clause == "FT-fire-3" { format!("{name} at {:.1}", self.range) } else { name.to_owned() };
                modifiers.push(Modifier { name, clause, value: value.into() });
            });
        }
        let mut text = String::from(match self.firer.mode {
            Mode::Single if attack.to_hit.dice > 2 => "aimed shot: ",
            Mode::Single => "shot: ",
            Mode::Auto => "burst: ",
        });
        let save = format!("{}+", attack.least_save);
        match effect {
            None => text += "missed",
            Some(Effect::Pinned) => text += &format!("hit, saved on {save}, pinned"),
            Some(effect) => text += &format!("hit, not saved on {save}, {}", describe(effect)),
        }
        if attack.to_hit.deduction != 0 {
            text += &format!(" ({} off the dice)", attack.to_hit.deduction);
        }
        let clause = match effect {
            None => "FT-hit-1",
            Some(Effect::Pinned) => "FT-pin-1",
            Some(Effect::Wounded) => "FT-eff-1",
            Some(Effect::Serious) => "FT-eff-2",
            Some(Effect::Dead) => "FT-eff-3",
            Some(Effect::Nothing) => "FT-save-1",
        };
        let line = self.view.ground.shot(self.me, self.target);
        let mut marks: Vec<Mark> = line.map(|(from, to)| Mark::Shot { from, to }).into_iter().collect();
        marks.extend(effect.and_then(|effect| falls(self.target, effect)));
        let (score, added) = self.seen.save(rules);
        let step = Step {
            target_number: attack.to_hit.total.map(i32::from),
            modifiers,
            marks,
            ..step(turn, self.me, if self.firer.mode == Mode::Single { "shot" } else { "burst_roll" }, clause, text)
        };
        self.stated(step)
            .with("dice", attack.to_hit.dice)
            .with("off_the_dice", attack.to_hit.deduction)
            .with("double_six", attack.to_hit.double_six)
            .with(
                "save",
                Fact::Parts(vec![
                    ("table", score.into()),
                    ("added", added.into()),
                    ("needed", attack.least_save.into()),
                ]),
            )
            .with("result", facts::effect(effect))
    }
}

/// A grenade is thrown (FT-gren-1).
pub(crate) fn throws<const N: usize>(
    turn: u16,
    thrown: &Thrown,
    target: usize,
    view: BattleView<'_, N, OnMap<'_>>,
) -> Step {
    let &Thrown { thrower, grenade, at } = thrown;
    let me = usize::from(thrower);
    let kind = match grenade {
        Grenade::Offensive => "an offensive",
        Grenade::Defensive => "a defensive",
    };
    let step = step(turn, me, "throw", "FT-gren-1", format!("throws {kind} grenade"));
    Step { target: Some(target as u8), ..step }
        .with("grenade", word(&grenade))
        .with("at", cell(at))
        .with("distance", inches(view.ground.distance(me, target)))
        .with("saw_at_turn_start", Fact::figures(view.ground.scene.saw[me]))
        .with("saw_turn_before", Fact::figures(view.ground.scene.saw_before[me]))
}

/// A grenade explodes (FT-gren-3).
pub(crate) fn explodes<const N: usize>(
    turn: u16,
    thrown: &Thrown,
    found: Figures,
    view: BattleView<'_, N, OnMap<'_>>,
) -> Step {
    let (clause, circle) = match thrown.grenade {
        Grenade::Offensive => ("FT-gren-5", "circle"),
        Grenade::Defensive => ("FT-gren-6", "circles"),
    };
    let text = format!("the grenade explodes, {} in the blast {circle}", found.len());
    step(turn, thrown.thrower.into(), "explode", clause, text)
        .with("grenade", word(&thrown.grenade))
        .with("at", cell(thrown.at))
        .with("tested", Fact::figures(found))
        .with("men", view.men_near(thrown, found))
}

/// The effect of the blast on a man (FT-gren-9).
pub(crate) fn blast(turn: u16, thrown: &Thrown, who: usize, exposed: &Exposed, effect: Effect, rules: &Rules) -> Step {
    let step = Step {
        target: Some(who as u8),
        marks: falls(who, effect).into_iter().collect(),
        ..step(turn, thrown.thrower.into(), "blast", "FT-gren-9", format!("blast: {}", describe(effect)))
    };
    let row =
        exposed.results(rules, thrown.grenade).into_iter().flatten().map(|effect| facts::effect(Some(effect)).into());
    step.with("circle", if exposed.distance <= rules.blast.primary { "primary" } else { "secondary" })
        .with("distance", inches(exposed.distance))
        .with("posture", word(&exposed.posture))
        .with("movement", word(&exposed.movement))
        .with("wounded", exposed.wounded)
        .with("by_die", Fact::List(row.collect()))
        .with("result", facts::effect(Some(effect)))
}

fn falls(who: usize, effect: Effect) -> Option<Mark> {
    matches!(effect, Effect::Serious | Effect::Dead).then_some(Mark::Falls { figure: who as u8 })
}

const fn describe(effect: Effect) -> &'static str {
    match effect {
        Effect::Nothing => "no effect",
        Effect::Pinned => "pinned",
        Effect::Wounded => "wounded",
        Effect::Serious => "a serious wound",
        Effect::Dead => "dead",
    }
}
