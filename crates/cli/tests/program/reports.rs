//! The program makes the shipped reports: a short form of each is compared byte by byte.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use scenario::Body;

use crate::common::root;

/// Names in the folders of the rulebooks, such as `cqb/luck`, without what follows the first dot.
fn names(folder: &str) -> BTreeSet<String> {
    let name = |entry: fs::DirEntry| entry.file_name().to_str().unwrap().split('.').next().unwrap().to_owned();
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect::<Vec<_>>();
    let folder = root().join(folder);
    let rulebooks = entries(&folder).into_iter().filter(|name| !["bad", "maps", "questions"].contains(&name.as_str()));
    let of = |rulebook: String| {
        entries(&folder.join(&rulebook)).into_iter().map(move |name| format!("{rulebook}/{name}")).collect::<Vec<_>>()
    };
    rulebooks.flat_map(of).collect()
}

/// The short form of a scenario: the same cells with few engagements, or fewer if its own are, as CSV. `.ci/reports` writes it with the same words.
fn short(name: &str) -> String {
    let file: PathBuf = root().join(format!("scenarios/{name}.toml"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_beatenzone"));
    command.args(["run", "--no-report", "--quiet", "--format", "csv"]).arg(&file);
    let scenario = scenario::Scenario::load(&file, &[]).unwrap();
    if matches!(scenario.body, Body::Fight(_)) && scenario.play.engagements >= 1024 {
        command.args(["--engagements", "1024"]);
    }
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{name}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

#[track_caller]
fn check(name: &str) {
    let committed = fs::read_to_string(root().join(format!("reports/{name}/short.csv"))).unwrap();
    let found = short(name);
    let lines = committed.lines().zip(found.lines()).enumerate();
    for (line, (committed, found)) in lines {
        assert_eq!(committed, found, "{name}, line {}; if that is meant, run .ci/reports", line + 1);
    }
    assert!(committed == found, "{name}: {} and {} lines", committed.lines().count(), found.lines().count());
}

macro_rules! shipped {
    ($($test:ident: $name:literal,)*) => {
        const SHIPPED: &[&str] = &[$($name,)*];

        $(#[test]
        fn $test() {
            check($name);
        })*
    };
}

shipped! {
    leader_die: "chain_reaction/leader-die",
    one_group_or_two: "chain_reaction/one-group-or-two",
    one_volley: "chain_reaction/one-volley",
    outgunned: "chain_reaction/outgunned",
    rep_against_rep: "chain_reaction/rep-against-rep",
    farm_at_night: "chain_reaction/farm-at-night",
    house_by_defensive_value: "chain_reaction/house-by-defensive-value",
    military_patrol: "chain_reaction/military-patrol",
    patrol_readings: "chain_reaction/patrol-readings",
    round_a_corner: "chain_reaction/round-a-corner",
    six_patrols: "chain_reaction/six-patrols",
    small_patrol: "chain_reaction/small-patrol",
    stars: "chain_reaction/stars",
    elite_team_under_chain_reaction: "chain_reaction/elite-team",
    cover_and_range: "cortex/cover-and-range",
    elite_team_in_a_firefight: "cortex/elite-team-firefight",
    elite_team_as_a_fireteam: "cortex/elite-team-fireteam",
    grunts: "cortex/grunts",
    opposed_roll: "cortex/opposed-roll",
    price_of_specialists: "cortex/price-of-specialists",
    same_fight_as_a_firefight: "cortex/same-fight-firefight",
    same_fight_of_fireteams: "cortex/same-fight-fireteam",
    spiral: "cortex/spiral",
    street: "cortex/street",
    ties: "cortex/ties",
    total_or_effect: "cortex/total-or-effect",
    elite_team_under_cqb: "cqb/elite-team",
    elite_team_under_fireteam: "fireteam/elite-team",
    elite_team_under_go_go_go: "go_go_go/elite-team",
    aim_or_snap: "cqb/aim-or-snap",
    bank_stun_grenades: "cqb/bank-stun-grenades",
    bank_two_doors: "cqb/bank-two-doors",
    body_armour: "cqb/body-armour",
    bursts_and_recoil: "cqb/bursts-and-recoil",
    cabin_gas: "cqb/cabin-gas",
    elite_against_novice: "cqb/elite-against-novice",
    hit_table: "cqb/hit-table",
    house_armour: "cqb/house-armour",
    house_rising_numbers: "cqb/house-rising-numbers",
    luck: "cqb/luck",
    out_of_action: "cqb/out-of-action",
    rule_variant: "cqb/rule-variant",
    ambush: "fireteam/ambush",
    attack_table: "fireteam/attack-table",
    burst_table: "fireteam/burst-table",
    defended_house: "fireteam/defended-house",
    leader_in_cover: "fireteam/leader-in-cover",
    machine_gun_crew: "fireteam/machine-gun-crew",
    meeting_engagement: "fireteam/meeting-engagement",
    prone_or_standing: "fireteam/prone-or-standing",
    rifle_or_assault_rifle: "fireteam/rifle-or-assault-rifle",
    sniper: "fireteam/sniper",
    squad_attack: "fireteam/squad-attack",
    bomb_in_a_depot: "go_go_go/bomb-in-a-depot",
    bomb_in_a_vault: "go_go_go/bomb-in-a-vault",
    hide_or_patrol: "go_go_go/hide-or-patrol",
    hostages_in_a_bank: "go_go_go/hostages-in-a-bank",
    hostages_in_an_embassy: "go_go_go/hostages-in-an-embassy",
    sniper_in_the_team: "go_go_go/sniper-in-the-team",
    sniper_table: "go_go_go/sniper-table",
    stand_or_move: "go_go_go/stand-or-move",
    stun_or_smoke: "go_go_go/stun-or-smoke",
    vip_in_a_depot: "go_go_go/vip-in-a-depot",
    vip_in_an_old_town: "go_go_go/vip-in-an-old-town",
    which_reading: "go_go_go/which-reading",
    wounded_team: "go_go_go/wounded-team",
}

#[test]
fn every_scenario_has_a_report_and_a_test() {
    let tested: BTreeSet<String> = SHIPPED.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(names("scenarios"), tested);
    assert_eq!(names("reports"), tested);
}

/// Every question of `.ci/questions` has a report, and the page about them quotes its answer.
#[test]
fn questions_have_reports_that_their_page_quotes() {
    let text = |path: &str| fs::read_to_string(root().join(path)).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
    let script = text(".ci/questions");
    let asked: BTreeSet<&str> = script
        .lines()
        .filter_map(|line| line.strip_prefix("ask ").or(line.strip_prefix("mix "))?.split(' ').next())
        .collect();
    let entries = fs::read_dir(root().join("reports/questions")).unwrap();
    let there: BTreeSet<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(there.iter().map(String::as_str).eq(asked), "{there:?}");
    let page = text("docs/questions.md");
    let rows = page.lines().filter(|line| line.contains("(../reports/questions/"));
    let mut quoted = BTreeSet::new();
    for row in rows {
        let name = row.split("(../reports/questions/").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
        let answer = row.trim_end_matches('|').rsplit('|').next().unwrap().trim();
        let report =
            text(&format!("reports/questions/{name}/report.txt")).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(answer.len() > 40 && report.contains(answer), "{name}: {answer}");
        quoted.insert(name.to_owned());
    }
    assert_eq!(quoted, there);
}

#[test]
fn reports_stay_small() {
    let mut folders = vec![root().join("reports")];
    let mut bytes = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path());
            }
            bytes += entry.metadata().unwrap().len();
        }
    }
    assert!((100_000..26_000_000).contains(&bytes), "{bytes} bytes of reports");
}
