//! Facts that the steps of a log state (nothing here runs in unobserved play).

use chance::Fact;
use engage::Inches;
use field::{Cell, Figures};
use serde::Serialize;

use crate::fire::{Firer, Target};
use crate::grenade::Exposed;
use crate::ground::Ground;
use crate::line_of_sight::Laid;
use crate::rules::Effect;
use crate::scene::Thrown;
use crate::view::BattleView;

/// The scenario's word for a choice.
pub(crate) fn word(choice: &impl Serialize) -> Fact {
    match serde_json::to_value(choice) {
        Ok(serde_json::Value::String(word)) => word.into(),
        other => format!("{other:?}").into(),
    }
}

/// One figure.
pub(crate) fn figure(who: usize) -> Fact {
    Fact::figures([who])
}

/// One cell.
pub(crate) fn cell(cell: Cell) -> Fact {
    Fact::Cells(vec![cell.index() as u16])
}

/// A length.
pub(crate) fn inches(length: Inches) -> Fact {
    Fact::Inches(f64::from(length.thousandths()) / 1000.0)
}

/// The effect of an attack or a blast.
pub(crate) const fn effect(effect: Option<Effect>) -> &'static str {
    match effect {
        None => "missed",
        Some(Effect::Nothing) => "nothing",
        Some(Effect::Pinned) => "pinned",
        Some(Effect::Wounded) => "wounded",
        Some(Effect::Serious) => "serious",
        Some(Effect::Dead) => "dead",
    }
}

/// The properties of a firer that count.
pub(crate) fn firer(firer: &Firer) -> Fact {
    Fact::Parts(vec![
        ("pinned", firer.pinned.into()),
        ("wounded", firer.wounded.into()),
        ("hard_cover", firer.hard_cover.into()),
        ("number_two", firer.number_two.into()),
        ("rested", firer.rested.into()),
        ("sniper", firer.sniper.into()),
    ])
}

/// The properties of a target that count.
pub(crate) fn target(target: &Target) -> Fact {
    Fact::Parts(vec![
        ("posture", word(&target.posture)),
        ("movement", word(&target.movement)),
        ("hard_cover", target.hard_cover.into()),
        ("concealed", target.concealed.into()),
        ("wounded", target.wounded.into()),
    ])
}

