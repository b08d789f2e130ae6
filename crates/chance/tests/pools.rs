//! Pools of dice, against throws that are walked face by face.

use std::collections::BTreeMap;

use chance::exact::{Flow, Ratio, Shared, Steps, TooLarge, distribution};
use chance::{
    Address, Aim, Chance, Die, Draw, Enumerated, How, Keep, Kept, Keyed, Limit, Numbers, Pool, Sampled, Scripted,
};

use Die::{D4, D6, D8, D10, D12};

const HERE: Address = Address::new(0, 0, 0);

/// The result of one throw: the total, the dice left with their numbers in the order in which they are taken, and the
/// hitches.
type Plain = (u8, Vec<(u8, u8)>, usize);

/// Every throw of a set of dice, by their faces.
fn throws(dice: &[Die]) -> Vec<Vec<(u8, u8)>> {
    let mut throws = vec![Vec::new()];
    for die in dice {
        let longer = |throw: &Vec<(u8, u8)>| {
            let throw = throw.clone();
            (1..=die.faces()).map(move |face| [throw.clone(), vec![(die.faces(), face)]].concat()).collect::<Vec<_>>()
        };
        throws = throws.iter().flat_map(longer).collect();
    }
    throws
}

/// The dice that are not in the pair, the largest first, among equal sizes the highest or lowest number first.
fn without(usable: &[(u8, u8)], pair: &[usize], lowest: bool) -> Vec<(u8, u8)> {
    let mut left: Vec<(u8, u8)> =
        (0..usable.len()).filter(|place| !pair.contains(place)).map(|place| usable[place]).collect();
    left.sort_by_key(|&(size, number)| {
        (std::cmp::Reverse(size), if lowest { i16::from(number) } else { -i16::from(number) })
    });
    left
}

fn limit(limit: Limit, margin: u8) -> usize {
    match limit {
        Limit::ALL => 99,
        Limit { least, every: 0 } => least.into(),
        Limit { least, every } => (least + margin / every).into(),
    }
}

/// The result straight from the rules: every pair is tried.
fn plain(throw: &[(u8, u8)], keep: Keep) -> Plain {
    let mut usable: Vec<(u8, u8)> = throw.iter().copied().filter(|&(_, face)| face > 1).collect();
    usable.sort_by_key(|&(size, number)| (std::cmp::Reverse(number), size));
    let hitches = throw.len() - usable.len();
    let lowest = keep.numbers == Numbers::Lowest;
    let mut best: Vec<usize> = (0..usable.len().min(2)).collect();
    if let How::MaxEffect(Aim { goal, ties_win, limit: most }) = keep.how {
        let mut found = None;
        for one in 0..usable.len() {
            for two in one + 1..usable.len() {
                let total = usable[one].1 + usable[two].1;
                if total < goal || (total == goal && !ties_win) {
                    continue;
                }
                let left = without(&usable, &[one, two], lowest);
                let sizes: Vec<u8> = left.iter().take(limit(most, total - goal)).map(|&(size, _)| size).collect();
                let small = [usable[one].0, usable[two].0].map(|size| 20 - size);
                let worth = (sizes, total, [usable[one].1, usable[two].1], small);
                if found.as_ref().is_none_or(|(known, _)| worth > *known) {
                    found = Some((worth, vec![one, two]));
                }
            }
        }
        best = found.map_or(best, |(_, pair)| pair);
    }
    let total = best.iter().map(|&place| usable[place].1).sum();
    let mut left = without(&usable, &best, lowest);
    if keep.numbers == Numbers::Unread {
        left.iter_mut().for_each(|die| die.1 = 0);
    }
    (total, left, hitches)
}

/// The result of a hand that is read in full.
fn read<C: Chance>(chance: &mut C, pool: &Pool, keep: Keep) -> Plain {
    let mut hand = chance.throw(HERE, pool, keep);
    let kept: Kept = chance.look(&mut hand, |kept| *kept);
    let (mut left, mut taken) = (kept.left, Vec::new());
    while let Some(thrown) = left.take(chance, HERE) {
        taken.push((thrown.die.faces(), thrown.number));
    }
    (kept.total, taken, kept.hitches.into())
}

