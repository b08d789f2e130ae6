//! Frames, CSV, Parquet and JSON hold the numbers that went in.

use std::io::Write;

use engage::Side;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use polars::prelude::{Column, DataFrame, DataType};
use report::{Fair, Format, Report, frame};
use runner::{Ending, Run};
use scenario::{Name, Range};
use search::{Balance, Found, Look};
use serde_json::Value;
use stats::{Basis, Estimate};

use crate::made;

fn float(frame: &DataFrame, column: &str, row: usize) -> Option<f64> {
    frame.column(column).expect(column).f64().expect(column).get(row)
}

fn text(frame: &DataFrame, column: &str, row: usize) -> Option<String> {
    frame.column(column).expect(column).str().expect(column).get(row).map(str::to_owned)
}

/// CSV read back: the names of the columns and the rows.
fn read(bytes: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(bytes);
    let words = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let names = words(reader.headers().expect("a header"));
    (names, reader.records().map(|record| words(&record.expect("a row"))).collect())
}

#[test]
fn csv_reads_back_to_the_last_digit() {
    for run in [made::two_axes(), made::one_axis_with_variants(), made::exact(made::single())] {
        let (names, rows) = read(&report::csv(&frame::cells(&run).expect("cells")).expect("csv"));
        let place = |name: &str| names.iter().position(|known| known == name).expect("a column");
        let number = |name: &str, row: usize| rows[row][place(name)].parse::<f64>().expect("a number");
        assert_eq!(rows.len(), run.cells.len());
        for (row, cell) in run.cells.iter().enumerate() {
            assert_eq!((number("blue.win", row), number("turns", row)), (cell.win.blue.value, cell.turns.mean.value));
            if let Basis::Sampled { low, high, .. } = cell.win.red.basis {
                assert_eq!((number("red.win.low", row), number("red.win.high", row)), (low, high));
            }
            let variant = cell.variant.map_or("baseline", |v| run.variants[v].as_str());
            assert_eq!(rows[row][place("variant")], variant);
        }
    }
}

#[test]
fn csv_is_written_as_always() {
    let texts = [Some("plain"), Some("with, comma"), Some("a \"quote\""), Some("two\nlines"), None];
    let numbers = [Some(0.1 + 0.2), Some(1.0), Some(1e-7), Some(123_456_789.0), None];
    let columns = vec![
        Column::new("text, quoted".into(), texts),
        Column::new("decimal".into(), numbers),
        Column::new("integer".into(), [Some(i64::MIN), Some(-1), Some(0), Some(1), None]),
    ];
    let frame = DataFrame::new(5, columns).expect("a frame");
    let expected = "\"text, quoted\",decimal,integer\n\
                    plain,0.30000000000000004,-9223372036854775808\n\
                    \"with, comma\",1.0,-1\n\
                    \"a \"\"quote\"\"\",1e-7,0\n\
                    \"two\nlines\",123456789.0,1\n\
                    ,,\n";
    assert_eq!(String::from_utf8(report::csv(&frame).expect("csv")).expect("text"), expected);
}

#[test]
fn numeric_axes_are_numbers_and_others_words() {
    let cells = frame::cells(&made::two_axes()).expect("cells");
    assert_eq!(cells.column("field.range").expect("range").i64().expect("integers").get(4), Some(48));
    assert_eq!(text(&cells, "red.gunmen.ability", 5).as_deref(), Some("experienced"));
}

#[test]
fn endings_that_repeat_a_win_stand_once() {
    let mut run = made::single();
    let names = |run: &Run| {
        let frame = frame::cells(run).expect("cells");
        frame.get_column_names().iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ")
    };
    assert!(!names(&run).contains("ending.") && names(&run).contains("turn_limit"));
    run.cells[0].endings[0].value -= 0.25;
    assert!(names(&run).contains("ending.blue.win"), "{}", names(&run));
}

