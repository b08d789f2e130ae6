//! CR-dmg, CR-star-1, CR-star-2: what a hit does.

use chain_reaction::damage::{Fate, Victim, hit, settles};
use serde_json::json;

use super::{ANYWHERE, odds, of, printed, rules, scripted, words};

const GRUNT: Victim = Victim { rep: 4, star: false, cheats: true };
const STAR: Victim = Victim { rep: 5, star: true, cheats: true };

/// What a hit does when the dice fall so.
#[track_caller]
fn suffers(victim: Victim, impact: u8, attacker: u8, draws: &[&str]) -> Fate {
    scripted(draws, |chance| hit(chance, ANYWHERE, impact, attacker, &victim))
}

/// CR-dmg-1: 1 kills, up to the Impact puts out of the fight, above it knocks down. Billy’s BA pistol, Impact 2, rolls a 3: Carlos is
/// knocked down, passes both dice and is stunned.
#[test]
fn cr_dmg_1_one_die_for_a_hit() {
    assert_eq!(suffers(GRUNT, 2, 5, &["3", "2"]), Fate::Stunned);
    assert_eq!(suffers(GRUNT, 2, 5, &["3", "1"]), Fate::Out);
    assert_eq!(suffers(GRUNT, 2, 5, &["3", "0"]), Fate::Dead);
    assert_eq!([1, 2].map(|die: u8| suffers(GRUNT, 2, 5, &[die.to_string().as_str()])), [Fate::Dead, Fate::Out]);
    assert_eq!(suffers(GRUNT, 5, 5, &["5"]), Fate::Out);
    assert_eq!(suffers(GRUNT, 1, 5, &["2", "2"]), Fate::Stunned, "an Impact of 1 puts nobody out by itself");
    let damage = |impact: u8, word: &str| {
        odds("damage", json!({ "hits": 1, "impact": impact, "target": { "rep": 6 }, "attacker_rep": 4 }), word)
    };
    for (impact, out) in [(1, 0), (2, 1), (3, 2), (5, 4)] {
        assert_eq!((damage(impact, "dead"), damage(impact, "out")), (of(1, 6), of(out, 6)));
    }
}

/// CR-dmg-2: dice first, then damage for each hit, with the weapon’s Impact and the shooter’s Rep.
#[test]
fn cr_dmg_2_a_volley_and_its_damage() {
    let sure = json!({ "shooter": { "rep": 6, "weapon": "bolt action rifle" }, "target": { "rep": 6 } });
    assert_eq!(odds("shot", sure.clone(), "miss"), of(1, 6));
    assert_eq!(odds("shot", sure, "out"), of(5 * 2, 36));
    let star = |rep: u8| json!({ "shooter": { "rep": rep }, "target": { "rep": 4, "star": true } });
    assert!(!words("shot", star(3)).iter().any(|word| word.starts_with("cheats")));
    assert!(words("shot", star(4)).iter().any(|word| word.starts_with("cheats")));
}

/// CR-dmg-3, `multiple_hits`: all are rolled and the worst stands, or they stop at the first that puts out of the fight.
#[test]
fn cr_dmg_3_the_worst_of_several() {
    assert!(Fate::Dead > Fate::CheatsDeath && Fate::CheatsDeath > Fate::Out && Fate::Out > Fate::Stunned);
    let stops = rules(json!({ "multiple_hits": "stop_when_out" }));
    assert!(settles(&stops, Fate::Out) && !settles(&stops, Fate::Stunned) && !settles(&printed(), Fate::Dead));
    let two = |multiple: &str, word: &str| {
        let options = json!({ "multiple_hits": multiple });
        let parameters =
            json!({ "hits": 2, "impact": 3, "target": { "rep": 6 }, "attacker_rep": 4, "options": options });
        odds("damage", parameters, word)
    };
    assert_eq!((two("worst", "dead"), two("stop_when_out", "dead")), (of(11, 36), of(6 + 3, 36)));
    assert_eq!(two("worst", "stunned"), two("stop_when_out", "stunned"));
}

/// CR-star-1: Billy, Rep 5, is not killed by a Rep 4, whatever would have done it.
#[test]
fn cr_star_1_larger_than_life() {
    assert_eq!(suffers(STAR, 1, 4, &["1"]), Fate::Out);
    assert_eq!(suffers(STAR, 1, 4, &["6", "0"]), Fate::Out, "nor by the test that follows");
    assert_eq!(suffers(STAR, 1, 4, &["6", "2"]), Fate::Stunned);
    assert_eq!(suffers(GRUNT, 1, 3, &["1"]), Fate::Dead, "a Grunt is");
}

/// CR-star-2: by a Rep 5 he would be: he cheats death, if he does.
#[test]
fn cr_star_2_cheating_death() {
    assert_eq!([5, 6].map(|rep| suffers(STAR, 1, rep, &["1"])), [Fate::CheatsDeath; 2]);
    let stays = Victim { cheats: false, ..STAR };
    assert_eq!([4, 5].map(|rep| suffers(stays, 1, rep, &["1"])), [Fate::Out, Fate::Dead]);
    let killed = |cheats: bool| {
        let star = json!({ "rep": 4, "star": true, "cheats_death": cheats });
        words("damage", json!({ "hits": 1, "impact": 3, "target": star, "attacker_rep": 4 }))
    };
    assert_eq!(
        (killed(true), killed(false)),
        (
            ["cheats death", "out", "stunned"].map(str::to_owned).into(),
            ["dead", "out", "stunned"].map(str::to_owned).into(),
        )
    );
}
