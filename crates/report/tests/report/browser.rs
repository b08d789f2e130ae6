//! Pages of replays in a browser. `.ci/run` runs these tests if it finds one: `cargo test -p report --test report --
//! --ignored`.

use std::fs;
use std::process::Command;

use report::replay_page;
use runner::{Replay, Scene, State};
use serde_json::{Value, json};

use crate::made;
use crate::replays::{afield, data, raid};
use crate::zones::firefight;

/// Names of the browser.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What a reader sees: the current line of the log, the place of each figure, the figures struck through, open doors,
/// tinted rooms.
const LOOK: &str = r##"
const all = (selector) => [...document.querySelectorAll(selector)];
const figures = () => all("#plan .figure").sort((a, b) => a.dataset.figure - b.dataset.figure);
const shown = (element) => getComputedStyle(element).display !== "none";
// Where a figure is drawn, in units of the picture.
const place = (figure) => {
  if (!shown(figure)) return null;
  const box = figure.querySelector(".shape").getBoundingClientRect();
  const middle = new DOMPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const at = middle.matrixTransform(document.querySelector("#plan svg").getScreenCTM().inverse());
  return [Math.round(at.x), Math.round(at.y)];
};
const look = () => {
  const square = (figure) => {
    const at = place(figure);
    return at && Math.floor(at[1] / 20) * 10 + Math.floor(at[0] / 20);
  };
  const numbers = (elements, key) => elements.map((element) => Number(element.dataset[key]));
  return {
    now: numbers(all("#log li.now"), "step"),
    slider: Number(document.getElementById("slider").value),
    at: figures().map(square),
    down: numbers(figures().filter((figure) => shown(figure.querySelector(".cross"))), "figure"),
    open: numbers(all(".door").filter((door) => getComputedStyle(door.querySelector(".ajar")).opacity === "1"), "door"),
    gas: numbers(all(".room.gas"), "room"),
    bursts: numbers(all(".room.burst"), "room"),
    shots: all("#shots .age-0").length,
  };
};
const press = (key, shiftKey = false) =>
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
const told = [];
const tell = () => {
  const box = document.createElement("pre");
  box.id = "told";
  box.textContent = JSON.stringify(told);
  document.body.append(box);
};
"##;

/// Opens a page at a hash, runs a script in it and returns the script's result. Any console output is an error.
#[track_caller]
fn browse(replay: &Replay, hash: &str, script: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let page = replay_page(replay, &made::provenance())
        .unwrap()
        .replace("</body>", &format!("<script>{LOOK}{script}</script></body>"));
    fs::write(&file, page).unwrap();
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--enable-logging=stderr",
        "--force-prefers-reduced-motion",
        "--window-size=1200,900",
        "--virtual-time-budget=60000",
        "--dump-dom",
    ];
    let address = format!("file://{}{hash}", file.display());
    let started = BROWSERS
        .iter()
        .find_map(|browser| Command::new(browser).args(options).args([&profile, &address]).output().ok())
        .unwrap_or_else(|| panic!("none of {BROWSERS:?} is installed"));
    let (dom, log) = (String::from_utf8_lossy(&started.stdout), String::from_utf8_lossy(&started.stderr));
    assert!(!log.contains("CONSOLE"), "{log}");
    let told = dom.split("<pre id=\"told\">").nth(1).and_then(|rest| rest.split("</pre>").next());
    let told = told.unwrap_or_else(|| panic!("nothing was told\n{log}\n{dom}"));
    let text = told.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    serde_json::from_str(&text).unwrap()
}

/// The expected view of a scene; rows of the raid's map have ten squares.
fn expected(replay: &Replay, number: usize, scene: &Scene) -> Value {
    let plan = &replay.map.as_ref().unwrap().plan;
    let square = |cell: u16| {
        let at = plan.position(plan.cell_numbered(cell.into()).unwrap());
        usize::from(at.row) * 10 + usize::from(at.column)
    };
    let down = |&figure: &usize| scene.pieces[figure].state == State::Down;
    json!({
        "now": if number == 0 { vec![] } else { vec![number] },
        "slider": number,
        "at": scene.pieces.iter().map(|piece| piece.cell.map(square)).collect::<Vec<_>>(),
        "down": (0..scene.pieces.len()).filter(down).collect::<Vec<_>>(),
        "open": scene.open,
        "gas": scene.gas,
        "bursts": scene.bursts,
        "shots": scene.shots.len(),
    })
}

