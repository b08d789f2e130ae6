//! The page on which maps are drawn. Its text area holds the map file, which is all there is: an edit gives another text,
//! and the picture is made of the text.

use engage::schema::choices;
use engage::{Opening, capital, label, lower};
use maud::{Markup, PreEscaped, html};
use report::{Shown, area_class, map_charts, map_text, sample, sketched};
use scenario::{
    Edit, Files, Given, Kind, Naming, RULESETS, Sketch, Wishes, Written, begin_among, parse_map, schema_of_maps,
};
use serde_json::{Value, json};

use crate::asked::{Asked, Fields, LIST, OF, OWN, PATH, SET, SWEEP, TRIED, VALUE, WITH, field};
use crate::jobs::{Phase, Update};
use crate::library::{DRAWN, Library, drawable};
use crate::page;

/// The name of the field with the text of a map.
const TEXT: &str = "m:text";
/// The name of the field with the shipped map to begin from, and those with the size of a new one.
const FROM: &str = "from";
const ROWS: &str = "rows";
const COLUMNS: &str = "columns";
/// The names of the fields of an edit: what is done, to what, where, and a name or a text.
const EDIT: &str = "m:edit";
const TOOL: &str = "m:tool";
const SQUARES: &str = "m:squares";
const NAME: &str = "m:name";
/// The name of the field with the beginning of a new question, and of the button that begins it.
const BEGIN: &str = "m:begin";
const NEW: &str = "m:new";

/// What a tool begins with that paints ground.
const GROUND: &str = "ground";

/// The file of a new map.
const FILE: &str = "map.toml";

/// Its rows and columns, unless others are asked for.
const NEW_SIZE: (usize, usize) = (20, 30);

/// The most names of areas, rooms and stairs that are drawn here: each may cover the whole map.
const MOST_NAMES: usize = 100;

/// The columns that the lists of a map have on the page.
const COLUMNS_OF_TEXT: u16 = 100;

/// A map that is being drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawn {
    /// Its path in the question, or the name of its file.
    path: String,
    /// Its text.
    text: String,
    /// The fields of the question that it is for; empty if there is none.
    question: Fields,
}

/// The line ends that every text has here: browsers send others than they were given.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n")
}

impl Drawn {
    /// The map that fields ask for: one that is being drawn, that of a question, a shipped one, or a new one.
    ///
    /// # Errors
    /// A sentence about what is missing or cannot be read.
    pub(crate) fn of(fields: &Fields, library: &Library) -> Result<Drawn, String> {
        let kept = |name: &str| {
            [OF, OWN, SET, WITH].contains(&name)
                || [VALUE, LIST, SWEEP, TRIED].iter().any(|start| name.starts_with(start))
        };
        let question: Fields = fields.iter().filter(|(name, _)| kept(name)).cloned().collect();
        let path = field(fields, PATH).map(str::trim).filter(|path| path.ends_with(DRAWN)).unwrap_or(FILE).to_owned();
        if let Some(text) = field(fields, TEXT) {
            return Ok(Drawn { path, text: plain(text), question });
        }
        if !question.is_empty() {
            let asked = Asked::of(question.clone(), library)?;
            let text = asked.written.files.get(&path).ok_or_else(|| format!("the question has no map “{path}”"))?;
            return Ok(Drawn { text: plain(text), path, question });
        }
        if let Some(from) = field(fields, FROM).filter(|from| !from.is_empty()) {
            let map = library.maps.get(from).filter(|_| from.ends_with(DRAWN));
            let text = map.ok_or_else(|| format!("there is no map “{from}” to draw on"))?;
            return Ok(Drawn { path: file_name(from).to_owned(), text: plain(text), question });
        }
        let number = |name: &str, usual: usize| match field(fields, name) {
            None => Ok(usual),
            Some(text) => text.trim().parse().map_err(|_| format!("“{text}” is not a number of {name}")),
        };
        let text = Sketch::blank(number(ROWS, NEW_SIZE.0)?, number(COLUMNS, NEW_SIZE.1)?)?;
        Ok(Drawn { path, text, question })
    }

    /// The name of its file, and its text.
    pub(crate) fn file(&self) -> (&str, &str) {
        (file_name(&self.path), &self.text)
    }

