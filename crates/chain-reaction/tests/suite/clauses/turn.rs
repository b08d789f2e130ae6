//! CR-turn, CR-lead and CR-focus: who acts, on whose Rep, and at whom.

use chain_reaction::activation::{Condition, Member, Throw, led_by, may_act, throw};
use chain_reaction::focus::focus;
use chain_reaction::patrol::{Arrivals, start_turn};
use serde_json::json;

use super::{ANYWHERE, dice, objection, odds, of, rules};

fn member(rep: u8, leader: bool) -> Member {
    Member { rep, leader, condition: Condition::CarryingOn }
}

/// Those of a group who may act on a die.
fn acting(group: &[Member], die: u8) -> Vec<usize> {
    (0..group.len()).filter(|&place| may_act(group, place, die)).collect()
}

/// The rulebook's example: blue 4, yellow 3. Blue acts first, with groups of Rep 4 or more; yellow then with Rep 3 or more.
#[test]
fn cr_turn_1_the_higher_die_acts_first_and_each_die_is_a_threshold() {
    let thrown: Throw<2> = dice(&[4, 3], |chance| throw(chance, ANYWHERE));
    assert_eq!(thrown.order().collect::<Vec<_>>(), [0, 1]);
    assert_eq!((thrown.die(0), thrown.die(1), thrown.total()), (4, 3, 7));
    assert_eq!(thrown.to_string(), "4 against 3");
    assert_eq!(Throw::of([2, 5]).order().collect::<Vec<_>>(), [1, 0]);
}

/// Doubles are thrown again: 6 pairs of 36 count for nothing, so Rep r acts with r/6 and first, against Rep 6, with r(r - 1)/60.
#[test]
fn cr_turn_1_doubles_are_thrown_again() {
    for rep in 1..=6 {
        let active = |word: &str| odds("activation", json!({ "rep": rep }), word);
        assert_eq!(active("active first"), of(rep * (rep - 1), 60));
        assert_eq!(active("not active"), of(6 - rep, 6));
        assert_eq!(active("active, enemy not"), of(0, 1), "Rep 6 always acts");
    }
    assert!(objection("activation", json!({ "rep": 7 })).starts_with("rep: "));
    assert!(objection("activation", json!({ "rep": 4, "enemy_rep": 0 })).starts_with("enemy_rep: "));
}

/// CR-lead-1: a Leader's whole group acts on his Rep.
#[test]
fn cr_lead_1_a_leader_lets_his_group_act() {
    let group = [member(2, false), member(5, true), member(3, false)];
    assert_eq!(led_by(&group), Some(1));
    assert_eq!(acting(&group, 5), [0, 1, 2]);
    assert_eq!(acting(&group, 6), [0; 0]);
}

/// CR-lead-2: once he is disabled the best of the others leads; of equals the first, which nobody can tell from the answer.
#[test]
fn cr_lead_2_the_best_of_the_others_leads_when_the_leader_is_disabled() {
    let mut group = [member(2, false), member(5, true), member(3, false), member(3, false)];
    group[1].condition = Condition::Hindered;
    assert_eq!(led_by(&group), Some(2));
    assert_eq!(acting(&group, 3), [0, 1, 2, 3], "who is stunned, ducked or hunkered acts as the group does");
    assert_eq!(acting(&group, 5), [1], "he leads nobody, and still has his own Rep");
    group[1].condition = Condition::Out;
    assert_eq!(acting(&group, 3), [0, 2, 3]);
    assert_eq!(acting(&group, 4), [0; 0]);
}

/// CR-turn-3: a better comrade does not replace a Leader who carries on; he may act by himself.
#[test]
fn cr_turn_3_who_may_act() {
    let group = [member(4, true), member(5, false), member(3, false)];
    assert_eq!(led_by(&group), Some(0));
    assert_eq!(acting(&group, 4), [0, 1, 2]);
    assert_eq!(acting(&group, 5), [1]);
    // Of two Leaders the better one counts.
    assert_eq!(led_by(&[member(4, true), member(5, true), member(6, false)]), Some(1));
    // Nobody carries on: each goes by its own Rep.
    let hindered = group.map(|one| Member { condition: Condition::Hindered, ..one });
    assert_eq!((led_by(&hindered), acting(&hindered, 4)), (None, vec![0, 1]));
    // Yellow may act with figures that are Rep 3 or better, or grouped with a leader who is.
    assert_eq!(acting(&[member(2, false), member(3, true)], 3), [0, 1]);
    assert_eq!(acting(&[member(2, false)], 3), [0; 0]);
}

