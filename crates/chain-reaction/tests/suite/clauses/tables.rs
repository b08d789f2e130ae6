//! CR-recruit, CR-list, CR-attr-1, CR-after, CR-terrain and CR-bldg-7: tables that are rolled on.

use chain_reaction::after::{Aftermath, Left, Recovery, after_battle, recovers};
use chain_reaction::attribute::Attribute;
use chain_reaction::dice::Pair;
use chain_reaction::forces::{self, Figure, Kit, List, Muster, Recruit, Type, arm, most_grunts};
use chain_reaction::terrain::{Country, River, Section, TerrainKind, fallen, river, table};
use chain_reaction::weapon::Weapon;
use serde_json::{Value, json};

use super::{ANYWHERE, dice, objection, odds, of, rules};

/// CR-dice-4, CR-dice-5: a range of a die is what stands in brackets; dice that are added are one total.
#[test]
fn cr_dice_4_and_cr_dice_5_ranges_and_totals() {
    assert_eq!(odds("gang_weapon", json!({}), "ba pistol"), of(2, 6));
    assert_eq!(odds("attribute", json!({}), "Slow to React"), of(6, 36));
}

/// The figure rolled by a total on a list.
fn rolled(list: List, total: u32) -> String {
    let recruit = dice(&[total], |chance| list.recruit(&rules(json!({})), chance, ANYWHERE, 6));
    recruit.expect("somebody").to_string()
}

/// CR-recruit-1: a total for each figure, by type and Rep; totals that a list leaves out belong to the row around them, or are
/// rolled again.
#[test]
fn cr_recruit_1_totals_that_are_left_out() {
    let chance = |list: &str, outcome: &str, gap: &str| {
        odds("recruit", json!({ "list": list, "options": { "recruit_gap": gap } }), outcome)
    };
    assert_eq!(chance("military", "Team Leader (Rep 5)", "range"), of(6, 36));
    assert_eq!(chance("military", "Team Leader (Rep 5)", "reroll"), of(4, 34));
    assert_eq!(chance("insurgents", "Military Trained (Rep 4)", "range"), of(9, 36));
    assert_eq!(chance("insurgents", "Military Trained (Rep 4)", "reroll"), of(6, 33));
    for list in ["police", "gang"] {
        assert_eq!(chance(list, "Veteran (Rep 5)", "range"), chance(list, "Veteran (Rep 5)", "reroll"));
    }
    assert!(objection("recruit", json!({ "list": "navy" })).contains("military"));
    for count in [0, 101] {
        assert!(objection("recruit_group", json!({ "list": "gang", "count": count })).starts_with("count: "));
    }
}

/// CR-star-0: a Grunt for each point of Rep, none better than the Star, or he is rolled again.
#[test]
fn cr_star_0_grunts_of_a_star() {
    assert_eq!(most_grunts(5), 5);
    let printed = rules(json!({}));
    let grunt = |most: u8| dice(&[8], |chance| List::Military.recruit(&printed, chance, ANYWHERE, most));
    assert_eq!(grunt(4), Some(Recruit { kind: Type::Soldier, rep: 4 }));
    let recruit = dice(&[], |chance| List::Military.recruit(&printed, chance, ANYWHERE, 2));
    assert_eq!(recruit, None, "the military has none so bad");
    let worst = dice(&[10], |chance| List::Insurgents.recruit(&printed, chance, ANYWHERE, 2));
    assert_eq!(worst, Some(Recruit { kind: Type::Recruit, rep: 2 }));
}

#[test]
fn cr_list_military_rows() {
    let rows =
        [(2, "Team Leader (Rep 5)"), (3, "Team Leader (Rep 5)"), (4, "Team Leader (Rep 5)"), (5, "Veteran (Rep 5)")];
    let more = [(6, "Veteran (Rep 5)"), (7, "Soldier (Rep 4)"), (9, "Soldier (Rep 4)"), (10, "Recruit (Rep 3)")];
    for (total, recruit) in rows.into_iter().chain(more).chain([(12, "Recruit (Rep 3)")]) {
        assert_eq!(rolled(List::Military, total), recruit);
    }
}

#[test]
fn cr_list_insurgents_rows() {
    for (total, recruit) in [
        (2, "Leader (Rep 5)"),
        (3, "Military Trained (Rep 4)"),
        (5, "Military Trained (Rep 4)"),
        (6, "Experienced (Rep 3)"),
        (8, "Experienced (Rep 3)"),
        (9, "Recruit (Rep 2)"),
        (12, "Recruit (Rep 2)"),
    ] {
        assert_eq!(rolled(List::Insurgents, total), recruit);
    }
}

