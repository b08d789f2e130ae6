//! The page in the browser and the command line give the same bytes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::common::{program, root, run};

/// The program as it serves; it ends with the test.
struct Served {
    child: Child,
    port: String,
    token: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Served {
    fn new(folder: &Path, args: &[&str]) -> Served {
        let mut command = program(folder, &[&["serve", "--no-open"], args].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let rest = address.trim().strip_prefix("http://127.0.0.1:").expect("an address on this computer");
        let (port, token) = rest.trim_end_matches('/').split_once('/').unwrap();
        let (port, token) = (port.to_owned(), token.to_owned());
        Served { child, port, token }
    }

    /// The body of a reply that must be a success.
    fn asked(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        let head = format!(
            "{method} /{}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
            self.token,
            self.port,
            body.len()
        );
        stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        let end = reply.windows(4).position(|four| four == b"\r\n\r\n").expect("the end of the head");
        assert!(reply.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&reply));
        reply.split_off(end + 4)
    }
}

#[test]
fn what_the_page_downloads_is_what_the_command_line_writes() {
    let served = Served::new(root(), &[]);
    let folder = tempfile::tempdir().unwrap();
    for (question, sets) in [
        ("scenarios/cqb/body-armour.toml", &["red.shooter.count=2", "play.engagements=2048"][..]),
        ("scenarios/fireteam/squad-attack.toml", &["play.engagements=512"]),
        ("scenarios/cqb/hit-table.toml", &[]),
    ] {
        let out = folder.path().join(Path::new(question).file_stem().unwrap());
        let mut args = vec!["run", question, "--quiet", "--out", out.to_str().unwrap()];
        sets.iter().for_each(|set| args.extend(["--set", set]));
        run(root(), &args, 0);
        let fields = |file: &str| {
            let sets: String = sets.iter().map(|set| format!("&set={}", set.replace('=', "%3D"))).collect();
            format!("of={question}{sets}&file={file}")
        };
        for file in ["report.html", "report.md", "results.csv", "results.json", "results.parquet"] {
            let page = served.asked("POST", "download", &fields(file));
            assert!(page == std::fs::read(out.join(file)).unwrap(), "{question} {file}");
        }
        let scenario = served.asked("POST", "download", &fields("scenario.toml"));
        let file = folder.path().join("again.toml");
        std::fs::write(&file, &scenario).unwrap();
        let has_map = String::from_utf8(scenario).unwrap().contains("../maps/");
        assert!(has_map || run(folder.path(), &["check", "again.toml"], 0).0.contains("again.toml"), "{question}");
    }
}

#[test]
fn a_search_of_the_page_is_the_page_of_its_command() {
    let served = Served::new(root(), &[]);
    let folder = tempfile::tempdir().unwrap();
    let (question, set) = ("scenarios/cqb/elite-team.toml", "play.engagements=512");
    for (search, fields, options) in [
        (
            "balance",
            "&balance.key=red.novices.count&balance.least=2&balance.most=9&balance.quantity=blue.win&balance.target=40+%25",
            &["--vary", "red.novices.count", "--between", "2,9", "--target", "blue.win = 40 %"][..],
        ),
        (
            "price",
            "&price.units=weapon&price.values=smg,rifle,pistol&price.most=4",
            &["--units", "weapon=smg,rifle,pistol", "--most", "4"],
        ),
    ] {
        let out = folder.path().join(search);
        let shown = ["--set", set, "--quiet", "--out", out.to_str().unwrap()];
        run(root(), &[&[search, question], options, &shown[..]].concat(), 0);
        // What the page sets of the key that is sought does not count.
        let set = set.replace('=', "%3D");
        let body = format!("of={question}&set={set}&k:red.novices.count=3&search={search}{fields}");
        let body = if search == "balance" { body } else { body.replace("&k:red.novices.count=3", "") };
        let begun = String::from_utf8(served.asked("POST", "search", &body)).unwrap();
        let id = begun.split("data-search=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
        let began = Instant::now();
        let made = loop {
            let made = served.asked("GET", &format!("made?id={id}"), "");
            if !String::from_utf8_lossy(&made).contains("data-search") {
                break made;
            }
            assert!(began.elapsed() < Duration::from_secs(900), "{search}");
            std::thread::sleep(Duration::from_millis(100));
        };
        assert!(made == std::fs::read(out.join(format!("{search}.html"))).unwrap(), "{search}");
    }
}

#[test]
fn two_questions_on_the_page_are_what_compare_writes() {
    let folder = tempfile::tempdir().unwrap();
    let text = |title: &str, count: u32| {
        format!(
            "title = \"{title}\"\nruleset = \"fireteam\"\n[play]\nmethod = \"sampled\"\nengagements = 20_000\n[field]\nrange = 12\n\
             [blue.rifleman]\nweapon = \"rifle\"\n[red.rifleman]\nweapon = \"rifle\"\ncount = {count}\n"
        )
    };
    std::fs::write(folder.path().join("one.toml"), text("A duel", 1)).unwrap();
    std::fs::write(folder.path().join("two.toml"), text("Two against one", 2)).unwrap();
    run(folder.path(), &["compare", "one.toml", "two.toml", "--quiet", "--out", "out"], 0);
    let served = Served::new(folder.path(), &["."]);
    for file in ["report.html", "report.md", "results.csv", "results.json", "results.parquet"] {
        let body = format!("of=./two.toml&with=of%3D./one.toml&file={file}");
        let page = served.asked("POST", "download", &body);
        assert!(page == std::fs::read(folder.path().join("out").join(file)).unwrap(), "{file}");
    }
}

#[test]
fn a_served_folder_is_offered_before_the_shipped_questions() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(root().join("scenarios/cqb/hit-table.toml")).unwrap();
    std::fs::write(folder.path().join("mine.toml"), text.replacen("title = \"", "title = \"Mine: ", 1)).unwrap();
    std::fs::write(folder.path().join("wrong.toml"), "title = \"Wrong\"\nruleset = \"cqb\"\n[blue.x]\nabilty = 1\n")
        .unwrap();
    let served = Served::new(folder.path(), &["."]);
    let home = String::from_utf8(served.asked("GET", "questions", "")).unwrap();
    let place = |part: &str| home.find(part).unwrap_or_else(|| panic!("{part} is not in\n{home}"));
    assert!(place("Your files") < place("Mine: ") && place("Mine: ") < place("Body armour against five weapons"));
    place("wrong.toml");
    let served = Served::new(folder.path(), &["mine.toml"]);
    let only = String::from_utf8(served.asked("GET", "", "")).unwrap();
    assert!(only.contains("<h1>Mine: "), "{only}");
}

#[test]
fn what_cannot_be_served_is_refused_before_a_port_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (out, err) = run(folder.path(), &["serve", "nothing.toml", "--no-open"], 4);
    assert!(out.is_empty() && err.contains("nothing.toml"), "{err}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let (out, err) = run(folder.path(), &["serve", "--no-open", "--port", &port], 4);
    assert!(out.is_empty() && err.contains("cannot be served"), "{err}");
}