fn strategies() -> Vec<Keep> {
    let margin = |least| Limit { least, every: 3 };
    let max = |goal, ties_win, limit| How::MaxEffect(Aim { goal, ties_win, limit });
    let hows = [
        How::BestTotal,
        max(0, false, Limit::ALL),
        max(7, true, Limit::ALL),
        max(9, false, margin(1)),
        max(5, false, margin(2)),
        max(8, true, Limit::ONE),
        max(30, true, Limit::ONE),
    ];
    let all = hows.map(|how| {
        [Numbers::Unread, Numbers::Highest, Numbers::Lowest].map(|numbers| Keep { how, numbers, ..Keep::BEST })
    });
    all.into_iter().flatten().collect()
}

const POOLS: [&[Die]; 9] = [
    &[],
    &[D4],
    &[D12],
    &[D4, D6],
    &[D8, D8, D8],
    &[D6, D8, D10],
    &[D4, D4, D12, D12],
    &[D4, D6, D6, D8],
    &[D6, D6, D6, D6, D6],
];

#[test]
fn what_is_kept_is_what_every_throw_says() {
    for dice in POOLS {
        let pool: Pool = dice.iter().copied().collect();
        for keep in strategies() {
            let mut expected: BTreeMap<Plain, u64> = BTreeMap::new();
            throws(dice).iter().for_each(|throw| *expected.entry(plain(throw, keep)).or_default() += 1);
            let ways: u64 = expected.values().sum();
            let odds = distribution::<_, _, Ratio>((), 100_000, |(), chance: &mut Enumerated| {
                Flow::Done(read(chance, &pool, keep))
            })
            .expect("few states");
            assert_eq!(odds.outcomes.len(), expected.len(), "{pool} {keep:?}");
            for (outcome, share) in &odds.outcomes {
                assert_eq!(*share, Ratio::new(expected[outcome], ways), "{pool} {keep:?} {outcome:?}");
            }
        }
    }
}

/// With a third die kept, the two best and the rest are the same as without, and three dice are the best three.
#[test]
fn a_third_die_comes_from_those_left() {
    for dice in POOLS {
        let pool: Pool = dice.iter().copied().collect();
        for numbers in [Numbers::Unread, Numbers::Highest] {
            let keep = Keep { third: true, numbers, ..Keep::BEST };
            let mut expected: BTreeMap<(Plain, Plain), u64> = BTreeMap::new();
            for throw in throws(dice) {
                let two = plain(&throw, Keep { numbers, ..Keep::BEST });
                let mut usable: Vec<(u8, u8)> = throw.iter().copied().filter(|&(_, face)| face > 1).collect();
                usable.sort_by_key(|&(size, number)| (std::cmp::Reverse(number), size));
                let best: Vec<usize> = (0..usable.len().min(3)).collect();
                let mut left = without(&usable, &best, false);
                if numbers == Numbers::Unread {
                    left.iter_mut().for_each(|die| die.1 = 0);
                }
                let three = (best.iter().map(|&place| usable[place].1).sum(), left, two.2);
                *expected.entry((two, three)).or_default() += 1;
            }
            let ways: u64 = expected.values().sum();
            for of_three in [false, true] {
                let odds = distribution::<_, _, Ratio>((), 100_000, |(), chance: &mut Enumerated| {
                    let mut hand = chance.throw(HERE, &pool, keep);
                    let kept: Kept = chance.look(&mut hand, |kept| *kept);
                    assert_eq!(kept.total_of_three(), kept.of_three().total);
                    let kept = if of_three { kept.of_three() } else { kept };
                    let (mut left, mut taken) = (kept.left, Vec::new());
                    while let Some(thrown) = left.take(chance, HERE) {
                        taken.push((thrown.die.faces(), thrown.number));
                    }
                    Flow::Done((kept.total, taken, usize::from(kept.hitches)))
                })
                .expect("few states");
                for (outcome, share) in &odds.outcomes {
                    let same =
                        expected.iter().filter(|((two, three), _)| (if of_three { three } else { two }) == outcome);
                    assert_eq!(*share, Ratio::new(same.map(|(_, ways)| ways).sum(), ways), "{pool} {outcome:?}");
                }
            }
        }
    }
}

