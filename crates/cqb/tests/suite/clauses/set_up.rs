//! Sections 1 and 2: terms and set-up.

use chance::Cards;
use chance::{Deck, Drawn};
use cqb::Fortune;
use cqb::rules::{Ability, Rules};
use cqb::weapon::{Category, Fire, Recoil, Round};
use engage::Inches;
use engage::{Side, Step};
use serde_json::{Value, json};

use super::{Game, cards, fight, modifier, shot_at, still, weapon, with};
use crate::play::{answer, odds, of, target_number};

/// Also CQB-1.2.3: figures are points, and distance is measured between them.
#[test]
fn cqb_1_2_2a_an_inch_on_the_table_is_the_unit() {
    assert_eq!(Inches::whole(12).thousandths(), 12_000);
    assert_eq!(target_number(&json!({ "range": 12 })), of(8, 1));
    assert_eq!(target_number(&json!({ "range": 12.001 })), of(9, 1));
}

#[test]
fn cqb_1_2_3_measured_between_points() {
    let apart = json!({
        "field": { "range": 3, "spacing": 40 }, "blue": { "team": { "count": 3 } }, "red": { "gunman": { "count": 2 } },
        "rules": { "to_hit_base": 30 }, "turn_limit": 1,
    });
    for target in [3, 4] {
        let told = fight(apart.clone(), |script| (0..3).fold(script, |script, me| script.always(me, shot_at(target))));
        let ranges: Vec<i32> = (0..3).flat_map(|me| told.shots(me)).map(|shot| modifier(shot, "CQB-5.3.4")).collect();
        assert_eq!(ranges, [-2; 3], "every figure stands 3\" off");
    }
}

/// The cards by which blue's figures act, turn by turn.
fn blues_cards(blues: usize, turns: u16, more: Value) -> Vec<Vec<u8>> {
    let all = json!({
        "blue": { "team": { "count": blues } },
        "rules": { "order": "reaction", "jokers": { "average": 2 } },
        "turn_limit": turns,
    });
    let told = fight(with(all, more), still);
    told.of("CQB-3b").map(|step| cards(step)[..blues].to_vec()).collect()
}

/// How often each value of an Elite's deck comes up; 0 is a joker.
fn counted(cards: &[Vec<u8>]) -> Vec<usize> {
    let of_value = |value: u8| cards.iter().flatten().filter(|&&card| card == value).count();
    std::iter::once(0).chain(4..=13).map(of_value).collect()
}

/// An Elite's deck with a number of jokers.
fn whole_deck(jokers: usize) -> Vec<usize> {
    std::iter::once(jokers).chain([4; 10]).collect()
}

/// The figures of a team share a deck, or have one each.
#[test]
fn cqb_1_3a_cqb_2_1b_a_deck_for_each_team_or_each_figure() {
    let shared = |owner: &str| {
        json!({
            "sides": { "X": { "ability": "elite" }, "Y": { "ability": "elite" } },
            "figures": [{ "name": "a", "side": "X" }, { "name": "b", "side": if owner == "team" { "X" } else { "Y" } }],
        })
    };
    // The second card has the value of the first in 3 of 41 cases (a joker in 1) if it is of the same deck, else in 4 of 42.
    assert_eq!(odds("reaction_multi", &shared("team"), "tie_for_first"), of(40 * 3 + 2, 42 * 41));
    assert_eq!(odds("reaction_multi", &shared("figure"), "tie_for_first"), of(40 * 4 + 2 * 2, 42 * 42));
    // Seven figures turn over a deck of 42 cards in six turns, if it is one deck.
    let deck = |owner: &str| counted(&blues_cards(7, 6, json!({ "rules": { "deck_owner": owner } })));
    assert_eq!(deck("team"), whole_deck(2));
    assert_ne!(deck("figure"), whole_deck(2));
    let cards = blues_cards(2, 42, json!({ "rules": { "deck_owner": "figure" } }));
    for figure in 0..2 {
        let own: Vec<Vec<u8>> = cards.iter().map(|turn| vec![turn[figure]]).collect();
        assert_eq!(counted(&own), whole_deck(2), "a deck for each");
    }
}

#[test]
fn cqb_1_3b_four_kinds_of_injury_are_told_apart() {
    let p = json!({ "ability": "novice", "range": 12 });
    let zero = of(0, 1);
    for outcome in ["leg_out", "weak_arm_out", "strong_arm_out", "flesh"] {
        assert_ne!(odds("shot", &p, outcome), zero, "{outcome}");
    }
}

