//! A test or more for every clause of the rulebook, named after it.

mod accounted;
mod bombs;
mod fire;
mod grenades;
mod hostages;
mod hurt;
mod missions;
mod movement;
mod options;
mod sequence;
mod set_up;
mod sight;
mod snipers;
mod stun;
mod vip;

/// Nothing here goes through the automatic player: with any other player in its place no clause test changes.
#[test]
fn clause_tests_play_by_scripts_alone() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/clauses");
    let ways = [
        [".re", "play("],
        [".pl", "ay(1"],
        ["Stead", "y"],
        ["\"ord", "ers\""],
        ["\"saf", "ety\""],
        ["\"ad", "vance\""],
    ];
    testkit::setup::none_says(&folder, &ways);
}

use std::sync::Arc;

use chance::{Address, Draw, Scripted};
use engage::{Battle, Map, Mark, Outcome, Problem, Step};
use field::{Builder, Facing};
use go_go_go::action::{Action, Ask, Order, Rest, Way};
use go_go_go::figure::Pace;
use go_go_go::rules::Rules;
use go_go_go::{Knowledge, Memory, Player, Script, play_out};
use serde_json::{Value, json};
use testkit::Fraction;
use testkit::setup::with;

/// Addresses mean nothing to a script.
const ANYWHERE: Address = Address::new(0, 0, 0);

/// The rules with some options and tables changed.
fn rules(options: Value) -> Rules {
    let rules = with((go_go_go::RULESET.rules)(), options);
    serde_json::from_value(rules).expect("options that exist")
}

/// Runs a procedure on these dice and no others.
#[track_caller]
fn dice<T>(dice: &[u32], procedure: impl FnOnce(&mut Scripted) -> T) -> T {
    Scripted::play(dice.iter().map(|&die| Draw::Value(die)), procedure)
}

/// The exact value of one outcome of a situation.
#[track_caller]
fn odds(kind: &str, parameters: &Value, outcome: &str) -> Fraction {
    let answer = testkit::golden::answer(&go_go_go::RULESET, kind, parameters);
    testkit::golden::value(&answer.unwrap_or_else(|error| panic!("{kind} {parameters}: {error}")), outcome)
}

/// A fraction.
fn of(numerator: i64, denominator: i64) -> Fraction {
    Fraction::new(numerator, denominator)
}

/// An assault on a drawing, in which everybody does what a script says and nothing else.
struct Assault {
    map: Arc<Map>,
    setup: Value,
}

impl Assault {
    /// All have guns, shots wound, and wounds weigh nothing, unless `more` says otherwise.
    fn new(drawing: &str, more: Value) -> Assault {
        let common = json!({
            "field": { "map": "drawn.toml" },
            "mission": { "objective": "bomb", "at": "place" },
            "blue": { "team": {} },
            "red": { "foe": {} },
            "rules": { "ct_lost_when": "all_out", "out_up_to": 0, "penalties": { "wound": 0 } },
            "turn_limit": 6,
        });
        Assault { map: drawn(drawing), setup: with(common, more) }
    }

    /// The battle, or what is wrong with the scenario: for tests of scenarios, never played.
    fn compiles(&self) -> Result<Box<dyn Battle>, Vec<Problem>> {
        (go_go_go::RULESET.compile)(&self.setup, Some(&self.map))
    }

    /// The one way in which a clause test plays.
    #[track_caller]
    fn with(&self, engagement: u64, player: &mut dyn Player) -> Told {
        let (outcome, steps) = play_out(&self.setup, Some(&self.map), 1, engagement, player)
            .unwrap_or_else(|problems| panic!("{}: {problems:?}", self.setup));
        Told { map: Arc::clone(&self.map), outcome, steps }
    }

    /// The first assaults, all by one script.
    fn plays(&self, n: u64, script: impl Fn(Script) -> Script) -> impl Iterator<Item = Told> {
        (0..n).map(move |engagement| self.with(engagement, &mut script(Script::on(&self.map))))
    }