#[test]
fn endings_of_one_label_are_told_apart_by_who_wins() {
    let mut run = made::one_axis();
    let more = [
        ("red.time_up", "Time up", Some(Side::Red)),
        ("draw.time_up", "Time up", None),
        ("bomb", "Explosion", Some(Side::Red)),
    ];
    let more = more.map(|(id, label, winner)| Ending { id: id.to_owned(), label: label.to_owned(), winner });
    run.endings.extend(more);
    run.cells
        .iter_mut()
        .for_each(|cell| cell.endings.extend([made::share(0.25), made::share(0.125), made::share(0.0)]));
    let shown = Report::of_run(&run, &[]).markdown(&[]).replace('\\', "");
    let row =
        |title: &str| shown.lines().find(|line| line.split('|').any(|cell| cell.trim() == title)).map(str::to_owned);
    assert!(row("Time up").is_none() && row("Explosion").is_some(), "{shown}");
    let (red, draw) = (row("Time up (Red wins)"), row("Time up (Draw)"));
    assert!(red.is_some_and(|row| row.contains("25.0")) && draw.is_some_and(|row| row.contains("12.5")), "{shown}");
}

#[test]
fn distributions_are_long_and_add_up() {
    let run = made::two_axes();
    let long = frame::distributions(&run).expect("distributions");
    let counted: usize = run.cells.iter().map(|c| c.turns.distribution.len() + 5 + 5).sum();
    assert_eq!(long.height(), counted);
    let total: f64 = long.column("share").expect("share").f64().expect("floats").iter().flatten().sum();
    let expected: f64 = run.cells.iter().map(|c| c.turns.distribution.iter().sum::<f64>() + 2.0).sum();
    assert!((total - expected).abs() < 1e-9, "{total} {expected}");
}

#[test]
fn differences_are_paired_with_their_variant() {
    let run = made::one_axis_with_variants();
    let long = frame::differences(&run).expect("differences");
    assert_eq!(long.height(), 5 * 3 * 7);
    assert_eq!(text(&long, "variant", 0).as_deref(), Some("soft armour"));
    assert_eq!(text(&long, "quantity", 0).as_deref(), Some("blue.win"));
    assert_eq!((float(&long, "difference", 0), float(&long, "variance_saved", 0)), (Some(0.031), Some(4.3)));
    assert_eq!(frame::differences(&made::two_axes()).expect("no differences").height(), 0);
}

/// A value of a frame as the Parquet reader gives it.
fn field(frame: &DataFrame, column: usize, row: usize) -> Field {
    let column = &frame.columns()[column];
    let found = match column.dtype() {
        DataType::String => column.str().expect("texts").get(row).map(|text| Field::Str(text.to_owned())),
        DataType::Int64 => column.i64().expect("integers").get(row).map(Field::Long),
        DataType::Boolean => column.bool().expect("truths").get(row).map(Field::Bool),
        DataType::Float64 => column.f64().expect("decimals").get(row).map(Field::Double),
        other => panic!("a column of {other}"),
    };
    found.unwrap_or(Field::Null)
}

/// Bytes as a file that can be read from.
fn kept(bytes: &[u8]) -> std::fs::File {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("written");
    file
}

#[test]
fn parquet_holds_what_the_frame_holds() {
    let runs = [made::one_axis_with_variants(), made::two_axes(), made::exact(made::single())];
    let frames = runs.iter().flat_map(|run| [frame::cells(run), frame::distributions(run), frame::differences(run)]);
    for frame in frames.chain([frame::odds(&made::odds())]).map(|frame| frame.expect("a frame")) {
        let bytes = report::parquet(&frame, &[]).expect("parquet");
        let file = SerializedFileReader::new(kept(&bytes)).expect("parquet that reads");
        let mut rows = 0;
        for row in file.get_row_iter(None).expect("rows") {
            let row = row.expect("a row");
            let read: Vec<_> = row.get_column_iter().map(|(name, field)| (name.as_str(), field.clone())).collect();
            let names = frame.get_column_names().into_iter().enumerate();
            let expected: Vec<_> = names.map(|(i, name)| (name.as_str(), field(&frame, i, rows))).collect();
            assert_eq!(read, expected, "row {rows}");
            rows += 1;
        }
        assert_eq!(rows, frame.height());
    }
}

#[test]
fn odds_have_the_form_of_runs_and_keep_their_fractions() {
    let frame = frame::odds(&made::one_shot()).expect("odds");
    assert_eq!(frame.height(), 1);
    assert_eq!((float(&frame, "hit", 0), text(&frame, "hit.fraction", 0).as_deref()), (Some(2.0 / 7.0), Some("2/7")));
    assert_eq!(text(&frame, "method", 0).as_deref(), Some("exact"));
    let frame = frame::odds(&made::odds()).expect("odds");
    assert_eq!(frame.height(), 40);
    assert_eq!((text(&frame, "hit.fraction", 39), text(&frame, "method", 39).as_deref()), (None, Some("sampled")));
    assert!(float(&frame, "hit.low", 39) < float(&frame, "hit", 39), "a sampled answer has an interval");
}