#[test]
fn cqb_1_3d_average_die() {
    assert_eq!(Rules::default().average_die, [2, 3, 3, 4, 4, 5]);
    for (rounds, ways) in [(2, 1), (3, 2), (4, 2), (5, 1)] {
        let p = json!({ "options": { "rate": { "auto": 1 } } });
        assert_eq!(odds("rounds", &p, &format!("rounds_{rounds}")), of(ways, 6));
    }
}

/// Ability changes the deck and nothing else: the target number stays, the share of cards that reach it moves by a rank.
#[test]
fn cqb_1_4_1a_ability_is_the_deck() {
    for (ability, hits) in [("novice", 12), ("experienced", 16), ("veteran", 20), ("elite", 24)] {
        let p = json!({ "ability": ability });
        assert_eq!(target_number(&p), of(8, 1));
        assert_eq!(odds("to_hit", &p, "hit"), of(hits, 42), "{ability}");
    }
}

/// A team of an Elite and a Novice plays with two decks under either owner: deck_owner makes no difference to it.
#[test]
fn cqb_1_4_1b_a_deck_for_each_ability_in_a_team() {
    let mixed = |owner: &str| {
        let raw = json!({ "ability": "novice", "weapon": "battle rifle" });
        let more = json!({ "blue": { "raw": raw, "team": { "count": 1 } }, "rules": { "deck_owner": owner } });
        blues_cards(2, 42, more)
    };
    assert_eq!(mixed("team"), mixed("figure"));
    let novice: Vec<u8> = mixed("team").iter().map(|turn| turn[0]).collect();
    let elite: Vec<u8> = mixed("team").iter().map(|turn| turn[1]).collect();
    let range = |cards: &[u8]| (cards.iter().filter(|&&card| card > 0).min().copied(), cards.iter().max().copied());
    assert_eq!([range(&novice), range(&elite)], [(Some(1), Some(10)), (Some(4), Some(13))]);
}

#[test]
fn cqb_1_4_2a_weapon_categories() {
    let category = |name: &str| weapon(name).category;
    assert_eq!(category("pocket pistol"), Category::Junk);
    assert_eq!(category("pistol"), Category::GeneralPistol);
    assert_eq!(category("magnum"), Category::TargetPistol);
    assert_eq!(category("smg"), Category::Smg);
    assert_eq!(category("smg+"), Category::SmgPlus);
    assert_eq!(category("poor rifle"), Category::PoorRifle);
    assert_eq!(category("rifle"), Category::Rifle);
    assert_eq!(category("sniper rifle"), Category::SniperRifle);
    assert_eq!(category("shotgun"), Category::Shotgun);
}

#[test]
fn cqb_1_4_2b_fire_categories() {
    let fire = |name: &str| weapon(name).fire;
    assert_eq!(fire("sniper rifle"), Fire::Slow);
    assert_eq!(fire("shotgun"), Fire::Rapid);
    assert_eq!(fire("pistol"), Fire::Semi);
    assert_eq!(fire("smg+"), Fire::Burst);
    assert_eq!(fire("smg"), Fire::Auto);
}

#[test]
fn cqb_1_4_2c_recoil_classes() {
    let recoil = |name: &str| weapon(name).recoil;
    for heavy in ["magnum", "machine pistol", "battle rifle", "shotgun", "poor rifle", "sniper rifle", ".50 rifle"] {
        assert_eq!(recoil(heavy), Recoil::Heavy, "{heavy}");
    }
    for light in ["pocket pistol", "pistol", "target pistol", "smg", "smg+", "rifle"] {
        assert_eq!(recoil(light), Recoil::Light, "{light}");
    }
    // A full-size SMG in one hand kicks, whatever is ruled about other long guns.
    for one_arm_long_gun in ["heavy_recoil", "unchanged"] {
        let options = json!({ "one_arm_long_gun": one_arm_long_gun });
        let shot = json!({ "weapon": "smg", "one_handed": true, "shot": 2, "options": options });
        assert_eq!(target_number(&shot), of(9, 1));
    }
}