#[test]
fn cr_list_police_rows() {
    for (total, recruit) in [
        (2, "SWAT (Rep 5)"),
        (3, "Detective (Rep 5)"),
        (4, "Veteran (Rep 5)"),
        (5, "Veteran (Rep 5)"),
        (6, "Officer (Rep 4)"),
        (9, "Officer (Rep 4)"),
        (10, "Rookie (Rep 3)"),
    ] {
        assert_eq!(rolled(List::Police, total), recruit);
    }
}

#[test]
fn cr_list_gang_rows() {
    for (total, recruit) in [
        (2, "Boss (Rep 5)"),
        (3, "Hard Case (Rep 5)"),
        (4, "Hard Case (Rep 5)"),
        (5, "Banger (Rep 4)"),
        (8, "Banger (Rep 4)"),
        (9, "Punk (Rep 3)"),
        (11, "Wannabee (Rep 2)"),
    ] {
        assert_eq!(rolled(List::Gang, total), recruit);
    }
    assert_eq!(dice(&[4], |chance| forces::gang_weapon(chance, ANYWHERE)), Weapon::Shotgun);
    assert_eq!(
        dice(&[1, 3, 5, 6], |chance| armed(json!({}), chance, List::Gang, false, &[5, 4, 3, 2], &[4])),
        ["pistol", "ba pistol", "machine pistol", "submachine gun"]
    );
}

/// What the figures of a force carry, their types by the totals of the rolls.
fn armed(
    options: Value,
    chance: &mut chance::Scripted,
    list: List,
    swat: bool,
    totals: &[u8],
    groups: &[usize],
) -> Vec<String> {
    let rules = rules(options);
    let recruit = |&total: &u8| list.at(&rules, total).expect("somebody");
    let mut force: Vec<Figure> =
        totals.iter().map(|total| Figure { recruit: recruit(total), kit: Kit::default() }).collect();
    arm(&rules, chance, ANYWHERE, Muster { list, swat, groups }, &mut force);
    let word = |figure: Figure| {
        let second = figure.kit.second.map_or(String::new(), |second| format!(" + {second}"));
        let grenades = figure.kit.grenades == matches!(list, List::Military | List::Insurgents);
        assert!(grenades, "who has grenades");
        format!("{}{second}{}", figure.kit.weapon, if figure.kit.loader { " (loads)" } else { "" })
    };
    force.into_iter().map(word).collect()
}

const RIFLE: &str = "assault rifle";
const SAW: &str = "squad automatic weapon";

/// CR-list-military: in each full three the best who is no Team Leader has the support weapon, the first of equals.
#[test]
fn cr_list_military_who_carries_what() {
    // Two teams and a man left over: Team Leader, Soldier, Veteran; Soldier, Soldier, Recruit; Veteran.
    let totals = [2, 7, 5, 8, 7, 11, 6];
    let force = |options: Value| dice(&[], |chance| armed(options, chance, List::Military, false, &totals, &[7]));
    assert_eq!(force(json!({})), [RIFLE, RIFLE, SAW, SAW, RIFLE, RIFLE, RIFLE]);
    let launchers = force(json!({ "support_weapons": "launcher" }));
    assert_eq!((launchers[2].as_str(), launchers[3].as_str()), ("grenade launcher", "grenade launcher"));
    assert!(force(json!({ "support_weapons": "none" })).iter().all(|kit| kit == RIFLE));
    let leaders = dice(&[], |chance| armed(json!({}), chance, List::Military, false, &[2, 3, 4], &[3]));
    assert!(leaders.iter().all(|kit| kit == RIFLE), "all are Team Leaders");
}

/// CR-list-military: a rocket launcher and its loader for three squads.
#[test]
fn cr_list_military_rockets_for_three_squads() {
    let rockets = |men: usize| {
        let totals: Vec<u8> = (0..men).map(|man| if man % 3 == 1 { 10 } else { 7 }).collect();
        dice(&[], |chance| armed(json!({ "rockets": true }), chance, List::Military, false, &totals, &[men]))
    };
    assert!(rockets(26).iter().all(|kit| !kit.contains("rocket") && !kit.contains("loads")));
    let force = rockets(27);
    assert_eq!((force[1].as_str(), force[4].as_str()), ("assault rifle + rocket launcher", "assault rifle (loads)"));
    assert_eq!(force.iter().filter(|kit| kit.contains("rocket") || kit.contains("loads")).count(), 2);
}

