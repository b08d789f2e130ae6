//! Heat maps of a fight defined in this file, on shipped maps.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use engage::{
    Battle, Ending, ExactFight, Figure, MAX_MEASURES, Map, Mark, Measure, Outcome, Problem, Ruleset, Side, Step,
    Unsolved,
};
use field::{Cell, CellSet, Distances, Doors, Mover};
use report::{File, Report, frame};
use runner::{Heat, Options, Run, Stop, Unwatched, What, Who};
use scenario::Scenario;

static RAID: Ruleset = Ruleset {
    id: "raid",
    title: "Raid",
    letters: &[],
    purposes: &["shot"],
    endings: &[Ending { id: "blue.win", label: "Blue wins", about: "red is out", winner: Some(Side::Blue) }],
    measures: &[
        Measure::lost(Side::Blue, "figures", "blue figures lost"),
        Measure::lost(Side::Red, "figures", "red figures lost"),
    ],
    kinds: &[],
    openings: &[],
    accounts: "",
    rules: || serde_json::json!({}),
    schema: |_| Default::default(),
    compile: |given, map| compile(given, map.ok_or_else(|| vec![Problem::new("field.map", "missing")])?),
};

/// Blue walks to red's place. A figure that sees an enemy shoots, and one shot in four hits.
struct Raid {
    figures: Vec<Figure>,
    map: Arc<Map>,
    starts: Vec<Vec<Cell>>,
    ways: Vec<Distances>,
    hostages: usize,
}

const SQUAD: usize = 4;

fn compile(_: &serde_json::Value, map: &Arc<Map>) -> Result<Box<dyn Battle>, Vec<Problem>> {
    let figure = |number: usize| {
        let (side, squad) = if number < SQUAD { (Side::Blue, "team") } else { (Side::Red, "gunmen") };
        Figure { side, squad: squad.to_owned(), name: format!("{squad} {}", number % SQUAD + 1) }
    };
    let hostages = if map.area("hostages").is_some() { 3 } else { 0 };
    let area = |name: &str, figures| map.deployment(name, figures).map(|cells| cells.iter().collect::<Vec<Cell>>());
    let starts = [("blue", SQUAD), ("red", SQUAD), ("hostages", hostages)].map(|(name, figures)| area(name, figures));
    let starts: Vec<Vec<Cell>> = starts.into_iter().flatten().collect();
    let way = |goal: &Cell| map.plan.distances(&CellSet::from_iter([*goal]), Mover::WALKER, Doors::OPEN);
    let ways = starts[1].iter().step_by(starts[1].len().div_ceil(8)).map(way).collect();
    Ok(Box::new(Raid { figures: (0..2 * SQUAD).map(figure).collect(), map: Arc::clone(map), starts, ways, hostages }))
}

impl Raid {
    fn fight(&self, engagement: u64, tell: &mut dyn FnMut(usize, Mark)) -> Outcome {
        let plan = &self.map.plan;
        let mut word = engagement.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut below = |n: usize| {
            word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(0x94d0_49bb_1331_11eb);
            (word >> 33) as usize % n
        };
        let everybody = 2 * SQUAD + self.hostages;
        let mut at: Vec<Cell> = Vec::new();
        for figure in 0..everybody {
            let start = &self.starts[figure / SQUAD];
            let free = std::iter::repeat_with(|| start[below(start.len())]).find(|cell| !at.contains(cell));
            at.extend(free);
            tell(figure, Mark::Stands { figure: figure as u8, cell: at[figure].index() as u16 });
        }
        let (mut up, mut measures) = (vec![true; everybody], [0; MAX_MEASURES]);
        let way = &self.ways[below(self.ways.len())];
        for figure in (0..12).flat_map(|_| 0..2 * SQUAD) {
            let side = figure / SQUAD;
            let seen = |enemy: &usize| up[*enemy] && plan.sees(at[figure], at[*enemy], Doors::OPEN);
            let enemy = ((1 - side) * SQUAD..(2 - side) * SQUAD).find(seen);
            match enemy {
                _ if !up[figure] => {}
                Some(enemy) => {
                    let (from, to) = (at[figure].index() as u16, at[enemy].index() as u16);
                    tell(figure, Mark::Shot { from, to });
                    let stray = self.hostages > 0 && below(30) == 0;
                    let hit = if stray { 2 * SQUAD + below(self.hostages) } else { enemy };
                    if up[hit] && (stray || below(4) == 0) {
                        up[hit] = false;
                        measures[hit / SQUAD] += u16::from(hit < 2 * SQUAD);
                        tell(figure, Mark::Falls { figure: hit as u8 });
                    }
                }
                None => {
                    for _ in 0..(1 - side) * 6 {
                        let free = |cell: Cell| !at.contains(&cell);
                        let Some(step) = plan.next_step(way.downhill(), at[figure], Mover::WALKER, Doors::OPEN, free)
                        else {
                            break;
                        };
                        at[figure] = step.to;
                        tell(figure, Mark::Stands { figure: figure as u8, cell: step.to.index() as u16 });
                    }
                }
            }
        }
        Outcome { ending: 0, turns: 12, measures }
    }
}