impl<const N: usize, G: Ground<N>> BattleView<'_, N, G> {
    /// The state of every man in action, and the enemies he sees and makes out.
    pub(crate) fn state_of_men(self) -> Fact {
        let man = |me: usize| {
            let man = &self.men[me];
            let mut parts = vec![
                ("figure", figure(me)),
                ("posture", word(&man.posture)),
                ("movement", word(&man.movement)),
                ("wounded", man.wounded.into()),
                ("pinned", self.pinned.contains(me).into()),
                ("leader", Fact::figures(self.leader(me))),
                ("aim", Fact::figures(man.aims().then_some(man.aim.into()))),
                ("makes_out", Fact::figures(G::targets(self, me))),
            ];
            if let Some(ground) = self.ground.on_map() {
                parts.push(("sees", Fact::figures(ground.scene.sees[me])));
                parts.push(("offensive_grenades", ground.scene.offensive[me].into()));
                parts.push(("defensive_grenades", ground.scene.defensive[me].into()));
            }
            Fact::Parts(parts)
        };
        Fact::List(self.up.iter().map(man).collect())
    }

    /// A man's leadership: the parts of his un-pinning factor, and the enemy against whom his hard cover counts
    /// (FT-unpin-2).
    pub(crate) fn leadership(self, me: usize) -> Fact {
        let man = &self.men[me];
        let mut parts = vec![
            ("figure", figure(me)),
            ("factor", self.factor_of(me).into()),
            ("posture", word(&man.posture)),
            ("movement", word(&man.movement)),
            ("hard_cover", G::leads_from_cover(self, me).into()),
        ];
        if let Some(enemy) = G::leader_faces(self, me) {
            let sees = self.ground.on_map().is_some_and(|ground| ground.sees(enemy, me));
            parts.extend([("against", figure(enemy)), ("sees_him", sees.into())]);
        }
        Fact::Parts(parts)
    }

    /// Every man in the beaten zone, with his place and distance, and whether the firer sees him: men behind a wall are
    /// not tested (FT-beat-4).
    pub(crate) fn men_in_zone(self, me: usize, laid: Laid) -> Vec<(&'static str, Fact)> {
        let profile = &self.battle.profiles[me];
        let Some((width, depth)) = profile.arm.zone else { return Vec::new() };
        let mut facts = vec![
            ("width", inches(width)),
            ("depth", inches(depth)),
            ("anchor", word(&self.battle.rules.beaten_zone_anchor)),
        ];
        let Some((ground, (from, aim), inside)) = self.ground.on_map().and_then(|ground| {
            let (line, strip) = ground.strip(self.battle, me, laid)?;
            Some((ground, line, ground.within(strip, line, me)))
        }) else {
            let zone = G::beaten_zone(self, me, laid).tested;
            let place = |who: usize| i64::from(self.battle.profiles[who].place);
            let middle = place(laid.target) + place(laid.point);
            let man = |who: usize| {
                let across = Inches::from_thousandths(((2 * place(who) - middle).abs() / 2) as i32);
                Fact::Parts(vec![
                    ("figure", figure(who)),
                    ("across", inches(across)),
                    ("range", inches(self.battle.range)),
                ])
            };
            facts.push(("range", inches(self.battle.range)));
            facts.push(("men", Fact::List(zone.iter().map(man).collect())));
            return facts;
        };
        let man = |who: usize| {
            let there = ground.at(who).unwrap_or(aim);
            let (across, along) = across_and_along(ground.plan(), (from, aim), there);
            Fact::Parts(vec![
                ("figure", figure(who)),
                ("cell", cell(there)),
                ("across", Fact::Inches(across)),
                ("along", Fact::Inches(along)),
                ("range", inches(ground.distance(me, who))),
                ("seen", ground.sees(me, who).into()),
            ])
        };
        facts.extend([
            ("from", cell(from)),
            ("at", cell(aim)),
            ("range", inches(ground.site.length((from, aim)))),
            ("men", Fact::List(inside.iter().map(man).collect())),
        ]);
        facts
    }
}

/// The distance of a cell across and along a line of fire from the point aimed at, in inches, rounded to a thousandth.
fn across_and_along(plan: &field::Plan, (from, aim): (Cell, Cell), there: Cell) -> (f64, f64) {
    let offset = |from: Cell, to: Cell| {
        let (from, to) = (plan.position(from), plan.position(to));
        (f64::from(to.row) - f64::from(from.row), f64::from(to.column) - f64::from(from.column))
    };
    let (line, off) = (offset(from, aim), offset(aim, there));
    let length = line.0.hypot(line.1);
    if length == 0.0 {
        return (0.0, off.0.hypot(off.1));
    }
    let rounded = |times: f64| (times / length * 1000.0).round() / 1000.0;
    (rounded((off.0 * line.1 - off.1 * line.0).abs()), rounded(off.0 * line.0 + off.1 * line.1) + 0.0)
}

impl<const N: usize> BattleView<'_, N, crate::on_map::OnMap<'_>> {
    /// Every man within the circles of a grenade, with his place and distance, and whether something solid shields him
    /// (FT-gren-5, FT-gren-6, FT-gren-12).
    pub(crate) fn men_near(self, thrown: &Thrown, found: Figures) -> Fact {
        let reach = Exposed::reach(&self.battle.rules, thrown.grenade);
        let distance = |who: usize| self.ground.at(who).map(|there| self.ground.site.length((thrown.at, there)));
        let near = self
            .ground
            .scene
            .standing
            .placed()
            .iter()
            .filter_map(|who| Some((who, self.ground.at(who)?, distance(who)?)));
        let man = |(who, there, distance): (usize, Cell, Inches)| {
            Fact::Parts(vec![
                ("figure", figure(who)),
                ("cell", cell(there)),
                ("distance", inches(distance)),
                ("shielded", (!found.contains(who)).into()),
            ])
        };
        Fact::List(near.filter(|&(.., distance)| distance <= reach).map(man).collect())
    }
}