#[test]
fn every_row_says_where_it_comes_from_and_whether_it_is_complete() {
    let mut run = made::one_axis_with_variants();
    run.cells[2].complete = false;
    let cells = frame::cells(&run).expect("cells");
    let complete = cells.column("complete").expect("complete").bool().expect("truths");
    assert_eq!((complete.get(1), complete.get(2)), (Some(true), Some(false)));
    let last = cells.height() - 1;
    assert_eq!(text(&cells, "ruleset", last).as_deref(), Some("cqb"));
    assert_eq!(text(&cells, "engine", last).as_deref(), Some("0.1.0"));
}

/// The frames of a run, each with its name.
fn frames(run: &Run) -> [(&'static str, DataFrame); 3] {
    let frames = [frame::cells(run), frame::distributions(run), frame::differences(run)];
    let [cells, distributions, differences] = frames.map(|frame| frame.expect("a frame"));
    [("results", cells), ("distributions", distributions), ("differences", differences)]
}

#[test]
fn tables_share_nothing_but_the_key_and_the_cell() {
    let run = made::one_axis_with_variants();
    let all = frames(&run);
    for (name, frame) in &all {
        let names: Vec<&str> = frame.get_column_names().iter().map(|name| name.as_str()).collect();
        assert_eq!(names[..5], ["cell", "id", "seed", "red.gunmen.weapon", "variant"], "{name}");
        for row in 0..frame.height() {
            let cell = frame.column("cell").expect("cell").i64().expect("integers").get(row).expect("a cell");
            assert_eq!(text(frame, "id", row).as_ref(), Some(&run.cells[cell as usize].id));
            assert_eq!(frame.column("seed").expect("seed").i64().expect("integers").get(row), Some(7));
        }
        let results = &all[0].1;
        let shared = names.iter().filter(|name| results.column(name).is_ok()).count();
        assert!(*name == "results" || shared == 5, "{name} shares {shared} columns with the results");
    }
    let ids: std::collections::BTreeSet<&str> = run.cells.iter().map(|cell| cell.id.as_str()).collect();
    assert_eq!(ids.len(), run.cells.len());
}

#[test]
fn draws_are_in_every_table_that_has_wins() {
    let mut run = made::one_axis_with_variants();
    for drawn in [true, false] {
        if !drawn {
            run.cells.iter_mut().for_each(|cell| cell.draw = made::share(0.0));
        }
        let [(_, cells), _, (_, differences)] = frames(&run);
        for (row, cell) in run.cells.iter().enumerate() {
            let (low, high) = cell.draw.interval();
            let found = ["draw", "draw.low", "draw.high"].map(|column| float(&cells, column, row));
            assert_eq!(found, [cell.draw.value, low, high].map(Some));
        }
        let drawn_rows =
            (0..differences.height()).filter(|&row| text(&differences, "quantity", row).as_deref() == Some("draw"));
        assert_eq!(drawn_rows.count(), 15);
        let report = Report::of_run(&run, &[]);
        let written = json(&report);
        assert_eq!(written["cells"][1]["values"]["draw"]["value"].as_f64(), Some(run.cells[1].draw.value));
        assert_eq!(written["cells"][1]["difference"]["values"]["draw"]["value"].as_f64(), Some(-0.02 * 0.031));
        assert!(written["quantities"].as_array().expect("quantities").iter().any(|one| one["id"] == "draw"));
        // Draws are shown only if there are any.
        assert_eq!(report.markdown(&[]).contains("Draw"), drawn);
    }
}

/// The type that a reader of CSV infers for a column: the Parquet type that holds all its values.
fn read_as(values: &[&str]) -> DataType {
    let present = || values.iter().filter(|value| !value.is_empty());
    let all = |fits: fn(&str) -> bool| present().count() > 0 && present().all(|value| fits(value));
    if all(|value| value.parse::<i64>().is_ok()) {
        DataType::Int64
    } else if all(|value| value.parse::<f64>().is_ok()) {
        DataType::Float64
    } else if all(|value| value == "true" || value == "false") {
        DataType::Boolean
    } else {
        DataType::String
    }
}

#[test]
fn csv_reads_as_the_types_of_parquet() {
    let mut runs = vec![made::two_axes(), made::one_axis_with_variants(), made::one_axis(), made::single()];
    runs.extend([made::exact(made::two_axes()), made::exact(made::single())]);
    let mut switch = made::one_axis();
    switch.axes = vec![made::axis("blue.team.armoured", &["false", "true"])];
    switch.cells.truncate(2);
    runs.push(switch);
    let odds = [made::odds(), made::one_shot()].map(|table| ("odds", frame::odds(&table).expect("odds")));
    let tables = runs.iter().flat_map(frames).filter(|(_, frame)| frame.height() > 0).chain(odds);
    for (name, frame) in tables {
        let (names, rows) = read(&report::csv(&frame).expect("csv"));
        for (place, column) in names.iter().enumerate() {
            let values: Vec<&str> = rows.iter().map(|row| row[place].as_str()).collect();
            // A cell without a saving is empty, and the page explains how to read such a column.
            if column == "variance_saved" && values.iter().all(|value| value.is_empty()) {
                continue;
            }
            let stored = frame.column(column).expect("a column").dtype().clone();
            assert_eq!(read_as(&values), stored, "{name}: {column}: {:?}", &values[..values.len().min(3)]);
        }
    }
}

#[test]
fn zero_has_no_sign_in_data() {
    let mut run = made::exact(made::variants_only());
    run.cells[0].win.blue = Estimate::exact(-0.0);
    run.cells[1].difference.as_mut().expect("a difference").turns.difference = Estimate::exact(-0.0);
    let files = Report::of_run(&run, &[]).files().expect("files");
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".csv") || name.ends_with(".json")) {
        let text = String::from_utf8(bytes.clone()).expect("text");
        let signed = text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'));
        assert_eq!(signed.filter(|word| word.parse::<f64>() == Ok(0.0) && word.starts_with('-')).count(), 0, "{name}");
    }
}