impl Battle for Raid {
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn bystanders(&self) -> usize {
        self.hostages
    }

    fn map(&self) -> Option<&Arc<Map>> {
        Some(&self.map)
    }

    fn play(&self, _: u64, first: u64, outcomes: &mut [Outcome]) {
        (first..).zip(outcomes).for_each(|(engagement, outcome)| *outcome = self.fight(engagement, &mut |_, _| {}));
    }

    fn replay(&self, _: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        let mut steps = Vec::new();
        let outcome = self.fight(engagement, &mut |figure, mark| {
            steps.push(Step { figure: Some(figure as u8), marks: vec![mark], ..Step::default() });
        });
        (outcome, steps)
    }

    fn exact(&self, _budget: usize) -> Result<ExactFight, Unsolved> {
        Err(Unsolved::OnAMap)
    }
}

fn maps() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/maps")
}

fn raid(map: &str, engagements: u64, rest: &str, stopped: bool) -> (Run, Vec<Heat>) {
    let text = format!(
        "title = 'Raid'\nruleset = 'raid'\n[play]\nengagements = {engagements}\n[field]\nmap = '{map}'\n\
         [blue.team]\nskill = 1\n[red.gunmen]\nskill = 1\n{rest}"
    );
    let scenario = Scenario::parse_in(&maps(), "raid.toml", text.as_bytes(), &[], &[&RAID]);
    let scenario = scenario.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let interrupt = Stop::default();
    let options = Options { threads: Some(2), interrupt: &interrupt, executor: None };
    let run = runner::run(&scenario, &options, &Unwatched).unwrap();
    let stop = Stop::new(stopped);
    let heats = runner::heat(&scenario, &run, &Options { interrupt: &stop, ..options }).unwrap();
    (run, heats)
}

fn text(files: &[File], name: &str) -> String {
    let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap_or_else(|| panic!("no {name}"));
    String::from_utf8(bytes.clone()).unwrap()
}

/// Writes the pictures to a folder that `BEATENZONE_PICTURES` names, for looking at them.
pub(crate) fn keep(map: &str, charts: &[report::Chart]) {
    if let Some(folder) = std::env::var_os("BEATENZONE_PICTURES") {
        for chart in charts {
            std::fs::write(Path::new(&folder).join(format!("{map}-{}.png", chart.name)), chart.png().unwrap()).unwrap();
            std::fs::write(Path::new(&folder).join(format!("{map}-{}.svg", chart.name)), &chart.svg).unwrap();
        }
    }
}

#[test]
fn every_shipped_map_is_drawn() {
    for file in scenario::listed(&maps()).unwrap().maps {
        let name = file.path.file_name().unwrap().to_str().unwrap().to_owned();
        let (run, heats) = raid(&name, 400, "", false);
        let charts = Report::of_run(&run, &heats).charts().unwrap();
        keep(&name, &charts);
        let of_map: Vec<_> = charts.iter().filter(|chart| !chart.about.is_empty()).collect();
        let titles: Vec<&str> = of_map.iter().map(|chart| chart.title.as_str()).collect();
        assert_eq!(titles, ["Where figures fall", "Where shots come from", "Where figures move"], "{name}");
        for chart in of_map {
            assert!(chart.svg.contains("first 400 engagements") && chart.svg.contains("one square is one inch"));
            assert!(
                !chart.svg.contains("NaN") && chart.svg.len() < 100_000,
                "{name} {}: {}",
                chart.name,
                chart.svg.len()
            );
            let bytes = chart.png().unwrap().len();
            assert!(bytes < 110_000, "{name} {}: {bytes}", chart.name);
            for room in heats[0].map.rooms().map(|(room, _)| room).take(1) {
                assert!(chart.svg.contains(&format!("\n{room}\n")), "{name}: {room}");
            }
        }
    }
}

