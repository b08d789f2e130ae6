//! A test or more for every clause of the rulebook, named after it.

mod fights;
mod fire;
mod ground;
mod hurt;
mod logs;
mod moments;
mod set_up;
mod tasks;
mod turn;
mod wounds;

use std::sync::Arc;

use chance::{Address, Cards, Deck, Draw, Drawn, Scripted};
use cqb::figure::{Condition, Gone, Travel};
use cqb::fire::{AimAt, Armour, Decks, Effect, Fired, Firing, HitTable, Miss, Shot, hostage_pack, hostages, shot};
use cqb::player::{Memory, Player, Script};
use cqb::rules::{Ability, Rules};
use cqb::weapon::{Fire, Weapon};
use cqb::{Action, Ask, Attack, Knowledge, Pace, play_out};
use engage::{Inches, Map, Outcome, Problem, Step};
use field::{Cell, Figures};
use serde_json::{Value, json};
use testkit::setup::with;

use testkit::maps::{map, squares};

/// Nothing here uses the automatic player, so no clause test depends on it.
#[test]
fn clause_tests_play_by_scripts_alone() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/clauses");
    let ways = [
        [".re", "play("],
        [".pl", "ay("],
        [".ex", "act("],
        ["ex", "actly("],
        ["out", "comes("],
        ["trans", "cripts("],
        ["Stead", "y"],
        ["Stand", "ard"],
        ["By", "Doctrine"],
        ["\"doc", "trine\""],
        ["\"ord", "ers\""],
        ["\"close", "_to\""],
        ["\"hold", "_until\""],
        ["\"ri", "sk\""],
        ["\"sta", "ck\""],
        ["\"swit", "ch\""],
    ];
    testkit::setup::none_says(&folder, &ways);
}

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
        let hits = HitTable::new(&rules, firing);
        let fired = Fired { firing, hits: &hits, target_number: 8 };
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
        let miss = Miss { firing, place: true, at: Address::new(0, 0, 0) };
        hostages(chance, &rules, miss, &mut decks, |who, effect| victims.push((who, effect)));
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

/// An engagement in which everybody does what a script says and nothing else.
struct Game {
    map: Option<Arc<Map>>,
    setup: Value,
}

impl Game {
    /// Two figures 12" apart on open ground, 0 of blue and 1 of red. Nothing is left to the cards: there are no jokers, blue acts
    /// first, every shot at no named location hits, every shot at the head misses, and every throw succeeds.
    fn open(more: Value) -> Game {
        let common = json!({
            "blue": { "team": { "ability": "elite", "weapon": "battle rifle" } },
            "red": { "gunman": { "ability": "novice", "weapon": "battle rifle" } },
            "rules": {
                "order": "blue_first",
                "jokers": { "average": 0 },
                "to_hit_base": 0,
                "named": { "head": 20 },
                "difficulty": { "moderate": 0 },
            },
            "turn_limit": 12,
        });
        Game { map: None, setup: with(common, more) }
    }

    /// The same on a drawing.
    fn on(drawing: &str, more: Value) -> Game {
        let more = with(json!({ "field": { "map": "drawn.toml" } }), more);
        Game { map: Some(drawn(drawing)), ..Game::open(more) }
    }

    /// What is wrong with the scenario: for tests of scenarios, never played.
    fn problems(&self) -> Vec<String> {
        let refused: Vec<Problem> = (cqb::RULESET.compile)(&self.setup, self.map.as_ref()).err().unwrap_or_default();
        refused.iter().map(ToString::to_string).collect()
    }

    /// A script in which nothing is written down.
    fn script(&self) -> Script {
        self.map.as_ref().map_or_else(Script::new, Script::on)
    }

    /// The cell in a row and a column of the map.
    #[track_caller]
    fn cell(&self, row: usize, column: usize) -> Cell {
        self.map.as_ref().and_then(|map| map.plan.cell(row, column)).expect("a cell of a map")
    }

    /// The one way in which a clause test plays.
    #[track_caller]
    fn with(&self, engagement: u64, player: &mut dyn Player) -> Told {
        let (outcome, steps) = play_out(&self.setup, self.map.as_ref(), 1, engagement, player)
            .unwrap_or_else(|problems| panic!("{}: {problems:?}", self.setup));
        Told { outcome, steps }
    }

    /// The first engagement by a script.
    #[track_caller]
    fn first(&self, script: impl Fn(Script) -> Script) -> Told {
        self.with(0, &mut script(self.script()))
    }

    /// The first engagements, all by one script.
    fn plays(&self, n: u64, script: impl Fn(Script) -> Script) -> impl Iterator<Item = Told> {
        (0..n).map(move |engagement| self.with(engagement, &mut script(self.script())))
    }

    /// The first engagement by a script, while somebody looks at what each figure knows and is asked.
    #[track_caller]
    fn watched(&self, script: impl Fn(Script) -> Script, look: impl FnMut(&Knowledge<'_>, Ask)) -> Told {
        self.with(0, &mut Watched { script: script(self.script()), look })
    }

    /// Whether a figure may do something when it is first asked for such a thing in a turn.
    #[track_caller]
    fn may(
        &self,
        (figure, turn): (usize, u16),
        action: Action,
        script: impl Fn(Script) -> Script,
    ) -> Result<(), &'static str> {
        let mut may = None;
        self.watched(script, |knows, ask| {
            if ask.takes(&action) && (knows.me(), knows.turn()) == (figure, turn) {
                may.get_or_insert(knows.may(ask, &action));
            }
        });
        may.expect("it is asked")
    }
}

