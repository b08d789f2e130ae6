//! Situations of this ruleset, picked by a generator with a fixed seed.

use serde_json::{Map, Value, json};
use testkit::pick::Pick;

/// What stands in situations of this ruleset.
pub(super) trait Figures {
    fn rep(&mut self) -> i64;
    fn weapon(&mut self) -> &'static str;
    /// A figure with most keys left out.
    fn figure(&mut self) -> Value;
    /// A figure with one thing settled.
    fn figure_with(&mut self, key: &str, value: Value) -> Value;
    /// A figure with a weapon that two can be fired of at once, mostly two of it.
    fn twin(&mut self) -> Value;
    /// One time in three.
    fn seldom(&mut self) -> bool;
    /// Each option of those that make a difference to a situation.
    fn rules(&mut self) -> Value;
}

impl Figures for Pick {
    fn rep(&mut self) -> i64 {
        self.of(&[1, 2, 3, 3, 4, 4, 5, 6])
    }

    fn weapon(&mut self) -> &'static str {
        self.of(&[
            "pistol",
            "ba pistol",
            "shotgun",
            "bolt action rifle",
            "bolt action rifle",
            "semi-automatic rifle",
            "machine pistol",
            "submachine gun",
            "assault rifle",
            "squad automatic weapon",
        ])
    }

    fn figure(&mut self) -> Value {
        let mut figure = Map::new();
        if !self.seldom() {
            figure.insert("rep".to_owned(), self.rep().into());
        }
        if !self.seldom() {
            figure.insert("weapon".to_owned(), self.weapon().into());
        }
        for flag in ["cover", "concealed", "prone", "fast", "star", "cheats_death", "hero", "retrieving"] {
            if self.seldom() {
                figure.insert(flag.to_owned(), self.yes().into());
            }
        }
        if self.seldom() {
            figure.insert("leader".to_owned(), self.of(&[0, 2, 3, 4, 5, 6]).into());
        }
        if self.yes() {
            let some = self.some(&[0, 1, 1, 2, 3], |pick| pick.of(&ATTRIBUTES).into());
            figure.insert("attributes".to_owned(), some.into());
        }
        if self.seldom() {
            let melee = self.of(&["none", "improvised", "one-handed", "improvised two-handed", "two-handed"]);
            figure.insert("melee".to_owned(), melee.into());
        }
        figure.into()
    }

    fn figure_with(&mut self, key: &str, value: Value) -> Value {
        let mut figure = self.figure();
        figure[key] = value;
        figure
    }

    fn twin(&mut self) -> Value {
        let weapon = self.of(&["pistol", "ba pistol", "machine pistol"]);
        let mut figure = self.figure_with("weapon", weapon.into());
        if !self.seldom() {
            figure["twin"] = true.into();
        }
        figure
    }

    fn seldom(&mut self) -> bool {
        self.of(&[true, false, false])
    }

    fn rules(&mut self) -> Value {
        let mut options = self.options(OPTIONS);
        if self.seldom() {
            options.insert("born_leader_in_sight".to_owned(), self.yes().into());
        }
        json!(options)
    }
}

const ATTRIBUTES: [&str; 11] = [
    "Born Leader",
    "Poser",
    "Agile",
    "Slow",
    "Brawler",
    "Slow to React",
    "Athlete",
    "Runt",
    "Marksman",
    "Clumsy",
    "Nerves of Steel",
];

/// Options in words; the last few make no difference here.
const OPTIONS: &[(&str, &[&str])] = &[
    ("marksman_ammo", &["kept_die"]),
    ("nerves_of_steel", &["return_fire"]),
    ("born_leader_friends", &["passes"]),
    ("born_leader_star", &["roll"]),
    ("outgunned_on", &["pass_1_too"]),
    ("multiple_hits", &["stop_when_out"]),
    ("launcher_to_hit", &["one_die"]),
    ("launcher_fumble", &["dropped"]),
    ("gun_butt", &["improvised"]),
    ("stopped_charger", &["charger"]),
    ("twin_ranking", &["dice"]),
    ("received_fire_testers", &["whole_group", "targets_only"]),
];
