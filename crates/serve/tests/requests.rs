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

/// How long a test waits for what must come, however slow the machine.
const PATIENCE: Duration = Duration::from_secs(600);

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
            assert!(began.elapsed() < PATIENCE, "{}", data["status"]);
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

/// The duel as it is played a few times.
fn short() -> String {
    format!("{DUEL}[play]\nmethod = \"sampled\"\nengagements = 1024\n")
}

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
        for path in ["questions", "search", "replay", "download", "close"].into_iter().filter(|_| status == 403) {
            assert_eq!(page.post_with(path, &[("own", &own), ("search", "levers")], &further).status, 403, "{path}");
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
        ("k:red.nobody.count", "2", "there is no control for “red.nobody.count”"),
        ("k:", "2", "there is no control for “”"),
        ("l:blue.rifleman.hats", "bowler", "there is no control for “blue.rifleman.hats”"),
        ("s:field.rage", "6, 12", "there is no control for “field.rage”"),
        ("t:<b>", "6", "there is no control for “&lt;b&gt;”"),
        ("try", "rules.nothing", "there is no control for “rules.nothing”"),
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

/// The fields of a search for the value of a key, with others in the place of some.
fn balance<'f>(others: &[(&'f str, &'f str)]) -> Vec<(&'f str, &'f str)> {
    let mut fields = vec![
        ("search", "balance"),
        ("balance.key", "red.rifleman.count"),
        ("balance.least", ""),
        ("balance.most", ""),
        ("balance.quantity", "blue.win"),
        ("balance.target", "30 %"),
    ];
    for (name, value) in others {
        fields.iter_mut().filter(|(known, _)| known == name).for_each(|field| field.1 = value);
    }
    fields
}

/// The fields of a search for what units are worth.
fn price<'f>(units: &'f str, some: &'f str, most: &'f str) -> Vec<(&'f str, &'f str)> {
    vec![("search", "price"), ("price.units", units), ("price.values", some), ("price.most", most)]
}

#[test]
fn a_search_has_a_page_of_its_own() {
    let page = Page::new();
    let own = own(&format!("{DUEL}[play]\nengagements = 512\n"));
    for (fields, command, found) in [
        (vec![("search", "levers")], "beatenzone levers own.toml --out", "levers"),
        (
            balance(&[("balance.most", "9")]),
            "beatenzone balance own.toml --vary red.rifleman.count --between=1,9 --target 'blue.win = 30 %' --out",
            "30 %",
        ),
        (
            price("posture", "standing,prone", "3"),
            "beatenzone price own.toml --units posture=standing,prone --most 3 --out",
            "What is each unit worth?",
        ),
    ] {
        let begun = page.post("search", &[&[("own", &*own), ("tab", "one")], &fields[..]].concat());
        let id = begun.body.split("data-search=\"").nth(1).and_then(|rest| rest.split('"').next());
        let id: u64 = id.unwrap_or_else(|| panic!("{fields:?}: {}", begun.body)).parse().unwrap();
        let began = Instant::now();
        loop {
            let data = page.look(&Value::from(id));
            if data["done"] == true {
                let said = data["further"].as_str().unwrap_or_default();
                assert!(said.contains(&command.replace('\'', "&#39;")) || said.contains(command), "{said}");
                break;
            }
            assert!(began.elapsed() < PATIENCE, "{data}");
            std::thread::sleep(Duration::from_millis(50));
        }
        let made = page.get(&format!("/{}/made?id={id}", page.token));
        assert!(made.status == 200 && made.body.contains(found), "{fields:?}: {} {}", made.status, made.body);
        assert!(made.head.contains("content-security-policy: sandbox"), "{}", made.head);
    }
    assert_eq!(page.get(&format!("/{}/made?id=99", page.token)).status, 404);
}

