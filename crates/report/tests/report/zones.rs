//! Battles in zones: replays as text and as a page, and the picture of the ground in reports.

use std::sync::Arc;

use engage::{
    Battle, Border, Ending, ExactFight, Figure, MAX_MEASURES, Mark, Measure, Outcome, Problem, Ruleset, Side, Step,
    Unsolved, Zone, Zones,
};
use report::{Report, replay_page, replay_text};
use runner::{Actor, Options, Replay, Run, Stop, Unwatched};
use scenario::Scenario;
use serde_json::{Value, json};

use crate::heats::keep;
use crate::made;
use crate::replays::data;

fn town() -> Zones {
    let zone = |name: &str, note: &str| Zone { name: name.to_owned(), note: note.to_owned() };
    let border = |one, two, cost| Border { ends: [one, two], cost };
    let zones = vec![
        zone("Market square", ""),
        zone("Back <yard> & 'garage'", "cover d6"),
        zone("Warehouse", "cover d8"),
        zone("The old customs house's roof terrace", "cover d8, exposed"),
        zone("Police station", "cover d10"),
        zone("Boat", ""),
    ];
    let borders =
        vec![border(0, 1, 1), border(0, 2, 1), border(1, 2, 2), border(2, 3, 3), border(2, 4, 1), border(3, 4, 2)];
    Zones::new(zones, borders)
}

/// Two characters and a unit against a unit and a turret: set up, across the town, a shot from zone to zone and one within one.
pub(crate) fn firefight() -> Replay {
    let stands = |figure, cell| Mark::Stands { figure, cell };
    let shot = |from, to| Mark::Shot { from, to };
    let step = |turn, figure, target, text: &str, marks: Vec<Mark>| Step {
        turn,
        figure,
        target,
        clause: "TOY-1",
        text: text.to_owned(),
        marks,
        ..Step::default()
    };
    let set_up = vec![stands(0, 0), stands(1, 0), stands(2, 1), stands(3, 4), stands(4, 3)];
    let steps = vec![
        step(0, None, None, "everybody is set up", set_up),
        step(1, Some(0), None, "runs to the station", vec![stands(0, 2), stands(0, 4)]),
        step(1, Some(3), Some(0), "hits", vec![shot(4, 4), Mark::Falls { figure: 0 }]),
        step(1, Some(4), Some(1), "misses", vec![shot(3, 0)]),
        step(2, Some(1), None, "moves up", vec![stands(1, 2)]),
        step(2, Some(2), Some(4), "falls back, firing", vec![shot(1, 3), stands(2, 0)]),
        step(2, Some(4), None, "flies off", vec![Mark::Leaves { figure: 4 }]),
        step(2, Some(3), None, "shoots at nobody", vec![shot(4, 4), shot(4, 99), stands(3, 99)]),
    ];
    let actor =
        |side, squad: &str, name: &str| Actor { side: Some(side), squad: squad.to_owned(), name: name.to_owned() };
    Replay {
        title: "A town".to_owned(),
        which: "engagement 2 of the fight, seed 1".to_owned(),
        figures: vec![
            actor(Side::Blue, "leader", "Kane"),
            actor(Side::Blue, "medic", "blue medic"),
            actor(Side::Blue, "rifles", "blue rifles"),
            actor(Side::Red, "guards", "red guards"),
            actor(Side::Red, "drone", "red drone"),
        ],
        zones: Some(Arc::new(town())),
        steps,
        ending: "Red wins after 2 turns".to_owned(),
        ..Replay::default()
    }
}

const TEXT: &str = "A town: engagement 2 of the fight, seed 1

Before the first turn
  everybody is set up [TOY-1]

Market square: A Kane   B blue medic
Back <yard> & 'garage' (cover d6): C blue rifles
The old customs house's roof terrace (cover d8, exposed): b red drone
Police station (cover d10): a red guards

A Kane
B blue medic
C blue rifles
a red guards
b red drone
x out of the fight

Turn 1
  Kane: runs to the station [TOY-1]
  red guards > Kane: hits [TOY-1]
  red drone > blue medic: misses [TOY-1]

