//! Plain twins: the rules once more, read off the rulebook into code that shares nothing with the crate. It walks the faces of real
//! dice, tries every pair and every order, and lets chains run. Slow, and wrong only where the reading of the rulebook is.

mod attacks;
mod dice;
mod fights;
mod firefights;
mod harm;
mod rolls;
mod trials;

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use testkit::pick::Pick;
use testkit::twin::{Odds, Twins};

const TWINS: Twins = Twins { ruleset: &cortex::FIRETEAM, twin };

/// Answers a situation of any kind.
fn twin(kind: &str, p: &Value) -> Odds {
    match kind {
        "pool" => rolls::pool(p),
        "contest" => rolls::contest(p),
        "plot_total" => rolls::plot_total(p),
        "team_pool" => rolls::team_pool(p),
        "initiative" => rolls::initiative(p),
        "hitch_stress" => rolls::hitch_stress(p),
        "unit_apply" => harm::unit_apply(p),
        "unit_hit" => harm::unit_hit(p),
        "team_hit" => harm::team_hit(p),
        "flank" => trials::flank(p),
        "overcome" => trials::overcome(p),
        "create_asset" => trials::create_asset(p),
        "medic" => trials::medic(p),
        "on_fire" => trials::on_fire(p),
        "drones" => trials::drones(p),
        "firefight_attack" => attacks::firefight_attack(p),
        "grenades" => attacks::grenades(p),
        "exchange" => fights::exchange(p),
        "cqb_fight" => fights::cqb_fight(p),
        "firefight" => firefights::firefight(p),
        other => panic!("no twin of kind `{other}`"),
    }
}

/// The crate and the twin agree on every one of these situations.
#[track_caller]
fn hold(kind: &str, situations: impl IntoIterator<Item = Value>) {
    TWINS.hold(kind, situations);
}

const DICE: [&str; 5] = ["d4", "d6", "d8", "d10", "d12"];

/// What is picked of the rulebook's words.
trait Words {
    /// A die.
    fn die(&mut self) -> Value;
    /// A die or none, mostly none.
    fn maybe(&mut self) -> Value;
    /// A number of dice, each of one of these sizes.
    fn dice(&mut self, sizes: &[usize]) -> Value;
    /// Options of rolls and of harm.
    fn readings(&mut self) -> Map<String, Value>;
}

impl Words for Pick {
    fn die(&mut self) -> Value {
        self.of(&DICE).into()
    }

    fn maybe(&mut self) -> Value {
        if self.of(&[true, false, false]) { self.die() } else { Value::from("none") }
    }

    fn dice(&mut self, sizes: &[usize]) -> Value {
        self.some(sizes, Words::die).into()
    }

    fn readings(&mut self) -> Map<String, Value> {
        let mut options = Pick::options::<&str>(
            self,
            &[
                ("ties", &["actor", "nobody"]),
                ("keep", &["max_effect"]),
                ("effect_shown_tie", &["lowest"]),
                ("harm_floor", &["d4"]),
                ("recover_equal", &["remove"]),
                ("recover_partial", &["none"]),
                ("test_difficulty", &["2d4", "2d6", "2d10", "2d12"]),
                ("injury_dice", &["every_die", "average", "highest"]),
                ("numbers", &["blocks", "shuffled"]),
                ("fallen_numbers", &["keep"]),
                ("nominal_target", &["roll_d12"]),
                ("removal", &["best_reached"]),
                ("complication_sum", &["step_up"]),
                ("complication_spent", &["when_needed"]),
                ("surplus", &["carried"]),
                ("effect_order", &["largest_first"]),
                ("firefight_effect_dice", &["margin"]),
                ("injury_cap", &["standing"]),
                ("harm_track", &["stress"]),
                ("effect_dice_vs_character", &["margin"]),
                ("suppressed_applies", &["own_actions"]),
                ("specialisations", &["attack_only"]),
                ("cover", &["created", "larger", "two_dice"]),
                ("drone_durability", &["three_dice"]),
                ("initiative_tie", &["reroll"]),
                ("flank_effect", &["removes"]),
                ("hitches", &["always", "two_or_more"]),
                ("no_tactics", &["d4"]),
                ("cqb_equal", &["none"]),
                ("put_out", &["never"]),
                ("leader_down", &["best", "lost"]),
                ("cqb_exchange", &["contest"]),
                ("break_at", &["half", "third"]),
                ("plot_points", &["save_roll", "extra_effect", "both"]),
            ],
        );
        for (name, value) in [("riposte", true), ("fire_hampers", false), ("drone_cover", true)] {
            if self.of(&[true, false, false]) {
                options.insert(name.to_owned(), value.into());
            }
        }
        if self.of(&[true, false, false]) {
            options.insert("extra_effect_every".to_owned(), self.of(&[0, 1, 2, 5]).into());
        }
        if self.of(&[true, false, false]) {
            options.insert("range_dice".to_owned(), vec![self.maybe(), self.maybe()].into());
        }
        options
    }
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/cortex.json")
}

/// What golden records leave unsaid is to the crate as it is to the twins.
#[test]
fn grid_of_records_with_something_unsaid() {
    let objections = ["missing key", "expected `qualities`, `drone`", "one of `", "expected"];
    TWINS.hold_unsaid_but(&path(), &objections, &["cqb_fight", "exchange", "firefight"]);
}
