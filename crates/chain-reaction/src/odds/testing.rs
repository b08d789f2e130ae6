//! Reaction tests of one figure and of a group (CR-react, CR-tests).

use chance::exact::{Ratio, Weight as _};
use engage::{Finding, Problem};

use super::shared::{ANYWHERE, FigureGiven, between, by_word, odds, over, situation, yes};
use crate::attribute::Attribute;
use crate::reaction::{Tester, Throw, stumble, throw};
use crate::rules::{MOST_PASSED, Rules};
use crate::table::{Circumstances, Reaction, Test};

/// The most figures of a group.
const MOST: usize = 12;

/// Declares both kinds of test, and their shared flags.
macro_rules! tests {
    ($(#[$($about:tt)+])+ struct $name:ident { $($fields:tt)* } $($kind:tt)+) => {
        situation! {
            $(#[$($about)+])+
            struct $name {
                /// The test.
                test: Test,
                $($fields)*
                /// Whether the enemy’s weapon ranks higher.
                #[serde(default)]
                outgunned: bool,
                /// Whether the figures tested have a loaded weapon that reaches the enemy.
                #[serde(default = "yes")]
                able: bool,
                /// Whether the figures tested are charging.
                #[serde(default)]
                charging: bool,
                /// Whether the figures tested are charged from the rear.
                #[serde(default)]
                rear: bool,
                /// Whether a friend within 4" carries on.
                #[serde(default = "yes")]
                others_carrying_on: bool,
                /// Number of dice that a Star chooses to pass if he has the choice, 0 to 2.
                #[serde(default = "both")]
                #[schemars(range(max = 2))]
                choice: u8,
                /// Whether to report which figures become heroes.
                #[serde(default)]
                show_hero: bool,
            }
            $($kind)+
        }

        impl $name {
            /// A figure as a tester in this test.
            fn tester(&self, figure: &FigureGiven) -> Tester {
                let here = Circumstances {
                    outgunned: self.outgunned,
                    able: self.able,
                    charging: self.charging,
                    rear: self.rear,
                    others_carrying_on: self.others_carrying_on,
                    ..figure.circumstances()
                };
                Tester { choice: self.choice, ..figure.tester(self.test, here) }
            }

            /// A figure's reaction, and whether it is reported as a hero's.
            fn told(&self, tester: &Tester, reaction: Reaction, throw: &Throw) -> (Reaction, bool) {
                (reaction, self.show_hero && tester.becomes_hero(self.test, throw))
            }
        }
    };
}

tests! {
    /// A test of one figure: its reaction.
    struct OneTest {
        /// The figure tested.
        figure: FigureGiven,
    }
    id: "test",
    label: "Reaction test",
    findings: &[
        Finding::chance("16 inches"),
        Finding::chance("12 inches"),
        Finding::chance("8 inches"),
        Finding::chance("stay"),
        Finding::chance("fire"),
        Finding::chance("snap fire"),
        Finding::chance("no fire"),
        Finding::chance("return fire"),
        Finding::chance("continue"),
        Finding::chance("duck back"),
        Finding::chance("hold"),
        Finding::chance("retire"),
        Finding::chance("charge"),
        Finding::chance("halt"),
        Finding::chance("fire and melee"),
        Finding::chance("melee"),
        Finding::chance("carry on"),
        Finding::chance("hunker down"),
        Finding::chance("halt and lose focus"),
        Finding::chance("stunned"),
        Finding::chance("out"),
        Finding::chance("dead"),
        Finding::chance("* (hero)").called("*, as a hero from now on"),
    ],
    solve: test,
}

tests! {
    /// One pair of dice for a group, which each figure reads separately: the reaction of each figure.
    struct GroupTest {
        /// The figures tested, at most 12.
        figures: Vec<FigureGiven>,
        /// Rep of the Leader who adds his die, 0 for none.
        #[serde(default)]
        #[schemars(range(max = 6))]
        leader: u8,
    }
    id: "group_test",
    label: "Reaction test of a group",
    findings: &[Finding::chance("*")],
    solve: group_test,
}

situation! {
    /// The Fast Move test of a Clumsy figure: how far it can go, or after how many inches it falls.
    struct Clumsy {
        /// The figure that moves; it is Clumsy even if `attributes` does not list that.
        figure: FigureGiven,
    }
    id: "clumsy",
    label: "Clumsy figure’s fast move",
    findings: &[
        Finding::chance("16 inches"),
        Finding::chance("12 inches"),
        Finding::chance("8 inches"),
        Finding::chance("stay"),
        Finding::chance("falls after *").called("Falls after * inches"),
    ],
    solve: clumsy,
}

situation! {
    /// How many Rally tests a hunkered figure takes until it carries on.
    struct RallyWait {
        /// The figure hunkered down.
        figure: FigureGiven,
    }
    id: "rally_wait",
    label: "Tests until rallied",
    findings: &[Finding::chance("carries on"), Finding::mean("E[tests]", "tests").called("Tests")],
    solve: rally_wait,
}

const fn both() -> u8 {
    MOST_PASSED
}

/// The word for a figure's reaction.
fn word((reaction, hero): (Reaction, bool)) -> String {
    format!("{reaction}{}", if hero { " (hero)" } else { "" })
}

/// CR-react-2, CR-tests.
fn test(given: &OneTest) -> Result<Vec<(String, Ratio)>, Problem> {
    given.figure.check("figure")?;
    let tester = given.tester(&given.figure);
    let reactions = odds(|chance| {
        let throw = throw(chance, ANYWHERE, given.test, given.figure.leader, given.figure.born_leader());
        given.told(&tester, tester.reaction(&given.options, given.test, &throw), &throw)
    })?;
    Ok(by_word(&reactions, |told| word(*told)))
}

/// CR-react-3, CR-dice-6.
fn group_test(given: &GroupTest) -> Result<Vec<(String, Ratio)>, Problem> {
    between(1, MOST, given.figures.len(), "figures", "figures")?;
    for (place, figure) in given.figures.iter().enumerate() {
        figure.check(&format!("figures[{place}]"))?;
    }
    if given.test == Test::Recover {
        return Err(Problem::new("test", "each figure recovers on its own, expected a test for a whole group"));
    }
    let testers: Vec<Tester> = given.figures.iter().map(|figure| given.tester(figure)).collect();
    let born_leader = given.figures.iter().position(|figure| figure.born_leader() > 0);
    let extra = born_leader.map_or(0, |place| given.figures[place].rep);
    let reactions = odds(|chance| {
        let throw = throw(chance, ANYWHERE, given.test, given.leader, extra);
        let each = testers.iter().enumerate().map(|(place, tester)| {
            let reaction = match born_leader {
                Some(his) if his != place => tester.beside(&testers[his], &given.options, given.test, &throw),
                _ => tester.reaction(&given.options, given.test, &throw),
            };
            given.told(tester, reaction, &throw)
        });
        each.collect::<Vec<_>>()
    })?;
    Ok(by_word(&reactions, |all| all.iter().map(|told| word(*told)).collect::<Vec<_>>().join(" | ")))
}

/// CR-attr-clumsy.
fn clumsy(given: &Clumsy) -> Result<Vec<(String, Ratio)>, Problem> {
    given.figure.check("figure")?;
    let figure = &given.figure;
    let tester = Tester {
        attributes: figure.attributes.iter().copied().chain([Attribute::Clumsy]).collect(),
        ..figure.tester(Test::FastMove, figure.circumstances())
    };
    let moves = odds(|chance| {
        let throw = throw(chance, ANYWHERE, Test::FastMove, figure.leader, figure.born_leader());
        if tester.falls(&throw) {
            return Err(stumble(chance, ANYWHERE));
        }
        Ok(tester.reaction(&given.options, Test::FastMove, &throw))
    })?;
    Ok(by_word(&moves, |go| match go {
        Ok(reaction) => reaction.to_string(),
        Err(inches) => format!("falls after {inches}"),
    }))
}

/// CR-rally-2: a chain over two states, in the open and in cover; a test leads only to cover or to the end.
fn rally_wait(given: &RallyWait) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    given.figure.check("figure")?;
    let figure = &given.figure;
    let rally = |rules: &Rules, cover: bool| {
        let tester = figure.tester(Test::Rally, Circumstances { cover, ..figure.circumstances() });
        odds(|chance| {
            let throw = throw(chance, ANYWHERE, Test::Rally, figure.leader, figure.born_leader());
            tester.reaction(rules, Test::Rally, &throw)
        })
    };
    let in_cover = rally(&given.options, true)?;
    let mut tests = over(&Ratio::one(), &in_cover.probability(&Reaction::HunkerDown).complement());
    if !figure.cover {
        let in_open = rally(&given.options, false)?;
        let mut first = in_open.probability(&Reaction::Retire).product(&tests);
        first.add(Ratio::one());
        tests = over(&first, &in_open.probability(&Reaction::HunkerDown).complement());
    }
    Ok(vec![("carries on", Ratio::one()), ("E[tests]", tests)])
}
