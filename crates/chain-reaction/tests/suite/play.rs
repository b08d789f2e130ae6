//! What the tests of whole engagements share: scenarios and what came of them.

use std::sync::Arc;

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Aim, Ask};
use chain_reaction::player::{Player, Script};
use engage::{Battle, Map, Mark, Outcome, Step};
use field::{Area, Board, Builder, Cell, Room};
use serde_json::{Map as Table, Value, json};
use testkit::maps::{Squares, map, squares};
use testkit::setup::with;

/// Assault rifles against assault rifles on open ground; `more` is laid over it.
pub(crate) fn fight(blue: u8, red: u8, more: Value) -> Value {
    let fight = json!({
        "blue": { "team": { "count": blue, "rep": 4 } },
        "red": { "foe": { "count": red, "rep": 4 } },
        "field": { "range": 24 },
        "turn_limit": 100,
    });
    with(fight, more)
}

/// Compiles a scenario that has nothing wrong with it.
#[track_caller]
pub(crate) fn battle(scenario: &Value) -> Box<dyn Battle> {
    (chain_reaction::RULESET.compile)(scenario, None).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// Compiles a scenario on a map.
#[track_caller]
pub(crate) fn battle_on(map: &Arc<Map>, scenario: &Value) -> Box<dyn Battle> {
    (chain_reaction::RULESET.compile)(scenario, Some(map)).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// Plays engagements 0 to `n` - 1.
pub(crate) fn outcomes(battle: &dyn Battle, seed: u64, n: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); n];
    battle.play(seed, 0, &mut outcomes);
    outcomes
}

/// The word for an ending.
pub(crate) fn ending(outcome: &Outcome) -> &'static str {
    chain_reaction::RULESET.endings[usize::from(outcome.ending)].id
}

/// Fights of all sorts: a duel, groups of several squads, Stars, shotguns, fights in the open and under options.
pub(crate) fn fights() -> Vec<Value> {
    let two = json!({ "count": 2, "rep": 3, "weapon": "submachine gun" });
    let star = json!({ "blue": { "team": { "star": true, "rep": 5 } }, "red": { "foe": { "cover": true } } });
    vec![
        fight(1, 1, json!({})),
        fight(1, 2, star),
        fight(3, 4, json!({ "blue": { "other": two }, "red": { "other": two } })),
        fight(4, 4, json!({ "field": { "cover_near": false }, "rules": { "ducked_in_open": "hidden" } })),
        fight(
            5,
            5,
            json!({
                "blue": { "gun": { "rep": 4, "weapon": "squad automatic weapon", "group": "team" } },
                "red": { "foe": { "weapon": "shotgun", "dice": "all_but_one", "spread": "each" } },
                "field": { "range": 10, "cover_near": false },
            }),
        ),
        fight(
            3,
            3,
            json!({
                "blue": { "team": { "weapon": "pistol", "twin": true, "attributes": ["Nerves of Steel"] } },
                "red": { "foe": { "attributes": ["Born Leader"], "prone": true }, "boss": { "rep": 5, "star": true } },
                "field": { "range": 8 },
                "rules": { "active_fire": "whole_group", "order_in_group": "rep", "focus_lasts": "activation" },
            }),
        ),
    ]
}

/// A yard where both sides have something of everything: cover of each kind, a house, wounded to take along and grenades to throw.
pub(crate) fn fight_in_the_yard() -> (Arc<Map>, Value) {
    const YARD: &str = "
        ......................
        .b.b......_......r.r..
        .b..%%%...._..\"\"...r..
        .b.%&&&%.........r....
        ...%&&&%...:..n.......
        .b..%%%.......n..r....
        .b.......^^......r....
        ..b.....^^^.......r...
        ......................
    ";
    let ground: String = YARD.chars().map(|symbol| if "br".contains(symbol) { '.' } else { symbol }).collect();
    let map = map(&ground, &[("blue", squares(YARD, "b")), ("red", squares(YARD, "r"))]);
    let squad = |rep: u8, weapon: &str| json!({ "count": 2, "rep": rep, "weapon": weapon, "charge": "always", "grenades": true });
    let scenario = json!({
        "blue": { "gun": squad(4, "squad automatic weapon"), "team": squad(5, "assault rifle"), "tube": squad(3, "grenade launcher") },
        "red": { "gun": squad(3, "pistol"), "team": squad(4, "submachine gun"), "tube": squad(4, "rocket launcher") },
        "field": { "map": "yard.toml" },
        "turn_limit": 30,
    });
    (map, scenario)
}

/// All fights in the open, and one on a map, compiled.
pub(crate) fn battles() -> Vec<(Value, Box<dyn Battle>)> {
    let open = fights().into_iter().map(|scenario| (scenario.clone(), battle(&scenario)));
    let (map, scenario) = fight_in_the_yard();
    let on_map = (scenario.clone(), battle_on(&map, &scenario));
    open.chain([on_map]).collect()
}

/// A small map with squares that letters mark: where squads begin, each in the area of its name, and from `u` on where they are to go.
pub(crate) struct Place {
    pub(crate) map: Arc<Map>,
    board: Board,
    marks: Vec<(char, (usize, usize))>,
}

impl Place {
    /// Letters on open floor.
    pub(crate) fn drawn(drawing: &str) -> Place {
        let ground: String =
            drawing.chars().map(|symbol| if symbol.is_ascii_alphabetic() { '.' } else { symbol }).collect();
        Place::of(&ground, drawing)
    }

    /// Letters on ground of another drawing.
    pub(crate) fn of(ground: &str, letters: &str) -> Place {
        Place::with(ground, letters, |_| Vec::new())
    }

