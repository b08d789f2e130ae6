//! Times of everything that is measured, and of one and two threads, by criterion.

#![allow(missing_docs, reason = "criterion's macros")]

use std::hint::black_box;
use std::time::Duration;

use benches::items;
use benches::situations::{BLOCK, one_against_one, play_on};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn each(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play");
    for (name, make) in items::all() {
        let item = make(name);
        item.check();
        group.throughput(Throughput::Elements(item.per_block as u64));
        let mut block = 0;
        group.bench_function(item.name, |bencher| {
            bencher.iter(|| {
                block += 1;
                black_box(item.run(block))
            });
        });
    }
    group.finish();
}

fn threads(criterion: &mut Criterion) {
    const BLOCKS: u64 = 64;
    let battle = one_against_one();
    let alone = play_on(&*battle, 1, 0, BLOCKS);
    let mut group = criterion.benchmark_group("threads");
    group.throughput(Throughput::Elements(BLOCKS * BLOCK as u64));
    for threads in [1, 2] {
        assert_eq!(play_on(&*battle, threads, 0, BLOCKS), alone, "{threads} threads play something else than one");
        group.bench_function(format!("1-v-1 on {threads}"), |bencher| {
            bencher.iter(|| black_box(play_on(&*battle, threads, 0, BLOCKS)));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(50).measurement_time(Duration::from_secs(3));
    targets = each, threads
}
criterion_main!(benches);
