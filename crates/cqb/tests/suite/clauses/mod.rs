//! A test or more for every clause of the rulebook, named after it.

mod fights;
mod fire;
mod ground;
mod set_up;
mod tasks;
mod turn;
mod wounds;

use chance::{Address, Cards, Deck, Draw, Scripted};
use cqb::figure::{Condition, Gone, Travel};
use cqb::fire::{AimAt, Armour, Decks, Effect, Fired, Firing, Sheet, Shot, hostage_pack, hostages, shot};
use cqb::rules::{Ability, Rules};
use cqb::weapon::{Fire, Weapon};
use engage::Inches;
use serde_json::{Value, json};

use crate::play::{battle, merge, scenario};

/// The rules with some options changed.
fn rules(options: Value) -> Rules {
    serde_json::from_value(options).expect("options that exist")
}

/// A weapon of the rulebook.
fn weapon(name: &str) -> Weapon {
    Rules::default().weapons[name]
}

/// Fire with a weapon of the rulebook at 12", nobody moving, nobody hurt.
fn firing(name: &str, aim_at: AimAt) -> Firing {
    let weapon = weapon(name);
    Firing {
        weapon,
        fire: weapon.fire,
        rate: Rules::default().rate_of(weapon.fire),
        aimed: false,
        aim_at,
        range: Inches::whole(12),
        firer_moved: Travel::default(),
        target_moved: Gone::Nowhere,
        wounds: 0,
        weak_hand: false,
        one_handed: false,
        gas: 0,
        prior_shots: false,
        armour: Armour::default(),
        target_two_handed: false,
        hostages: 0,
    }
}

/// One shot of an Experienced figure at target number 8, with these cards and no others.
#[track_caller]
fn scripted(options: Value, firing: &Firing, cards: &[Draw]) -> Shot {
    let rules = rules(options);
    Scripted::play(cards.iter().copied(), |chance| {
        let (mut own, mut hostage) =
            (Cards::whole(rules.pack(Ability::Experienced, 2)), Cards::whole(hostage_pack(&rules)));
        let mut decks = Decks { firer: &mut own, hostage: &mut hostage };
        let sheet = Sheet::new(&rules, firing);
        let fired = Fired { firing, sheet: &sheet, target_number: 8 };
        shot(chance, &rules, fired, &Condition::default(), &mut decks, Address::new(0, 0, 0))
    })
}

/// The hostages' checks of a complete miss.
#[track_caller]
fn scripted_hostages(options: Value, firing: &Firing, cards: &[Draw]) -> Vec<(u8, Effect)> {
    let rules = rules(options);
    Scripted::play(cards.iter().copied(), |chance| {
        let (mut own, mut hostage) =
            (Cards::whole(rules.pack(Ability::Experienced, 2)), Cards::whole(hostage_pack(&rules)));
        let mut decks = Decks { firer: &mut own, hostage: &mut hostage };
        let mut victims = Vec::new();
        hostages(chance, &rules, firing, &mut decks, Address::new(0, 0, 0), true, |who, effect| {
            victims.push((who, effect))
        });
        victims
    })
}

/// Shots of a weapon fired as `fire` until its rate is used up: the number of each and its number in its burst.
#[track_caller]
fn volley(options: Value, name: &str, fire: Fire, dice: &[Draw]) -> Vec<(u8, u8)> {
    let rules = rules(options);
    let firing = Firing { fire, rate: rules.rate_of(fire), ..firing(name, AimAt::None) };
    Scripted::play(dice.iter().copied(), |chance| {
        let mut volley = cqb::fire::Volley::default();
        std::iter::from_fn(|| volley.next(chance, &rules, &firing, Address::new(0, 0, 0)))
            .map(|number| (number.shot, number.in_burst))
            .collect()
    })
}

/// A fight without luck: no jokers, every shot of blue's hits and strikes `place`, and every shot of red's, aimed at the
/// head, misses. Blue acts first and fires one shot a turn from a rifle; nothing is ever left to the cards.
fn certain(place: &str, more: Value) -> Value {
    let mut fight = scenario(json!({
        "blue": { "team": { "weapon": "battle rifle", "rate": 1 } },
        "red": { "gunman": { "aim_at": "head" } },
        "rules": {
            "order": "blue_first",
            "jokers": { "average": 0 },
            "to_hit_base": -50,
            "named": { "head": 100 },
            "location": vec![place; 13],
        },
        "turn_limit": 12,
    }));
    merge(&mut fight, more);
    fight
}

/// What happens in a fight: a line for each step with its turn, who acts and what comes of it.
#[track_caller]
fn log(scenario: &Value) -> Vec<String> {
    let battle = battle(scenario);
    let figures = battle.figures();
    let (_, steps) = battle.replay(1, 0);
    let line = |step: &engage::Step| {
        let who = step.figure.map_or("-", |figure| figures[usize::from(figure)].name.as_str());
        format!("{} {who}: {}", step.turn, step.text)
    };
    steps.iter().map(line).collect()
}
