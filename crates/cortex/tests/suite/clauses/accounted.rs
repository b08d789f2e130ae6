//! `RULES.md`, the code and the tests hold each other to account.

use testkit::accounted::Account;

const ACCOUNT: Account = Account { ruleset: &cortex::FIREFIGHT, home: env!("CARGO_MANIFEST_DIR") };

#[test]
fn rules_md_lists_every_clause() {
    ACCOUNT.lists_every_clause(81);
}

#[test]
fn rules_md_points_at_what_there_is() {
    ACCOUNT.points_at_what_there_is();
}

#[test]
fn rules_md_lists_every_option() {
    ACCOUNT.lists_every_option(39);
}

#[test]
fn rules_md_says_who_plays() {
    ACCOUNT.says_who_plays();
}

#[test]
fn what_is_played_is_cited() {
    ACCOUNT.cites_what_is_played();
}

#[test]
fn rules_md_names_code_and_tests() {
    ACCOUNT.names_code_and_tests();
}

#[test]
fn part_one_has_the_clauses_of_the_core_and_its_own() {
    let count = |letters: &str| {
        let clauses = cortex::FIRETEAM.clauses();
        clauses.iter().filter(|clause| clause.id.starts_with(letters)).count()
    };
    assert_eq!(["CX0-", "CX1-", "CX"].map(count), [17, 34, 51]);
}
