//! One volley at one of two friends (CR-pair).

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, flag};

use super::exchange::{RANGES, any_options, words};
use super::figure::{Does, Given, Options, Test, hits, passed, then, throws, under_fire, volley};
use super::hold;

fn word(does: Does) -> &'static str {
    match does {
        Does::Fire => "return fire",
        Does::Snap => "snap fire",
        Does::Continue => "continue",
        Does::Duck => "duck back",
        Does::Hold => "hold",
        Does::Retire => "retire",
    }
}

pub(super) fn pair(p: &Value) -> Odds {
    let options = Options(p.clone());
    let [shooter, target, friend] = ["shooter", "target", "friend"].map(|key| Given::new(&p[key], p));
    let range = count(p, "range", 0);
    let all = then(volley(&options, &shooter, flag(p, "snap", false), (&target, &target.begins())), |(number, _)| {
        if number > 0 {
            let fate = hits(&options, None, number, (shooter.impact, shooter.rep), &target);
            return then(fate, |fate| {
                let fate = fate.expect("a hit").word();
                if friend.rep > target.rep {
                    return vec![(format!("{fate} | carry on"), 1.0)];
                }
                then(throws(0, 0), |dice| {
                    let others = flag(p, "others_carrying_on", false);
                    let does = match passed(Test::ManDown, &friend, &friend.begins(), &dice, 2).0 {
                        0 => "retire",
                        1 if !others => "duck back",
                        _ => "carry on",
                    };
                    vec![(format!("{fate} | {does}"), 1.0)]
                })
            });
        }
        then(throws(count(p, "leader", 0), 0), |dice| {
            let reads = |given: &Given| {
                let now = given.begins();
                let able = now.able(given, range);
                let number = passed(Test::ReceivedFire, given, &now, &dice, 2).0;
                word(under_fire(&options, given, &now, able, shooter.ranking, number))
            };
            let only = options.is("received_fire_testers", "targets_only");
            vec![(format!("{} | {}", reads(&target), if only { "no test" } else { reads(&friend) }), 1.0)]
        })
    });
    words(all, Clone::clone)
}

/// A figure as the kind has it: a Grunt without attributes, no hero.
fn grunt(pick: &mut Pick) -> Value {
    let mut figure = super::exchange::any_figure(pick, &["Agile"]);
    let fields = figure.as_object_mut().expect("a figure");
    for key in ["star", "hero", "attributes", "retrieving"] {
        fields.remove(key);
    }
    figure
}

/// CR-pair: a volley at one of two: his fate or result beside his friend’s.
#[test]
fn pairs() {
    hold(
        "pair",
        situations(16, 300, |pick| {
            json!({
                "shooter": grunt(pick), "target": grunt(pick), "friend": grunt(pick), "range": pick.of(&RANGES),
                "leader": pick.of(&[0, 0, 3, 5]), "snap": pick.yes(), "others_carrying_on": pick.yes(),
                "options": any_options(pick),
            })
        }),
    );
}