/// Questions narrow a hand: the total first, then the rest.
#[test]
fn a_hand_is_looked_at_question_by_question() {
    let pool: Pool = [D4, D8, D8, D10].into_iter().collect();
    let keep = Keep { numbers: Numbers::Highest, ..Keep::BEST };
    let odds = |step: &dyn Fn(&mut Enumerated) -> Kept| {
        let odds = distribution::<_, _, Ratio>((), 100_000, |(), chance: &mut Enumerated| Flow::Done(step(chance)));
        odds.expect("few states")
    };
    let whole = odds(&|chance| {
        let mut hand = chance.throw(HERE, &pool, keep);
        chance.look(&mut hand, |kept| *kept)
    });
    let parts = odds(&|chance| {
        let mut hand = chance.throw(HERE, &pool, keep);
        let total = chance.look(&mut hand, |kept| kept.total);
        let kept = chance.look(&mut hand, |kept| *kept);
        assert_eq!(kept.total, total);
        kept
    });
    assert_eq!(whole.outcomes.len(), parts.outcomes.len());
    for (kept, share) in &whole.outcomes {
        assert_eq!(*share, parts.probability(kept));
    }
}

/// One question about both pools gives the same as one question after the other; so do later questions about them.
#[test]
fn a_pool_is_thrown_against_another() {
    let ours: Pool = [D6, D8, D8].into_iter().collect();
    let theirs: Pool = [D4, D6, D10].into_iter().collect();
    let limit = Limit { least: 1, every: 2 };
    for most in [false, true] {
        let keep = |goal| {
            let how = if most { How::MaxEffect(Aim { goal, ties_win: false, limit }) } else { How::BestTotal };
            Keep { how, ..Keep::BEST }
        };
        let total = |kept: &Kept| kept.total;
        let judged = |kept: &Kept, goal| (kept.total > goal, kept.left.dice, kept.total.abs_diff(goal).min(2));
        let odds = |at_once: bool| {
            let odds = distribution::<_, _, Ratio>((), 100_000, |(), chance: &mut Enumerated| {
                let mut goal = chance.throw(HERE, &theirs, Keep::BEST);
                let judged = if at_once {
                    chance.against(&mut goal, total, (HERE, &ours), keep, judged)
                } else {
                    let total = chance.look(&mut goal, total);
                    let mut hand = chance.throw(HERE, &ours, keep(total));
                    chance.look(&mut hand, |kept| judged(kept, total))
                };
                Flow::Done((judged, chance.look(&mut goal, |kept| (kept.left.dice, kept.total > 9))))
            });
            odds.expect("few states")
        };
        let (at_once, in_turn) = (odds(true), odds(false));
        assert_eq!(at_once.outcomes.len(), in_turn.outcomes.len());
        for (outcome, share) in &at_once.outcomes {
            assert_eq!(*share, in_turn.probability(outcome), "{outcome:?}");
        }
    }
}

#[test]
fn scripts_throw_the_smallest_die_first() {
    let pool: Pool = [D10, D6, D8, D8].into_iter().collect();
    let keep = Keep { numbers: Numbers::Highest, ..Keep::BEST };
    let faces = [5, 8, 5, 1].map(Draw::Value);
    // The 8 and the smaller of the two dice that show a 5.
    assert_eq!(Scripted::play(faces, |chance| read(chance, &pool, keep)), (13, vec![(8, 5)], 1));
}

#[test]
fn pools_are_joined_size_by_size_up_to_what_a_byte_holds() {
    for (ours, theirs, together) in
        [(0, 0, 0), (2, 3, 5), (127, 127, 254), (128, 1, 129), (200, 100, 255), (255, 255, 255)]
    {
        let one = Pool::EMPTY.with(D6, ours).with(D12, 1);
        let both = one.and(Pool::EMPTY.with(D6, theirs).with(D8, 2));
        assert_eq!([D4, D6, D8, D12].map(|die| both.count(die)), [0, together, 2, 1], "{ours} and {theirs}");
    }
    for die in [D4, D12] {
        assert_eq!(Pool::from(Some(die)), [die].into_iter().collect());
    }
    assert_eq!(Pool::from(None), Pool::EMPTY);
}