/// CR-list-insurgents: one squad automatic weapon a group, a rocket launcher for two groups.
#[test]
fn cr_list_insurgents_who_carries_what() {
    // Leader, Experienced, Recruit; Recruit, Military Trained.
    let totals = [2, 7, 9, 10, 4];
    let force = |options: Value, groups: &[usize]| {
        dice(&[], |chance| armed(options, chance, List::Insurgents, false, &totals, groups))
    };
    assert_eq!(force(json!({}), &[3, 2]), [RIFLE, SAW, RIFLE, RIFLE, SAW]);
    assert_eq!(force(json!({}), &[5]), [RIFLE, RIFLE, RIFLE, RIFLE, SAW]);
    assert!(force(json!({ "support_weapons": "none" }), &[3, 2]).iter().all(|kit| kit == RIFLE));
    assert_eq!(force(json!({ "rockets": true }), &[3, 2])[2], "assault rifle + rocket launcher");
    assert_eq!(force(json!({ "rockets": true }), &[5]), force(json!({}), &[5]));
}

/// CR-list-police: pistols, and rifles besides for those who were declared SWAT.
#[test]
fn cr_list_police_who_carries_what() {
    let squad = |swat: bool| dice(&[], |chance| armed(json!({}), chance, List::Police, swat, &[2, 7], &[2]));
    assert_eq!(squad(false), ["ba pistol", "ba pistol"]);
    assert_eq!(squad(true), ["assault rifle + ba pistol", "assault rifle + ba pistol"]);
}

/// CR-attr-1, the rulebook's example: Char rolls 8 and is an Athlete, Dez 11 and is Clumsy.
#[test]
fn cr_attr_1_char_and_dez() {
    let attribute = |first, second| dice(&[first, second], |chance| forces::attribute(chance, ANYWHERE));
    assert_eq!(attribute(3, 5), Attribute::Athlete);
    assert_eq!(attribute(6, 5), Attribute::Clumsy);
    assert_eq!((attribute(1, 1), attribute(6, 6)), (Attribute::BornLeader, Attribute::NervesOfSteel));
}

/// CR-after-1, the rulebook's example: Char, Rep 3, rolls a 4 and a 2 and comes back with Rep 2.
#[test]
fn cr_after_1_char_recovers() {
    let passed = Pair { first: 4, second: 2 }.passed(3);
    let left = dice(&[passed.into()], |chance| after_battle(chance, ANYWHERE, 3, Left::OutOfTheFight, true));
    assert_eq!(left, Aftermath::Back(2));
    assert_eq!(dice(&[2], |chance| recovers(chance, ANYWHERE, 3)), Recovery::Full);
    assert_eq!(odds("recovery", json!({ "rep": 3 }), "Rep -1"), of(1, 2));
}

/// CR-after-1: Rep 0 is retired from play; who ran away and passes nothing is lost, who was wounded is dead; captives come back if
/// their side held the field, the wounded by their roll.
#[test]
fn cr_after_1_runaways_captives_and_rep_0() {
    let after =
        |thrown: &[u32], rep, left, held| dice(thrown, |chance| after_battle(chance, ANYWHERE, rep, left, held));
    assert_eq!(after(&[1], 1, Left::OutOfTheFight, true), Aftermath::Retired);
    assert_eq!(after(&[0], 4, Left::OutOfTheFight, true), Aftermath::Dead);
    assert_eq!(after(&[0], 4, Left::RanAway, true), Aftermath::Lost);
    assert_eq!(after(&[1], 4, Left::RanAway, false), Aftermath::Back(3));
    for wounded in [false, true] {
        assert_eq!(after(&[], 4, Left::Captured { wounded }, false), Aftermath::Lost);
    }
    assert_eq!(after(&[], 4, Left::Captured { wounded: false }, true), Aftermath::Back(4));
    assert_eq!(after(&[2], 4, Left::Captured { wounded: true }, true), Aftermath::Back(4));
    assert_eq!(
        (after(&[], 4, Left::Fit, false), after(&[], 4, Left::Dead, true)),
        (Aftermath::Back(4), Aftermath::Dead)
    );
}

#[test]
fn cr_after_1_careers() {
    assert_eq!(odds("career", json!({ "rep": 4, "times": 0 }), "Rep 4"), of(1, 1));
    assert_eq!(odds("career", json!({ "rep": 1, "times": 1 }), "retired from play"), of(10, 36));
    assert!(objection("career", json!({ "rep": 4, "times": 101 })).starts_with("times: "));
    assert!(objection("career", json!({ "rep": 0, "times": 1 })).starts_with("rep: "));
}