fn scenes(replay: &Replay) -> Vec<Value> {
    replay.scenes().enumerate().map(|(number, scene)| expected(replay, number, &scene)).collect()
}

#[test]
#[ignore = "needs a browser"]
fn each_step_shows_its_scene() {
    let replay = raid();
    let script = r#"
told.push(look());
for (let n = 0; n < 7; n++) { press("ArrowRight"); told.push(look()); }
press("ArrowRight");
told.push(look());
for (let n = 0; n < 7; n++) { document.getElementById("back").click(); told.push(look()); }
tell();"#;
    let seen = browse(&replay, "#start", script);
    let mut expected = scenes(&replay);
    expected.push(expected[7].clone());
    let back: Vec<Value> = expected[..7].iter().rev().cloned().collect();
    expected.extend(back);
    assert_eq!(seen, json!(expected));
}

#[test]
#[ignore = "needs a browser"]
fn links_lead_to_their_steps() {
    let replay = raid();
    let scenes = scenes(&replay);
    for (hash, step) in
        [("", 1), ("#step=5", 5), ("#turn=3", 6), ("#end", 7), ("#step=99", 7), ("#step=x", 1), ("#turn=9", 1)]
    {
        assert_eq!(browse(&replay, hash, "told.push(look()); tell();"), json!([scenes[step]]), "{hash}");
    }
}

#[test]
#[ignore = "needs a browser"]
fn turns_the_slider_the_log_and_playing_go_where_they_say() {
    let replay = raid();
    let script = r##"
const id = (name) => document.getElementById(name);
const at = () => told.push(look().slider);
press("ArrowRight", true); at();
id("turn-on").click(); at();
id("turn-on").click(); at();
id("turn-on").click(); at();
press("ArrowLeft", true); at();
id("turn-back").click(); at();
id("slider").value = 4; id("slider").dispatchEvent(new Event("input")); at();
document.querySelector("#step-3 a").click(); at();
location.hash = "#step=6";
setTimeout(() => {
  at();
  document.querySelector("#log [data-step='1'] .text").click(); at();
  press(" ");
  setTimeout(() => { told.push(id("play").title); press(" "); at(); told.push(id("play").title); press(" "); }, 3000);
  setTimeout(() => { at(); told.push(id("play").title, location.hash, id("on").disabled); tell(); }, 40000);
}, 1000);"##;
    let seen = browse(&replay, "", script);
    let seen: Vec<String> = seen.as_array().unwrap().iter().map(Value::to_string).collect();
    assert_eq!(seen[..10], ["2", "4", "6", "7", "6", "4", "4", "3", "6", "1"]);
    assert_eq!(seen[10], "\"Pause (Space)\"");
    assert_eq!(seen[11], "4", "a step at once, then one in 1.2 seconds");
    assert_eq!(seen[12..], ["\"Play (Space)\"", "7", "\"Play (Space)\"", "\"#step=7\"", "true"]);
}

#[test]
#[ignore = "needs a browser"]
fn figures_tell_of_themselves() {
    let replay = raid();
    let script = r##"
const [, second, third] = figures();
const card = document.getElementById("card");
third.focus(); told.push(card.hidden, card.innerText);
press("Escape"); told.push(card.hidden);
second.dispatchEvent(new MouseEvent("mouseenter")); told.push(card.innerText);
second.dispatchEvent(new MouseEvent("mouseleave")); told.push(card.hidden);
told.push(figures().map((figure) => figure.getAttribute("aria-label")));
told.push(all("#plan .figure").map((figure) => Number(figure.dataset.figure)));
tell();"##;
    let seen = browse(&replay, "#step=5", script);
    let words = |value: &Value| value.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(seen[0], false);
    assert_eq!(
        words(&seen[1]),
        "a, red guard squad guard; out of the fight in this step: A blue raiders 1 › a red guard: hits TOY-1 rolls d6: 5; draws 9♥, 3♠ \
         target 7 = 9 base (TOY-2) - 2 aimed"
    );
    assert_eq!(seen[2], true);
    assert_eq!(
        words(&seen[3]),
        "B, blue raiders 2 squad raiders; in the fight last, step 4, turn 2: B blue raiders 2: throws a stun grenade TOY-1"
    );
    assert_eq!(seen[4], true);
    assert_eq!(
        seen[5],
        json!(["A, blue raiders 1", "B, blue raiders 2", "a, red guard, out of the fight", "1, hostage 1"])
    );
    assert_eq!(seen[6], json!([2, 0, 1, 3]), "the fallen are drawn first, below all who stand");
}