#[test]
fn parquet_says_of_itself_where_it_comes_from() {
    let run = made::single();
    let files = Report::of_run(&run, &[]).files().expect("files");
    for table in ["results", "distributions"] {
        let (_, bytes) = files.iter().find(|(name, _)| *name == format!("{table}.parquet")).expect(table);
        let file = SerializedFileReader::new(kept(bytes)).expect("parquet that reads");
        let words = file.metadata().file_metadata().key_value_metadata().expect("metadata");
        let word = |key: &str| words.iter().find(|word| word.key == key).and_then(|word| word.value.clone());
        assert_eq!(word("beatenzone.seed").as_deref(), Some("7"));
        assert_eq!(word("beatenzone.answered").as_deref(), Some("1,000,000 engagements, 95 % intervals"));
        let scenario: scenario::Written =
            serde_json::from_str(&word("beatenzone.scenario").expect("a scenario")).expect("JSON");
        assert_eq!(scenario, run.provenance.scenario);
    }
}

fn json(report: &Report<'_>) -> Value {
    serde_json::from_str(&report.json().expect("json")).expect("json that reads")
}

#[test]
fn json_has_every_number() {
    for run in [made::two_axes(), made::exact(made::variants_only()), made::one_axis_with_variants()] {
        let written = json(&Report::of_run(&run, &[]));
        for (cell, found) in run.cells.iter().zip(written["cells"].as_array().expect("cells")) {
            assert_eq!(found["values"]["blue.win"]["value"].as_f64(), Some(cell.win.blue.value));
            assert_eq!(found["values"]["red.win"]["high"].as_f64(), Some(cell.win.red.interval().1));
            assert_eq!(found["values"]["turns"]["value"].as_f64(), Some(cell.turns.mean.value));
            let counted: Vec<f64> = found["distributions"]["blue.lost"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_f64)
                .collect();
            assert_eq!(counted, cell.measures[0].distribution);
            let gain = cell.difference.as_ref().map(|difference| difference.win.blue.difference.value);
            assert_eq!(found["difference"]["values"]["blue.win"]["value"].as_f64(), gain);
        }
    }
    let odds = json(&Report::of_odds(&made::one_shot()));
    assert_eq!(odds["cells"][0]["values"]["hit"]["fraction"], "2/7");
    assert_eq!(odds["of"]["situation"]["kind"], "to_hit");
}

