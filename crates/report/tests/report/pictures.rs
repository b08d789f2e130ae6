//! Charts: every shape draws, in both formats, and shows what it should.

use report::Report;
use runner::{Paired, Run};
use scenario::Asks;

use crate::made;

fn dimensions(png: &[u8]) -> (u32, u32) {
    let at = |i: usize| u32::from_be_bytes([png[i], png[i + 1], png[i + 2], png[i + 3]]);
    (at(16), at(20))
}

#[test]
fn every_shape_draws() {
    for (name, run) in made::every_run() {
        let charts = Report::of_run(&run, &[]).charts().expect(name);
        assert!(!charts.is_empty(), "{name}");
        for chart in &charts {
            assert!(
                chart.svg.starts_with("<svg ") && chart.svg.trim_end().ends_with("</svg>"),
                "{name} {}",
                chart.name
            );
            assert!(!chart.svg.contains("NaN") && !chart.svg.contains("inf"), "{name} {}", chart.name);
            assert!(chart.svg.len() < 250_000, "{name} {}: {} bytes", chart.name, chart.svg.len());
            let png = chart.png().expect(name);
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "{name} {}", chart.name);
            assert_eq!(dimensions(&png).0, 960, "{name} {}", chart.name);
        }
    }
}

#[test]
fn usual_charts_are_small() {
    for run in [made::two_axes(), made::one_axis_with_variants(), made::one_axis()] {
        for chart in Report::of_run(&run, &[]).charts().expect("charts") {
            assert!(chart.svg.len() < 100_000 && chart.png().unwrap().len() < 100_000, "{}", chart.name);
        }
    }
}

#[test]
fn the_shape_decides_which_charts_there_are() {
    let names = |run: Run| -> Vec<String> {
        Report::of_run(&run, &[]).charts().expect("charts").into_iter().map(|c| c.name).collect()
    };
    assert_eq!(names(made::single()), ["01-endings", "02-distributions", "03-at-least"]);
    assert_eq!(names(made::one_axis()), ["01-wins", "02-losses", "03-distributions", "04-at-least"]);
    let two = names(made::two_axes());
    assert_eq!(two[..2], ["01-blue-win-map", "02-blue-win"]);
    assert!(two.iter().all(|name| !name.contains("red-win")), "red wins where blue does not: {two:?}");
    let variants = names(made::variants_only());
    assert!(variants.iter().any(|name| name.ends_with("blue-win-difference")), "{variants:?}");
    let odds: Vec<String> =
        Report::of_odds(&made::odds()).charts().expect("charts").into_iter().map(|c| c.title).collect();
    assert_eq!(
        odds,
        [
            "Incapacitated over ability and range, Category: SMG plus",
            "Incapacitated over ability and range, Category: Rifle"
        ]
    );
}

#[test]
fn charts_say_what_they_rest_on() {
    for chart in Report::of_run(&made::two_axes(), &[]).charts().expect("charts") {
        assert!(chart.svg.contains("1,000,000 engagements a cell"), "{}", chart.name);
        assert!(chart.svg.contains("95 %"), "{}", chart.name);
    }
    for chart in Report::of_run(&made::exact(made::two_axes()), &[]).charts().expect("charts") {
        assert!(chart.svg.contains("exact") && !chart.svg.contains("95 %"), "{}", chart.name);
    }
}

#[test]
fn a_heat_map_prints_its_values_and_intervals() {
    let charts = Report::of_run(&made::two_axes(), &[]).charts().expect("charts");
    let map = charts.iter().find(|chart| chart.name == "01-blue-win-map").expect("the map");
    for text in ["84.00", "±0.07", "34.00", "Novice", "48"] {
        assert!(map.svg.contains(text), "{text}");
    }
}

#[test]
fn a_forest_names_each_variant_with_its_difference_and_colours_its_verdict() {
    let mut run = made::one_axis_with_variants();
    run.about.matters = Some(0.05);
    let charts = Report::of_run(&run, &[]).charts().expect("charts");
    let forest = charts.iter().find(|chart| chart.name.ends_with("blue-win-difference")).expect("the forest");
    for text in
        ["soft + plates · General pistol", "+11.20 ±0.04", "percentage points", "good for Blue", "too small to matter"]
    {
        assert!(forest.svg.contains(text), "{text}");
    }
    assert!(!forest.svg.contains("good for Red") && !forest.svg.contains("cannot tell"), "only what occurs");
}

#[test]
fn what_takes_from_both_sides_is_good_for_neither() {
    let mut run = made::variants_only();
    let difference = run.cells[1].difference.as_mut().expect("a variant");
    difference.win = difference.win.map(|paired| Paired { difference: stats::Estimate::exact(-0.2), ..paired });
    let charts = Report::of_run(&run, &[]).charts().expect("charts");
    let forest = charts.iter().find(|chart| chart.name.ends_with("blue-win-difference")).expect("the forest");
    assert!(forest.svg.contains("more draws: bad for both") && !forest.svg.contains("good for Red"), "{}", forest.svg);
}