Market square: B blue medic
Back <yard> & 'garage' (cover d6): C blue rifles
The old customs house's roof terrace (cover d8, exposed): b red drone
Police station (cover d10): a red guards   x Kane
out of the fight: A Kane
";

#[test]
fn text_says_turn_by_turn_who_is_where() {
    let text = replay_text(&firefight(), &made::provenance(), false);
    assert!(text.starts_with(TEXT), "{text}");
    let coloured = replay_text(&firefight(), &made::provenance(), true);
    assert!(coloured.contains("\u{1b}[1;91ma\u{1b}[0m red guards   \u{1b}[1;94mx\u{1b}[0m Kane"), "{coloured}");
}

#[test]
fn long_lines_are_broken_and_names_do_nothing_to_a_terminal() {
    let mut replay = firefight();
    let clear = |name: &str| Zone { name: name.to_owned(), note: String::new() };
    replay.zones = Some(Arc::new(Zones::new(vec![clear("a\u{1b}[2J"), clear("b")], Vec::new())));
    let one = replay.figures[0].clone();
    replay.figures =
        (1..=9).map(|number| Actor { name: format!("somebody with number {number}"), ..one.clone() }).collect();
    let marks = (0..9).map(|figure| Mark::Stands { figure, cell: 0 }).collect();
    replay.steps = vec![Step { marks, ..Step::default() }];
    let text = replay_text(&replay, &made::provenance(), false);
    assert!(text.contains("a�[2J: A somebody") && !text.contains('\u{1b}'), "{text}");
    assert!(text.contains("\n    D somebody") && text.lines().all(|line| line.chars().count() <= 104), "{text}");
}

#[test]
fn the_page_has_a_place_for_everybody_in_every_scene() {
    let replay = firefight();
    let data = data(&replay_page(&replay, &made::provenance()).unwrap());
    let places = data["places"].as_array().unwrap();
    let zones = replay.zones.as_ref().unwrap().zones().len();
    assert_eq!(places.len() % zones, 0);
    let each = places.len() / zones;
    // The zone of a square; the last square of each zone belongs to no figure.
    let zone = |square: &Value| square.as_u64().unwrap() as usize / each;
    for (told, scene) in data["scenes"].as_array().unwrap().iter().zip(replay.scenes()) {
        let mut taken: Vec<&Value> = Vec::new();
        for (square, piece) in told["at"].as_array().unwrap().iter().zip(&scene.pieces) {
            let cell = piece.cell.filter(|&cell| usize::from(cell) < zones);
            assert_eq!((!square.is_null()).then(|| zone(square)), cell.map(usize::from));
            let Some(number) = square.as_u64() else { continue };
            assert!(!taken.contains(&square), "two in one place");
            assert!(number as usize % each < each - 1, "in the middle");
            taken.push(square);
        }
    }
    let of = |scene: usize, key: &str| data["scenes"][scene][key].clone();
    let at = |scene: usize, figure: usize| of(scene, "at")[figure].clone();
    let middle = |zone: usize| json!(zone * each + each - 1);
    assert_eq!(of(2, "moves"), json!([[0, [at(1, 0), middle(2), at(2, 0)]]]));
    assert_eq!(of(3, "shots"), json!([[at(3, 0), at(3, 0)]]), "within a zone there is the target");
    assert_eq!(of(4, "shots"), json!([[at(4, 4), at(4, 1)]]));
    assert_eq!(at(4, 1), at(1, 1), "nobody moves for others");
    assert_eq!(of(6, "shots"), json!([[at(5, 2), at(6, 4)]]), "from where it stood");
    assert_eq!((at(7, 4), of(7, "left")), (Value::Null, json!([4])));
    assert_eq!(of(8, "shots"), json!([[middle(4), middle(4)]]), "zones that are not there are left out");
    assert_eq!(at(8, 3), Value::Null);
    assert!(replay_page(&replay, &made::provenance()).unwrap() == replay_page(&replay, &made::provenance()).unwrap());
}