    /// Whether a new question is begun on it.
    pub(crate) fn is_begun(&self, fields: &Fields) -> bool {
        field(fields, NEW).is_some() || self.question.is_empty()
    }

    /// A new question on the map, with a ruleset's ordinary squads. It reads the map, which may take a second.
    ///
    /// # Errors
    /// A sentence about what is missing, or the mistakes of the map.
    pub(crate) fn begun(&self, fields: &Fields) -> Result<Fields, String> {
        let id = field(fields, BEGIN).unwrap_or_default();
        let ruleset = RULESETS.iter().find(|ruleset| ruleset.id == id);
        let opening = ruleset.and_then(|ruleset| Some((*ruleset, map_opening(ruleset)?)));
        let (ruleset, opening) = opening.ok_or_else(|| "choose the rules of the question".to_owned())?;
        let (name, text) = self.file();
        let files = Files::from([(name.to_owned(), text.to_owned())]);
        let wishes = Wishes { map: Some(name.to_owned()), ..Wishes::default() };
        let text = begin_among(ruleset, opening, &wishes, &files).map_err(|mistakes| mistakes.to_string())?;
        Ok(vec![own(&Written { name: "question.toml".to_owned(), text, sets: Vec::new(), files })])
    }

    /// The question that the map is for, with it in place of the map that it had.
    ///
    /// # Errors
    /// A sentence about a question that cannot be read.
    pub(crate) fn used(&self, library: &Library) -> Result<Fields, String> {
        let mut written = Asked::of(self.question.clone(), library)?.written;
        written.files.insert(self.path.clone(), self.text.clone());
        let rest = self.question.iter().filter(|(name, _)| name != OF && name != OWN).cloned();
        Ok(std::iter::once(own(&written)).chain(rest).collect())
    }

    /// The map for a job that checks and draws it.
    pub(crate) fn asked(&self) -> Asked {
        let (name, text) = self.file();
        Asked::alone(Written { name: name.to_owned(), text: text.to_owned(), ..Written::default() })
    }

    /// What an edit makes of the map, as data for the script.
    pub(crate) fn edited(&mut self, fields: &Fields) -> Value {
        let name = file_name(&self.path).to_owned();
        let changed = sketch(&name, &self.text).and_then(|sketch| match edit(fields)? {
            Some(edit) => sketch.edited(&edit),
            None => Ok(sketch),
        });
        let said = match &changed {
            Ok(sketch) => {
                sketch.text().clone_into(&mut self.text);
                String::new()
            }
            Err(said) => said.lines().next().unwrap_or_default().to_owned(),
        };
        let sketch = changed.or_else(|_| sketch(&name, &self.text)).ok();
        json!({
            "text": self.text,
            "said": said,
            "board": board(sketch.as_ref()).into_string(),
            "names": sketch.as_ref().map(|sketch| names(sketch).into_string()),
            "title": sketch.as_ref().map(Sketch::title),
            "about": sketch.as_ref().map(Sketch::about),
        })
    }
}

/// A scenario as a field.
fn own(written: &Written) -> (String, String) {
    (OWN.to_owned(), serde_json::to_string(written).unwrap_or_default())
}

