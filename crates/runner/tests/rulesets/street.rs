//! Showdown.

use chance::{Card, Cards, Deck, Draw, Scripted};
use engage::{BySide, Side};
use runner::{Method, Options, Stop, Unwatched};
use scenario::Scenario;

use crate::showdown::SHOWDOWN;
use crate::showdown::player::{Knowledge, Player};
use crate::showdown::rules::{Action, Man, PACK, Reload, Rules, Street};

fn scenario(text: &str) -> Scenario {
    let head = "title = 'Showdown'\nruleset = 'showdown'\n";
    Scenario::parse("street.toml", format!("{head}{text}").as_bytes(), &[], &[&SHOWDOWN]).unwrap()
}

fn run(text: &str, method: &str, turn_limit: u16) -> runner::Cell {
    let play = format!("[play]\nmethod = '{method}'\nengagements = 100_000\nturn_limit = {turn_limit}\n");
    let options = Options { threads: Some(1), interrupt: &Stop::default(), executor: None };
    runner::run(&scenario(&format!("{text}\n{play}")), &options, &Unwatched).unwrap().cells.remove(0)
}

#[track_caller]
fn wins(text: &str, turn_limit: u16, expected: [f64; 2]) {
    let cell = run(text, "exact", turn_limit);
    assert!(matches!(cell.method, Method::Exact { .. }));
    for (found, expected) in [&cell.win.blue, &cell.win.red].into_iter().zip(expected) {
        assert!((found.value - expected).abs() < 1e-12, "{text}: {found:?}, expected {expected}");
    }
}

/// Of 42 cards, 26 miss a man in the open. Shots follow each other down the deck.
#[test]
fn the_exact_answer_is_the_one_worked_by_hand() {
    let still = "[red.bob]\nrounds = 0\nplayer = 'still'\n";
    let two = 1.0 - 26.0 / 42.0 * 25.0 / 41.0;
    let three = 1.0 - 26.0 / 42.0 * 25.0 / 41.0 * 24.0 / 40.0;
    wins(&format!("[blue.ann]\nrounds = 2\n{still}"), 2, [two, 0.0]);
    // A shot, a reload, and what has been put in.
    wins(&format!("[blue.ann]\nrounds = 1\n{still}[rules]\ncylinder = 2\n"), 4, [three, 0.0]);
    wins(&format!("[blue.ann]\nrounds = 1\n{still}[rules]\ncylinder = 2\nreload = 'one'\n"), 4, [two, 0.0]);
    // One shot each, then blue takes cover: 34 cards miss him there.
    let both = "[blue.ann]\nrounds = 1\nplayer = 'wary'\n[red.bob]\nrounds = 2\n";
    wins(both, 1, [16.0 / 42.0, 26.0 / 42.0 * 16.0 / 41.0]);
}

#[test]
fn play_agrees_with_the_exact_answer() {
    let text = "[blue.ann]\nrounds = 2\nplayer = 'wary'\n[red.bob]\nrounds = 3\n[rules]\ncylinder = 3\n";
    let (solved, played) = (run(text, "exact", 6), run(text, "sampled", 6));
    for (solved, played) in [(solved.win.blue, played.win.blue), (solved.win.red, played.win.red)] {
        // 4.5 standard errors of a share of a half in 100,000.
        assert!((solved.value - played.value).abs() < 4.5 * 0.5 / 100_000f64.sqrt(), "{solved:?} {played:?}");
    }
}

/// SD-2, SD-3 and SD-4, without any player.
#[test]
fn actions_do_what_their_clauses_say() {
    let rules = Rules { reload: Reload::One, cylinder: 2, ..Rules::default() };
    let man = Man { rounds: 1, ..Man::default() };
    let mut street: Street<Cards> =
        Street { men: BySide { blue: man, red: man }, deck: Cards::whole(PACK), go: Side::Blue };
    let card = |value| Draw::Card(Card::new(value, false));
    let mut act = |draws: &[Draw], side: Side, action: Action| {
        Scripted::play(draws.iter().copied(), |chance| rules.perform(&mut street, chance, (side, action), 1));
        street.men
    };
    assert!(act(&[], Side::Red, Action::Duck).red.in_cover);
    let men = act(&[card(7)], Side::Blue, Action::Fire);
    assert_eq!((men.blue.rounds, men.red.down), (0, false), "a seven misses a man in cover");
    assert_eq!(act(&[], Side::Blue, Action::Reload).blue.rounds, 1);
    assert!(act(&[card(9)], Side::Blue, Action::Fire).red.down);

    assert_eq!(rules.may(&Man::default(), Action::Fire), Err("SD-2"));
    assert_eq!(rules.may(&Man { rounds: 2, ..man }, Action::Reload), Err("SD-3"));
    assert_eq!(rules.may(&Man { in_cover: true, ..man }, Action::Duck), Err("SD-4"));
}

/// Whatever the other has in his revolver, a player chooses the same, and what he may do.
#[test]
fn players_know_no_more_than_their_men_and_choose_what_they_may() {
    let rules = Rules::default();
    let cover = [false, true];
    for (player, saves) in [(Player::Bold, 0), (Player::Wary, 0), (Player::Wary, 3), (Player::Still, 0)] {
        for (rounds, in_cover, other_in_cover) in (0..=6).flat_map(|rounds| {
            cover.into_iter().flat_map(move |one| cover.into_iter().map(move |other| (rounds, one, other)))
        }) {
            let blue = Man { rounds, in_cover, down: false };
            let chosen = (0..=6).map(|hidden| {
                let red = Man { rounds: hidden, in_cover: other_in_cover, down: false };
                player.choose(&Knowledge::of(&BySide { blue, red }, Side::Blue), saves)
            });
            let chosen: Vec<Action> = chosen.collect();
            assert!(chosen.windows(2).all(|pair| pair[0] == pair[1]), "{player:?} peeks");
            assert_eq!(rules.may(&blue, chosen[0]), Ok(()), "{player:?}, {blue:?}");
        }
    }
}

/// 16 of 42 cards hit a man in the open, 8 one in cover; the table is the scenario's to change.
#[test]
fn a_situation_is_answered_as_a_fraction() {
    let answers = |in_cover: bool, sweep: &str| -> Vec<String> {
        let text = format!("[situation]\nkind = 'shot'\nin_cover = {in_cover}\n[sweep]\n{sweep}\n");
        let shots = scenario(&text);
        let hit = |case| shots.answer(case).unwrap().values[0].fraction.clone().unwrap();
        (0..3).map(hit).map(|(over, under)| format!("{over}/{under}")).collect()
    };
    assert_eq!(answers(false, "'situation.options.to_hit.open' = [7, 1, 10]"), ["8/21", "20/21", "2/21"]);
    assert_eq!(answers(true, "'situation.options.to_hit.cover' = [8, 9, 10]"), ["2/7", "4/21", "2/21"]);
}

#[test]
fn mistakes_are_told() {
    let text =
        "title = 'x'\nruleset = 'showdown'\n[blue.ann]\nrounds = 7\n[red.bob]\nrounds = 1\n[red.cat]\nrounds = 1\n";
    let mistakes = Scenario::parse("x.toml", text.as_bytes(), &[], &[&SHOWDOWN]).unwrap_err().to_string();
    assert!(mistakes.contains("from 0 to 6") && mistakes.contains("expected one man"), "{mistakes}");
}
