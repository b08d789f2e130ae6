//! Who plays in these tests: each man does what is written down for his squad in `does`, whenever he is asked, and nothing else.
//!
//! | word | when asked he |
//! | --- | --- |
//! | | keeps his place, fires at the first enemy whom he may fire at, and does not lie down |
//! | `walk PLACE`, `rush PLACE` | goes there by the shortest way, and stops where an enemy comes into view if he sees none |
//! | `flee` | runs away when he is pinned |
//! | `prone`, `stand` | goes prone, or stands up, for his move |
//! | `lead` | leads: stands for his move while one of his men is pinned, else is prone |
//! | `drop` | goes prone when he is shot at or a grenade is about to explode |
//! | `lie` | goes prone after a move |
//! | `nearest`, `last` | fires at the nearest, or the last in the list |
//! | `burst`, `between` | fires a burst; one half way to the second enemy |
//! | `aim` | aims if he may and has not yet, else fires |
//! | `switch` | fires at the last in the list when he has aimed |
//! | `hold` | does not fire |
//! | `throw` | throws what grenade he has at the first enemy in reach |

use std::collections::BTreeMap;

use engage::Inches;
use field::{Cell, Mover};
use fireteam::action::{Action, Ask, Gait, Occasion, Way};
use fireteam::figure::Posture;
use fireteam::fire::Mode;
use fireteam::grenade::Grenade;
use fireteam::player::{Memory, Player};
use fireteam::{Knowledge, Terrain};
use serde_json::Value;

/// What the men of each squad do, by side and name.
#[derive(Clone, Debug, Default)]
pub(super) struct Drill {
    squads: BTreeMap<(String, String), Vec<String>>,
    men: Vec<Vec<String>>,
}

impl Drill {
    /// Takes what is written down out of a scenario.
    pub(super) fn taken_from(scenario: &mut Value) -> Drill {
        let mut drill = Drill::default();
        for side in ["blue", "red"] {
            for (name, squad) in scenario[side].as_object_mut().expect("squads") {
                let does = squad.as_object_mut().and_then(|squad| squad.remove("does"));
                let words = does.iter().flat_map(|does| does.as_array().expect("a list"));
                let words = words.map(|word| word.as_str().expect("a word").to_owned()).collect();
                drill.squads.insert((side.to_owned(), name.clone()), words);
            }
        }
        drill
    }

    /// The same for these men.
    pub(super) fn of(mut self, men: &[engage::Figure]) -> Drill {
        let words = |man: &engage::Figure| self.squads[&(man.side.name().to_owned(), man.squad.clone())].clone();
        self.men = men.iter().map(words).collect();
        self
    }

    fn does(&self, man: usize, word: &str) -> bool {
        self.men[man].iter().any(|known| known == word)
    }

    /// Where a man goes, and how.
    fn goes(&self, man: usize) -> Option<(Gait, &str)> {
        self.men[man].iter().find_map(|word| {
            let walk = word.strip_prefix("walk ").map(|place| (Gait::Walk, place));
            walk.or_else(|| word.strip_prefix("rush ").map(|place| (Gait::Rush, place)))
        })
    }

    fn moves(&self, knows: &dyn Knowledge) -> Action {
        let (me, standing) = (knows.me(), knows.man().posture == Posture::Standing);
        if knows.is_pinned() {
            return match (self.does(me, "flee"), standing && self.does(me, "prone")) {
                (true, _) => Action::SetOut(Gait::Flee),
                (false, true) => Action::GoProne,
                (false, false) => Action::Nothing,
            };
        }
        let there = |place: &str| {
            let terrain = knows.terrain().expect("a map");
            terrain.place(place).expect("a place").contains(terrain.here().expect("somewhere"))
        };
        match self.goes(me) {
            Some((gait, place)) if !there(place) => return Action::SetOut(gait),
            _ => {}
        }
        let leads = self.does(me, "lead") && knows.is_leader(me);
        let needed = !knows.pinned_squad().without(me).is_empty();
        let up = self.does(me, "stand") || leads && needed;
        let down = self.does(me, "prone") || leads && !needed;
        match standing {
            false if up => Action::StandUp,
            true if down => Action::GoProne,
            _ => Action::Nothing,
        }
    }

    fn fires(&self, knows: &dyn Knowledge) -> Action {
        let (me, targets) = (knows.me(), knows.targets());
        let nearest = || targets.iter().min_by_key(|&target| knows.squared(target));
        let target = match ["nearest", "last"].map(|word| self.does(me, word)) {
            [true, _] => nearest(),
            [_, true] => targets.iter().last(),
            _ => targets.first(),
        };
        let aim = usize::from(knows.man().aim);
        let aimed = knows.man().aims() && targets.contains(aim);
        let Some(target) = target.filter(|_| !self.does(me, "hold")) else { return Action::Nothing };
        if self.does(me, "aim") && !aimed && knows.may_aim() {
            return Action::Aim { target };
        }
        let last = targets.iter().last().unwrap_or(target);
        let target = match (aimed, self.does(me, "switch")) {
            (true, true) => last,
            (true, false) => aim,
            (false, _) => target,
        };
        let between = self.does(me, "between");
        let bursts = between || self.does(me, "burst") || !knows.fires_single_shots();
        let second = targets.iter().nth(1).filter(|_| between);
        let mode = if bursts { Mode::Auto } else { Mode::Single };
        Action::Fire { target, mode, point: second.unwrap_or(target) }
    }
}

/// The shortest way towards a place, as far as it goes.
fn way(terrain: Terrain<'_>, place: &str, from: Cell, left: Inches) -> Way {
    let (plan, doors) = (terrain.plan(), terrain.doors());
    let distances = plan.distances(terrain.place(place).expect("a place"), Mover::UNHINDERED, doors);
    let (mut here, mut left, mut way) = (from, left.thousandths() as u32, Way::from(from));
    way.watchful = true;
    while let Some(step) = plan.next_step(distances.downhill(), here, Mover::UNHINDERED, doors, |_| true) {
        if step.cost > left || way.is_full() {
            break;
        }
        (here, left) = (step.to, left - step.cost);
        way.push(here);
    }
    way
}

impl Player for Drill {
    fn choose(&mut self, knows: &dyn Knowledge, _memory: &mut Memory, ask: Ask) -> Action {
        let me = knows.me();
        let prone = |does: bool| if does { Action::GoProne } else { Action::Nothing };
        match ask {
            Ask::Move => self.moves(knows),
            Ask::Way { from, left, .. } => {
                let way = |(_, place)| Some(Action::Go(way(knows.terrain()?, place, from, left)));
                self.goes(me).and_then(way).unwrap_or(Action::Nothing)
            }
            Ask::LieDown(Occasion::Moved { .. }) => prone(self.does(me, "lie")),
            Ask::LieDown(Occasion::ShotAt { .. } | Occasion::Blast) => prone(self.does(me, "drop")),
            Ask::Throw if self.does(me, "throw") => {
                let terrain = knows.terrain().expect("a map");
                let grenade = if terrain.grenades()[0] > 0 { Grenade::Offensive } else { Grenade::Defensive };
                let target = terrain.throw_targets().first();
                target.map_or(Action::Nothing, |target| Action::Throw { target, grenade })
            }
            Ask::Throw => Action::Nothing,
            Ask::Name | Ask::Fire => self.fires(knows),
        }
    }
}