/// The parts of a value that a schema does not allow. If the schema is one of several parts, keys may belong to another
/// part.
fn wrong(root: &Value, schema: &Value, value: &Value, at: &str, is_part: bool) -> Vec<String> {
    let mut found = Vec::new();
    let parts = ["$ref", "anyOf", "oneOf", "allOf"].iter().filter(|word| schema.get(word).is_some()).count();
    let is_part = is_part || (parts > 0 && schema.get("properties").is_some());
    if let Some(name) = schema["$ref"].as_str() {
        let named = root.pointer(name.trim_start_matches('#')).expect(name);
        found.extend(wrong(root, named, value, at, is_part));
    }
    for several in ["anyOf", "oneOf"].iter().filter_map(|word| schema[word].as_array()) {
        let fits = several.iter().any(|one| wrong(root, one, value, at, is_part).is_empty());
        found.extend((!fits).then(|| format!("{at}: {value} is none of those")));
    }
    for one in schema["allOf"].as_array().into_iter().flatten() {
        found.extend(wrong(root, one, value, at, true));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is = |word: &Value| word == kind || (word == "number" && kind == "integer");
    let typed = match &schema["type"] {
        Value::Null => true,
        Value::Array(words) => words.iter().any(is),
        word => is(word),
    };
    found.extend((!typed).then(|| format!("{at}: {kind}, not {}", schema["type"])));
    if !schema["const"].is_null() && schema["const"] != *value {
        found.push(format!("{at}: {value} is not {}", schema["const"]));
    }
    if let Some(words) = schema["enum"].as_array() {
        found.extend((!words.contains(value)).then(|| format!("{at}: {value} is none of {words:?}")));
    }
    if let Value::Object(table) = value {
        let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        found.extend(needed.filter(|key| !table.contains_key(*key)).map(|key| format!("{at}: no {key}")));
        for (key, value) in table {
            match (&schema["properties"][key], &schema["additionalProperties"]) {
                (Value::Null, Value::Object(more)) => {
                    found.extend(wrong(root, &Value::Object(more.clone()), value, &format!("{at}.{key}"), false));
                }
                (Value::Null, _) if schema["properties"].is_object() && !is_part => {
                    found.push(format!("{at}: unknown {key}"))
                }
                (Value::Null, _) => {}
                (own, _) => found.extend(wrong(root, own, value, &format!("{at}.{key}"), false)),
            }
        }
    }
    if let (Value::Array(items), Some(of)) = (value, schema.get("items")) {
        found
            .extend(items.iter().enumerate().flat_map(|(i, item)| wrong(root, of, item, &format!("{at}[{i}]"), false)));
    }
    found
}

#[test]
fn json_is_as_its_schema_says() {
    let schema = report::schema_of_results();
    let (one, all) = (made::one_shot(), made::odds());
    let runs = made::every_run();
    let reports = runs.iter().map(|(name, run)| (*name, Report::of_run(run, &[])));
    for (name, report) in reports.chain([("shot", Report::of_odds(&one)), ("odds", Report::of_odds(&all))]) {
        assert_eq!(wrong(&schema, &schema, &json(&report), name, false), Vec::<String>::new());
    }
    let mut other = json(&Report::of_odds(&one));
    other["cells"][0]["engagement"] = 7.into();
    assert_eq!(wrong(&schema, &schema, &other, "x", false), ["x.cells[0]: unknown engagement"]);
}

/// A search for a fair fight at two ranges; at the second one no value is fair.
fn with_fair<T>(told: impl FnOnce(&Fair<'_>) -> T) -> T {
    let look = |value: i64, share| Look { value: value.into(), id: format!("c{value}"), estimate: made::share(share) };
    let looks = vec![look(4, 0.7), look(5, 0.6), look(6, 0.4)];
    let basis = Basis::Sampled { low: 5.4, high: 5.6, n: 1_000_000 };
    let at = Found::Between { below: 1, above: 2, at: Estimate { value: 5.5, basis } };
    let found = Balance { looks, found: at, everywhere: true, monotone: true, tight: true, interrupted: false };
    let looks = vec![look(1, 0.3), look(8, 0.1)];
    let nowhere = Balance {
        looks,
        found: Found::Nowhere(0),
        everywhere: false,
        monotone: true,
        tight: false,
        interrupted: false,
    };
    let run = made::one_axis();
    told(&Fair {
        provenance: made::provenance(),
        intervals: run.intervals,
        engagements: 1_000_000,
        key: "red.gunmen.count".into(),
        name: Name { label: "Red’s figures".into(), unit: String::new() },
        range: Range::Whole { least: 1, most: 100 },
        quantity: "blue.win".into(),
        label: "Blue wins".into(),
        is_share: true,
        target: 0.5,
        axes: vec![made::axis("field.range", &["6", "12"])],
        points: vec![("Range 6 in".into(), &found), ("Range 12 in".into(), &nowhere)],
    })
}

#[test]
fn fair_fights_are_data_like_all_others() {
    let csv = with_fair(|fair| fair.findings().unwrap().render(Format::Csv, 80).unwrap());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "cell,id,seed,field.range,variant,point,method,engagements,complete,red.gunmen.count,blue.win,blue.win.low,blue.win.high,\
         fair,fair.low,fair.high,ruleset,engine"
    );
    assert!(lines[1].starts_with("0,c4,7,6,baseline,Range 6 in,sampled,1000000,true,4,0.7,"), "{csv}");
    assert!(lines[4].starts_with("1,c1,7,12,baseline,Range 12 in,sampled,1000000,true,1,0.3,"), "{csv}");
    let schema = report::schema_of_balance();
    let value =
        with_fair(|fair| serde_json::from_str(&fair.findings().unwrap().render(Format::Json, 80).unwrap()).unwrap());
    assert_eq!(wrong(&schema, &schema, &value, "balance", false), Vec::<String>::new());
    assert_eq!((&value["points"][0]["fair"]["above"], &value["points"][1]["fair"]), (&6.into(), &Value::Null));
    // Two of eight values were played.
    let said = value["points"][1]["answer"].as_str().unwrap();
    assert!(said.contains("at none of 2 values looked at from 1 to 8"), "{said}");
}

#[test]
fn tables_of_several_results_are_one() {
    let tables = ["cell,a,b\n0,1,2\n".to_owned(), "cell,b,c\n0,\"x, y\",4\n".to_owned()];
    assert_eq!(report::joined(&tables).unwrap(), "cell,a,b,c\n0,1,2,\n0,,\"x, y\",4\n");
}

#[test]
fn what_is_unbounded_is_unknown_in_every_form() {
    let mut run = made::one_axis();
    run.cells[0].turns.mean.basis = Basis::Sampled { low: f64::NEG_INFINITY, high: f64::INFINITY, n: 1 };
    let csv = Report::of_run(&run, &[]).render(Format::Csv, 80).unwrap();
    assert!(!csv.contains("inf"), "{csv}");
}

#[test]
fn an_axis_that_bears_the_name_of_a_column_is_an_error() {
    let mut run = made::one_axis();
    run.axes[0].key = "variant".into();
    assert!(matches!(Report::of_run(&run, &[]).render(Format::Csv, 80), Err(report::Error::Frame(_))));
}

/// What a search says of a duel, as data.
fn searched(ask: impl Fn(&scenario::Scenario, runner::Options<'_>) -> Value) -> Value {
    let text = "title = 'Duel'\nruleset = 'fireteam'\n[play]\nmethod = 'sampled'\nengagements = 1500\n[field]\nrange = 24\n\
                [blue.a]\nweapon = 'rifle'\n[red.b]\nweapon = 'rifle'\n";
    let scenario = scenario::Scenario::parse("duel.toml", text.as_bytes(), &[], scenario::RULESETS).unwrap();
    let interrupt = runner::Stop::default();
    ask(&scenario, runner::Options { threads: Some(2), interrupt: &interrupt, executor: None })
}

#[test]
fn levers_are_data_with_a_schema() {
    let value = searched(|scenario, options| {
        let question = search::Question {
            quantity: scenario::Quantity::Win(Some(engage::Side::Blue)),
            within: None,
            only: Some(scenario::Family::Forces),
        };
        let watch = (&runner::Unwatched as &dyn runner::Progress, &runner::Unkept as &dyn runner::Keep);
        let (levers, _) = search::levers(scenario, &[], question, None, options, watch).unwrap();
        let ranking = report::Ranking {
            provenance: runner::provenance(scenario),
            intervals: runner::Intervals::of(scenario),
            place: String::new(),
            engagements: scenario.play.engagements,
            quantity: "blue.win".into(),
            label: "Blue wins".into(),
            names: scenario.names(),
            levers: &levers,
        };
        let csv = ranking.findings().unwrap().render(Format::Csv, 80).unwrap();
        assert!(
            csv.starts_with("cell,id,seed,key,family,from,to,step,method,engagements,changed,rank,rank.last,verdict,"),
            "{csv}"
        );
        serde_json::from_str(&ranking.findings().unwrap().render(Format::Json, 80).unwrap()).unwrap()
    });
    let schema = report::schema_of_levers();
    assert_eq!(wrong(&schema, &schema, &value, "levers", false), Vec::<String>::new());
    assert_eq!(value["levers"][0]["rank"][0], 1);
}

#[test]
fn the_best_doctrines_are_data_with_a_schema() {
    let value = searched(|scenario, options| {
        let asked = search::Asked { side: Some(engage::Side::Red), mission: None, placement: false };
        let best =
            search::best(scenario, &[], asked, &mut search::Record::new(scenario, &[], &asked), options, &()).unwrap();
        let doctrines = report::Doctrines {
            provenance: runner::provenance(scenario),
            intervals: runner::Intervals::of(scenario),
            place: String::new(),
            file: "duel.toml".into(),
            as_written: "5f2c".to_owned(),
            names: scenario.names(),
            best: &best,
        };
        let csv = doctrines.findings().unwrap().render(Format::Csv, 80).unwrap();
        assert!(csv.starts_with("blue,red,blue.sets,red.sets,blue.percent,red.percent,engagements,score,"), "{csv}");
        serde_json::from_str(&doctrines.findings().unwrap().render(Format::Json, 80).unwrap()).unwrap()
    });
    let schema = report::schema_of_best();
    assert_eq!(wrong(&schema, &schema, &value, "best", false), Vec::<String>::new());
}

#[test]
fn prices_are_data_with_a_schema() {
    let value = searched(|scenario, options| {
        let (units, left_out) = scenario.units_of(&[], "posture").unwrap();
        let asked = search::Pricing { units, most: 3, within: 0.5 };
        let mut record = search::Record::new(scenario, &[], &asked);
        let priced = search::price(scenario, &[], &asked, &mut record, options, &()).unwrap().unwrap();
        let prices = report::Prices {
            provenance: runner::provenance(scenario),
            intervals: runner::Intervals::of(scenario),
            place: String::new(),
            points: 12.0,
            options: " --units posture".into(),
            squad: "blue.a".into(),
            names: scenario.names(),
            left_out,
            priced: &priced,
        };
        let findings = prices.findings().unwrap();
        let csv = findings.render(Format::Csv, 80).unwrap();
        assert!(csv.starts_with("blue,blue.number,red,red.number,engagements,fitted,score,"), "{csv}");
        serde_json::from_str(&findings.render(Format::Json, 80).unwrap()).unwrap()
    });
    let schema = report::schema_of_price();
    assert_eq!(wrong(&schema, &schema, &value, "price", false), Vec::<String>::new());
    assert_eq!(value["units"][0]["points"]["value"], 12.0);
}

#[test]
fn sets_that_meet_targets_are_data_with_a_schema() {
    let value = searched(|scenario, options| {
        let win = scenario::Quantity::Win(Some(engage::Side::Blue));
        let targets = [search::Target { variant: None, by: false, quantity: win, value: 0.9, within: 0.05 }];
        let keys = ["blue.a.count".to_owned()];
        let watch = (&runner::Unwatched as &dyn runner::Progress, &runner::Unkept as &dyn runner::Keep);
        let (meeting, _) = search::meet(scenario, &[], &keys, &targets, None, options, watch).unwrap();
        let told = report::Targets {
            provenance: runner::provenance(scenario),
            intervals: runner::Intervals::of(scenario),
            place: String::new(),
            keys: keys.to_vec(),
            asked: vec!["blue.win = 90 %".into()],
            scenario,
            meeting: &meeting,
        };
        let findings = told.findings().unwrap();
        let csv = findings.render(Format::Csv, 80).unwrap();
        assert!(csv.starts_with("set,sets,steps,target,known,value,"), "{csv}");
        serde_json::from_str(&findings.render(Format::Json, 80).unwrap()).unwrap()
    });
    let schema = report::schema_of_targets();
    assert_eq!(wrong(&schema, &schema, &value, "targets", false), Vec::<String>::new());
}
