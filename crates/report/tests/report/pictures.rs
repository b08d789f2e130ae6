//! Charts: every shape draws, in both formats, and shows what it should.

use report::Report;
use runner::Run;

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
            assert_eq!(&chart.png[..8], b"\x89PNG\r\n\x1a\n", "{name} {}", chart.name);
            assert_eq!(dimensions(&chart.png).0, 960, "{name} {}", chart.name);
        }
    }
}

#[test]
fn usual_charts_are_small() {
    for run in [made::two_axes(), made::one_axis_with_variants(), made::one_axis()] {
        for chart in Report::of_run(&run, &[]).charts().expect("charts") {
            assert!(chart.svg.len() < 100_000 && chart.png.len() < 100_000, "{}", chart.name);
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
    assert_eq!(two[..2], ["01-blue-win", "02-blue-win-map"]);
    assert!(two.iter().all(|name| !name.contains("red-win")), "red wins where blue does not: {two:?}");
    let variants = names(made::variants_only());
    assert!(variants.iter().any(|name| name.ends_with("blue-win-difference")), "{variants:?}");
    let odds: Vec<String> =
        Report::of_odds(&made::odds()).charts().expect("charts").into_iter().map(|c| c.title).collect();
    assert_eq!(
        odds,
        [
            "Incapacitated over ability and range, Category: Smg plus",
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
    let map = charts.iter().find(|chart| chart.name == "02-blue-win-map").expect("the map");
    for text in ["84.00", "±0.07", "34.00", "Novice", "48"] {
        assert!(map.svg.contains(text), "{text}");
    }
}

#[test]
fn a_forest_names_each_variant_with_its_difference_and_saving() {
    let charts = Report::of_run(&made::one_axis_with_variants(), &[]).charts().expect("charts");
    let forest = charts.iter().find(|chart| chart.name.ends_with("blue-win-difference")).expect("the forest");
    for text in ["General pistol · soft + plates", "+11.20 ±0.04", "÷4.3", "percentage points"] {
        assert!(forest.svg.contains(text), "{text}");
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
    let mut reader = png::Decoder::new(std::io::Cursor::new(&charts[0].png)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("pixels");
    let dark = |rows: std::ops::Range<usize>| {
        pixels[rows.start * 960 * 3..rows.end * 960 * 3].chunks(3).filter(|p| p.iter().all(|&c| c < 120)).count()
    };
    assert!(dark(20..45) > 300, "the title is missing: {}", dark(20..45));
    assert_eq!(&pixels[..3], &[255, 255, 255]);
}