/// Chi-square of a million throws from keyed words.
#[test]
fn sampled_throws_are_as_likely_as_counted() {
    for (seed, dice, keep) in [
        (1, &[D6, D6, D8, D10][..], Keep { numbers: Numbers::Highest, ..Keep::BEST }),
        (2, &[D4, D4, D4, D4, D6, D6, D6, D8, D8, D10, D10, D12, D12, D12][..], Keep::BEST),
    ] {
        let pool: Pool = dice.iter().copied().collect();
        let totals =
            pool.kept(keep).into_iter().fold(BTreeMap::new(), |mut totals: BTreeMap<u8, f64>, (kept, ways)| {
                *totals.entry(kept.total).or_default() += ways as f64 / pool.ways().expect("few dice") as f64;
                totals
            });
        let engagements = 200_000_u32;
        let mut seen: BTreeMap<u8, u32> = BTreeMap::new();
        for engagement in 0..engagements {
            let mut chance = Sampled::new(Keyed::engagement(seed, engagement.into()));
            *seen.entry(read(&mut chance, &pool, keep).0).or_default() += 1;
        }
        let mut square = 0.0;
        for (total, share) in totals {
            let expected = share * f64::from(engagements);
            if expected > 5.0 {
                square += (f64::from(seen.get(&total).copied().unwrap_or(0)) - expected).powi(2) / expected;
            }
        }
        // The limit is exceeded about once in ten thousand, for twenty degrees of freedom.
        assert!(square < 52.4, "{square}");
    }
}

/// The largest effect is counted throw by throw. For large mixed pools this is refused before it begins; for smaller
/// ones it counts as states.
#[test]
fn pools_that_are_too_large_to_be_walked_are_refused() {
    let how = |goal| How::MaxEffect(Aim { goal, ties_win: false, limit: Limit::ONE });
    let odds = |dice: &[Die], budget| {
        let pool: Pool = dice.iter().copied().collect();
        distribution::<_, _, Ratio>((), budget, move |(), chance: &mut Enumerated| {
            let mut hand = chance.throw(HERE, &pool, Keep { how: how(9), ..Keep::BEST });
            Flow::Done(chance.look(&mut hand, |kept| kept.total))
        })
    };
    let many = [[D4, D6, D8, D10, D12]; 4].concat();
    let refused = odds(&many, 400_001).expect_err("too many throws");
    assert_eq!(refused, TooLarge::States(400_001));
    // Also against another pool, where each goal has its own count.
    let pool: Pool = many.iter().copied().collect();
    let opposed = distribution::<_, _, Ratio>((), 400_001, |(), chance: &mut Enumerated| {
        let mut theirs = chance.throw(HERE, &pool, Keep::BEST);
        let keep = |goal| Keep { how: how(goal), ..Keep::BEST };
        let ask = |kept: &Kept, goal: u8| kept.total > goal;
        Flow::Done(chance.against(&mut theirs, |kept| kept.total, (HERE, &pool), keep, ask))
    });
    assert!(opposed.is_err());
    // Six dice of one size have 462 different throws: three times 128 and more.
    let six = odds(&[D6; 6], 400).expect("few throws");
    assert_eq!(six.states, 1 + 3);
    assert!(odds(&[D6; 6], 3).is_err());
}

/// What has been walked for one procedure is known in the next, with the same answer; a refusal leaves nothing behind.
#[test]
fn throws_are_walked_once_for_many_procedures() {
    let mut steps = Steps::default();
    let mut odds = |start, budget| {
        let keep = Keep { how: How::MaxEffect(Aim { goal: 9, ties_win: false, limit: Limit::ONE }), ..Keep::BEST };
        let pool: Pool = [D6; 6].into_iter().collect();
        steps.distribution(Shared::new(start), budget, |_, chance| {
            let mut hand = chance.throw(HERE, &pool, keep);
            Some(chance.look(&mut hand, |kept| kept.total))
        })
    };
    assert!(odds('a', 3).is_err());
    let (first, next) = (odds('a', 400).expect("few throws"), odds('b', 400).expect("few throws"));
    assert_eq!((first.states, next.states), (1 + 3, 1));
    assert_eq!(first.outcomes, next.outcomes);
}