#[test]
#[ignore = "needs a browser"]
fn hostile_names_run_nothing_and_are_shown_as_they_are() {
    let hostile = "</script><script>document.title='caught'</script>'\"&<img src=x onerror=alert(1)>";
    let mut replay = raid();
    replay.title = hostile.to_owned();
    replay.figures[0].name = hostile.to_owned();
    replay.steps[4].text = hostile.to_owned();
    let script = "
figures()[0].focus();
told.push(document.title, document.querySelector('h1').textContent, document.querySelector('#now .text').textContent,
  document.querySelector('#card .who').textContent, document.images.length, document.scripts.length);
tell();";
    let seen = browse(&replay, "#step=5", script);
    let title = format!("{hostile}: {}", replay.which);
    assert_eq!(seen, json!([title, hostile, hostile, format!("A, {hostile}"), 0, 3]), "data, the page's own, this one");
}

#[test]
#[ignore = "needs a browser"]
fn without_a_map_the_log_is_stepped_through() {
    let script = "
const at = () => told.push(look0());
const look0 = () => [Number(document.getElementById('slider').value), document.querySelector('#now h2').textContent];
at(); press('ArrowRight', true); at(); document.getElementById('turn-on').click(); at();
told.push(all('#roster li.gone').length);
tell();";
    let seen = browse(&afield(), "#step=2", script);
    assert_eq!(seen, json!([[2, "Step 2 of 7, turn 1"], [4, "Step 4 of 7, turn 2"], [6, "Step 6 of 7, turn 3"], 1]));
}

#[test]
#[ignore = "needs a browser"]
fn zones_are_stepped_through() {
    let replay = firefight();
    let data = data(&replay_page(&replay, &made::provenance()).unwrap());
    let script = r##"
const count = (selector) => all(selector).length;
const tellStep = () => told.push([figures().map(place), count("#shots line.age-0"), count("#shots circle.age-0"), count(".trail")]);
tellStep();
for (let n = 0; n < 8; n++) { press("ArrowRight"); tellStep(); }
tell();"##;
    let seen = browse(&replay, "#start", script);
    let expected = data["scenes"].as_array().unwrap().iter().map(|scene| {
        let place =
            |square: &Value| square.as_u64().map_or(Value::Null, |square| data["places"][square as usize].clone());
        let places: Vec<Value> = scene["at"].as_array().unwrap().iter().map(place).collect();
        let shots = scene["shots"].as_array().unwrap();
        let within = shots.iter().filter(|shot| shot[0] == shot[1]).count();
        json!([places, shots.len() - within, within, scene["moves"].as_array().unwrap().len()])
    });
    assert_eq!(seen, Value::Array(expected.collect()));
}

/// Opens a page that is 1,200 pixels wide and returns the result of a script.
fn measured(page: &str, script: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let told = "const box = document.createElement('pre'); box.id = 'told'; box.textContent = JSON.stringify(told); document.body.append(box);";
    fs::write(&file, page.replace("</body>", &format!("<script>const told = {script}; {told}</script></body>")))
        .unwrap();
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--window-size=1200,900",
        "--virtual-time-budget=10000",
        "--dump-dom",
    ];
    let address = format!("file://{}", file.display());
    let started = BROWSERS
        .iter()
        .find_map(|browser| Command::new(browser).args(options).args([&profile, &address]).output().ok())
        .unwrap_or_else(|| panic!("none of {BROWSERS:?} is installed"));
    let dom = String::from_utf8_lossy(&started.stdout);
    let told =
        dom.split("<pre id=\"told\">").nth(1).and_then(|rest| rest.split("</pre>").next()).expect("something told");
    serde_json::from_str(told).unwrap()
}

#[test]
#[ignore = "needs a browser"]
fn no_page_is_longer_than_6000_pixels_nor_wider_than_the_screen() {
    for (name, run) in crate::made::every_run() {
        let report = report::Report::of_run(&run, &[]);
        let page = report.page(&report.charts().unwrap()).unwrap();
        let seen = measured(&page, "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]");
        let (height, width) = (seen[0].as_u64().unwrap(), seen[1].as_u64().unwrap());
        assert!(height <= 6000, "{name}: {height} pixels long");
        assert!(width <= 1200, "{name}: {width} pixels wide");
    }
}