/// The map in a text, if it can be drawn here.
fn sketch(name: &str, text: &str) -> Result<Sketch, String> {
    let sketch = Sketch::read(name, text).map_err(|mistakes| mistakes.to_string())?;
    match sketch.given().len() {
        0..=MOST_NAMES => Ok(sketch),
        many => Err(format!("{many} areas, rooms and stairs: at most {MOST_NAMES} are drawn here")),
    }
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// How a ruleset begins on a map, if it has maps.
fn map_opening(ruleset: &'static engage::Ruleset) -> Option<&'static Opening> {
    ruleset.openings.iter().find(|opening| opening.id == Opening::MAP)
}

/// The edit that fields ask for.
fn edit(fields: &Fields) -> Result<Option<Edit>, String> {
    let text = |name: &str| field(fields, name).unwrap_or_default().to_owned();
    let what = text(EDIT);
    let tool = text(TOOL);
    let (table, name) = tool.split_once(':').unwrap_or_default();
    let named = || {
        let naming = Naming::ALL.into_iter().find(|naming| naming.table() == table);
        naming.map(|naming| (naming, name.to_owned())).ok_or_else(|| "choose a name first".to_owned())
    };
    let number =
        |name: &str| text(name).trim().parse().map_err(|_| format!("“{}” is not a number of {name}", text(name)));
    Ok(Some(match what.as_str() {
        "" => return Ok(None),
        "paint" if table == GROUND => {
            let kind = Kind::named(name).ok_or_else(|| format!("there is no ground “{name}”"))?;
            Edit::Paint(kind, squares(&text(SQUARES))?)
        }
        "paint" | "clear" => {
            let (naming, name) = named()?;
            Edit::Mark { naming, name, squares: squares(&text(SQUARES))?, on: what == "paint" }
        }
        "join" => match squares(&text(SQUARES))?.as_slice() {
            &[from, to] => Edit::Join(named()?.1, [from, to]),
            _ => return Err("stairs join two squares".to_owned()),
        },
        "name" => {
            let naming = Naming::ALL.into_iter().find(|naming| naming.table() == text(TOOL));
            Edit::Name(naming.ok_or_else(|| "an area, a room or stairs have names".to_owned())?, text(NAME))
        }
        "rename" => named().map(|(naming, name)| Edit::Rename(naming, name, text(NAME)))?,
        "remove" => named().map(|(naming, name)| Edit::Remove(naming, name))?,
        "size" => Edit::Resize(number(ROWS)?, number(COLUMNS)?),
        "title" => Edit::Title(text(NAME)),
        "about" => Edit::About(text(NAME)),
        other => return Err(format!("there is no edit “{other}”")),
    }))
}

/// The squares in a text such as `0,1 0,2`.
fn squares(text: &str) -> Result<Vec<(usize, usize)>, String> {
    let square = |pair: &str| {
        let (row, column) = pair.split_once(',')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    text.split_whitespace().map(|pair| square(pair).ok_or_else(|| format!("“{pair}” is not a square"))).collect()
}

/// Checks a map, and draws it as the command line does.
pub(crate) fn checked(map: &Written) -> Update {
    let map = match parse_map(&map.name, map.text.as_bytes()) {
        Ok(map) => map,
        Err(mistakes) => {
            let sketch = sketch(&map.name, &map.text).ok();
            let square = |mistake: &scenario::Diagnostic| {
                let at = mistake.location.as_ref()?;
                sketch.as_ref()?.square_at(at.line, at.column)
            };
            let squares: Vec<_> = mistakes.0.iter().filter_map(square).collect();
            let many = match mistakes.0.len() {
                1 => "The map has a mistake.".to_owned(),
                many => format!("The map has {many} mistakes."),
            };
            let markup = html! {
                @for (row, column) in squares {
                    button.show type="button" data-at={ (row) "," (column) } { "Row " (row + 1) ", column " (column + 1) } " "
                }
                (PreEscaped(page::mistakes(&mistakes)))
            };
            return Update { html: markup.into_string(), ..Update::new(Phase::Failed, many) };
        }
    };
    if map.areas.len() > MOST_NAMES {
        let many = format!("{} areas: at most {MOST_NAMES} are drawn here.", map.areas.len());
        return Update { html: page::message(&many), ..Update::new(Phase::Done, "The map can be played on.") };
    }
    let drawn = Shown::new(&map, &report::Asked::default()).map_err(|error| error.to_string());
    let markup = drawn.and_then(|shown| {
        let charts = map_charts(&shown).map_err(|error| error.to_string())?;
        Ok(html! {
            @for chart in &charts { figure { (PreEscaped(&chart.svg)) } }
            details { summary { "The same as text, with lists of rooms, areas and doors" }
                pre { (map_text(&shown, COLUMNS_OF_TEXT, false)) } }
        })
    });
    match markup {
        Ok(markup) => Update { html: markup.into_string(), ..Update::new(Phase::Done, "The map can be played on.") },
        Err(said) => Update { html: page::message(&said), ..Update::new(Phase::Failed, "The map cannot be drawn.") },
    }
}

/// The picture of the map, or why there is none.
fn board(sketch: Option<&Sketch>) -> Markup {
    html! {
        @match sketch {
            Some(sketch) => (PreEscaped(sketched(sketch))),
            None => p.wrong { "The drawing in the file cannot be read. Mend its text, or undo." },
        }
    }
}

/// The word for what a name is given to.
const fn word(naming: Naming) -> &'static str {
    match naming {
        Naming::Area => "area",
        Naming::Room => "room",
        Naming::Stairs => "stairs",
    }
}

/// What a name is given to, in words.
fn about(sketch: &Sketch, given: &Given) -> String {
    if !given.rooms.is_empty() {
        return format!("area: {}", given.rooms.join(", "));
    }
    match sketch.squares(given).len() {
        _ if given.naming == Naming::Stairs => word(given.naming).to_owned(),
        0 => format!("{}, no square marked yet", word(given.naming)),
        1 => format!("{}, one square marked", word(given.naming)),
        count => format!("{}, {count} squares marked", word(given.naming)),
    }
}

/// The names to choose from.
fn names(sketch: &Sketch) -> Markup {
    let free = Sketch::DEPLOYMENT.iter().filter(|name| sketch.given().iter().all(|given| given.name != **name));
    html! {
        @for (number, given) in sketch.given().iter().enumerate() {
            @let rooms = !given.rooms.is_empty();
            label class=[(given.naming == Naming::Area).then(|| area_class(given, number))] {
                input type="radio" name=(TOOL) value={ (given.naming.table()) ":" (given.name) } disabled[rooms]
                    data-key=[(number < 9).then_some(number + 1)];
                span { b { (given.name) } " " span.hint { (about(sketch, given)) } }
                @if number < 9 { kbd { (number + 1) } }
            }
        }
        datalist id="deployment" { @for name in free { option value=(name) {} } }
    }
}

/// The kinds of ground to choose from, each with its meaning.
fn kinds() -> Markup {
    let schema = schema_of_maps();
    let meanings = choices(&schema["definitions"]["Kind"]).unwrap_or_default();
    let meaning = |kind: Kind| {
        let known = meanings.iter().find(|(word, _)| *word == kind.name());
        known.and_then(|(_, choice)| choice["description"].as_str()).unwrap_or_default().replace('`', "")
    };
    html! {
        @for kind in Kind::ALL {
            @let symbol = kind.ground().symbol().unwrap_or(' ');
            label title=(meaning(kind)) {
                input type="radio" name=(TOOL) value={ (GROUND) ":" (kind.name()) } data-key=(symbol) checked[kind == Kind::Wall];
                (PreEscaped(sample(kind))) span { (kind.name()) } kbd { (symbol) }
            }
        }
    }
}

/// How squares are taken.
const SHAPES: [(&str, &str); 3] =
    [("free", "Square by square"), ("filled", "Filled rectangle"), ("border", "Border of a rectangle")];

/// What is hidden without script: the tools.
fn tools(sketch: Option<&Sketch>) -> Markup {
    html! {
        div #tools hidden {
            fieldset.kinds { legend { "Ground" } (kinds()) }
            p.hint id="meaning" {}
            fieldset.shapes { legend { "Paint" }
                @for (shape, says) in SHAPES { label { input type="radio" name="m:shape" value=(shape) checked[shape == "free"]; " " (says) } }
            }
            fieldset.named { legend { "Areas, rooms and stairs" }
                p.hint { "Choose a name, then paint its squares; painting on them again takes them away. Figures begin in "
                    @for (number, name) in Sketch::DEPLOYMENT.iter().enumerate() { @if number > 0 { ", " } i { (name) } } "." }
                div #names { @if let Some(sketch) = sketch { (names(sketch)) } }
                p.add {
                    select id="naming" aria-label="Kind of the new name" {
                        @for naming in Naming::ALL { option value=(naming.table()) { (capital(word(naming))) } }
                    }
                    input id="name" type="text" list="deployment" autocomplete="off" placeholder="way out" aria-label="Name";
                    button type="button" id="add" { "Add" }
                }
                p.add id="chosen" {
                    span.hint { "The chosen one:" }
                    button type="button" id="empty" { "Empty" }
                    button type="button" id="rename" { "Rename" }
                    button type="button" id="remove" { "Remove" }
                }
            }
            details { summary { "Title and size" }
                p { label { "Title " input id="title" type="text" autocomplete="off" value=(sketch.map(Sketch::title).unwrap_or_default()); } }
                p { label { "About the place " input id="about" type="text" autocomplete="off" value=(sketch.map(Sketch::about).unwrap_or_default()); } }
                p { (size(sketch.map_or((0, 0), |sketch| (sketch.height(), sketch.width())))) " " button type="button" id="size" { "Resize" } }
            }
        }
    }
}

/// The fields of a size.
fn size((rows, columns): (usize, usize)) -> Markup {
    html! {
        @for (name, number) in [(ROWS, rows), (COLUMNS, columns)] {
            label { (label(name)) " " input id=(name) name=(name) type="number" min=(Sketch::LEAST) max=(Sketch::MOST) value=(number); } " "
        }
    }
}

/// The page, with what the job with this number has come to; `said` is why the map was not used.
pub(crate) fn page(drawn: &Drawn, update: &Update, job: u64, said: Option<&str>, fresh: bool) -> String {
    let (name, text) = drawn.file();
    let sketch = sketch(name, text).ok();
    let for_question = !drawn.question.is_empty();
    let title = if for_question { "Edit the map" } else { "Draw a map" };
    let goes_on = (!update.phase.is_last()).then_some(job);
    let body = html! {
        (page::top())
        main.drawing {
            h1 { (title) }
            @if let Some(said) = said { pre.wrong { (said) } }
            form id="draw" method="post" action="draw" novalidate data-job=[goes_on] data-phase=(update.phase.name()) data-fresh[fresh] {
                // The first button is the one that Enter presses.
                p.go { button { "Draw" } " shows the plan of the text below, and its mistakes." }
                @for (name, value) in &drawn.question { input type="hidden" name=(name) value=(value); }
                div.finish {
                    @if for_question {
                        input type="hidden" name=(PATH) value=(drawn.path);
                        button formaction="use" { "Use it in the question" }
                    } @else {
                        label { "File " input type="text" name=(PATH) value=(drawn.path) autocomplete="off"; }
                    }
                    button formaction="save" { "Save the map" }
                    span {
                        label { "Rules " select name=(BEGIN) {
                            @for ruleset in RULESETS { @if map_opening(ruleset).is_some() { option value=(ruleset.id) { (ruleset.title) } } }
                        } } " "
                        button formaction="use" name=(NEW) value="new" { "Begin a question on it" }
                    }
                }
                div.draw {
                    (tools(sketch.as_ref()))
                    div.sheet {
                        div.bar hidden {
                            button type="button" id="undo" { "Undo" } button type="button" id="redo" { "Redo" }
                            button type="button" id="smaller" aria-label="Smaller" { "−" } button type="button" id="larger" aria-label="Larger" { "+" }
                        }
                        p id="status" role="status" { @if goes_on.is_none() { (update.status) } }
                        div #board tabindex="0" role="application" aria-label="Plan of the map" aria-describedby="keys" { (board(sketch.as_ref())) }
                        p.hint id="keys" { "Drag to paint. By keys: arrows move the square, Space paints it, a sign such as # or + chooses its ground, \
                            1 to 9 choose a name, Shift with an arrow paints on, Ctrl+Z undoes." }
                        div id="answer" { (PreEscaped(&update.html)) }
                    }
                }
                details.text open { summary { "The map file" }
                    p.hint { "This text is the map: what is drawn above changes it, and it can be changed here." }
                    // A line end right after the tag is no part of the text.
                    textarea name=(TEXT) id="text" aria-label="The map file" rows="24" spellcheck="false" autocomplete="off" wrap="off" { "\n" (text) }
                }
            }
        }
    };
    page::page(title, &body)
}

/// Where maps are begun, for the page of questions.
pub(crate) fn begin(library: &Library) -> Markup {
    html! {
        section id="map" {
            h2 { "Draw a map" }
            form method="get" action="draw" {
                p {
                    label { "Begin with " select name=(FROM) {
                        option value="" { "an empty map" }
                        @for (path, title) in drawable(&library.maps) { option value=(path) { (lower(&title)) } }
                    } } " "
                    "Size of an empty map: " (size(NEW_SIZE))
                    button { "Draw" }
                }
            }
        }
    }
}