#[test]
fn cqb_1_4_2d_rounds() {
    let round = |name: &str| weapon(name).round;
    assert_eq!([round("pistol"), round("smg"), round("smg+")], [Round::Pistol; 3]);
    assert_eq!(round("magnum"), Round::Magnum);
    assert_eq!([round("rifle"), round("poor rifle"), round("sniper rifle")], [Round::Rifle; 3]);
    assert_eq!(round("shotgun"), Round::Shotgun);
    assert_eq!(round(".50 rifle"), Round::Fifty);
}

#[test]
fn cqb_2_1a_decks() {
    let rules = Rules::default();
    for (ability, lowest) in Ability::ALL.into_iter().zip(1..) {
        for jokers in 1..=3 {
            let pack = rules.pack(ability, jokers);
            assert_eq!((pack.low(), pack.high(), pack.size()), (lowest, lowest + 9, 40 + u32::from(jokers)));
            let mut deck = Cards::whole(pack);
            for value in lowest..lowest + 10 {
                for red in [false, true] {
                    let card = chance::Card::new(value, red);
                    assert!(deck.take(card) && deck.take(card) && !deck.take(card), "two of each rank and colour");
                }
            }
        }
    }
}

/// Three semi-automatic shots: the number of hits varies more when cards go back, but not when a deck lasts a turn anyway.
#[test]
fn cqb_2_1c_when_cards_go_back() {
    let hits = |reshuffle: &str| odds("hit_count", &json!({ "options": { "reshuffle": reshuffle } }), "hits_2");
    assert_eq!(hits("exhausted"), hits("every_turn"));
    assert_ne!(hits("exhausted"), hits("every_draw"));
    // Over two turns of a stun test a fresh deck each turn is the same as a card put back.
    let stunned = |reshuffle: &str| {
        odds("stun", &json!({ "turns": 1, "options": { "reshuffle": reshuffle } }), "stunned_after_1")
    };
    assert_eq!(stunned("every_turn"), stunned("every_draw"));
    assert_ne!(stunned("every_turn"), stunned("exhausted"));
    // Sixteen figures draw from a deck of 42 cards in each of 21 turns.
    let turns = |reshuffle: &str| blues_cards(16, 21, json!({ "rules": { "reshuffle": reshuffle } }));
    let most = |turn: &[u8]| *counted(&[turn.to_vec()]).iter().max().expect("a card");
    let [exhausted, every_turn, every_draw] = ["exhausted", "every_turn", "every_draw"].map(turns);
    let eight_decks: Vec<usize> = whole_deck(2).iter().map(|count| count * 8).collect();
    assert_eq!(counted(&exhausted), eight_decks, "one after the other, to the last card");
    assert_ne!(counted(&every_turn), eight_decks);
    assert!(every_turn.iter().all(|turn| most(turn) <= 4), "four cards of a value in a deck");
    assert!(every_draw.iter().any(|turn| most(turn) > 4));
}

/// A deck is made whole when a card is needed and none is left: tests go through a deck of 42 once and begin again.
#[test]
fn cqb_2_1c_an_exhausted_deck_is_made_whole() {
    let p = json!({ "ability": "novice", "figures": 42 });
    // All 42 cards are turned over: 28 below 8, two jokers, 12 passes.
    assert_eq!(odds("stun_room", &p, "stunned_30"), of(1, 1));
    let p = json!({ "ability": "novice", "figures": 43 });
    assert_eq!(odds("stun_room", &p, "stunned_31"), of(30, 42));
}

#[test]
fn cqb_2_2a_without_luck_two_jokers() {
    let rules = Rules::default();
    assert_eq!(rules.jokers_of(Fortune::default()), 2);
    assert_eq!(odds("to_hit", &json!({}), "joker"), of(2, 42));
}

#[test]
fn cqb_2_2b_luck_by_the_average_die() {
    let rules = Rules::default();
    let jokers = [2, 3, 4, 5].map(|face| rules.jokers_of(Fortune::of(face)));
    assert_eq!(jokers, [3, 2, 2, 1]);
    assert_eq!(odds("luck", &json!({}), "jokers_3"), of(1, 6));
    assert_eq!(odds("luck", &json!({}), "jokers_2"), of(4, 6));
    assert_eq!(odds("luck", &json!({}), "jokers_1"), of(1, 6));
}

