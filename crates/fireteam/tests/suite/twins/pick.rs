//! Situations picked by a generator with a fixed seed.

use rand::Rng;
use rand_pcg::Pcg64;
use serde_json::{Map, Value, json};

/// The generator.
pub(super) struct Pick(Pcg64);

/// So many situations.
pub(super) fn situations(seed: u128, n: usize, mut one: impl FnMut(&mut Pick) -> Value) -> Vec<Value> {
    let mut pick = Pick(Pcg64::new(seed, 2005));
    (0..n).map(|_| one(&mut pick)).collect()
}

impl Pick {
    pub(super) fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.0.next_u64() as usize % choices.len()]
    }

    pub(super) fn yes(&mut self) -> bool {
        self.of(&[true, false])
    }

    /// So many of something.
    pub(super) fn some(&mut self, sizes: &[usize], mut one: impl FnMut(&mut Pick) -> Value) -> Vec<Value> {
        (0..self.of(sizes)).map(|_| one(self)).collect()
    }

    pub(super) fn range(&mut self) -> Value {
        self.of(&[1.0, 5.5, 6.0, 6.5, 11.0, 12.0, 12.5, 18.0, 24.0, 25.0, 36.0, 36.5, 48.0, 60.0, 108.0, 108.5]).into()
    }

    /// A weapon and a way to fire it.
    pub(super) fn weapon(&mut self) -> (&'static str, &'static str) {
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

    pub(super) fn automatic_weapon(&mut self) -> (&'static str, &'static str) {
        self.of(&[("assault_rifle", "auto"), ("carbine", "auto"), ("smg", "auto"), ("lmg", "auto")])
    }

    pub(super) fn firer(&mut self) -> Value {
        let weapon = self.weapon();
        self.firer_with(weapon)
    }

    pub(super) fn firer_with(&mut self, (weapon, mode): (&str, &str)) -> Value {
        json!({
            "weapon": weapon, "mode": mode, "shot": self.of(&["plain", "snap", "aimed"]), "sniper": self.yes(), "pinned": self.yes(),
            "wounded": self.yes(), "hard_cover": self.yes(), "number_two": self.yes(), "bipod": self.yes(),
        })
    }

    pub(super) fn movement(&mut self) -> &'static str {
        self.of(&["stationary", "moving", "rushing"])
    }

    pub(super) fn posture(&mut self) -> &'static str {
        self.of(&["standing", "prone"])
    }

    pub(super) fn target(&mut self) -> Value {
        json!({
            "posture": self.posture(), "movement": self.movement(), "hard_cover": self.yes(),
            "soft_concealed": self.yes(), "pinned": self.yes(), "wounds": self.of(&[0, 1]),
        })
    }

    pub(super) fn leader(&mut self) -> Value {
        json!({ "posture": self.posture(), "movement": self.movement(), "hard_cover": self.yes() })
    }

    /// Each option of those that make a difference to a situation: mostly the default, unsaid.
    pub(super) fn options(&mut self) -> Value {
        let mut options = Map::new();
        for (name, others) in OPTIONS {
            if self.of(&[true, false, false]) {
                options.insert((*name).to_owned(), self.of(others).into());
            }
        }
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
