//! The same result gives the same bytes, in files with the documented names.

use std::collections::BTreeSet;

use report::{File, Report};

use crate::made;

fn names(files: &[File]) -> BTreeSet<&str> {
    files.iter().map(|(name, _)| name.as_str()).collect()
}

/// All but Parquet, which is compared by content elsewhere.
fn stable(files: Vec<File>) -> Vec<File> {
    files.into_iter().filter(|(name, _)| !name.ends_with(".parquet")).collect()
}

#[test]
fn every_shape_makes_the_same_report_twice() {
    // The large shapes differ from these only in size, and other tests draw all of them.
    for (name, run) in made::every_run().into_iter().filter(|(_, run)| run.cells.len() < 20) {
        let files = Report::of_run(&run, &[]).files().expect(name);
        assert_eq!(names(&files).len(), files.len(), "{name}: two files of one name");
        for wanted in
            ["report.html", "report.md", "results.csv", "results.parquet", "results.json", "distributions.csv"]
        {
            assert!(names(&files).contains(wanted), "{name} lacks {wanted}");
        }
        assert_eq!(names(&files).contains("differences.csv"), !run.variants.is_empty(), "{name}");
        assert!(files.iter().all(|(_, bytes)| !bytes.is_empty()), "{name}: an empty file");
        assert!(stable(files) == stable(Report::of_run(&run, &[]).files().expect(name)), "{name}: other bytes");
    }
}

#[test]
fn file_names_are_plain_even_where_words_are_not() {
    let mut run = made::one_axis();
    run.measures[0].id = "../../etc/pass wd\"<".into();
    run.measures[1].id = String::new();
    let files = Report::of_run(&run, &[]).files().expect("a report");
    let plain =
        |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.') && !name.contains("..");
    assert!(files.iter().all(|(name, _)| plain(name)), "{:?}", names(&files));
}

#[test]
fn odds_make_the_same_report_twice() {
    for table in [made::odds(), made::one_shot()] {
        let files = Report::of_odds(&table).files().expect("a report");
        assert!(["report.html", "report.md", "results.csv", "results.json"].iter().all(|f| names(&files).contains(f)));
        assert!(stable(files) == stable(Report::of_odds(&table).files().expect("a report")));
    }
}
