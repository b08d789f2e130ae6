//! Several men under one burst, and one man under several shots.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, exact, list, number, option};
use testkit::{Number, Share, States, add, each};

use super::fire::{Fate, Firer, Target, results, zone};
use super::hold;
use super::pick::Arms as _;

/// How a man stands after some fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Man {
    pub(super) pinned: bool,
    pub(super) wounds: i64,
    pub(super) out: Option<Fate>,
}

impl Man {
    /// FT-eff-6, FT-pin-6 and the final conditions.
    pub(super) fn suffer(self, p: &Value, fate: Fate) -> Man {
        match fate {
            _ if self.out.is_some() => self,
            Fate::Missed => self,
            Fate::Pinned => Man { pinned: true, ..self },
            Fate::Wounded => {
                let pinned = self.pinned || option(p, "wound_also_pins", "no") == "yes";
                Man { pinned, wounds: self.wounds + 1, ..self }
            }
            Fate::Serious | Fate::Dead => Man { out: Some(fate), ..self },
        }
    }

    fn word(self) -> &'static str {
        match (self.out, self.wounds > 0, self.pinned) {
            (Some(fate), ..) => fate.word(),
            (None, true, true) => "wounded_pinned",
            (None, true, false) => "wounded",
            (None, false, true) => "pinned",
            (None, false, false) => "unhurt",
        }
    }
}

/// What may have become of a man, and how likely it is.
pub(super) type Men = States<Man>;

pub(super) fn one(target: &Target) -> Men {
    Men::from([(Man { pinned: target.pinned, wounds: target.wounds, out: None }, Share::WHOLE)])
}

/// One attack on a man as he stands.
pub(super) fn under_fire(p: &Value, firer: &Firer, target: &Target, range: f64, men: Men) -> Men {
    each(men, |man| {
        let target = Target { pinned: man.pinned, wounds: man.wounds, ..target.clone() };
        let results = results(p, firer, &target, range);
        results.into_iter().map(|(fate, share)| (man.suffer(p, fate), share)).collect()
    })
}

pub(super) fn in_words(men: &Men) -> Odds {
    let mut odds = States::new();
    for (man, &share) in men {
        add(&mut odds, man.word(), share);
    }
    exact(odds)
}

/// FT-volley.
pub(super) fn volley(p: &Value) -> Odds {
    let target = Target::read(&p["target"]);
    let mut men = one(&target);
    for firer in list(p, "firers") {
        men = under_fire(p, &Firer::read(firer), &target, number(p, "range_in", 24.0), men);
    }
    in_words(&men)
}

/// What the fates of several men come to: how many are out, and how many of each other fate are expected.
pub(super) fn tally(fates: &[Vec<(Fate, Share)>]) -> Odds {
    let share = |of: &[(Fate, Share)], wanted: &dyn Fn(Fate) -> bool| {
        Share::sum(of.iter().filter(|(fate, _)| wanted(*fate)).map(|(_, share)| *share))
    };
    let mut out = vec![Share::WHOLE];
    for man in fates {
        let goes = share(man, &Fate::out);
        let mut next = vec![Share::NONE; out.len() + 1];
        for (k, &before) in out.iter().enumerate() {
            next[k] = next[k].plus(before.times(goes.rest()));
            next[k + 1] = next[k + 1].plus(before.times(goes));
        }
        out = next;
    }
    let expected = |wanted: &dyn Fn(Fate) -> bool| Worth::Exact(Share::sum(fates.iter().map(|man| share(man, wanted))));
    let mut odds = exact(out.into_iter().enumerate().map(|(k, share)| (format!("out={k}"), share)));
    odds.insert("expected_out".to_owned(), expected(&Fate::out));
    odds.insert("expected_wounded".to_owned(), expected(&|fate| fate == Fate::Wounded));
    odds.insert("expected_pinned".to_owned(), expected(&|fate| fate == Fate::Pinned));
    odds
}

/// FT-burst.
pub(super) fn burst(p: &Value) -> Odds {
    let firer = Firer::read(&p["firer"]);
    let range = number(p, "range_in", 24.0);
    let fates = list(p, "targets").iter().map(|target| results(p, &firer, &Target::read(target), range));
    tally(&fates.collect::<Vec<_>>())
}