#[test]
fn cr_turn_3_statuses_and_leaders_are_checked() {
    let who = |status: &str| {
        let figures = json!([{ "rep": 5, "status": status }, { "rep": 2 }]);
        odds("who_acts", json!({ "figures": figures, "leaders": [1] }), "AB")
    };
    assert_eq!(who("carrying on"), of(5, 6));
    for status in ["stunned", "ducked", "hunkered"] {
        assert_eq!(who(status), of(2, 6), "{status}");
    }
    assert_eq!(who("out"), of(0, 1));
    assert!(objection("who_acts", json!({ "figures": [] })).starts_with("figures: "));
    assert!(objection("who_acts", json!({ "figures": [{ "rep": 3 }], "leaders": [2] })).starts_with("leaders.0: "));
    assert!(objection("who_acts", json!({ "figures": [{ "rep": 9 }] })).starts_with("figures[0].rep: "));
}

/// CR-turn-5: sides whose dice match another's do not act, the others do; all alike are thrown again.
#[test]
fn cr_turn_5_sides_with_the_same_die_do_not_act() {
    assert_eq!(Throw::of([3, 5, 3]).order().collect::<Vec<_>>(), [1]);
    assert_eq!(Throw::of([1, 6, 2, 6]).order().collect::<Vec<_>>(), [2, 0]);
    assert_eq!(Throw::of([2, 2, 5, 5]).order().count(), 0);
    let thrown: Throw<3> = dice(&[4, 4, 1], |chance| throw(chance, ANYWHERE));
    assert_eq!(thrown, Throw::of([4, 4, 1]));
    // Of the 210 throws of three dice that are not all alike 90 are two of a kind and another.
    let nobody = odds("activation_many", json!({ "reps": [6, 6, 6] }), "order A");
    assert_eq!(nobody, of(30, 210));
    for reps in [json!([4, 4]), json!([4, 4, 4, 4, 4])] {
        assert!(objection("activation_many", json!({ "reps": reps })).contains("expected 3 or 4"));
    }
}

/// CR-turn-6: nothing comes of the dice unless it was agreed.
#[test]
fn cr_turn_6_no_reinforcements_unless_agreed() {
    let (thrown, arrivals) = dice(&[6, 1], |chance| start_turn(&rules(json!({})), chance, ANYWHERE));
    assert_eq!((thrown, arrivals), (Throw::of([6, 1]), Arrivals::None));
    assert_eq!(odds("reinforce", json!({}), "nothing"), of(1, 1));
}

/// CR-focus-1: two dice passed choose, one takes the closest, none lets the groups roll: the closest two dice, ties to the closer.
#[test]
fn cr_focus_1_the_target_group() {
    let printed = rules(json!({}));
    let target = |passed, thrown: &[u32]| dice(thrown, |chance| focus(&printed, chance, ANYWHERE, passed, 3, Some(2)));
    assert_eq!((target(2, &[]), target(1, &[])), (2, 0));
    assert_eq!(dice(&[], |chance| focus(&printed, chance, ANYWHERE, 2, 3, None)), 0, "no best target: the closest");
    assert_eq!(target(0, &[1, 2, 3, 6]), 2);
    assert_eq!(target(0, &[1, 2, 4, 4]), 1, "the closer of two fours");
    assert_eq!(target(0, &[1, 2, 3, 3]), 0, "three dots as well");
    let best = rules(json!({ "focus_closest": "best" }));
    assert_eq!(dice(&[2, 4, 5, 1], |chance| focus(&best, chance, ANYWHERE, 0, 3, None)), 1);
    assert_eq!(target(0, &[2, 4, 5, 1]), 0);
}

#[test]
fn cr_focus_1_situations_are_checked() {
    assert_eq!(odds("focus", json!({ "groups": 1 }), "group 1"), of(1, 1));
    for groups in [0, 13] {
        assert!(objection("focus", json!({ "groups": groups })).starts_with("groups: "));
    }
    assert!(objection("focus_test", json!({ "leader_rep": 4, "groups": 2, "best": 3 })).starts_with("best: "));
    assert!(objection("focus_test", json!({ "leader_rep": 4, "groups": 2 })).contains("best"));
}