#[test]
fn a_report_has_the_maps_with_what_they_say_and_the_counts() {
    let (run, heats) = raid("single-room.toml", 300, "", false);
    let files = Report::of_run(&run, &heats).files().unwrap();
    let again = Report::of_run(&run, &heats).files().unwrap();
    assert!(files.iter().zip(&again).filter(|(file, _)| !file.0.ends_with(".parquet")).all(|(a, b)| a == b));
    let markdown = text(&files, "report.md");
    for part in [
        "![Where figures fall](04-falls.svg)",
        "![Where shots come from](05-shots.svg)",
        "![Where figures move](06-moves.svg)",
        "A figure that goes out of the fight counts in the square where it stood. Counted over the first 300 engagements.",
        "- Heat maps: the first 300 engagements, replayed and counted square by square; the counts are in heat.csv",
    ] {
        assert!(markdown.contains(part), "{part}\n{markdown}");
    }
    let page = text(&files, "report.html");
    assert!(
        page.contains("<figcaption>The team: ") && page.contains("per engagement") && page.contains("id=\"04-falls\"")
    );
    assert!(files.iter().any(|(name, bytes)| name == "heat.parquet" && !bytes.is_empty()));
}

#[test]
fn the_table_holds_every_count() {
    let (run, heats) = raid("bank.toml", 500, "[variants.other]\n'blue.team.skill' = 2\n", false);
    assert_eq!(heats.len(), 2);
    let squares = frame::heat(&run, &heats).unwrap();
    let names: Vec<&str> = squares.get_column_names().iter().map(|name| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "cell", "id", "seed", "variant", "side", "quantity", "row", "column", "room", "count", "replayed", "mean",
            "low", "high"
        ]
    );
    let number = |column: &str, row| squares.column(column).unwrap().i64().unwrap().get(row).unwrap();
    let word = |column: &str, row| squares.column(column).unwrap().str().unwrap().get(row).map(str::to_owned);
    let mut counted = 0;
    for row in 0..squares.height() {
        let heat = &heats[number("cell", row) as usize];
        let who = Who::ALL.into_iter().find(|who| word("side", row).as_deref() == Some(who.name())).unwrap();
        let what = What::ALL.into_iter().find(|what| word("quantity", row).as_deref() == Some(what.name())).unwrap();
        let plan = &heat.map.plan;
        let cell = plan.cell(number("row", row) as usize - 1, number("column", row) as usize - 1).unwrap();
        let moments = heat.layer(who, what).cell(cell.index());
        assert_eq!(i128::from(number("count", row)), moments.sum);
        assert_eq!((number("replayed", row), number("count", row) > 0), (500, true));
        assert_eq!(word("room", row).as_deref(), plan.room(cell).and_then(|room| heat.map.name_of(room)));
        counted += number("count", row);
        let low = squares.column("low").unwrap().f64().unwrap().get(row).unwrap();
        assert!(low.is_sign_positive(), "{low}");
    }
    let layers = Who::ALL.into_iter().flat_map(|who| What::ALL.map(|what| (who, what)));
    let all: i128 = layers.map(|(who, what)| heats.iter().map(|h| h.layer(who, what).total.sum).sum::<i128>()).sum();
    assert_eq!(i128::from(counted), all);
    // The losses that the run counted over the same engagements.
    let falls = heats[0].layer(Who::Red, What::Falls).total.mean();
    assert!((falls - run.cells[0].measures[1].mean.value).abs() < 1e-12 && falls > 0.5);
}

#[test]
fn cells_that_compare_have_the_same_colours_and_the_rest_is_told() {
    let sweep = "[sweep]\n'blue.team.skill' = [1, 2, 3, 4, 5, 6]\n";
    let (run, heats) = raid("house.toml", 100, sweep, false);
    let charts = Report::of_run(&run, &heats).charts().unwrap();
    let falls: Vec<_> = charts.iter().filter(|chart| chart.title.starts_with("Where figures fall")).collect();
    assert_eq!(falls.len(), 4);
    assert_eq!(falls[1].title, "Where figures fall, Team’s skill 2 (4 of 6 cells drawn)");
    // Names of files contain the cell, regardless of the number of the chart.
    let cells = falls.iter().map(|chart| chart.name.split_once('-').unwrap().1);
    assert_eq!(cells.collect::<Vec<_>>(), [1, 2, 4, 6].map(|skill| format!("falls-team-s-skill-{skill}")));
    let files = Report::of_run(&run, &heats).files().unwrap();
    let fact = "Heat maps: the first 100 engagements of 4 of the 6 cells, replayed";
    assert!(text(&files, "report.md").contains(fact), "{}", text(&files, "report.md"));
}

#[test]
fn a_stopped_run_says_that_it_has_none() {
    let (run, heats) = raid("single-room.toml", 100, "", true);
    let files = Report::of_run(&run, &heats).files().unwrap();
    assert!(!files.iter().any(|(name, _)| name.contains("falls") || name.starts_with("heat")));
    let said = "Heat maps: none, the run was stopped before engagements were replayed for them";
    assert!(text(&files, "report.md").contains(said));
}