#[test]
fn no_chart_shows_noughts_and_what_changed_nothing_is_said_to_be_left_out() {
    let mut run = made::one_axis_with_variants();
    let nothing = |run: &mut Run, which: &dyn Fn(usize) -> bool| {
        for (_, cell) in run.cells.iter_mut().enumerate().filter(|(place, _)| which(*place)) {
            for paired in cell.difference.iter_mut().map(|difference| &mut difference.win.blue) {
                paired.difference = stats::Estimate::exact(0.0);
            }
        }
    };
    nothing(&mut run, &|place| place < 8);
    let charts = |run: &Run| Report::of_run(run, &[]).charts().expect("charts");
    let forest =
        charts(&run).into_iter().find(|chart| chart.name.ends_with("blue-win-difference")).expect("the forest");
    assert!(forest.svg.contains("6 of 15 changed nothing and are not drawn"), "{}", forest.svg);
    nothing(&mut run, &|_| true);
    assert!(charts(&run).iter().all(|chart| !chart.name.ends_with("blue-win-difference")));
    let mut unhurt = made::one_axis();
    unhurt
        .cells
        .iter_mut()
        .flat_map(|cell| &mut cell.measures)
        .for_each(|lost| lost.mean = stats::Estimate::exact(0.0));
    assert!(charts(&unhurt).iter().all(|chart| !chart.name.ends_with("losses")));
}

#[test]
fn the_first_chart_is_the_answer() {
    let first = |mut run: Run, asks: Asks| {
        run.about.asks = Some(asks);
        Report::of_run(&run, &[]).charts().expect("charts").remove(0)
    };
    for (run, asks, name) in [
        (made::variants_only(), Asks::Which, "01-blue-win-difference"),
        (made::one_axis_with_variants(), Asks::WhatChanges, "01-blue-win-difference"),
        (made::one_axis(), Asks::FromWhere, "01-wins"),
        (made::two_axes(), Asks::HowMany, "01-blue-win"),
        (made::two_axes(), Asks::HowMuch, "01-blue-win-map"),
        (made::single(), Asks::Who, "01-endings"),
    ] {
        assert_eq!(first(run, asks).name, name, "{asks:?}");
    }
    // The turn is marked between the values with a certain sign.
    let turns = first(made::one_axis(), Asks::HowMany);
    assert!(turns.svg.contains("the fight turns between 10 and 12"), "{}", turns.svg);
    // If the chances of the sides add up to one, a single curve is enough.
    assert!(!turns.svg.contains("Red wins"));
}

#[test]
fn what_a_chart_leaves_out_it_says() {
    let names: Vec<String> = (1..=12).map(|number| format!("reading {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut cells = vec![made::cell(vec![], 0.5)];
    cells.extend((0..12).map(|v| made::variant(made::cell(vec![], 0.5 + 0.01 * v as f64), v, 0.01 * v as f64)));
    let charts = Report::of_run(&made::run(vec![], &names, cells), &[]).charts().expect("charts");
    let losses = charts.iter().find(|chart| chart.name.ends_with("distributions")).expect("distributions");
    assert!(losses.svg.contains("8 of 13 drawn"), "{}", losses.svg);
    // The variants with the largest effects are drawn, and the baseline.
    for (name, drawn) in [("baseline", true), ("reading 12", true), ("reading 6", true), ("reading 5", false)] {
        assert_eq!(losses.svg.contains(name), drawn, "{name}");
    }
}

#[test]
fn unordered_variants_have_hues_of_their_own() {
    let names: Vec<String> = (1..=11).map(|number| format!("reading {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut cells = Vec::new();
    for range in 0..2 {
        cells.push(made::cell(vec![range], 0.5));
        cells.extend((0..11).map(|v| made::variant(made::cell(vec![range], 0.5 + 0.01 * v as f64), v, 0.01)));
    }
    let run = made::run(vec![made::axis("field.range", &["3", "6"])], &names, cells);
    let charts = Report::of_run(&run, &[]).charts().expect("charts");
    let lines = charts.iter().find(|chart| chart.title.starts_with("Blue wins by range")).expect("lines");
    let mut hues: Vec<&str> = lines.svg.split("stroke=\"#").skip(1).map(|rest| &rest[..6]).collect();
    hues.sort_unstable();
    hues.dedup();
    // Twelve lines, the grid, the axis.
    assert!(hues.len() >= 13, "{hues:?}");
}

#[test]
fn names_of_usual_length_are_not_cut() {
    let long = "a variant with a name of just under sixty-four characters, see";
    for mut run in [made::variants_only(), made::one_axis_with_variants(), made::two_axes()] {
        run.variants.iter_mut().for_each(|name| *name = long.to_owned());
        run.axes
            .iter_mut()
            .flat_map(|axis| &mut axis.labels)
            .for_each(|label| *label = format!("{label} {}", &long[..30]));
        run.labels.win.blue = "Won by the first assault group and the second one from the yard".to_owned();
        for chart in Report::of_run(&run, &[]).charts().expect("charts") {
            assert!(!chart.svg.contains('…'), "{}: {}", chart.name, chart.svg);
        }
    }
}

#[test]
fn names_are_escaped_in_svg() {
    let mut run = made::one_axis_with_variants();
    run.variants[0] = "</svg><script>alert('x')</script>\u{1}\"&".into();
    for chart in Report::of_run(&run, &[]).charts().expect("charts") {
        assert!(!chart.svg.contains("<script") && chart.svg.matches("</svg>").count() == 1, "{}", chart.name);
        assert!(!chart.svg.contains('\u{1}'), "{}", chart.name);
    }
}

#[test]
fn pixels_hold_text_and_colour() {
    let charts = Report::of_run(&made::two_axes(), &[]).charts().expect("charts");
    let png = charts[0].png().expect("a PNG");
    let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("pixels");
    let dark = |rows: std::ops::Range<usize>| {
        pixels[rows.start * 960 * 3..rows.end * 960 * 3].chunks(3).filter(|p| p.iter().all(|&c| c < 120)).count()
    };
    assert!(dark(20..45) > 300, "the title is missing: {}", dark(20..45));
    assert_eq!(&pixels[..3], &[255, 255, 255]);
}