#[test]
fn the_page_shows_zones_borders_and_who_stands_there() {
    let page = replay_page(&firefight(), &made::provenance()).unwrap();
    for text in [
        "aria-label=\"The zones\"",
        "<title>Back &lt;yard&gt; &amp; 'garage' (cover d6); next to Market square, Warehouse (2 to cross)</title>",
        "<title>Boat; next to none</title>",
        "<title>The old customs house's roof terrace (cover d8, exposed); ",
        ">The old customs house's</text>",
        ">cover d10</text>",
        "border with its crossing cost in actions",
        "data-figure=\"0\" transform=\"translate(",
        "<li id=\"step-8\"",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    assert_eq!(page.matches("<g class=\"zone\" role=\"img\">").count(), 6);
    assert_eq!(page.matches("<line class=\"border\"").count(), 6 + 2, "and two in the legend");
    assert_eq!(page.matches("<g class=\"toll\">").count(), 3 + 1);
    let mut hostile = firefight();
    let name = "</svg></script><script>alert(1)</script><!-- ' \" & <img src=x onerror=alert(1)>".to_owned();
    let zones = vec![Zone { name: name.clone(), note: name }; 5];
    hostile.zones = Some(Arc::new(Zones::new(zones, Vec::new())));
    let page = replay_page(&hostile, &made::provenance()).unwrap();
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
    assert!(!page.contains("<img") && !page.contains("<!--"));
}

static SIEGE: Ruleset = Ruleset {
    id: "siege",
    title: "Siege",
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
    compile: |given, _| compile(given),
};

/// No figure acts; squads begin in the zones that they name.
struct Siege {
    figures: Vec<Figure>,
    zones: Arc<Zones>,
    begin: Vec<u16>,
}

fn compile(given: &Value) -> Result<Box<dyn Battle>, Vec<Problem>> {
    let (mut figures, mut begin) = (Vec::new(), Vec::new());
    for side in Side::ALL {
        for (squad, about) in given[side.name()].as_object().unwrap() {
            figures.extend(Figure::squad(side, squad, 2));
            begin.extend([about["zone"].as_u64().unwrap() as u16; 2]);
        }
    }
    let mut zones = town();
    if let Some(cover) = given["blue"]["team"]["cover"].as_u64() {
        let noted = zones.zones().iter().map(|zone| Zone { note: format!("cover d{cover}"), ..zone.clone() });
        zones = Zones::new(noted.collect(), zones.borders().to_vec());
    }
    Ok(Box::new(Siege { figures, zones: Arc::new(zones), begin }))
}

impl Battle for Siege {
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn zones(&self) -> Option<&Arc<Zones>> {
        Some(&self.zones)
    }

    fn play(&self, _: u64, _: u64, outcomes: &mut [Outcome]) {
        outcomes.fill(Outcome { ending: 0, turns: 1, measures: [0; MAX_MEASURES] });
    }

    fn replay(&self, _: u64, _: u64) -> (Outcome, Vec<Step>) {
        let stands = |(figure, &cell): (u8, &u16)| Mark::Stands { figure, cell };
        let marks = (0..).zip(&self.begin).map(stands).collect();
        let later = Step { turn: 1, marks: vec![Mark::Stands { figure: 0, cell: 3 }], ..Step::default() };
        (Outcome { ending: 0, turns: 1, measures: [0; MAX_MEASURES] }, vec![Step { marks, ..Step::default() }, later])
    }

    fn exact(&self, _: usize) -> Result<ExactFight, Unsolved> {
        Err(Unsolved::Series)
    }
}

fn siege(rest: &str) -> (Scenario, Run) {
    let text = format!(
        "title = 'Siege'\nruleset = 'siege'\n[play]\nengagements = 10\n[blue.team]\nzone = 0\n[blue.scouts]\nzone = 1\n\
         [red.guards]\nzone = 4\n{rest}"
    );
    let scenario = Scenario::parse("siege.toml", text.as_bytes(), &[], &[&SIEGE]);
    let scenario = scenario.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let options = Options { threads: Some(1), interrupt: &Stop::default(), executor: None };
    let run = runner::run(&scenario, &options, &Unwatched).unwrap();
    (scenario, run)
}

#[test]
fn a_report_shows_the_zones_and_where_squads_begin() {
    let (scenario, run) = siege("[labels]\n'blue.team' = 'Kane & company'\n");
    let ground = run.ground.as_ref().unwrap();
    assert_eq!((ground.zones.as_slice(), ground.borders.as_slice()), (town().zones(), town().borders()));
    let begins: Vec<_> = ground.begins.iter().map(|begin| (begin.squad.as_str(), begin.zone)).collect();
    assert_eq!(begins, [("Kane & company", 0), ("scouts", 1), ("guards", 4)]);
    let report = Report::of_run(&run, &[]);
    let charts = report.charts().unwrap();
    keep("siege", &charts);
    // After the chart that answers the question.
    let chart = &charts[1];
    assert_eq!((chart.name.as_str(), chart.title.as_str()), ("02-zones", "The zones"));
    for text in ["Back &lt;yard&gt; &amp; ", "cover d10", "Kane &amp; company", "guards", "6 zones, 6 borders", "Boat"]
    {
        assert!(chart.svg.contains(text), "{text}\n{}", chart.svg);
    }
    for text in [
        "The old customs house's roof terrace (cover d8, exposed): next to Warehouse (3 to cross), Police station (2 to cross)",
        "Boat: next to none.",
        "Where squads begin: Kane & company in Market square; scouts in Back <yard> & 'garage'; guards in Police station.",
    ] {
        assert!(chart.about.contains(text), "{text}\n{}", chart.about);
    }
    let files = report.files().unwrap();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"02-zones.svg") && names.contains(&"02-zones.png"), "{names:?}");
    let page = report.page(&charts).unwrap();
    assert!(
        page.contains("aria-label=\"The zones\"")
            && page.contains("<figcaption>Market square: next to Back &lt;yard&gt;")
    );
    let written = report.value().unwrap();
    assert_eq!(written["ground"], serde_json::to_value(&run.ground).unwrap());
    let replay = runner::replay(&scenario, 0, 0).unwrap();
    assert_eq!(replay.zones.as_deref(), Some(&town()));
}