    /// Whether a figure may do something in a turn when it is asked for its orders, or for how it stands.
    #[track_caller]
    fn may(&self, (figure, turn): (usize, u16), action: Action, script: impl Fn(Script) -> Script) -> engage::May {
        let mut may = None;
        let look = |knows: &Knowledge<'_>, ask: Ask| {
            let asked = match action {
                Action::Rest(_) => matches!(ask, Ask::Rest { .. }),
                _ => ask == Ask::Order,
            };
            if asked && (knows.me(), knows.turn()) == (figure, turn) {
                may = Some(knows.may(&action));
            }
        };
        self.with(0, &mut Watched { script: script(Script::on(&self.map)), look });
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

/// The first assault on a drawing by a script.
#[track_caller]
fn play(drawing: &str, more: Value, script: impl Fn(Script) -> Script) -> Told {
    let assault = Assault::new(drawing, more);
    assault.with(0, &mut script(Script::on(&assault.map)))
}

/// Nothing more is written down.
fn still(script: Script) -> Script {
    script
}

/// Figure 0 looks east and fires at figure 1 whenever it may.
fn gunner(script: Script) -> Script {
    script.faces(0, Facing::EAST).always_fires(0, 1)
}

/// Figure 1 looks west and fires at figure 0 whenever it may.
fn answers(script: Script) -> Script {
    script.faces(1, Facing::WEST).always_fires(1, 0)
}

/// Figures 0 and 1 look at each other and fire whenever they may.
fn duel(script: Script) -> Script {
    answers(gunner(script))
}

/// A figure goes to a place, turn after turn.
fn walks(script: Script, figure: usize, pace: Pace, place: &str) -> Script {
    let order = Order::go(pace, Way::To(script.cell(place)));
    script.always(figure, Action::Order(order))
}

/// To look in a direction.
fn look(facing: Facing) -> Action {
    Action::Rest(Rest { facing, hides: false, takes_bomb: false })
}

/// What every shot needs.
pub(crate) fn needs(need: i8) -> Value {
    let row = json!({ "short": need, "long": need });
    json!({ "stationary": row, "moving": row, "sniper": row })
}

/// Rules by which every shot hits and puts its target out.
fn deadly() -> Value {
    json!({ "rules": { "fire": needs(-10), "out_up_to": 6 } })
}

/// What every die to spot needs.
fn spotting(need: i8) -> Value {
    let row = json!({ "moving": need, "stationary": need });
    json!({ "moving": row, "stationary": row, "hiding": row })
}

/// A table of grenades that always do the same.
fn always(blast: &str) -> Value {
    json!(vec![blast; 6])
}

/// Letters of a drawing: the area each is and the ground below it.
const LETTERS: [(char, &str, char); 14] = [
    ('b', "blue", '.'),
    ('B', "blue two", '.'),
    ('c', "blue three", '.'),
    ('r', "red", '.'),
    ('R', "red two", '.'),
    ('i', "red", '"'),
    ('j', "blue", '"'),
    ('x', "hostages", '.'),
    ('p', "place", '.'),
    ('v', "via", '.'),
    ('V', "via two", '.'),
    ('w', "via three", '"'),
    ('y', "blue", '.'),
    ('y', "hostages", '.'),
];

/// A drawing with its letters taken as areas.
pub(crate) fn drawn(drawing: &str) -> Arc<Map> {
    let rows: Vec<&str> = drawing.trim().lines().map(str::trim).collect();
    let ground = |symbol: char| LETTERS.iter().find(|letter| letter.0 == symbol).map_or(symbol, |letter| letter.2);
    let mut builder = Builder::drawn(&drawing.chars().map(ground).collect::<String>());
    let mut areas: Vec<(String, Vec<(usize, usize)>)> = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, symbol) in line.chars().enumerate() {
            for (_, name, _) in LETTERS.iter().filter(|letter| letter.0 == symbol) {
                match areas.iter_mut().find(|(known, _)| known == name) {
                    Some((_, squares)) => squares.push((row, column)),
                    None => areas.push(((*name).to_owned(), vec![(row, column)])),
                }
            }
        }
    }
    let areas = areas.into_iter().map(|(name, squares)| (name, builder.area(squares))).collect();
    let plan = builder.build().unwrap_or_else(|mistakes| panic!("{drawing}\n{mistakes:?}"));
    let (title, about) = ("a map".to_owned(), String::new());
    Arc::new(Map {
        title,
        about,
        plan: Arc::new(plan),
        rooms: Vec::new(),
        areas,
        stairs: Vec::new(),
        known: engage::KnownGround::default(),
    })
}

