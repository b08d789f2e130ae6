//! The page: self-contained, safe, and complete.

use report::Report;
use runner::Run;

use crate::made;

fn page(run: &Run) -> String {
    let report = Report::of_run(run, &[]);
    report.page(&report.charts().expect("charts")).expect("a page")
}

/// Values of an attribute anywhere in the page.
fn attribute<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let opening = format!(" {name}=\"");
    page.split(opening.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    let odds = made::odds();
    let odds = Report::of_odds(&odds);
    let charts = odds.charts().expect("charts");
    let pages = [page(&made::two_axes()), page(&made::variants_only()), odds.page(&charts).expect("a page")];
    for page in pages {
        for needle in ["http", "//cdn", "@import", "url(", "<link", "<img", "<iframe"] {
            assert!(!page.contains(needle), "{needle}");
        }
        for name in ["src", "href", "xlink:href", "action"] {
            let values = attribute(&page, name);
            // Links to the data lie beside the page.
            let is_beside =
                |v: &str| ["results.", "distributions.", "differences."].iter().any(|own| v.starts_with(own));
            let is_here = |v: &str| v.starts_with('#') || v.starts_with("data:");
            assert!(values.iter().all(|v| is_here(v) || (name == "href" && is_beside(v))), "{name}: {values:?}");
        }
    }
}

#[test]
fn hostile_names_stay_text() {
    let hostile = "</script><script>alert(1)</script><!-- ' \" & <img src=x onerror=alert(1)>";
    let mut run = made::one_axis_with_variants();
    run.provenance.title = hostile.into();
    run.provenance.question = hostile.into();
    run.provenance.rules_changed = vec![made::rule_change(hostile, hostile, hostile, hostile)];
    run.variants[0] = hostile.into();
    run.axes[0].key = hostile.into();
    run.axes[0].label = hostile.into();
    run.axes[0].values[0] = hostile.into();
    run.axes[0].labels[0] = hostile.into();
    run.measures[0].label = hostile.into();
    let page = page(&run);
    assert_eq!(page.matches("<script").count(), 2, "the data and the page's own script");
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img") && !page.contains("<!--"));
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "the name is shown as it is");
}

#[test]
fn the_data_inside_are_the_run() {
    let mut run = made::two_axes();
    run.provenance.title = "a <b> & </script> \"c\"".into();
    let page = page(&run);
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("the data");
    let back: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(back, Report::of_run(&run, &[]).value().expect("JSON"), "a number changed on its way");
}

#[test]
fn the_page_answers_and_says_where_it_comes_from() {
    let page = page(&made::one_axis_with_variants());
    for text in [
        "How much better is an Elite than a Novice",
        "“Blue wins”: “soft + plates + helmet” raises it in 4 of 5 cells and is too small in 1 (-0.01 to +14.80 points, ±0.04 at most).",
        "To-hit base: 8 (printed: 7)",
        "1,000,000 engagements a cell, 95 % intervals",
        "<dt>Seed</dt><dd>7</dd>",
        "<dt>Version</dt><dd>0.1.0</dd>",
        &format!("<dt>Result hash</dt><dd>{}</dd>", "9ab3".repeat(16)),
        "How to read this",
        "÷143",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(page.matches("<figure").count(), page.matches("<svg").count());
}

#[test]
fn every_number_of_the_headline_carries_its_interval_or_exact() {
    for run in [made::two_axes(), made::exact(made::two_axes()), made::single()] {
        let page = page(&run);
        let tables = page.split("<table").skip(1).map(|t| t.split("</table>").next().unwrap_or_default());
        for table in tables {
            let said_once = table.contains(", exact");
            for cell in table.split("<td class=\"number\">").skip(1).filter_map(|c| c.split("</td>").next()) {
                assert!(said_once || cell.contains('±') || cell.ends_with("exact"), "{cell} in {table}");
            }
        }
    }
}