/// CR-terrain-2: clear on 1 to 3, woods on 4 and 5, mountains on 6; for each section, or once.
#[test]
fn cr_terrain_2_types_of_terrain() {
    let country = |die| dice(&[die], |chance| Country::roll(chance, ANYWHERE));
    assert_eq!(
        [1, 3, 4, 5, 6].map(country),
        [Country::Clear, Country::Clear, Country::Woods, Country::Woods, Country::Mountains]
    );
    // Mountains for the first section, then woods for the others, all of them with a total of 10.
    let each: Vec<u32> = [6].into_iter().chain([5, 5]).chain([4, 6, 6].repeat(8)).collect();
    let sections = dice(&each, |chance| table(&rules(json!({})), chance, ANYWHERE, None));
    assert_eq!((sections[0].ground, sections[8].ground), (TerrainKind::Clear, TerrainKind::Woods));
    let once: Vec<u32> = [6].into_iter().chain([1, 1].repeat(9)).collect();
    let whole = rules(json!({ "terrain_type": "whole_table" }));
    let sections = dice(&once, |chance| table(&whole, chance, ANYWHERE, None));
    assert!(sections.iter().all(|section| section.ground == TerrainKind::Impassable));
    let chosen = dice(&[3, 3].repeat(9), |chance| table(&whole, chance, ANYWHERE, Some(Country::Clear)));
    assert!(chosen.iter().all(|section| section.ground == TerrainKind::ClearRoad));
    assert!(objection("terrain", json!({})).contains("terrain"));
}

/// CR-terrain-3: the rulebook's example rolls 6 on clear terrain and has a road. Buildings come by three notes.
#[test]
fn cr_terrain_3_sections_and_buildings() {
    let section = |options: Value, country: Country, thrown: &[u32]| {
        dice(thrown, |chance| country.section(&rules(options), chance, ANYWHERE))
    };
    let printed = |country, thrown: &[u32]| section(json!({}), country, thrown);
    assert_eq!(printed(Country::Clear, &[2, 4]), Section { ground: TerrainKind::ClearRoad, buildings: 0 });
    for (die, buildings) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        assert_eq!(printed(Country::Clear, &[4, 4, die]), Section { ground: TerrainKind::Clear, buildings });
    }
    for (die, buildings) in [(5, 1), (6, 2)] {
        assert_eq!(printed(Country::Mountains, &[2, 2, die]), Section { ground: TerrainKind::Clear, buildings });
    }
    for (die, note, buildings) in
        [(3, "one_to_4", 1), (4, "one_to_4", 1), (5, "one_to_4", 2), (3, "one_to_3", 1), (4, "one_to_3", 2)]
    {
        let found = section(json!({ "buildings_note_3": note }), Country::Woods, &[1, 2, die]);
        assert_eq!(found, Section { ground: TerrainKind::Woods, buildings }, "{die} under {note}");
    }
}

/// CR-terrain-7: a die and 3 inches wide; on 1 or 2 there is a bridge.
#[test]
fn cr_terrain_7_rivers() {
    let rolled = |width, ford| dice(&[width, ford], |chance| river(chance, ANYWHERE));
    assert_eq!(rolled(1, 2), River { inches: 4, fordable: false });
    assert_eq!(rolled(6, 3), River { inches: 9, fordable: true });
}

/// CR-bldg-7: each area above a fallen one falls on 1 to 4; one that stands carries those above it.
#[test]
fn cr_bldg_7_areas_above_a_collapse() {
    assert_eq!(dice(&[4, 1, 5], |chance| fallen(chance, ANYWHERE, 4)), 2);
    assert_eq!(dice(&[4, 1], |chance| fallen(chance, ANYWHERE, 2)), 2);
    assert_eq!(odds("collapse", json!({ "upper_areas": 0 }), "0 upper areas fall"), of(1, 1));
    assert!(objection("collapse", json!({ "upper_areas": 101 })).starts_with("upper_areas: "));
}

/// Whatever is asked, an answer or an objection comes within a second or two: situations at the bounds of what is taken.
#[test]
fn situations_at_their_bounds_are_answered() {
    for (kind, given, outcome) in [
        ("activation_many", json!({ "reps": [6, 5, 4, 3] }), "order nobody"),
        ("who_acts", json!({ "figures": vec![json!({ "rep": 3 }); 26], "leaders": [26] }), "nobody"),
        ("focus", json!({ "groups": 12, "options": { "focus_closest": "best" } }), "group 12"),
        ("focus_test", json!({ "leader_rep": 1, "groups": 12, "best": 12 }), "group 12"),
        ("career", json!({ "rep": 6, "times": 100 }), "Rep 6"),
        ("recruit_group", json!({ "list": "police", "count": 100 }), "best Rep 5"),
        ("collapse", json!({ "upper_areas": 100 }), "100 upper areas fall"),
        ("how_many", json!({ "total": 13, "patrol": "military", "own_figures": 1000 }), "3000 figures: 1000+1000+1000"),
        ("pef", json!({ "resolved": 100, "patrol": "military", "own_figures": 1000 }), "false alarm"),
        ("pef_total", json!({ "count": 100, "first": 100, "patrol": "insurgents", "own_figures": 1 }), "some"),
    ] {
        assert!(odds(kind, given, outcome) != of(0, 1), "{kind}");
    }
}
