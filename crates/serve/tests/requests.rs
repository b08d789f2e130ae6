//! Raw requests to the page: what it answers, and what it refuses.

#![allow(clippy::disallowed_methods, reason = "the server and its clients run at the same time")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use scenario::Written;
use serde_json::Value;
use serve::{Library, Server};

#[path = "requests/drawing.rs"]
mod drawing;

/// A server that runs until the tests end.
struct Page {
    port: u16,
    token: String,
}

/// A reply: its status, its head and its body.
struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Page {
    fn new() -> Page {
        let server = Server::open(Library::shipped(), 0).unwrap();
        let address = server.address();
        std::thread::spawn(move || server.serve().map(drop));
        let rest = address.strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = rest.trim_end_matches('/').split_once('/').unwrap();
        Page { port: port.parse().unwrap(), token: token.to_owned() }
    }

    /// Sends bytes, and reads until the server closes.
    fn send(&self, bytes: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // A server that has seen enough may close before it has read everything.
        _ = stream.write_all(bytes);
        let mut read = Vec::new();
        _ = stream.read_to_end(&mut read);
        let text = String::from_utf8_lossy(&read).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Reply { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    fn get(&self, path: &str) -> Reply {
        self.with(path, &format!("127.0.0.1:{}", self.port))
    }

    fn with(&self, path: &str, host: &str) -> Reply {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
    }

    /// Posts fields below the token, with further lines of the head.
    fn post_with(&self, path: &str, fields: &[(&str, &str)], further: &str) -> Reply {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let (port, token, length) = (self.port, &self.token, body.len());
        let head = format!(
            "POST /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{further}\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n"
        );
        self.send(&[head.as_bytes(), body.as_bytes()].concat())
    }

    fn post(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.post_with(path, fields, "Sec-Fetch-Site: same-origin\r\n")
    }

    fn begin(&self, fields: &[(&str, &str)]) -> Value {
        let reply = self.post("answer", fields);
        assert_eq!(reply.status, 200, "{}", reply.body);
        serde_json::from_str(&reply.body).unwrap()
    }

    fn look(&self, job: &Value) -> Value {
        serde_json::from_str(&self.get(&format!("/{}/job?id={job}", self.token)).body).unwrap()
    }

    /// The last word about a question.
    fn answer(&self, fields: &[(&str, &str)]) -> Value {
        let mut data = self.begin(fields);
        let began = Instant::now();
        while data["done"] != true {
            assert!(began.elapsed() < Duration::from_secs(60), "{}", data["status"]);
            std::thread::sleep(Duration::from_millis(20));
            data = self.look(&data["job"]);
        }
        data
    }
}

/// A duel that is solved at once.
const DUEL: &str = r#"
title = "A duel"
ruleset = "fireteam"
[field]
range = 12
[blue.rifleman]
weapon = "rifle"
[red.rifleman]
weapon = "rifle"
"#;

/// A scenario of one's own as the page posts it.
fn own(text: &str) -> String {
    serde_json::to_string(&Written { name: "own.toml".to_owned(), text: text.to_owned(), ..Written::default() })
        .unwrap()
}

/// A fight that takes far longer than a test.
fn endless() -> String {
    own(&format!("{DUEL}[play]\nmethod = \"sampled\"\nengagements = 100_000_000_000\n"))
}

#[test]
fn only_this_computer_is_answered_and_only_at_its_secret_address() {
    let page = Page::new();
    let home = page.get(&format!("/{}/", page.token));
    assert!(home.status == 200 && home.body.contains("Body armour against five weapons"), "{}", home.body);
    for (path, host, status) in [
        (format!("/{}/", page.token), format!("rebound.example:{}", page.port), 421),
        (format!("/{}/", page.token), "127.0.0.1".to_owned(), 421),
        (format!("/{}/", page.token), format!("localhost:{}", page.port), 200),
        ("/".to_owned(), format!("127.0.0.1:{}", page.port), 404),
        (format!("/{}/", "0".repeat(32)), format!("127.0.0.1:{}", page.port), 404),
        (format!("/{}/nothing", page.token), format!("127.0.0.1:{}", page.port), 404),
        (format!("/{}/../../etc/passwd", page.token), format!("127.0.0.1:{}", page.port), 404),
    ] {
        let reply = page.with(&path, &host);
        assert_eq!(reply.status, status, "{path} at {host}");
        let tells = reply.body.contains(&page.token) || reply.head.contains(&page.token);
        assert!(status == 200 || !tells, "{path} at {host} tells the address");
    }
}

#[test]
fn every_reply_says_what_a_page_may_load() {
    let page = Page::new();
    for path in ["", "style.css", "script.js", "job?id=1", "nothing", "?of=scenarios/cqb/hit-table.toml", "?of=none"] {
        let reply = page.get(&format!("/{}/{path}", page.token));
        for line in [
            "content-security-policy: default-src 'none'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
            "cache-control: no-store",
        ] {
            assert!(reply.head.contains(line), "{path} lacks {line}:\n{}", reply.head);
        }
        assert!(!reply.head.contains("access-control"), "{}", reply.head);
    }
}

#[test]
fn posts_come_from_its_own_pages() {
    let page = Page::new();
    let own = own(DUEL);
    let origin = |host: &str| format!("Origin: http://{host}:{}\r\n", page.port);
    for (further, status) in [
        (String::new(), 403),
        ("Sec-Fetch-Site: cross-site\r\n".to_owned(), 403),
        (format!("Sec-Fetch-Site: cross-site\r\n{}", origin("127.0.0.1")), 403),
        ("Origin: null\r\n".to_owned(), 403),
        (origin("rebound.example"), 403),
        (origin("127.0.0.1"), 200),
        ("Sec-Fetch-Site: same-origin\r\n".to_owned(), 200),
    ] {
        for path in ["answer", "ask"] {
            let reply = page.post_with(path, &[("own", &own)], &further);
            assert_eq!(reply.status, status, "{path} {further}: {}", reply.body);
        }
    }
}

#[test]
fn what_is_too_long_or_no_request_is_refused() {
    let page = Page::new();
    let long = "x".repeat((1 << 20) + 1);
    assert_eq!(page.post("answer", &[("own", &long)]).status, 413);
    assert_eq!(page.send(b"GARBAGE\r\n\r\n").status, 400);
    let (port, token) = (page.port, &page.token);
    let other = format!("DELETE /{token}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(page.send(other.as_bytes()).status, 405);
    for own in ["", "{}", "[]", "{\"name\":1}", "nonsense"] {
        let reply = page.post("answer", &[("own", own)]);
        assert!(reply.status == 200 && reply.body.contains("\"phase\":\"failed\""), "{own}: {}", reply.body);
    }
    assert_eq!(page.get(&format!("/{token}/")).status, 200, "it still answers");
}

#[test]
fn a_question_is_answered_and_every_control_changes_it() {
    let page = Page::new();
    let own = own(DUEL);
    let first = page.answer(&[("own", &own)]);
    let html = first["answer"].as_str().unwrap();
    assert!(html.contains("<section class=\"answer\">") && html.contains("<svg"), "{html}");
    let controls = first["controls"].as_str().unwrap();
    for name in ["k:blue.rifleman.count", "k:red.rifleman.weapon", "k:field.range", "k:rules."] {
        assert!(controls.contains(&format!("name=\"{name}")), "{name} has no control");
    }
    let second = page.answer(&[("own", &own), ("k:blue.rifleman.count", "2"), ("s:field.range", "6, 12")]);
    let address = second["address"].as_str().unwrap();
    assert!(address.starts_with("#own="), "{address}");
    let further = second["further"].as_str().unwrap();
    let command =
        "beatenzone run own.toml --set blue.rifleman.count=2 --set 'sweep.&quot;field.range&quot;=[6, 12]' --out";
    assert!(further.contains(command), "{further}");
    assert_ne!(first["answer"], second["answer"]);
    let tried = [("own", &*own), ("try", "red.rifleman.weapon"), ("t:red.rifleman.weapon", "pistol")];
    let third = page.answer(&tried);
    assert!(third["answer"].as_str().unwrap().contains("Against the baseline"), "{}", third["answer"]);
    assert!(third["controls"].as_str().unwrap().contains("name=\"drop\""));
}

#[test]
fn mistakes_are_answered_with_what_is_wrong() {
    let page = Page::new();
    let own = own(DUEL);
    for (name, value, said) in [
        ("k:blue.rifleman.count", "1000000", "blue.rifleman.count"),
        ("k:blue.rifleman.count", "<script>alert(1)</script>", "&lt;script&gt;"),
        ("k:red.rifleman.weapon", "bazoka", "bazoka"),
        ("s:field.range", "near", "field.range"),
        ("set", "nonsense", "KEY=VALUE"),
    ] {
        let data = page.answer(&[("own", &own), (name, value)]);
        let html = data["answer"].as_str().unwrap();
        assert!(data["phase"] == "failed" && html.contains(said), "{name}={value}: {} {html}", data["phase"]);
        assert!(!html.contains("<script"), "{html}");
    }
}

#[test]
fn nothing_that_a_scenario_names_is_opened() {
    let page = Page::new();
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/maps/bank.toml");
    for map in [here, "/etc/passwd", "../maps/bank.toml", "../../../../etc/passwd"] {
        let text = DUEL
            .replace("fireteam", "cqb")
            .replace("rifle\"", "smg\"")
            .replace("range = 12", &format!("map = {map:?}"));
        let data = page.answer(&[("own", &own(&text))]);
        assert_eq!(data["phase"], "failed", "{map}");
        let html = data["answer"].as_str().unwrap();
        assert!(!html.contains("root:") && html.contains("field.map"), "{map}: {html}");
    }
}

#[test]
fn the_newest_question_of_a_page_ends_the_older_and_a_closed_page_its_own() {
    let page = Page::new();
    let first = page.begin(&[("own", &endless()), ("tab", "one")]);
    assert_eq!(first["done"], false);
    let second = page.answer(&[("own", &own(DUEL)), ("tab", "one")]);
    assert_eq!(second["phase"], "done", "{}", second["answer"]);
    assert_eq!(page.look(&first["job"])["phase"], "stopped");
    let third = page.begin(&[("own", &endless()), ("tab", "two")]);
    assert_eq!(page.post("close", &[("tab", "two")]).status, 204);
    assert_eq!(page.look(&third["job"])["phase"], "stopped");
}

#[test]
fn long_questions_of_other_pages_do_not_delay_a_short_one() {
    let page = Page::new();
    let long: Vec<Value> = ["a", "b", "c"].iter().map(|tab| page.begin(&[("own", &endless()), ("tab", tab)])).collect();
    let short = page.answer(&[("own", &own(DUEL)), ("tab", "d")]);
    assert_eq!(short["phase"], "done");
    for one in &long {
        assert_ne!(page.look(&one["job"])["phase"], "stopped", "those that wait are asked about");
    }
}

#[test]
fn a_page_without_script_is_a_form_with_its_answer() {
    let page = Page::new();
    let own = own(DUEL);
    let reply = page.post("ask", &[("own", &own), ("k:blue.rifleman.count", "2")]);
    assert_eq!(reply.status, 200);
    for part in ["<form id=\"ask\" method=\"post\"", "<section class=\"answer\">", "name=\"own\"", "value=\"2\""] {
        assert!(reply.body.contains(part), "{part}\n{}", reply.body);
    }
}

#[test]
fn replays_and_files_are_sealed_or_attached() {
    let page = Page::new();
    let own = own(DUEL);
    let replay = page.post("replay", &[("own", &own), ("pick", "typical")]);
    assert!(replay.status == 200 && replay.body.contains("<h1>A duel</h1>"), "{}", replay.body);
    assert!(replay.head.contains("content-security-policy: sandbox allow-scripts"), "{}", replay.head);
    let none = page.post("replay", &[("own", &own), ("pick", "no such ending")]);
    assert_eq!(none.status, 422, "{}", none.body);
    for (file, part) in
        [("results.csv", "cell,id,seed"), ("scenario.toml", "A duel"), ("report.html", "<!DOCTYPE html>")]
    {
        let reply = page.post("download", &[("own", &own), ("file", file)]);
        assert!(reply.status == 200 && reply.body.contains(part), "{file}: {}", reply.body);
        assert!(reply.head.contains("content-disposition: attachment"), "{}", reply.head);
    }
    assert_eq!(page.post("download", &[("own", &own), ("file", "../../etc/passwd")]).status, 422);
}

#[test]
fn every_beginning_is_answered_on_open_ground_and_on_a_map() {
    let page = Page::new();
    let home = page.get(&format!("/{}/", page.token)).body;
    let form = home.split("<select name=\"begin\">").nth(1).and_then(|rest| rest.split("</select>").next()).unwrap();
    let begun: Vec<&str> = form.split("option value=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(begun.len() > 10, "{form}");
    for one in begun {
        let query = one.replace(' ', "+");
        // A mission with hostages needs a place for them.
        let map = if one.starts_with("go_go_go") { "bank" } else { "village-house" };
        let reply = page.get(&format!("/{}/new?begin={query}&map=../maps/{map}.toml", page.token));
        assert!(reply.status == 200 && reply.body.contains("<form id=\"ask\""), "{one}: {}", reply.status);
        assert!(!reply.body.contains("class=\"wrong\""), "{one}");
    }
    assert_eq!(page.get(&format!("/{}/new?begin=cqb+map&map=/etc/passwd", page.token)).status, 400);
}

#[test]
fn a_search_has_a_page_of_its_own() {
    let page = Page::new();
    let own = own(&format!("{DUEL}[play]\nengagements = 512\n"));
    let begun = page.post("search", &[("own", &own), ("search", "levers"), ("tab", "one")]);
    assert!(begun.status == 200 && begun.body.contains("data-search=\""), "{}", begun.body);
    let id = begun.body.split("data-search=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    let began = Instant::now();
    while page.look(&Value::from(id.parse::<u64>().unwrap()))["done"] != true {
        assert!(began.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(50));
    }
    let made = page.get(&format!("/{}/made?id={id}", page.token));
    assert!(made.status == 200 && made.body.contains("levers"), "{}", made.status);
    assert!(made.head.contains("content-security-policy: sandbox"), "{}", made.head);
    assert_eq!(page.post("search", &[("own", &own), ("search", "nonsense")]).status, 400);
    assert_eq!(page.get(&format!("/{}/made?id=99", page.token)).status, 404);
}

#[test]
fn situations_are_answered_too() {
    let page = Page::new();
    let data = page.answer(&[("of", "scenarios/cqb/hit-table.toml")]);
    assert!(data["phase"] == "done" && data["status"] == "Exact.", "{}", data["answer"]);
    assert!(
        data["further"].as_str().unwrap().contains("beatenzone odds scenarios/cqb/hit-table.toml"),
        "{}",
        data["further"]
    );
    assert!(data["controls"].as_str().unwrap().contains("situation."));
}
