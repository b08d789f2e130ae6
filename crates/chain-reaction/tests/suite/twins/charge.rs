//! Charges, and the melee they end in (CR-charge-case, CR-bc-3, CR-bc-4, CR-wound-3).

use serde_json::{Value, json};
use testkit::pick::situations;
use testkit::twin::{Odds, flag};

use super::exchange::{Fight, Figures, RANGES, any_options, lone, two, words};
use super::figure::{Charge, Dist, Does, Given, Is, Test, hits, killed, merged, passed, then, throws, volley};
use super::figure::{carry_out, under_fire};
use super::hold;

/// The dice that a figure passes, and whether it is a hero then, with its own Leader's die.
fn test(fight: &Fight, figures: &Figures, who: usize) -> Dist<(i64, bool)> {
    let given = &fight.given[who];
    let born = if given.has("Born Leader") { given.rep } else { 0 };
    let all = throws(fight.leaders[who], born).into_iter();
    merged(all.map(|(dice, share)| (passed(Test::Charging, given, &figures[who], &dice, 2), share)))
}

/// How pools of dice come out: the dice left in each when one has none (CR-melee-3).
fn bout(a: i64, b: i64) -> Dist<(i64, i64)> {
    let kept = |dice: i64| -> Dist<i64> {
        let mut all = vec![(0, 1.0)];
        for _ in 0..dice {
            all = then(all, |kept| vec![(kept, 0.5), (kept + 1, 0.5)]);
        }
        all
    };
    let mut ended = Vec::new();
    let mut going = vec![((a, b), 1.0)];
    while going.iter().map(|(_, share)| share).sum::<f64>() > 1e-17 {
        let next =
            then(going, |(a, b)| then(kept(a), |a| kept(b).into_iter().map(|(b, share)| ((a, b), share)).collect()));
        let (over, rest): (Dist<_>, _) = next.into_iter().partition(|&((a, b), _)| a == 0 || b == 0);
        ended.extend(over);
        going = rest;
    }
    merged(ended)
}

fn dice(given: &Given, other: &Given, down: bool, carries: bool) -> i64 {
    let more = i64::from(given.has("Brawler")) - i64::from(given.has("Runt"));
    let less = 2 * i64::from(down) + 2 * i64::from(carries) + i64::from(given.melee < other.melee);
    (given.rep + more - less).max(0)
}

type Ended = (&'static str, Is, Is);

fn ended(ending: &'static str, figures: &Figures) -> Ended {
    (ending, figures[0].is, figures[1].is)
}

/// Contact: one bout.
fn fights(fight: &Fight, figures: &Figures, rear: bool) -> Dist<Ended> {
    let [charger, target] = [&fight.given[0], &fight.given[1]];
    let pools = (dice(charger, target, false, figures[0].carries), dice(target, charger, rear, figures[1].carries));
    let lost = |left: i64, by: &Given, loser: &Given| if left >= 2 { killed(loser, by.rep) } else { Is::Out };
    merged(bout(pools.0, pools.1).into_iter().map(|(left, share)| {
        let end = match left {
            (0, 0) => ("even melee", Is::Ready, Is::Ready),
            (left, 0) => ("melee", Is::Ready, lost(left, charger, target)),
            (_, left) => ("melee", lost(left, target, charger), Is::Ready),
        };
        (end, share)
    }))
}

pub(super) fn charge(p: &Value) -> Odds {
    let far = two(p, "charger", "target");
    let mut near = two(p, "charger", "target");
    near.range = 3;
    let rear = flag(p, "rear", false);
    let begin = far.begin();
    let all = then(test(&far, &begin, 0), |(number, hero)| {
        let mut figures = begin.clone();
        figures[0].hero = hero;
        match number {
            0 => vec![(ended("halt", &figures), 1.0)],
            1 if far.given[0].cover => {
                if !far.able(&figures, 0) {
                    return vec![(ended("halt", &figures), 1.0)];
                }
                let ends = far.exchange(figures, vec![(0, true)]);
                merged(ends.into_iter().map(|((figures, _), share)| (ended("snap fire instead", &figures), share)))
            }
            _ => {
                figures[0].charge = Charge::Runs;
                figures[0].exposed = true;
                figures[1].carries = false;
                is_charged(&near, &figures, rear)
            }
        }
    });
    words(all, |(ending, charger, target)| format!("{ending}; charger {}; target {}", charger.word(), target.word()))
}

/// Being Charged, the fire of who stands, and what the charger makes of it.
fn is_charged(fight: &Fight, figures: &Figures, rear: bool) -> Dist<Ended> {
    then(test(fight, figures, 1), |(number, hero)| {
        let mut figures = figures.clone();
        figures[1].hero = hero;
        match number {
            0 => {
                figures[1].is = Is::Retired;
                vec![(ended("target retires", &figures), 1.0)]
            }
            2 if !rear && fight.able(&figures, 1) => fire(fight, &figures, rear),
            _ => fights(fight, &figures, rear),
        }
    })
}

fn fire(fight: &Fight, figures: &Figures, rear: bool) -> Dist<Ended> {
    let [charger, target] = [&fight.given[0], &fight.given[1]];
    then(volley(&fight.options, target, false, (charger, &figures[0])), |(number, empty)| {
        let mut figures = figures.clone();
        figures[1].empty |= empty;
        if number > 0 {
            let worst = hits(&fight.options, None, number, (target.impact, target.rep), charger);
            return then(worst, |worst| {
                let mut figures = figures.clone();
                figures[0].is = worst.expect("a hit");
                vec![(ended("shot down", &figures), 1.0)]
            });
        }
        let born = if charger.has("Born Leader") { charger.rep } else { 0 };
        then(throws(fight.leaders[0], born), |dice| {
            let mut figures = figures.clone();
            let able = fight.able(&figures, 0);
            let choice = if able { 2 } else { 1 };
            let (number, hero) = passed(Test::ReceivedFire, charger, &figures[0], &dice, choice);
            figures[0].hero = hero;
            let does = under_fire(&fight.options, charger, &figures[0], able, target.ranking, number);
            carry_out(&fight.options, &mut figures[0], does, true);
            match does {
                Does::Continue => fights(fight, &figures, rear),
                Does::Retire => vec![(ended("charger retires", &figures), 1.0)],
                Does::Snap => then(fight.exchange(figures, vec![(0, true)]), |(figures, _)| {
                    // It may have taken up the charge again.
                    let again = figures[0].charge == Charge::Runs && figures[0].is == Is::Ready;
                    if again { fights(fight, &figures, rear) } else { vec![(ended("charge stops", &figures), 1.0)] }
                }),
                _ => vec![(ended("charge stops", &figures), 1.0)],
            }
        })
    })
}

/// CR-charge-case: Wanting to Charge, Being Charged, fire at 3", the charger’s Received Fire, a bout of melee.
#[test]
fn charges() {
    hold(
        "charge",
        situations(15, 160, |pick| {
            json!({
                "charger": lone(pick), "target": lone(pick), "range": pick.of(&RANGES), "rear": pick.of(&[false, false, true]),
                "options": any_options(pick),
            })
        }),
    );
}