/// Luck in a fight: rolled once a team where it is on, else by the field.
#[test]
fn cqb_2_2b_luck_in_a_fight() {
    let more = |luck: &str, blue: &str| {
        let rules = json!({ "luck": luck, "jokers": Rules::default().jokers });
        json!({ "field": { "blue_luck": blue }, "rules": rules })
    };
    for (blue, jokers) in [("good", 1), ("average", 2), ("bad", 3)] {
        let turns = 40 + jokers;
        let cards = blues_cards(1, turns as u16, more("off", blue));
        assert_eq!(counted(&cards), whole_deck(jokers), "{blue}");
    }
    // If luck is rolled for, the die decides, whatever the field says. It is rolled before the cards are drawn.
    let mut seen = Vec::new();
    for engagement in 0..30 {
        let game = Game::open(with(more("on", "good"), json!({ "rules": { "order": "reaction" }, "turn_limit": 40 })));
        let told = game.with(engagement, &mut game.script());
        let orders: Vec<&Step> = told.of("CQB-3b").collect();
        let luck: Vec<&Step> = told.of("CQB-2.2b").collect();
        assert_eq!(luck.len(), 2, "a die for each side");
        let Drawn::Row(die) = &luck[0].luck[0].drawn else { panic!("the die of blue: {luck:?}") };
        let die: u8 = die.parse().expect("a face");
        let jokers = usize::from(Rules::default().jokers_of(Fortune::of(die)));
        let drawn: Vec<Vec<u8>> = orders.iter().map(|step| cards(step)[..1].to_vec()).collect();
        // After 40 turns as many cards are left in the deck as it has jokers.
        let left: usize = whole_deck(jokers).iter().sum::<usize>() - 40;
        let short: usize = whole_deck(jokers).iter().zip(counted(&drawn)).map(|(whole, drawn)| whole - drawn).sum();
        assert_eq!(short, left, "{die}");
        seen.push(jokers);
    }
    assert!([1, 2, 3].iter().all(|jokers| seen.contains(jokers)), "{seen:?}");
}

/// CQB-2.3: any composition of a side is played; here two squads of different arms against one.
#[test]
fn cqb_2_3_composition_is_the_scenarios() {
    let more = json!({ "blue": { "sniper": { "ability": "veteran", "weapon": "sniper rifle" } } });
    let game = Game::open(more);
    let battle = (cqb::RULESET.compile)(&game.setup, None).expect("a battle");
    let names: Vec<_> = battle.figures().iter().map(|figure| (figure.side, figure.name.as_str())).collect();
    assert_eq!(names, [(Side::Blue, "sniper"), (Side::Blue, "team"), (Side::Red, "gunman")]);
    let mut known = None;
    game.watched(still, |knows, _| {
        known.get_or_insert([0, 1, 2].map(|me| (knows.ability(me), knows.weapon(me).category)));
    });
    let rifle = Category::Rifle;
    let expected = [(Ability::Veteran, Category::SniperRifle), (Ability::Elite, rifle), (Ability::Novice, rifle)];
    assert_eq!(known, Some(expected));
}

#[test]
fn every_situation_adds_up_to_one() {
    let partitions: [(&str, serde_json::Value, &[&str]); 6] = [
        ("to_hit", json!({ "aim_at": "torso" }), &["hit", "near_miss", "miss", "joker"]),
        (
            "shot",
            json!({ "soft": true, "helmet": true }),
            &[
                "jam",
                "misfire",
                "miss",
                "void",
                "stopped",
                "stopped_knockdown",
                "flesh",
                "leg_out",
                "strong_arm_out",
                "weak_arm_out",
                "incapacitated",
                "fatal",
            ],
        ),
        (
            "hit_count",
            json!({ "weapon": "smg+" }),
            &["hits_0", "hits_1", "hits_2", "hits_3", "hits_4", "hits_5", "hits_6"],
        ),
        (
            "fire_action",
            json!({ "weapon": "poor rifle" }),
            &["incapacitated", "leg_out", "strong_arm_out", "weak_arm_out", "flesh_only", "unhurt"],
        ),
        ("reaction", json!({ "A": {}, "B": { "ability": "elite" } }), &["A_first", "B_first", "simultaneous"]),
        ("hold_interrupt", json!({ "A": {}, "B": {} }), &["A_not_first", "interrupt", "no_interrupt"]),
    ];
    for (kind, parameters, outcomes) in partitions {
        let answer = answer(kind, &parameters);
        let sum = outcomes.iter().map(|word| testkit::golden::value(&answer, word)).reduce(|a, b| a + b).expect("some");
        assert_eq!(sum, of(1, 1), "{kind}");
    }
}