/// An open room with walls around it, `p` in a corner, and marks at rows and columns.
fn open(rows: usize, columns: usize, marks: &[(usize, usize, char)]) -> String {
    let edge = |row: usize, column: usize| row == 0 || column == 0 || row == rows - 1 || column == columns - 1;
    let ground = |row: usize, column: usize| if edge(row, column) { '#' } else { '.' };
    let mut squares: Vec<Vec<char>> =
        (0..rows).map(|row| (0..columns).map(|column| ground(row, column)).collect()).collect();
    squares[rows - 2][columns - 2] = 'p';
    for &(row, column, mark) in marks {
        squares[row][column] = mark;
    }
    squares.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

/// One assault as it was told.
struct Told {
    map: Arc<Map>,
    outcome: Outcome,
    steps: Vec<Step>,
}

impl Told {
    /// The word for its ending.
    fn ending(&self) -> &'static str {
        go_go_go::RULESET.endings[usize::from(self.outcome.ending)].id
    }

    /// A line for each step with its turn, who acts (99 for nobody) and what comes of it.
    fn lines(&self) -> Vec<String> {
        let line = |step: &Step| format!("{} {}: {}", step.turn, step.figure.unwrap_or(99), step.text);
        self.steps.iter().map(line).collect()
    }

    /// The steps of a clause.
    fn of<'a>(&'a self, clause: &'a str) -> impl Iterator<Item = &'a Step> {
        self.steps.iter().filter(move |step| step.clause == clause)
    }

    /// The steps of a figure under a clause.
    fn by<'a>(&'a self, who: u8, clause: &'a str) -> impl Iterator<Item = &'a Step> {
        self.of(clause).filter(move |step| step.figure == Some(who))
    }

    /// The turns in which a figure does something under a clause.
    fn turns(&self, who: u8, clause: &str) -> Vec<u32> {
        self.by(who, clause).map(|step| step.turn).collect()
    }

    /// The shots of a figure.
    fn shots(&self, who: u8) -> impl Iterator<Item = &Step> {
        let fires = |step: &&Step| matches!(step.clause, "GGG-fire-2" | "GGG-snipe-5");
        self.steps.iter().filter(fires).filter(move |step| step.figure == Some(who))
    }

    /// The turns in which a figure fires, and the number that its die needs.
    fn aims(&self, who: u8) -> Vec<(u32, i32)> {
        self.shots(who).filter_map(|step| Some((step.turn, step.target_number?))).collect()
    }

    /// Where somebody is at the end of a turn.
    #[track_caller]
    fn at(&self, who: u8, turn: u32) -> (usize, usize) {
        let before = self.steps.iter().filter(|step| step.turn <= turn);
        let mut stands = before.flat_map(|step| &step.marks).filter_map(|mark| match *mark {
            Mark::Stands { figure, cell } if figure == who => Some(cell),
            _ => None,
        });
        self.position(stands.next_back().expect("a place"))
    }

    /// Row and column of a cell.
    fn position(&self, cell: u16) -> (usize, usize) {
        let plan = &self.map.plan;
        let at = plan.position(plan.cell_numbered(cell.into()).expect("a cell"));
        (at.row.into(), at.column.into())
    }

    /// Columns gone to the right in each turn.
    fn strides(&self, who: u8, turns: u32) -> Vec<i32> {
        let column = |turn: u32| self.at(who, turn).1 as i32;
        (1..=turns).map(|turn| column(turn) - column(turn - 1)).collect()
    }
}

/// What the dice of a step show.
fn faces(step: &Step) -> Vec<i32> {
    step.luck.iter().flat_map(|luck| luck.drawn.faces()).map(|face| face as i32).collect()
}
