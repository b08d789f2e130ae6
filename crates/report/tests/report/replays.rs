//! Replays on the plan: as text, as a page, and as a browser shows the page.

use std::sync::Arc;

use engage::{Card, Clause, Drawn, Luck, Map, Mark, Modifier, Side, Step};
use report::{replay_page, replay_text};
use runner::{Actor, Replay};
use scenario::parse_map;
use serde_json::Value;

use crate::made;
const HOUSE: &str = r#"title = "A house <&> 'yard'"
map = '''
##########
#...#....#
#...+..n.#
#...#....#
#.._##=###
#........#
##########
'''
marks = '''
##########
#...#kkkk#
#...+kkn.#
#...#....#
#.._##=###
#........#
##########
'''
rooms = { "kitchen </text>" = "k" }
"#;

fn house() -> Map {
    parse_map("house.toml", HOUSE.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn actor(side: Option<Side>, squad: &str, name: &str) -> Actor {
    Actor { side, squad: squad.to_owned(), name: name.to_owned() }
}

/// Two raiders, a guard and a hostage: in through the door, a stun grenade, gas, a shot, and out.
pub(crate) fn raid() -> Replay {
    let map = house();
    let cell = |row: usize, column: usize| map.plan.cell(row - 1, column - 1).unwrap().index() as u16;
    let kitchen = map.room("kitchen </text>").unwrap().index() as u8;
    let stands = |figure, row, column| Mark::Stands { figure, cell: cell(row, column) };
    let step = |turn, figure, target, text: &str, marks: Vec<Mark>| Step {
        turn,
        figure,
        target,
        clause: "TOY-1",
        text: text.to_owned(),
        marks,
        ..Step::default()
    };
    let set_up = vec![stands(0, 3, 2), stands(1, 2, 2), stands(2, 4, 9), stands(3, 2, 8)];
    let path = vec![Mark::Opens { door: 0 }, stands(0, 3, 3), stands(0, 3, 4), stands(0, 3, 5)];
    let shot = Step {
        target_number: Some(7),
        modifiers: vec![
            Modifier { name: "base".to_owned(), clause: "TOY-2", value: 9 },
            Modifier { name: "aimed".to_owned(), clause: "", value: -2 },
        ],
        luck: [
            ("d6", Drawn::Faces(vec![5])),
            ("", Drawn::Card(Card::new(9, true))),
            ("", Drawn::Card(Card::new(3, false))),
        ]
        .map(|(from, drawn)| Luck { from: from.to_owned(), drawn, ..Luck::default() })
        .to_vec(),
        ..step(
            2,
            Some(0),
            Some(2),
            "hits",
            vec![Mark::Shot { from: cell(3, 5), to: cell(4, 9) }, Mark::Falls { figure: 2 }],
        )
    };
    let steps = vec![
        step(0, None, None, "everybody is set up", set_up),
        step(1, Some(0), None, "goes to the door", path),
        step(1, Some(1), None, "waits", Vec::new()),
        step(2, Some(1), None, "throws a stun grenade", vec![Mark::Bursts { room: kitchen, gas: false }]),
        shot,
        step(
            3,
            Some(1),
            None,
            "throws gas",
            vec![Mark::Bursts { room: kitchen, gas: true }, Mark::Smokes { cell: cell(6, 2) }],
        ),
        step(3, Some(3), None, "runs out", vec![stands(3, 3, 6), Mark::Leaves { figure: 3 }]),
    ];
    Replay {
        title: "A raid".to_owned(),
        which: "engagement 4 of the fight, seed 1".to_owned(),
        why: vec!["match 2: 2 of the first 10".to_owned()],
        others: vec![("match 3".to_owned(), "show <it>".to_owned())],
        clauses: vec![Clause { id: "TOY-2", title: "to hit", place: "", tests: "" }],
        figures: vec![
            actor(Some(Side::Blue), "raiders", "blue raiders 1"),
            actor(Some(Side::Blue), "raiders", "blue raiders 2"),
            actor(Some(Side::Red), "guard", "red guard"),
            actor(None, "hostages", "hostage 1"),
        ],
        map: Some(Arc::new(map)),
        steps,
        ending: "Blue wins after 3 turns: everybody is out; red losses 1".to_owned(),
        ..Replay::default()
    }
}

/// The same without a map.
pub(crate) fn afield() -> Replay {
    Replay { map: None, ..raid() }
}

const TEXT: &str = r#"A raid: engagement 4 of the fight, seed 1
match 2: 2 of the first 10
  match 3: show <it>

Before the first turn
  everybody is set up [TOY-1]

             1
    1234567890
  1 ##########
  2 #B..#..1.#
  3 #A..+..n.#
  4 #...#...a#
  5 #.._##=###
  6 #........#
  7 ##########

A blue raiders 1   B blue raiders 2
a red guard
1 hostage 1
x out of the fight   ░ gas   ▒ smoke   # wall   . floor   + door   = window   _ low wall   n block   / open door

Turn 1
  blue raiders 1: goes to the door [TOY-1]
  blue raiders 2: waits [TOY-1]

             1
    1234567890
  1 ##########
  2 #B..#..1.#
  3 #...A..n.#
  4 #...#...a#
  5 #.._##=###
  6 #........#
  7 ##########

Turn 2
  blue raiders 2: throws a stun grenade [TOY-1]
  blue raiders 1 > red guard: hits [TOY-1]
      rolls d6: 5; draws 9♥, 3♠
      target 7 = 9 base (TOY-2) - 2 aimed

             1
    1234567890
  1 ##########
  2 #B..#..1.#
  3 #...A..n.#
  4 #...#...x#
  5 #.._##=###
  6 #........#
  7 ##########
out of the fight: a red guard

Turn 3
  blue raiders 2: throws gas [TOY-1]
  hostage 1: runs out [TOY-1]

             1
    1234567890
  1 ##########
  2 #B..#░░░░#
  3 #...A░░n░#
  4 #...#░░░x#
  5 #.._##=###
  6 #▒.......#
  7 ##########
out of the fight: a red guard
has left: 1 hostage 1

Blue wins after 3 turns: everybody is out; red losses 1
"#;

#[test]
fn text_draws_the_plan_turn_by_turn() {
    let text = replay_text(&raid(), &made::provenance(), false);
    assert!(text == TEXT, "{text}");
}

#[test]
fn colours_change_no_character() {
    let coloured = replay_text(&raid(), &made::provenance(), true);
    assert!(coloured.contains("\u{1b}[1;94mA\u{1b}[0m") && coloured.contains("\u{1b}[1;91mx\u{1b}[0m"), "{coloured}");
    let mut plain = String::new();
    for (number, part) in coloured.split('\u{1b}').enumerate() {
        plain += if number == 0 { part } else { part.split_once('m').unwrap().1 };
    }
    assert_eq!(plain, TEXT);
}

#[test]
fn every_line_of_the_log_is_in_the_text() {
    let (log, text) = (raid().to_string(), replay_text(&raid(), &made::provenance(), false));
    let mut lines = text.lines();
    for line in log.lines().filter(|line| !line.is_empty()) {
        assert!(lines.any(|shown| shown == line), "{line} is missing, or not where it should be");
    }
    assert_eq!(
        replay_text(&afield(), &made::provenance(), true),
        afield().to_string(),
        "without a map the log is all there is"
    );
}

#[test]
fn characters_of_figures_are_no_symbols_of_the_ground() {
    let mut replay = raid();
    let many = |side, count| (0..count).map(move |number| actor(side, "s", &format!("{side:?} {number}")));
    let sides = [(Some(Side::Blue), 26), (Some(Side::Red), 27), (None, 11)];
    replay.figures = sides.into_iter().flat_map(|(side, count)| many(side, count)).collect();
    replay.steps.clear();
    let text = replay_text(&replay, &made::provenance(), false);
    let names =
        text.lines().flat_map(|line| line.split("   ")).filter(|part| part.contains("Some") || part.contains("None"));
    let labels: String = names.map(|part| part.chars().next().unwrap()).collect();
    assert_eq!(labels, "ABCDEFGHIJKLMNOPQRSTUVWYZ@abcdefgijklmopqrstuvwyz$$$$123456789**");
}

/// The data inside a page.
pub(crate) fn data(page: &str) -> Value {
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn the_data_of_the_page_are_the_replay() {
    let replay = raid();
    let data = data(&replay_page(&replay, &made::provenance()).unwrap());
    assert_eq!(
        (&data["title"], &data["which"], &data["ending"]),
        (&replay.title.as_str().into(), &replay.which.as_str().into(), &replay.ending.as_str().into())
    );
    assert_eq!((&data["columns"], &data["opening"]), (&10.into(), &1.into()));
    for (told, step) in data["steps"].as_array().unwrap().iter().zip(&replay.steps) {
        let expected = serde_json::json!({"turn": step.turn, "figure": step.figure, "target": step.target});
        assert_eq!(*told, expected);
    }
    let plan = &replay.map.as_ref().unwrap().plan;
    let square = |cell: u16| {
        let at = plan.position(plan.cell_numbered(cell.into()).unwrap());
        usize::from(at.row) * 10 + usize::from(at.column)
    };
    let scenes: Vec<runner::Scene> = replay.scenes().collect();
    assert_eq!(data["scenes"].as_array().unwrap().len(), scenes.len());
    for (told, scene) in data["scenes"].as_array().unwrap().iter().zip(&scenes) {
        let at: Vec<Option<usize>> = scene.pieces.iter().map(|piece| piece.cell.map(square)).collect();
        let those = |state| (0..4).filter(|&i| scene.pieces[i].state == state).collect::<Vec<_>>();
        let shots: Vec<_> = scene.shots.iter().map(|&(from, to)| (square(from), square(to))).collect();
        let moves: Vec<_> = scene
            .moves
            .iter()
            .map(|(figure, cells)| (figure, cells.iter().map(|&cell| square(cell)).collect::<Vec<_>>()))
            .collect();
        let expected = serde_json::json!({
            "at": at, "down": those(runner::State::Down), "left": those(runner::State::Left), "open": scene.open,
            "gas": scene.gas, "smoke": scene.smoke.iter().map(|&cell| square(cell)).collect::<Vec<_>>(), "bursts": scene.bursts, "shots": shots, "moves": moves,
        });
        assert_eq!(*told, expected);
    }
    assert_eq!(data["scenes"][2]["moves"], serde_json::json!([[0, [21, 22, 23, 24]]]));
}

#[test]
fn the_page_is_a_log_with_the_opening_plan_where_there_are_no_scripts() {
    let page = replay_page(&raid(), &made::provenance()).unwrap();
    for text in [
        "<h1>A raid</h1>",
        "engagement 4 of the fight, seed 1",
        "on A house &lt;&amp;&gt; 'yard'",
        "kitchen &lt;/text&gt;",
        "<h2>Before the first turn</h2>",
        "<h2>Turn 3</h2>",
        "target 7 = 9 base (<span class=\"clause\" title=\"to hit\">TOY-2</span>) - 2 aimed</p>",
        "<span class=\"clause\">TOY-1</span>",
        "rolls d6: 5; draws 9♥, 3♠",
        "<p>match 2: 2 of the first 10</p><p>match 3: <code>show &lt;it&gt;</code></p>",
        "Blue wins after 3 turns: everybody is out",
        "data-figure=\"0\" transform=\"translate(30 50)\"",
        "id=\"controls\" role=\"group\" aria-label=\"Replay\" hidden",
        "<g class=\"door\" data-door=\"0\">",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    assert_eq!(page.matches("<li id=\"step-").count(), 7);
    let open = replay_page(&afield(), &made::provenance()).unwrap();
    assert!(!open.contains("id=\"plan\"") && open.contains("<li id=\"step-7\""), "without a map there is the log");
}

#[test]
fn what_follows_from_a_step_lies_within_it() {
    let depths = [0, 1, 2, 2, 1, 0, 1];
    let mut replay = afield();
    for (step, depth) in replay.steps.iter_mut().zip(depths) {
        (step.turn, step.depth) = (1, depth);
    }
    let page = replay_page(&replay, &made::provenance()).unwrap();
    let log = page.split_once("id=\"log\"").unwrap().1;
    // Entries, and folds that open and close, in order.
    let mut shape = String::new();
    for piece in log.split('<').skip(1) {
        match piece {
            _ if piece.starts_with("li id=") => shape.push('.'),
            _ if piece.starts_with("details") => shape.push('('),
            _ if piece.starts_with("/details") => shape.push(')'),
            _ => {}
        }
    }
    assert_eq!(shape, ".(.(..).).(.)");
    assert!(page.contains("4 steps follow") && page.contains("2 steps follow") && page.contains("1 step follows"));
}

#[test]
fn the_legend_of_the_page_names_gas_and_smoke_where_there_is_any() {
    let (gas, smoke) = ("<rect class=\"gas\"", "<rect class=\"smoke\"");
    let page = replay_page(&raid(), &made::provenance()).unwrap();
    assert!(page.contains(gas) && page.contains(smoke), "{page}");
    let mut clear = raid();
    clear.steps.iter_mut().for_each(|step| step.marks.clear());
    let page = replay_page(&clear, &made::provenance()).unwrap();
    assert!(page.contains("id=\"legend\"") && !page.contains(gas) && !page.contains(smoke), "{page}");
}

#[test]
fn nothing_is_loaded_and_nothing_runs_but_the_page_itself() {
    let hostile = "</script><script>alert(1)</script><!-- ' \" & \u{2028} <img src=x onerror=alert(1)>";
    let mut replay = raid();
    (replay.title, replay.which, replay.ending) = (hostile.into(), hostile.into(), hostile.into());
    let mut map = house();
    map.title = hostile.into();
    map.rooms[0].0 = hostile.into();
    replay.map = Some(Arc::new(map));
    for figure in &mut replay.figures {
        (figure.name, figure.squad) = (hostile.into(), hostile.into());
    }
    for step in &mut replay.steps {
        step.text = hostile.into();
        step.luck = vec![Luck { from: hostile.into(), drawn: Drawn::Row(hostile.into()), ..Luck::default() }];
        step.target_number = Some(1);
        step.modifiers = vec![Modifier { name: hostile.into(), clause: "TOY-1", value: 1 }];
    }
    let page = replay_page(&replay, &made::provenance()).unwrap();
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2), "data and the page's own");
    assert!(!page.contains("<img") && !page.contains("<!--"));
    assert_eq!(data(&page)["title"], hostile.replace('\u{2028}', "\u{fffd}"), "nothing steers a page");
    for page in
        [page, replay_page(&raid(), &made::provenance()).unwrap(), replay_page(&afield(), &made::provenance()).unwrap()]
    {
        for needle in
            ["http:", "https:", "@import", "url(h", "<link", "<iframe", " style=", " onclick=", "innerHTML", "eval("]
        {
            assert!(!page.contains(needle), "{needle}");
        }
        assert!(page.contains("content=\"default-src 'none';"));
    }
}

#[test]
fn what_lies_outside_is_left_out_and_what_is_walled_in_is_not() {
    let text = "title = 'Levels'
map = '''
############
#..######..#
#..######..#
############
#..........#
#...###....#
#...###....#
#...###....#
#..........#
############
############
'''
marks = '''
############
#1.######2.#
#..######..#
############
#.1......2.#
#...###....#
#...###....#
#...###....#
#..........#
############
############
'''
stairs = { up = '1', down = '2' }
";
    let map = parse_map("levels.toml", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let replay = Replay { map: Some(Arc::new(map)), steps: Vec::new(), ..raid() };
    let page = replay_page(&replay, &made::provenance()).unwrap();
    let hidden = page.split("<path class=\"hidden\" d=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert_eq!(hidden, "M80 0h80v20h-80zM80 20h80v20h-80zM80 40h80v20h-80zM0 200h240v20h-240z");
}

#[test]
fn the_same_replay_gives_the_same_page() {
    assert!(replay_page(&raid(), &made::provenance()).unwrap() == replay_page(&raid(), &made::provenance()).unwrap());
}
