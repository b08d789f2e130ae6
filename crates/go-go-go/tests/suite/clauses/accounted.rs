//! `RULES.md`, the code and the tests agree with each other.

use testkit::accounted::Account;

const ACCOUNT: Account = Account { ruleset: &go_go_go::RULESET, home: env!("CARGO_MANIFEST_DIR") };

#[test]
fn rules_md_lists_every_clause() {
    ACCOUNT.lists_every_clause(108);
}

#[test]
fn coverage_is_as_rules_md_says() {
    ACCOUNT.says_who_plays();
}

#[test]
fn rules_md_points_at_what_there_is() {
    ACCOUNT.points_at_what_there_is();
}

#[test]
fn clauses_played_are_cited() {
    ACCOUNT.cites_what_is_played();
}

#[test]
fn rules_md_names_code_and_tests() {
    ACCOUNT.names_code_and_tests();
}

#[test]
fn rules_md_lists_every_option() {
    ACCOUNT.lists_every_option(31);
}

/// The options by name with their values, the default first.
pub(super) fn options() -> Vec<(String, Vec<String>)> {
    ACCOUNT.options()
}