    /// The same with a building: its rooms, and stairs.
    pub(crate) fn with(ground: &str, letters: &str, more: impl FnOnce(&mut Builder) -> Vec<(String, Room)>) -> Place {
        let marks: Vec<(char, (usize, usize))> = ('a'..='z')
            .flat_map(|letter| squares(letters, &letter.to_string()).into_iter().map(move |at| (letter, at)))
            .collect();
        let mut builder = Builder::drawn(ground);
        let mut areas: Vec<(String, Area)> = Vec::new();
        for letter in 'a'..='t' {
            let all: Squares = marks.iter().filter(|(mark, _)| *mark == letter).map(|&(_, at)| at).collect();
            if !all.is_empty() {
                areas.push((letter.to_string(), builder.area(all)));
            }
        }
        let rooms = more(&mut builder);
        let plan = builder.build().unwrap_or_else(|mistakes| panic!("{ground}\n{mistakes:?}"));
        let board = Board::of_plan(&plan).expect("a small map");
        let (title, about) = ("a map".to_owned(), String::new());
        let map = Arc::new(Map {
            title,
            about,
            plan: Arc::new(plan),
            rooms,
            areas,
            stairs: Vec::new(),
            known: engage::KnownGround::default(),
        });
        Place { map, board, marks }
    }

    /// Whether a letter is on the map.
    pub(crate) fn has(&self, letter: &str) -> bool {
        self.marks.iter().any(|(mark, _)| letter.starts_with(*mark))
    }

    fn square(&self, letter: char) -> (usize, usize) {
        self.marks.iter().find(|(mark, _)| *mark == letter).unwrap_or_else(|| panic!("no {letter}")).1
    }

    /// The square of a letter, as players name it.
    pub(crate) fn cell(&self, letter: char) -> Cell {
        let (row, column) = self.square(letter);
        self.board.cell(row as i32, column as i32).expect("a square")
    }

    /// The row and column of a square of the log.
    fn row_and_column(&self, cell: u16) -> (usize, usize) {
        let at = self
            .map
            .plan
            .position(self.map.plan.all().iter().find(|known| known.index() == usize::from(cell)).expect("a cell"));
        (at.row.into(), at.column.into())
    }

    /// The letter of the square where a step puts a figure; `?` for a square without one.
    pub(crate) fn stands(&self, step: &Step, figure: u8) -> Option<char> {
        step.marks.iter().find_map(|mark| match *mark {
            Mark::Stands { figure: who, cell } if who == figure => {
                let at = self.row_and_column(cell);
                Some(self.marks.iter().find(|&&(_, there)| there == at).map_or('?', |&(letter, _)| letter))
            }
            _ => None,
        })
    }

    /// Where a figure is at the end.
    pub(crate) fn ends(&self, steps: &[Step], figure: u8) -> char {
        steps.iter().rev().find_map(|step| self.stands(step, figure)).expect("a place")
    }

    /// Plays an engagement with everybody in the hand of a player.
    #[track_caller]
    pub(crate) fn play(&self, scenario: &Value, engagement: u64, player: &mut dyn Player) -> Vec<Step> {
        let played = chain_reaction::play_out(scenario, Some(&self.map), 1, engagement, player);
        played.unwrap_or_else(|problems| panic!("{scenario}: {problems:?}")).1
    }
}

/// Squads that each begin at the letter of their name, of Rep 6 if nothing else is said: so they are active in every turn.
pub(crate) fn squads(blue: &[(&str, Value)], red: &[(&str, Value)], more: Value) -> Value {
    let side = |squads: &[(&str, Value)]| {
        let all = squads.iter().map(|(name, squad)| {
            let usual = json!({ "rep": 6, "at": name, "cheats_death": false });
            ((*name).to_owned(), with(usual, squad.clone()))
        });
        all.collect::<Table<_, _>>()
    };
    let scenario = json!({ "blue": side(blue), "red": side(red), "field": { "map": "any.toml" }, "turn_limit": 1 });
    with(scenario, more)
}

/// One player who does as a closure says.
pub(crate) struct Says<F>(pub(crate) F);

impl<F: FnMut(&dyn Knowledge, Ask) -> Action> Player for Says<F> {
    fn choose(&mut self, knows: &dyn Knowledge, ask: Ask) -> Action {
        (self.0)(knows, ask)
    }
}

/// Fires all dice at the first who may be fired at.
pub(crate) fn fires(knows: &dyn Knowledge, ask: Ask) -> Action {
    match ask {
        Ask::Fire { at, .. } => at.first().map_or(Action::Nothing, |who| Action::Fire(Aim::at(who, knows.dice()))),
        _ => Action::Nothing,
    }
}

/// Follows its orders, and returns fire whenever it must.
pub(crate) struct Told(pub(crate) Script);

impl Player for Told {
    fn choose(&mut self, knows: &dyn Knowledge, ask: Ask) -> Action {
        match self.0.choose(knows, ask) {
            Action::Nothing if matches!(ask, Ask::Fire { must: true, .. }) => fires(knows, ask),
            action => action,
        }
    }
}

/// The steps in which a figure says or does something that begins so.
pub(crate) fn of<'a>(steps: &'a [Step], figure: u8, begins: &'a str) -> impl Iterator<Item = &'a Step> + 'a {
    steps.iter().filter(move |step| step.figure == Some(figure) && step.text.starts_with(begins))
}

/// Steps as lines, to be read where a test fails.
pub(crate) fn log(steps: &[Step]) -> String {
    let line = |step: &Step| format!("\n{} {:?} {} {}", step.turn, step.figure, step.clause, step.text);
    steps.iter().map(line).collect()
}
