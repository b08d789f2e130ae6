//! Situations of this ruleset, picked by a generator with a fixed seed.

use serde_json::{Value, json};
use testkit::pick::Pick;

/// What stands in situations of this ruleset.
pub(super) trait Arms {
    fn range(&mut self) -> Value;
    /// A weapon and a way to fire it.
    fn weapon(&mut self) -> (&'static str, &'static str);
    fn automatic_weapon(&mut self) -> (&'static str, &'static str);
    fn firer(&mut self) -> Value;
    fn firer_with(&mut self, weapon_and_mode: (&str, &str)) -> Value;
    fn movement(&mut self) -> &'static str;
    fn posture(&mut self) -> &'static str;
    fn target(&mut self) -> Value;
    fn leader(&mut self) -> Value;
    /// Each option of those that make a difference to a situation.
    fn rules(&mut self) -> Value;
}

impl Arms for Pick {
    fn range(&mut self) -> Value {
        self.of(&[1.0, 5.5, 6.0, 6.5, 11.0, 12.0, 12.5, 18.0, 24.0, 25.0, 36.0, 36.5, 48.0, 60.0, 108.0, 108.5]).into()
    }

    fn weapon(&mut self) -> (&'static str, &'static str) {
        self.of(&[
            ("pistol", "single"),
            ("rifle", "single"),
            ("assault_rifle", "single"),
            ("assault_rifle", "auto"),
            ("carbine", "single"),
            ("carbine", "auto"),
            ("shotgun", "single"),
            ("smg", "auto"),
            ("lmg", "auto"),
        ])
    }

    fn automatic_weapon(&mut self) -> (&'static str, &'static str) {
        self.of(&[("assault_rifle", "auto"), ("carbine", "auto"), ("smg", "auto"), ("lmg", "auto")])
    }

    fn firer(&mut self) -> Value {
        let weapon = self.weapon();
        self.firer_with(weapon)
    }

    fn firer_with(&mut self, (weapon, mode): (&str, &str)) -> Value {
        json!({
            "weapon": weapon, "mode": mode, "shot": self.of(&["plain", "snap", "aimed"]), "sniper": self.yes(), "pinned": self.yes(),
            "wounded": self.yes(), "hard_cover": self.yes(), "number_two": self.yes(), "bipod": self.yes(),
        })
    }

    fn movement(&mut self) -> &'static str {
        self.of(&["stationary", "moving", "rushing"])
    }

    fn posture(&mut self) -> &'static str {
        self.of(&["standing", "prone"])
    }

    fn target(&mut self) -> Value {
        json!({
            "posture": self.posture(), "movement": self.movement(), "hard_cover": self.yes(),
            "soft_concealed": self.yes(), "pinned": self.yes(), "wounds": self.of(&[0, 1]),
        })
    }

    fn leader(&mut self) -> Value {
        json!({ "posture": self.posture(), "movement": self.movement(), "hard_cover": self.yes() })
    }

    fn rules(&mut self) -> Value {
        let mut options = self.options(OPTIONS);
        if self.of(&[true, false, false]) {
            options.insert("snap_shot_penalty".to_owned(), self.of(&[-1, 1, 2]).into());
        }
        Value::Object(options)
    }
}

/// Options in words.
const OPTIONS: &[(&str, &[&str])] = &[
    ("assault_rifle_single_row", &["as_printed", "shifted_left", "six_inch_as_twelve"]),
    ("blank_cell", &["double_six_only"]),
    ("auto_snap", &["no"]),
    ("aim_while_firing", &["yes"]),
    ("aim_lost", &["pinned", "pinned_or_wounded"]),
    ("pinned_may_aim", &["no"]),
    ("beaten_zone_anchor", &["near_edge"]),
    ("beaten_zone_range", &["each_figure"]),
    ("bipod_after_move", &["yes"]),
    ("save_natural_one", &["always_fails"]),
    ("wound_also_pins", &["yes"]),
    ("unpin_when", &["end_of_turn"]),
    ("superior_helps", &["whole_squad"]),
    ("leader_lost", &["no_unpin"]),
    ("initiative_tie", &["keep_order"]),
    ("rush_distance", &["exact"]),
    ("stand_then_rush", &["no"]),
    ("vehicle_part_dice", &["round_up"]),
    ("grenade_prone_rush_row", &["rushing"]),
    ("double_six_limit", &["everyone"]),
];
