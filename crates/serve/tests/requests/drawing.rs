//! Raw requests to the page on which maps are drawn.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::{PATIENCE, Page};

/// A shipped map with everything, and the question that is fought on it.
const MAP: &str = "../maps/bank.toml";
const QUESTION: &str = "scenarios/cqb/bank-two-doors.toml";

fn bank() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/maps/bank.toml")).unwrap()
}

/// The text of a map in the text area of a page.
fn text_of(html: &str) -> String {
    let text = html.split("<textarea").nth(1).and_then(|rest| rest.split_once('>')).expect("a text area").1;
    let text = text.split("</textarea>").next().unwrap().strip_prefix('\n').expect("a line end after the tag");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

impl Page {
    fn edit(&self, fields: &[(&str, &str)]) -> Value {
        let reply = self.post("edit", fields);
        assert_eq!(reply.status, 200, "{}", reply.body);
        serde_json::from_str(&reply.body).unwrap()
    }

    /// The last word about the map of an edit.
    fn checked(&self, edited: &Value) -> Value {
        let began = Instant::now();
        loop {
            let data = self.look(&edited["job"]);
            if data["done"] == true {
                return data;
            }
            assert!(began.elapsed() < PATIENCE, "{data}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn every_shipped_map_is_opened_and_saved_without_a_change() {
    let page = Page::new();
    let home = page.get(&format!("/{}/", page.token)).body;
    let form = home.split("<section id=\"map\">").nth(1).unwrap();
    let maps: Vec<&str> = form.split("option value=\"").skip(2).filter_map(|rest| rest.split('"').next()).collect();
    let maps: Vec<&str> = maps.into_iter().filter(|map| map.starts_with("../maps/")).collect();
    assert_eq!(maps.len(), 12, "{form}");
    let empty = page.get(&format!("/{}/draw?from=&rows=5&columns=9", page.token)).body;
    assert!(form.contains("name=\"rows\"") && empty.contains("data-rows=\"5\" data-columns=\"9\""), "{empty}");
    for map in maps {
        let opened = page.get(&format!("/{}/draw?from={map}", page.token));
        assert_eq!(opened.status, 200, "{map}");
        let name = map.rsplit('/').next().unwrap();
        let own = format!("{}/../../scenarios/maps/{name}", env!("CARGO_MANIFEST_DIR"));
        let own = std::fs::read_to_string(own).unwrap();
        assert!(text_of(&opened.body) == own, "{map}");
        assert!(opened.body.contains("<svg class=\"sketch\""), "{map}");
        // As browsers post what is in a text area.
        let posted = own.replace('\n', "\r\n");
        let saved = page.post("save", &[("m:text", &posted), ("m:path", name)]);
        assert!(saved.status == 200 && saved.body == own, "{map}: {}", saved.status);
        assert!(saved.head.contains(&format!("attachment; filename=\"{name}\"")), "{}", saved.head);
        let again = page.edit(&[("m:text", &posted), ("m:path", name)]);
        assert_eq!((again["text"].as_str().unwrap(), again["said"].as_str().unwrap()), (own.as_str(), ""), "{map}");
        assert_eq!(page.checked(&again)["status"], "The map can be played on.", "{map}");
    }
}

#[test]
fn squares_doors_and_areas_are_drawn_and_used_in_the_question() {
    let page = Page::new();
    let opened = page.post("draw", &[("of", QUESTION), ("k:red.gunmen.count", "3"), ("m:path", MAP)]);
    assert!(opened.status == 200 && text_of(&opened.body) == bank(), "{}", opened.body);
    assert!(
        opened.body.contains("name=\"k:red.gunmen.count\" value=\"3\"")
            && opened.body.contains("Use it in the question")
    );
    let wall =
        page.edit(&[("m:text", &bank()), ("m:edit", "paint"), ("m:tool", "ground:wall"), ("m:squares", "13,9 13,10")]);
    let text = wall["text"].as_str().unwrap();
    assert!(text.contains("#.#......##..") && wall["board"].as_str().unwrap().contains("on-wall"), "{text}");
    let door = page.edit(&[("m:text", text), ("m:edit", "paint"), ("m:tool", "ground:door"), ("m:squares", "13,10")]);
    let named = page.edit(&[
        ("m:text", door["text"].as_str().unwrap()),
        ("m:edit", "name"),
        ("m:tool", "areas"),
        ("m:name", "way out"),
    ]);
    assert!(named["names"].as_str().unwrap().contains("value=\"areas:way out\""), "{}", named["names"]);
    let unmarked = page.checked(&named);
    assert!(
        unmarked["phase"] == "failed" && unmarked["answer"].as_str().unwrap().contains("named without a mark"),
        "{unmarked}"
    );
    let marked = page.edit(&[
        ("m:text", named["text"].as_str().unwrap()),
        ("m:edit", "paint"),
        ("m:tool", "areas:way out"),
        ("m:squares", "1,1 1,2"),
    ]);
    let sound = page.checked(&marked);
    assert!(sound["phase"] == "done" && sound["answer"].as_str().unwrap().contains("way out"), "{sound}");
    let text = marked["text"].as_str().unwrap();
    let used = page.post("use", &[("of", QUESTION), ("k:blue.first.count", "2"), ("m:path", MAP), ("m:text", text)]);
    assert!(used.status == 200 && used.body.contains("<form id=\"ask\""), "{}", used.body);
    assert!(
        used.body.contains("name=\"own\"") && used.body.contains("way out"),
        "the question has the text of the map"
    );
    let begun = page.post("use", &[("m:path", "house.toml"), ("m:text", text), ("m:begin", "cqb"), ("m:new", "new")]);
    assert!(
        begun.status == 200 && begun.body.contains("name=\"own\"") && begun.body.contains("house.toml"),
        "{}",
        begun.body
    );
}

#[test]
fn a_map_with_mistakes_is_answered_with_the_lines_of_the_command_line() {
    let page = Page::new();
    let wrong = bank().replace("yard = \"b\"", "yard = \"Q\"").replacen("#.###==", "#.?##==", 1);
    let mistakes = scenario::parse_map("bank.toml", wrong.as_bytes()).unwrap_err();
    let edited = page.edit(&[("m:text", &wrong), ("m:path", MAP)]);
    assert!(edited["said"].as_str().unwrap().starts_with("error: bank.toml:"), "{edited}");
    assert!(edited["board"].as_str().unwrap().contains("cannot be read") && edited["names"].is_null(), "{edited}");
    let checked = page.checked(&edited);
    let html = checked["answer"].as_str().unwrap().replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
    assert!(checked["phase"] == "failed" && html.contains(&mistakes.to_string()), "{html}\n{mistakes}");
    let drawn = page.post("draw", &[("m:text", &wrong), ("m:path", MAP)]);
    assert!(drawn.body.contains("unknown symbol `?`") && text_of(&drawn.body) == wrong, "{}", drawn.body);
    let refused = page.post("use", &[("m:text", &wrong), ("m:path", MAP), ("m:begin", "cqb"), ("m:new", "new")]);
    assert!(refused.body.contains("<form id=\"draw\"") && refused.body.contains("unknown symbol"), "{}", refused.body);
    let none = page.post("use", &[("m:text", &bank()), ("m:begin", "cortex-firefight")]);
    assert!(none.body.contains("choose the rules of the question"), "{}", none.body);
}

#[test]
fn a_question_whose_map_has_mistakes_leads_to_its_drawing() {
    let page = Page::new();
    let name = "scenarios/cqb/bank-two-doors.toml";
    let text = std::fs::read_to_string(format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let wrong = bank().replacen("#.###==", "#.?##==", 1);
    let written = serde_json::json!({ "name": name, "text": text, "sets": [], "files": { MAP: wrong } });
    let answer = page.answer(&[("own", &written.to_string())]);
    let html = answer["answer"].as_str().unwrap();
    assert!(answer["phase"] == "failed" && html.contains("unknown symbol"), "{answer}");
    let form = html.split("<form").find(|form| form.contains("Edit the map")).expect("a way to the map");
    let value = |name: &str| {
        let value = form.split(&format!("name=\"{name}\" value=\"")).nth(1).and_then(|rest| rest.split('"').next());
        value.expect(name).replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    };
    let opened = page.post("draw", &[("own", &value("own")), ("m:path", &value("m:path"))]);
    assert!(text_of(&opened.body) == wrong && opened.body.contains("Use it in the question"), "{}", opened.body);
    let used = page.post("use", &[("own", &value("own")), ("m:path", MAP), ("m:text", &bank())]);
    assert!(used.body.contains("<form id=\"ask\"") && !used.body.contains("unknown symbol"), "{}", used.body);
}

#[test]
fn hostile_maps_and_edits_are_answered_and_nothing_is_opened() {
    let page = Page::new();
    let rows = |rows: usize, columns: usize| {
        format!("title = 'x'\nmap = '''\n{}'''\n", format!("{}\n", ".".repeat(columns)).repeat(rows))
    };
    for text in [
        String::new(),
        "\u{0}".to_owned(),
        format!("a = {}", "[".repeat(100_000)),
        format!("a{} = 1", ".a".repeat(100_000)),
        rows(129, 3),
        rows(3, 100_000),
        rows(100, 100),
        "title = '</textarea><script>alert(1)</script>'\nmap = '''\n....\n'''\n".to_owned(),
        "title = 'x'\nmap = '''\n....\n'''\nmarks = '''\nbbbb\n'''\n[areas]\n'</svg><script>alert(1)</script>' = 'b'\n"
            .to_owned(),
    ] {
        let edited =
            page.edit(&[("m:text", &text), ("m:edit", "paint"), ("m:tool", "ground:door"), ("m:squares", "0,0")]);
        let checked = page.checked(&edited);
        assert!(["done", "failed"].contains(&checked["phase"].as_str().unwrap()), "{checked}");
        for html in [&edited["board"], &edited["names"], &checked["answer"]] {
            assert!(!html.as_str().unwrap_or_default().contains("<script"), "{html}");
        }
        let drawn = page.post("draw", &[("m:text", &text)]);
        assert!(drawn.status == 200 && !drawn.body.contains("alert(1)</script>"), "{}", drawn.body);
    }
    let text = bank();
    for (what, tool, squares) in [
        ("paint", "ground:door", "999999,0"),
        ("paint", "ground:door", "-1,0"),
        ("paint", "ground:lava", "0,0"),
        ("paint", "", "0,0"),
        ("paint", "areas:none", "1,1"),
        ("join", "stairs:none", "1,1 2,2"),
        ("explode", "ground:door", "0,0"),
        ("size", "", ""),
        ("name", "nothing", ""),
    ] {
        let edited = page.edit(&[("m:text", &text), ("m:edit", what), ("m:tool", tool), ("m:squares", squares)]);
        assert!(
            !edited["said"].as_str().unwrap().is_empty() && edited["text"] == *text,
            "{what} {tool} {squares}: {edited}"
        );
    }
    for fields in [
        &[("of", QUESTION), ("m:path", "/etc/passwd")][..],
        &[("of", QUESTION), ("m:path", "../../../etc/passwd.toml")],
        &[("of", "none"), ("m:path", MAP)],
        &[("own", "invalid"), ("m:path", MAP)],
    ] {
        let reply = page.post("draw", fields);
        assert!(reply.status == 400 && !reply.body.contains("root:"), "{fields:?}: {}", reply.body);
    }
    for query in
        ["from=/etc/passwd", "from=../maps/ground.tsx", "rows=0&columns=5", "rows=129&columns=5", "rows=x", "rows=-1"]
    {
        assert_eq!(page.get(&format!("/{}/draw?{query}", page.token)).status, 400, "{query}");
    }
    let saved = page.post("save", &[("m:text", "x"), ("m:path", "a/../\"\r\nSet-Cookie: x.toml")]);
    assert!(saved.status == 200 && !saved.head.contains("\r\nset-cookie"), "{}", saved.head);
}

#[test]
fn only_its_own_pages_draw() {
    let page = Page::new();
    let text = bank();
    let long = "x".repeat((1 << 20) + 1);
    for path in ["draw", "edit", "save", "use"] {
        let fields = [("m:text", &*text)];
        assert_eq!(page.post_with(path, &fields, "").status, 403, "{path}");
        assert_eq!(page.post_with(path, &fields, "Sec-Fetch-Site: cross-site\r\n").status, 403, "{path}");
        assert_eq!(page.post(path, &[("m:text", &long)]).status, 413, "{path}");
        let without = format!("POST /{path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", page.port);
        assert_eq!(page.send(without.as_bytes()).status, 404, "{path} without the token");
        let elsewhere =
            format!("POST /{}/{path} HTTP/1.1\r\nHost: rebound.example\r\nConnection: close\r\n\r\n", page.token);
        assert_eq!(page.send(elsewhere.as_bytes()).status, 421, "{path}");
    }
    assert_eq!(page.get("/draw").status, 404);
}

#[test]
fn names_beyond_number_are_not_drawn() {
    let page = Page::new();
    let areas: String = (0..10_000).map(|number| format!("a{number} = \"b\"\n")).collect();
    let rows = |symbol: &str| format!("{}\n", symbol.repeat(64)).repeat(64);
    let text = format!("title = 'x'\nmap = '''\n{}'''\nmarks = '''\n{}'''\n[areas]\n{areas}", rows("."), rows("b"));
    let edited = page.edit(&[("m:text", &text), ("m:edit", "paint"), ("m:tool", "ground:wall"), ("m:squares", "0,0")]);
    assert!(
        edited["said"].as_str().unwrap().contains("at most 100") && edited.to_string().len() < 1 << 20,
        "{}",
        edited["said"]
    );
    let checked = page.checked(&edited);
    assert!(checked["answer"].as_str().unwrap().contains("at most 100 are drawn here"), "{checked}");
}
