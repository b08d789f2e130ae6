//! Duels, turn by turn (CR-duel), through every status: CR-status-on, CR-status-duck, CR-status-hunker, CR-status-retire,
//! CR-status-out, CR-status-dead; seen or not seen when ducked (CR-react-5, CR-react-6).

use serde_json::{Value, json};
use testkit::pick::situations;
use testkit::twin::{Odds, Worth, flag};

use super::exchange::{Fight, Figures, RANGES, any_options, lone, two};
use super::figure::{Dist, Is, merged, then};
use super::hold;

/// Turns in which a duel that ends at all has ended, but for next to nothing.
const TURNS: usize = 20_000;

struct Duel {
    /// The fight as each of them sees it, itself first.
    views: [Fight; 2],
}

impl Duel {
    fn over(figures: &Figures) -> bool {
        figures.iter().any(|now| now.is >= Is::Retired)
    }

    /// A figure acts, itself first in `figures`.
    fn acts(&self, who: usize, mut figures: Figures) -> Dist<Figures> {
        let fight = &self.views[who];
        match figures[0].is {
            Is::Stunned => {
                figures[0].is = Is::Ready;
                figures[0].lies = false;
                if fight.options.is("stun_recovery", "spends_activation") {
                    return vec![(figures, 1.0)];
                }
                self.acts(who, figures)
            }
            _ if figures[0].empty => {
                figures[0].empty = false;
                vec![(figures, 1.0)]
            }
            Is::Ducked => {
                let seen = figures[0].lies && !fight.options.is("ducked_in_open", "hidden");
                figures[0].is = Is::Ready;
                figures[0].lies = false;
                if !seen && figures[1].is == Is::Ready { fight.corner(&figures) } else { self.fires(who, figures) }
            }
            _ => self.fires(who, figures),
        }
    }

    fn fires(&self, who: usize, figures: Figures) -> Dist<Figures> {
        let fight = &self.views[who];
        let hidden = figures[1].is == Is::Ducked && fight.options.is("ducked_in_open", "hidden");
        if hidden { vec![(figures, 1.0)] } else { fight.own_fire(figures) }
    }

    fn turn(&self, figures: &Figures) -> Dist<Figures> {
        let mut all = Vec::new();
        for (a, b) in super::figure::pairs().filter(|(a, b)| a != b) {
            let mut now = vec![(figures.clone(), 1.0 / 30.0)];
            let order = if a > b { [(0, a), (1, b)] } else { [(1, b), (0, a)] };
            for (who, die) in order {
                if self.views[who].given[0].rep < die {
                    continue;
                }
                now = then(now, |mut figures| {
                    if Self::over(&figures) {
                        return vec![(figures, 1.0)];
                    }
                    figures.swap(0, who);
                    let mut after = self.acts(who, figures);
                    after.iter_mut().for_each(|(figures, _)| figures.swap(0, who));
                    after
                });
            }
            all.extend(now);
        }
        merged(all)
    }
}

pub(super) fn duel(p: &Value) -> Odds {
    let mut views = [two(p, "a", "b"), two(p, "b", "a")];
    for view in &mut views {
        view.cover_near = flag(p, "cover_near", true);
    }
    let duel = Duel { views };
    let mut known = std::collections::BTreeMap::new();
    let mut going = vec![(duel.views[0].begin(), 1.0)];
    let (mut ended, mut turns, mut left) = (Vec::new(), 0.0, 1.0);
    for turn in 1..=TURNS {
        let next = then(going, |figures| known.entry(figures).or_insert_with_key(|figures| duel.turn(figures)).clone());
        let (over, rest): (Dist<Figures>, _) = next.into_iter().partition(|(figures, _)| Duel::over(figures));
        turns += turn as f64 * over.iter().map(|(_, share)| share).sum::<f64>();
        ended.extend(over);
        left = rest.iter().map(|(_, share)| share).sum();
        going = rest;
        if left < 1e-15 {
            break;
        }
    }
    let mut odds = super::exchange::words(ended, |figures| {
        // A side with nobody left has lost.
        match figures[1].is {
            Is::Ready | Is::Ducked | Is::Stunned => format!("B wins: {}", figures[0].is.word()),
            lost => format!("A wins: {}", lost.word()),
        }
    });
    if left < 1e-12 {
        odds.insert("E[turns]".to_owned(), Worth::Near(turns));
    }
    odds
}

/// CR-duel: turn by turn to the end, through every status.
#[test]
fn duels() {
    hold(
        "duel",
        situations(14, 160, |pick| {
            json!({
                "a": lone(pick), "b": lone(pick), "range": pick.of(&RANGES), "cover_near": pick.yes(),
                "options": any_options(pick),
            })
        }),
    );
}