/// Plays by a script, while somebody looks at what each figure knows and is asked.
struct Watched<F> {
    script: Script,
    look: F,
}

impl<F: FnMut(&Knowledge<'_>, Ask)> Player for Watched<F> {
    fn choose(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action {
        (self.look)(knows, ask);
        self.script.choose(knows, memory, ask)
    }
}

/// The first engagement on open ground by a script.
#[track_caller]
fn fight(more: Value, script: impl Fn(Script) -> Script) -> Told {
    Game::open(more).first(script)
}

/// The first engagement on a drawing by a script.
#[track_caller]
fn play(drawing: &str, more: Value, script: impl Fn(Script) -> Script) -> Told {
    Game::on(drawing, more).first(script)
}

/// Nothing more is written down.
fn still(script: Script) -> Script {
    script
}

/// Figure 0 fires one shot at figure 1 whenever it may.
fn gunner(script: Script) -> Script {
    script.recovers(0).always(0, shot_at(1))
}

/// Figure 1 fires one shot at figure 0 whenever it may.
fn answers(script: Script) -> Script {
    script.recovers(1).always(1, shot_at(0))
}

/// Figure 1 fires one shot at the head of figure 0, and so misses, whenever it may.
fn misser(script: Script) -> Script {
    script.recovers(1).always(1, head_shot_at(0))
}

/// One shot at no named location.
fn attack(target: usize) -> Attack {
    Attack { at: Figures::one(target), aim_at: AimAt::None, fire: Fire::Semi, rate: 1 }
}

/// One shot at no named location: it hits, unless the rules of a test say otherwise.
fn shot_at(target: usize) -> Action {
    Action::Fire(attack(target))
}

/// One shot at the head: it misses, unless the rules of a test say otherwise.
fn head_shot_at(target: usize) -> Action {
    Action::Fire(Attack { aim_at: AimAt::Head, ..attack(target) })
}

/// So many inches forward on open ground.
fn advance(inches: i32, pace: Pace) -> Action {
    Action::Advance { by: Inches::whole(inches), pace, and_fire: false }
}

/// Rules by which every hit strikes one place.
fn struck_in(place: &str) -> Value {
    json!({ "rules": { "location": vec![place; 13] } })
}

/// Letters of a drawing, each an area.
const LETTERS: [(&str, &str); 8] = [
    ("b", "blue"),
    ("B", "blue two"),
    ("r", "red"),
    ("R", "red two"),
    ("x", "hostages"),
    ("p", "place"),
    ("v", "via"),
    ("V", "via two"),
];

/// A drawing with its letters taken as areas.
fn drawn(drawing: &str) -> Arc<Map> {
    let named: Vec<_> = LETTERS.iter().map(|(letter, name)| (*name, squares(drawing, letter))).collect();
    let named: Vec<_> = named.into_iter().filter(|(_, squares)| !squares.is_empty()).collect();
    let is_letter = |symbol: char| LETTERS.iter().any(|(letter, _)| letter.contains(symbol));
    let plain: String = drawing.chars().map(|symbol| if is_letter(symbol) { '.' } else { symbol }).collect();
    map(&plain, &named)
}

/// One engagement as it was told.
struct Told {
    outcome: Outcome,
    steps: Vec<Step>,
}

impl Told {
    /// The word for its ending.
    fn ending(&self) -> &'static str {
        cqb::RULESET.endings[usize::from(self.outcome.ending)].id
    }

    /// A line for each step of somebody, with its turn, who acts and what comes of it.
    fn lines(&self) -> Vec<String> {
        let line = |step: &Step| Some(format!("{} {}: {}", step.turn, step.figure?, step.text));
        self.steps.iter().filter_map(line).collect()
    }

    /// The steps of a figure.
    fn by(&self, who: u8) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.figure == Some(who))
    }

    /// What a figure does: the turn and what comes of it.
    fn acts(&self, who: u8) -> Vec<String> {
        self.by(who).map(|step| format!("{}: {}", step.turn, step.text)).collect()
    }

    /// The steps of a clause.
    fn of<'a>(&'a self, clause: &'a str) -> impl Iterator<Item = &'a Step> {
        self.steps.iter().filter(move |step| step.clause == clause)
    }

    /// The shots of a figure.
    fn shots(&self, who: u8) -> impl Iterator<Item = &Step> {
        self.by(who).filter(|step| step.target.is_some() && step.target_number.is_some())
    }
}

/// What a clause adds to a target number.
fn modifier(step: &Step, clause: &str) -> i32 {
    step.modifiers.iter().filter(|modifier| modifier.clause == clause).map(|modifier| modifier.value).sum()
}

/// The values of the cards that a step draws; 0 is a joker.
fn cards(step: &Step) -> Vec<u8> {
    let value = |drawn: &Drawn| match drawn {
        Drawn::Card(card) => card.value().unwrap_or(0),
        _ => panic!("a card: {drawn:?}"),
    };
    step.luck.iter().map(|luck| value(&luck.drawn)).collect()
}