#[test]
fn a_search_that_cannot_be_asked_is_refused_with_the_reason() {
    let page = Page::new();
    let own = own(DUEL);
    for (fields, said) in [
        (vec![("search", "nonsense")], "no such search"),
        (vec![], "no such search"),
        (balance(&[("balance.most", "many")]), "“many” is not a number"),
        (balance(&[("balance.least", "nan")]), "“nan” is not a number"),
        (price("posture", "", "1"), "from 2 to 30"),
        (price("posture", "", "<b>"), "“&lt;b&gt;”"),
    ] {
        let reply = page.post("search", &[&[("own", &*own)], &fields[..]].concat());
        assert!(reply.status == 400 && reply.body.contains(said), "{fields:?}: {} {}", reply.status, reply.body);
    }
    let two = self::own(&format!("{DUEL}[red.other]\nweapon = \"rifle\"\n"));
    for (own, fields, said) in [
        (&own, balance(&[("balance.key", "red.rifleman.cuont")]), "did you mean `red.rifleman.count`?"),
        (&own, balance(&[("balance.key", "")]), "The key to change: "),
        (&own, balance(&[("balance.key", "<script>")]), "`&lt;script&gt;` is not a key"),
        (&own, balance(&[("balance.most", "1e300")]), "From and to: "),
        (&own, balance(&[("balance.least", "2.5")]), "the smaller first, not 2.5,"),
        (&own, balance(&[("balance.target", "200 %")]), "The goal: "),
        (&own, balance(&[("balance.quantity", "blue.wim")]), "did you mean `blue.win`?"),
        (&own, price("wepon", "", "3"), "The units: the squads have no key `wepon`"),
        (&own, price("posture", "nowhere", "3"), "is never `nowhere`"),
        (&own, price("posture", "prone", "3"), "at least two units"),
        (&own, price("", "", "3"), "it has no units"),
        (&two, price("posture", "", "3"), "red needs exactly one squad"),
    ] {
        let begun = page.post("search", &[&[("own", &**own)], &fields[..]].concat());
        let id = begun.body.split("data-search=\"").nth(1).and_then(|rest| rest.split('"').next());
        let id: u64 = id.unwrap_or_else(|| panic!("{fields:?}: {}", begun.body)).parse().unwrap();
        let began = Instant::now();
        while page.look(&Value::from(id))["done"] != true {
            assert!(began.elapsed() < PATIENCE, "{fields:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
        let made = page.get(&format!("/{}/made?id={id}", page.token));
        let text = made.body.replace("&#39;", "'");
        assert!(made.status == 422 && text.contains(said), "{fields:?}: {} {text}", made.status);
        assert!(!made.body.contains("<script>`"), "{text}");
    }
}

#[test]
fn too_many_searches_are_refused() {
    let page = Page::new();
    let own = endless();
    let begin = || page.post("search", &[("own", &*own), ("search", "levers")]);
    let replies: Vec<Reply> = (0..80).map(|_| begin()).collect();
    let refused = replies.iter().find(|reply| reply.status != 200).expect("not all of them wait");
    assert!(refused.status == 400 && refused.body.contains("Too many questions"), "{}", refused.body);
    assert_eq!(page.get(&format!("/{}/questions", page.token)).status, 200, "it still answers");
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

/// A scenario of one's own as a page keeps it to compare with.
fn kept(text: &str) -> String {
    form_urlencoded::Serializer::new(String::new()).append_pair("own", &own(text)).finish()
}

#[test]
fn two_questions_are_compared() {
    let page = Page::new();
    let duel = short();
    let (one, first) = (own(&duel), kept(&duel));
    let two = own(&duel.replace("A duel", "Two against one").replace("[red.rifleman]", "[red.rifleman]\ncount = 2"));
    let data = page.answer(&[("own", &two), ("with", &first)]);
    let html = data["answer"].as_str().unwrap();
    assert!(
        data["phase"] == "done" && html.contains("Against the baseline") && html.contains("Two against one"),
        "{html}"
    );
    assert!(data["controls"].as_str().unwrap().contains("Compared with “A duel”"), "{}", data["controls"]);
    let address = data["address"].as_str().unwrap();
    assert!(address.starts_with("#own=") && address.contains("&with=own%3D"), "{address}");
    assert!(data["controls"].as_str().unwrap().contains("name=\"with\""));
    let further = data["further"].as_str().unwrap();
    assert!(further.contains("beatenzone compare own.toml own.toml --out answer"), "{further}");

    // A question that is kept is compared with what it becomes.
    let data = page.answer(&[("own", &one), ("k:red.rifleman.count", "2"), ("keep", "this")]);
    let (html, address) = (data["answer"].as_str().unwrap(), data["address"].as_str().unwrap());
    assert!(html.contains("Both are the same fight still") && html.contains("<svg"), "{html}");
    let with =
        form_urlencoded::parse(&address.as_bytes()[1..]).find(|(name, _)| name == "with").unwrap().1.into_owned();
    assert!(with.contains("set=red.rifleman.count%3D2"), "{with}");
    let data = page.answer(&[("own", &one), ("k:red.rifleman.count", "3"), ("with", &with)]);
    assert!(data["answer"].as_str().unwrap().contains("Against the baseline"), "{}", data["answer"]);
    let command = "beatenzone run own.toml --set red.rifleman.count=2 --set variants={}";
    assert!(data["further"].as_str().unwrap().replace('\'', "").contains(command), "{}", data["further"]);
    let data = page.answer(&[("own", &one), ("with", &with), ("keep", "none")]);
    assert!(!data["address"].as_str().unwrap().contains("with="), "{}", data["address"]);

    // Under another ruleset both are played, and set side by side.
    let other = own(&DUEL
        .replace("fireteam", "cqb")
        .replace("A duel", "Indoors")
        .replace("\"rifle\"", "\"smg\"\nability = \"novice\""));
    let data = page.answer(&[("own", &other), ("with", &first)]);
    let html = data["answer"].as_str().unwrap();
    assert!(
        html.contains("Side by side") && html.contains("<h2>Indoors</h2>") && html.contains("<h2>A duel</h2>"),
        "{html}"
    );
    let file = page.post("download", &[("own", &*other), ("with", &*first), ("file", "report.html")]);
    assert!(file.status == 422 && file.body.contains("have a report each"), "{}", file.body);

    let whole = page.post("ask", &[("own", &two), ("with", &first)]);
    assert!(whole.status == 200 && whole.body.contains("name=\"with\""), "{}", whole.body);
    let questions = page.post("questions", &[("own", &two), ("with", &first)]);
    assert!(questions.status == 200 && questions.body.contains("name=\"of\" value=\"scenarios/"), "{}", questions.body);
}

#[test]
fn what_cannot_be_compared_is_answered_with_the_reason() {
    let page = Page::new();
    let own = own(&short());
    let swept = kept(&format!("{DUEL}[sweep]\n\"field.range\" = [6, 12]\n"));
    for (with, said) in [
        (swept.as_str(), "they sweep other keys"),
        ("of=scenarios/cqb/hit-table.toml", "describes a situation"),
        (
            "own=%7B%22name%22%3A%22x%22%2C%22text%22%3A%22%3Cb%3E%22%2C%22sets%22%3A%5B%5D%2C%22files%22%3A%7B%7D%7D",
            "cannot be played",
        ),
        ("of=scenarios/nothing.toml", "there is no question “scenarios/nothing.toml”"),
        ("of=%3Cscript%3E", "&lt;script&gt;"),
        ("own=%7B", "the scenario cannot be read"),
        ("nonsense", "no question was named"),
        ("with=of%3Dx", "no question was named"),
    ] {
        let data = page.answer(&[("own", &own), ("with", with)]);
        let html = data["answer"].as_str().unwrap();
        assert!(data["phase"] == "failed" && html.contains(said), "{with}: {} {html}", data["phase"]);
        assert!(!html.contains("<script"), "{html}");
    }
    for with in ["", "nonsense", "of=nothing", "own=%7B"] {
        assert_eq!(page.post("questions", &[("own", &*own), ("with", with)]).status, 400, "{with}");
    }
}

#[test]
fn squads_are_added_renamed_and_removed() {
    let page = Page::new();
    let first = own(&format!("{}[sweep]\n\"red.rifleman.count\" = [1, 2]\n", short()));
    let asked = |own: &str, fields: &[(&str, &str)]| {
        let data = page.answer(&[&[("own", own)], fields].concat());
        assert_eq!(data["phase"], "done", "{}", data["answer"]);
        let address = data["address"].as_str().unwrap()[1..].to_owned();
        let own = form_urlencoded::parse(address.as_bytes()).find(|(name, _)| name == "own").unwrap().1.into_owned();
        (own, data["controls"].as_str().unwrap().to_owned())
    };
    let added = [("k:red.rifleman.weapon", "assault_rifle"), ("squad", "add red"), ("new:red", "Second squad")];
    let (two, controls) = asked(&first, &added);
    for name in ["s:red.rifleman.count", "k:red.Second squad.count", "as:red.Second squad"] {
        assert!(controls.contains(&format!("name=\"{name}\"")), "{name}\n{controls}");
    }
    assert!(controls.contains("value=\"remove red Second squad\"") && !controls.contains("value=\"remove blue"));
    let (other, controls) = asked(&two, &[("squad", "rename red rifleman"), ("as:red.rifleman", "First squad")]);
    assert!(controls.contains("name=\"s:red.First squad.count\"") && !controls.contains("red.rifleman"), "{controls}");
    let (_, controls) = asked(&other, &[("squad", "remove red First squad")]);
    assert!(controls.contains("k:red.Second squad.count") && !controls.contains("First squad"), "{controls}");

    for (fields, said) in [
        (&[("squad", "add red"), ("new:red", "rifleman")][..], "red has a squad “rifleman” already"),
        (&[("squad", "add red"), ("new:red", "")], "1 to 64 characters"),
        (&[("squad", "add red")], "1 to 64 characters"),
        (&[("squad", "add red"), ("new:red", "a.b[\"")], "no dots, quotes"),
        (&[("squad", "add red"), ("new:red", "12")], "is no number"),
        (&[("squad", "add green"), ("new:green", "x")], "there is no change of squads"),
        (&[("squad", "")], "there is no change of squads"),
        (&[("squad", "promote red rifleman")], "there is no change of squads “promote red rifleman”"),
        (&[("squad", "remove red nobody")], "there is no squad “nobody” in red"),
        (&[("squad", "rename red nobody"), ("as:red.nobody", "x")], "there is no squad “nobody” in red"),
        (&[("squad", "rename red rifleman"), ("as:red.rifleman", "rifleman")], "already"),
        (&[("squad", "remove red rifleman")], "red has no squads"),
    ] {
        let data = page.answer(&[&[("own", &*first)], fields].concat());
        let html = data["answer"].as_str().unwrap();
        assert!(data["phase"] == "failed" && html.contains(said), "{fields:?}: {} {html}", data["phase"]);
    }
    let harmless = page.answer(&[("own", &*first), ("squad", "add red"), ("new:red", "<script>alert(1)</script>")]);
    let shown = format!("{}{}", harmless["controls"], harmless["answer"]);
    assert!(harmless["phase"] == "done" && !shown.contains("<script>alert"), "{shown}");
}

#[test]
fn keys_of_a_table_that_is_left_out_have_controls() {
    let page = Page::new();
    let own = own(&DUEL.replace("[field]\nrange = 12\n", ""));
    let first = page.answer(&[("own", &own)]);
    assert!(first["controls"].as_str().unwrap().contains("name=\"k:field.range\""), "{}", first["controls"]);
    let second = page.answer(&[("own", &own), ("k:field.range", "30")]);
    assert!(second["phase"] == "done" && first["answer"] != second["answer"], "{}", second["answer"]);
    assert!(second["address"].as_str().unwrap().contains("set=field.range%3D30"), "{}", second["address"]);
}

#[test]
fn another_choice_is_mixed_in_as_a_doctrine() {
    let page = Page::new();
    let own = own(&short());
    let mix = [("own", &*own), ("mix", "red.rifleman.posture"), ("t:red.rifleman.posture", "standing")];
    let mixed = page.answer(&mix);
    assert_eq!(mixed["phase"], "done", "{}", mixed["answer"]);
    let controls = mixed["controls"].as_str().unwrap();
    assert!(controls.contains("doctrines.red.&quot;as written&quot;.weight=1"), "{controls}");
    assert!(controls.contains("A doctrine of red, “"), "{controls}");
    assert_ne!(mixed["answer"], page.answer(&[("own", &own)])["answer"]);
    // What is no choice of a squad makes no doctrine, and a value that there is not is a mistake.
    let none = page.answer(&[("own", &*own), ("mix", "red.rifleman.weapon"), ("t:red.rifleman.weapon", "pistol")]);
    assert!(!none["address"].as_str().unwrap().contains("doctrines"), "{}", none["address"]);
    let wrong = page.answer(&[("own", &*own), ("mix", "red.rifleman.posture"), ("t:red.rifleman.posture", "\"<b>")]);
    let html = wrong["answer"].as_str().unwrap();
    assert!(wrong["phase"] == "failed" && !html.contains("<b>"), "{html}");
}