#[test]
fn what_differs_between_cells_is_not_shown() {
    let (_, run) = siege("[variants.closer]\n'blue.team.zone' = 2\n");
    let begins: Vec<_> = run.ground.iter().flat_map(|ground| &ground.begins).map(|begin| begin.zone).collect();
    assert_eq!(begins, [1, 4]);
    let (_, run) = siege("[variants.bare]\n'blue.team.cover' = 4\n");
    assert_eq!(run.ground, None);
    let charts = Report::of_run(&run, &[]).charts().unwrap();
    assert!(charts.iter().all(|chart| !chart.name.contains("zones")));
    let other = crate::made::single();
    assert!(!Report::of_run(&other, &[]).json().unwrap().contains("\"ground\""));
}

#[test]
fn every_size_of_ground_gives_a_page() {
    for count in [0, 1, 2, 16] {
        let zone = |number| Zone { name: format!("Zone {number}"), note: "cover d6".to_owned() };
        let border = |one: u8| Border { ends: [one, one + 1], cost: 1 + one % 3 };
        let zones = Zones::new((0..count).map(zone).collect(), (1..count).map(|zone| border(zone - 1)).collect());
        let replay = Replay { zones: Some(Arc::new(zones)), ..firefight() };
        let page = replay_page(&replay, &made::provenance()).unwrap();
        assert_eq!(page.matches("<g class=\"zone\" role=\"img\">").count(), usize::from(count));
        assert!(replay_text(&replay, &made::provenance(), false).contains("Zone 0 (cover d6): A Kane") || count == 0);
    }
    // Writes the picture for inspection.
    if let Some(folder) = std::env::var_os("BEATENZONE_PICTURES") {
        std::fs::write(
            std::path::Path::new(&folder).join("zones.html"),
            replay_page(&firefight(), &made::provenance()).unwrap(),
        )
        .unwrap();
    }
}
