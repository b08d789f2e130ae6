//! Nothing is allocated in play.

use engage::Outcome;

use crate::play::{battle, battles, fight};

#[test]
fn play_allocates_nothing() {
    let many = [1, 4, 8, 16].map(|men| fight(men, men, serde_json::json!({})));
    let more = many.into_iter().map(|scenario| (scenario.clone(), battle(&scenario)));
    for (scenario, battle) in battles().into_iter().chain(more) {
        let mut outcomes = vec![Outcome::default(); 100];
        // The first time a small battle makes its table.
        battle.play(1, 0, &mut outcomes[..1]);
        assert_eq!(testkit::allocations(|| battle.play(1, 0, &mut outcomes)), 0, "{scenario}");
    }
}

/// The probe works: a replay allocates.
#[test]
fn the_probe_counts() {
    let battle = battle(&fight(2, 2, serde_json::json!({})));
    assert!(testkit::allocations(|| drop(std::hint::black_box(battle.replay(1, 0)))) > 0);
}
