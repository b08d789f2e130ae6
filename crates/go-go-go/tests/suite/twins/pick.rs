//! Situations of this ruleset, picked by a generator with a fixed seed.

use serde_json::{Map, Value, json};
use testkit::pick::Pick;

/// What stands in situations of this ruleset.
pub(super) trait Figures {
    fn angle(&mut self) -> Value;
    fn range(&mut self) -> Value;
    /// Anybody, who may fire or not.
    fn figure(&mut self, name: &str) -> Value;
    /// Anybody who can fire.
    fn firer(&mut self, name: &str) -> Value;
    /// The condition of a figure without further keys.
    fn condition(&mut self) -> Value;
    /// Options: none, one, two, or a good many at a time.
    fn rules(&mut self) -> Value;
}

fn someone(pick: &mut Pick, name: &str, weapon: &str) -> Value {
    json!({
        "name": name, "weapon": weapon,
        "stance": pick.of(&["stationary", "stationary", "stealthy", "normal"]), "hiding": pick.yes(),
        "wounds": pick.of(&[0, 0, 0, 1, 2, 3, 4]), "stun_turns": pick.of(&[0, 0, 0, 1, 3]), "fires": true, "sees": "auto",
    })
}

/// A sniper, whose first turn of aiming may or may not be behind him.
fn sniper(pick: &mut Pick, name: &str) -> Value {
    let mut figure = someone(pick, name, "sniper");
    let still = pick.yes();
    figure["loaded"] = pick.of(&[true, true, false]).into();
    figure["stationary_last_turn"] = still.into();
    figure["aim_turns"] = if still { pick.of(&[0, 1, 2, 3]) } else { 0 }.into();
    figure["aim_policy"] = pick.of(&[0, 1, 2]).into();
    figure
}

impl Figures for Pick {
    fn angle(&mut self) -> Value {
        self.of(&[0.0, 10.0, -22.5, 22.5, 22.6, -23.0, 45.0, 60.0, -75.0, 89.0, 90.0, -90.0, 90.5, 135.0, 180.0]).into()
    }

    fn range(&mut self) -> Value {
        self.of(&[1.0, 3.0, 5.0, 5.25, 5.5, 5.75, 6.0, 12.0]).into()
    }

    fn figure(&mut self, name: &str) -> Value {
        let mut figure = match self.of(&["automatic", "automatic", "automatic", "sniper", "none"]) {
            "sniper" => sniper(self, name),
            weapon => someone(self, name, weapon),
        };
        figure["fires"] = (figure["weapon"] != "none" && self.of(&[true, true, false])).into();
        figure
    }

    fn firer(&mut self, name: &str) -> Value {
        if self.of(&[true, true, false]) {
            return someone(self, name, "automatic");
        }
        let mut figure = sniper(self, name);
        figure["stance"] = "stationary".into();
        figure["loaded"] = true.into();
        figure["stationary_last_turn"] = true.into();
        figure["aim_policy"] = 0.into();
        figure
    }

    fn condition(&mut self) -> Value {
        json!({ "wounds": self.of(&[0, 0, 1, 2, 3, 4]), "stun_turns": self.of(&[0, 0, 1, 2, 3]) })
    }

    fn rules(&mut self) -> Value {
        let mut options = self.options(WORDS);
        options.extend(self.options(NUMBERS));
        let wanted = self.of(&[0, 1, 1, 2, 2, options.len()]);
        let mut picked = Map::new();
        while picked.len() < wanted.min(options.len()) {
            let names: Vec<&String> = options.keys().collect();
            let name = self.of(&names).clone();
            picked.insert(name.clone(), options[&name].clone());
        }
        Value::Object(picked)
    }
}

/// Options in words that bear on dice.
const WORDS: &[(&str, &[&str])] = &[
    ("natural_rolls", &["six_succeeds", "one_fails", "both"]),
    ("fire_effect_penalty", &["target", "firer"]),
    ("grenade_effect_penalty", &["target"]),
    ("range_gap", &["short", "nearest"]),
    ("sniper_row", &["swapped"]),
    ("hiding_while_moving", &["stealthy"]),
    ("hider_firing", &["revealed"]),
    ("short_throw", &["may_pass_behind"]),
    ("scatter_penalty", &["yes"]),
    ("stun_clock", &["this_turn"]),
    ("stun_repeat", &["extend"]),
    ("setup_is_aiming", &["no"]),
    ("reload_serves_as_setup", &["no"]),
];

/// Options in numbers that bear on dice.
const NUMBERS: &[(&str, &[i64])] = &[("wound_limit", &[2, 3, 4]), ("he_stun_turns", &[1])];