/// FT-burst: every way in which the men may fare together.
pub(super) fn burst_joint(p: &Value) -> Odds {
    let firer = Firer::read(&p["firer"]);
    let mut counts = BTreeMap::from([([0; 5], Share::WHOLE)]);
    for target in list(p, "targets") {
        let mut next = BTreeMap::new();
        for (before, share) in counts {
            for (fate, part) in results(p, &firer, &Target::read(target), number(p, "range_in", 24.0)) {
                let mut after = before;
                after[fate as usize] += 1;
                add(&mut next, after, share.times(part));
            }
        }
        counts = next;
    }
    exact(counts.into_iter().filter(|(_, share)| !share.is_none()).map(|(count, share)| {
        let [missed, pinned, wounded, serious, dead] = count;
        let hit = list(p, "targets").len() - missed;
        assert_eq!(hit, pinned + wounded + serious + dead);
        (format!("hit={hit} pinned={pinned} wounded={wounded} dead={dead}"), share)
    }))
}

/// FT-beat: figures across the line of fire and along it, seen from the figure aimed at.
pub(super) fn burst_field(p: &Value) -> Odds {
    let firer = Firer::read(&p["firer"]);
    let range = number(p, "range_in", 24.0);
    let (width, depth) = zone(&firer.weapon);
    let near_edge = option(p, "beaten_zone_anchor", "centred") == "near_edge";
    let each_figure = option(p, "beaten_zone_range", "aim_point") == "each_figure";
    let mut fates = Vec::new();
    for figure in list(p, "figures") {
        let (across, beyond) = (number(figure, "across_in", 0.0), number(figure, "beyond_in", 0.0));
        let along = if near_edge { (0.0..=depth).contains(&beyond) } else { beyond.abs() <= depth / 2.0 };
        if along && across.abs() <= width / 2.0 {
            let own = (across.powi(2) + (range + beyond).powi(2)).sqrt();
            let range = if each_figure { own } else { range };
            fates.push(results(p, &firer, &Target::read(&figure["target"]), range));
        } else {
            fates.push(vec![(Fate::Missed, Share::WHOLE)]);
        }
    }
    tally(&fates)
}

/// FT-burst: up to five men.
#[test]
fn grid_of_bursts() {
    let burst = |pick: &mut Pick| {
        let weapon = pick.automatic_weapon();
        json!({
            "range_in": pick.range(), "firer": pick.firer_with(weapon),
            "targets": pick.some(&[1, 2, 3, 5], Pick::target), "options": pick.rules(),
        })
    };
    hold("burst", situations(5, 400, burst));
    hold("burst_joint", situations(21, 200, burst));
}

/// FT-beat: figures on the edges of the zone and past them.
#[test]
fn grid_of_beaten_zones() {
    let figure = |pick: &mut Pick| {
        json!({
            "across_in": pick.of(&[0.0, 0.5, -1.0, 1.0, 1.5, -2.0, 2.5, 3.0]),
            "beyond_in": pick.of(&[0.0, 1.0, -2.0, 2.0, 2.5, -2.5, 4.0, -5.0, 5.0, 5.5, 9.0, 10.0, 10.5]),
            "target": pick.target(),
        })
    };
    let field = |pick: &mut Pick| {
        let weapon = pick.automatic_weapon();
        json!({
            "range_in": pick.of(&[11.0, 12.0, 20.0, 23.0, 24.0, 34.0, 36.0, 47.0, 104.0, 108.0]),
            "firer": pick.firer_with(weapon), "figures": pick.some(&[1, 2, 4, 6], figure), "options": pick.rules(),
        })
    };
    hold("burst_field", situations(6, 600, field));
}

/// FT-volley: up to four shots of any kind at one man.
#[test]
fn grid_of_volleys() {
    let volley = |pick: &mut Pick| {
        json!({
            "range_in": pick.range(), "firers": pick.some(&[1, 2, 3, 4], Pick::firer),
            "target": pick.target(), "options": pick.rules(),
        })
    };
    hold("volley", situations(7, 400, volley));
}
