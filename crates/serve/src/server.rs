//! The door to the page: it answers requests from this computer's browser only, and opens nothing that one names.

#![allow(clippy::disallowed_methods, reason = "one thread does the work of all pages")]

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use engage::{Opening, Stop};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use runner::Pick;
use scenario::{Files, RULESETS, Wishes, Written, begin_among};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::asked::{self, Asked, Fields, OF, OWN, Settled, WITH};
use crate::draw::{self, Drawn};
use crate::jobs::{Job, Jobs, Phase, Selected, Update, Wish};
use crate::library::Library;
use crate::page;
use crate::searches::Search;
use crate::worker::Worker;

/// The most bytes that a request may have besides its head.
const MOST_BYTES: usize = 1 << 20;

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 128;

/// How long a request waits for numbers; later ones are for the next request.
const PATIENCE: Duration = Duration::from_millis(150);

/// How long a page without script waits for its answer.
const LONG_PATIENCE: Duration = Duration::from_secs(4);

/// How long a file or a replay may take.
const LONGEST: Duration = Duration::from_secs(600);

/// How often turns and silent pages are looked at.
const TICK: Duration = Duration::from_millis(50);

/// How long the head of a request may take, and the rest of it.
const HEAD: Duration = Duration::from_secs(10);
const BODY: Duration = Duration::from_secs(30);

type Reply = Response<Full<Bytes>>;

/// The page on a port of this computer.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    library: Library,
    jobs: Jobs,
    /// The first part of every path: 32 hexadecimal digits that only this browser knows.
    token: String,
    port: u16,
}

impl Server {
    /// Opens a port on the loopback address; 0 takes a free one.
    ///
    /// # Errors
    /// If the port is taken, or the machine has no random numbers.
    pub fn open(library: Library, port: u16) -> io::Result<Server> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
        let token = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let port = listener.local_addr()?.port();
        Ok(Server { listener, shared: Arc::new(Shared { library, jobs: Jobs::default(), token, port }) })
    }

    /// The address of the page.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/{}/", SocketAddr::from((Ipv4Addr::LOCALHOST, self.shared.port)), self.shared.token)
    }

    /// Answers requests until the program ends.
    ///
    /// # Errors
    /// If the port can no longer be listened to.
    pub fn serve(self) -> io::Result<Infallible> {
        let shared = self.shared.clone();
        std::thread::Builder::new().name("work".to_owned()).spawn(move || {
            let mut worker = Worker::default();
            let broken = Update { html: page::message(BROKEN), ..Update::new(Phase::Failed, BROKEN) };
            shared.jobs.serve(|job: &Arc<Job>, stop: &Stop| worker.work(job, stop), &broken);
        })?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        runtime.block_on(listen(self.listener, self.shared))
    }
}

async fn listen(listener: std::net::TcpListener, shared: Arc<Shared>) -> io::Result<Infallible> {
    let listener = TcpListener::from_std(listener)?;
    let ticking = shared.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(TICK).await;
            ticking.jobs.tick();
        }
    });
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { continue };
        // A connection that breaks before it is accepted concerns nobody else.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(TICK).await;
            continue;
        };
        let shared = shared.clone();
        tokio::spawn(async move {
            connected(stream, shared).await;
            drop(place);
        });
    }
}

async fn connected(stream: TcpStream, shared: Arc<Shared>) {
    let answer = |request| {
        let shared = shared.clone();
        async move { Ok::<Reply, Infallible>(answer(request, &shared).await) }
    };
    let mut connection = hyper::server::conn::http1::Builder::new();
    connection.timer(TokioTimer::new()).header_read_timeout(HEAD);
    // A browser that goes away in mid-sentence is no failure.
    _ = connection.serve_connection(TokioIo::new(stream), service_fn(answer)).await;
}

/// What a page may load: its own style and script, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What a replay or a report may load: what is in it. It is of no origin, so it can ask this server nothing.
const SEALED: &str = "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'unsafe-inline'; \
                      style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

fn reply(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(body.into()));
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    reply
}

const HTML: &str = "text/html; charset=utf-8";

fn html(body: String) -> Reply {
    reply(StatusCode::OK, HTML, body)
}

fn refused(status: StatusCode, said: &str) -> Reply {
    reply(status, HTML, page::refusal("This cannot be answered", said))
}

/// Whether a host is this computer at a port.
fn is_here(host: &str, port: u16) -> bool {
    ["127.0.0.1", "localhost", "[::1]"].iter().any(|name| host == format!("{name}:{port}"))
}

/// Whether a request names this computer as its host. Other names lead here only by a trick of the name service.
fn is_own_host(headers: &HeaderMap, port: u16) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    is_here(host, port)
}

/// Whether a post comes from a page of this server.
fn is_own_page(headers: &HeaderMap, port: u16) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => {
            let host = text("origin").and_then(|origin| origin.strip_prefix("http://"));
            host.is_some_and(|host| is_here(host, port))
        }
    }
}

async fn answer(request: Request<Incoming>, shared: &Shared) -> Reply {
    if !is_own_host(request.headers(), shared.port) {
        return reply(StatusCode::MISDIRECTED_REQUEST, "text/plain", "This is a page for this computer alone.\n");
    }
    let path = request.uri().path().to_owned();
    let Some(path) = path.strip_prefix('/').and_then(|path| path.strip_prefix(&*shared.token)) else {
        return reply(StatusCode::NOT_FOUND, "text/plain", "Open the address that the program printed.\n");
    };
    let query: Fields = fields(request.uri().query().unwrap_or_default().as_bytes());
    match (request.method(), path) {
        (&Method::GET, "/style.css") => reply(StatusCode::OK, "text/css; charset=utf-8", page::STYLE.concat()),
        (&Method::GET, "/script.js") => reply(StatusCode::OK, "text/javascript; charset=utf-8", page::SCRIPT.concat()),
        (&Method::GET, "/") if query.is_empty() => match shared.library.only() {
            Some(id) => ask(vec![(OF.to_owned(), id.to_owned())], PATIENCE, shared).await,
            None => home(None, shared),
        },
        (&Method::GET, "/questions") => home(None, shared),
        (&Method::GET, "/draw") => draw(&query, None, shared).await,
        (&Method::GET, "/") => ask(query, PATIENCE, shared).await,
        (&Method::GET, "/new") => new(&query, shared).await,
        (&Method::GET, "/job") => look(&query, shared),
        (&Method::GET, "/made") => made(&query, shared),
        (
            &Method::POST,
            "/ask" | "/answer" | "/questions" | "/replay" | "/search" | "/download" | "/close" | "/draw" | "/edit"
            | "/save" | "/use",
        ) => {
            if !is_own_page(request.headers(), shared.port) {
                return refused(StatusCode::FORBIDDEN, "Only a page of this program may ask that.");
            }
            let path = path.to_owned();
            let body = Limited::new(request.into_body(), MOST_BYTES).collect();
            match tokio::time::timeout(BODY, body).await {
                Ok(Ok(body)) => post(&path, fields(&body.to_bytes()), shared).await,
                Err(_) => refused(StatusCode::REQUEST_TIMEOUT, "The question did not arrive."),
                Ok(Err(_)) => refused(StatusCode::PAYLOAD_TOO_LARGE, "A question has at most 1 MiB."),
            }
        }
        (&Method::GET | &Method::POST, _) => refused(StatusCode::NOT_FOUND, "There is no such page."),
        _ => refused(StatusCode::METHOD_NOT_ALLOWED, "A page is read or asked, nothing else."),
    }
}

fn fields(bytes: &[u8]) -> Fields {
    form_urlencoded::parse(bytes).map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

/// The first field of this name; empty if there is none.
fn field<'f>(fields: &'f Fields, name: &str) -> &'f str {
    asked::field(fields, name).unwrap_or_default()
}

async fn post(path: &str, fields: Fields, shared: &Shared) -> Reply {
    match path {
        "/close" => {
            shared.jobs.close(field(&fields, "tab"), field(&fields, "id").parse().ok());
            reply(StatusCode::NO_CONTENT, "text/plain", "")
        }
        // A page with script asks again; one without cannot.
        "/ask" => {
            let patience = if field(&fields, "tab").is_empty() { LONG_PATIENCE } else { PATIENCE };
            ask(fields, patience, shared).await
        }
        "/answer" => {
            let print = field(&fields, "print").parse().ok();
            match begun(fields, Wish::Answer, shared) {
                Ok(job) => {
                    let update = waited(&job, PATIENCE, |update| update.phase != Phase::Begun).await;
                    json(&page::data(job.id, &update, print))
                }
                Err(said) => json(&failed(&said)),
            }
        }
        "/questions" => {
            let with = field(&fields, WITH);
            match Settled::kept(with, &shared.library) {
                Ok(_) => home(Some(with), shared),
                Err(said) => refused(StatusCode::BAD_REQUEST, &said),
            }
        }
        "/search" => {
            let search = Search::of(&fields);
            match search.and_then(|search| begun(without_tab(fields), Wish::Search(search), shared)) {
                Ok(job) => html(page::searching(&job, &job.updates().borrow())),
                Err(said) => refused(StatusCode::BAD_REQUEST, &said),
            }
        }
        "/draw" => draw(&fields, None, shared).await,
        "/edit" => edit(&fields, shared),
        "/save" => match Drawn::of(&fields, &shared.library) {
            Ok(drawn) => {
                let (name, text) = drawn.file();
                attached(name, reply(StatusCode::OK, kind(name), text.to_owned()))
            }
            Err(said) => refused(StatusCode::BAD_REQUEST, &said),
        },
        "/use" => {
            let used = match Drawn::of(&fields, &shared.library) {
                // A map takes a while to read, and other pages do not wait for it.
                Ok(drawn) if drawn.is_begun(&fields) => {
                    let fields = fields.clone();
                    let begun = tokio::task::spawn_blocking(move || drawn.begun(&fields)).await;
                    begun.unwrap_or_else(|_| Err(BROKEN.to_owned()))
                }
                drawn => drawn.and_then(|drawn| drawn.used(&shared.library)),
            };
            match used {
                Ok(question) => ask(question, PATIENCE, shared).await,
                Err(said) => draw(&fields, Some(&said), shared).await,
            }
        }
        "/replay" => {
            let selected = selected(&fields);
            file(fields, selected.map(Wish::Replay), shared).await
        }
        _ => {
            let name = field(&fields, "file").to_owned();
            file(fields, Ok(Wish::File(name)), shared).await
        }
    }
}

/// The page of questions; with one kept, of those to see beside it.
fn home(with: Option<&str>, shared: &Shared) -> Reply {
    html(page::home(&shared.library, &draw::begin(&shared.library), with))
}

/// The page on which a map is drawn; `said` is why it was not used.
async fn draw(fields: &Fields, said: Option<&str>, shared: &Shared) -> Reply {
    let begun = Drawn::of(fields, &shared.library).and_then(|drawn| {
        let job = shared.jobs.add("", drawn.asked(), Wish::Map).ok_or_else(|| BUSY.to_owned())?;
        Ok((drawn, job))
    });
    match begun {
        Ok((drawn, job)) => {
            let update = waited(&job, LONG_PATIENCE, is_last).await;
            html(draw::page(&drawn, &update, job.id, said, fields.is_empty()))
        }
        Err(said) => refused(StatusCode::BAD_REQUEST, &said),
    }
}

/// What an edit makes of a map, with the job that checks it.
fn edit(fields: &Fields, shared: &Shared) -> Reply {
    let edited = Drawn::of(fields, &shared.library).and_then(|mut drawn| {
        let mut data = drawn.edited(fields);
        let job = shared.jobs.add(field(fields, "tab"), drawn.asked(), Wish::Map).ok_or_else(|| BUSY.to_owned())?;
        data["job"] = job.id.into();
        Ok(data)
    });
    match edited {
        Ok(data) => json(&data),
        Err(said) => json(&serde_json::json!({ "said": said })),
    }
}

fn json(value: &serde_json::Value) -> Reply {
    reply(StatusCode::OK, "application/json", value.to_string())
}

fn failed(said: &str) -> serde_json::Value {
    page::data(0, &Update { html: page::message(said), ..Update::new(Phase::Failed, "There is no answer.") }, None)
}

/// The message of a question that met a panic.
const BROKEN: &str = "This question met a mistake in the program. Please report it with the scenario.";

/// The message when too many jobs wait.
const BUSY: &str = "Too many questions are being answered; close a page, and ask again.";

/// Begins a job.
fn begun(fields: Fields, wish: Wish, shared: &Shared) -> Result<Arc<Job>, String> {
    let tab = field(&fields, "tab").to_owned();
    let asked = Asked::of(fields, &shared.library)?;
    shared.jobs.add(&tab, asked, wish).ok_or_else(|| BUSY.to_owned())
}

/// What a job has come to once it is enough, or when patience ends.
async fn waited(job: &Job, patience: Duration, enough: impl Fn(&Update) -> bool) -> Update {
    let mut updates = job.updates();
    // A job that is dropped says nothing more, which is no failure.
    _ = tokio::time::timeout(patience, updates.wait_for(enough)).await;
    updates.borrow().clone()
}

/// Whether nothing follows.
fn is_last(update: &Update) -> bool {
    update.phase.is_last()
}

/// The whole page of a question.
async fn ask(fields: Fields, patience: Duration, shared: &Shared) -> Reply {
    match begun(fields, Wish::Answer, shared) {
        Ok(job) => {
            // A page without its controls would be of no use.
            waited(&job, LONG_PATIENCE, |update| update.form.is_some() || is_last(update)).await;
            let update = waited(&job, patience, is_last).await;
            html(page::question(&update, job.id))
        }
        Err(said) => refused(StatusCode::BAD_REQUEST, &said),
    }
}

/// What a job of a page has come to.
fn look(query: &Fields, shared: &Shared) -> Reply {
    let job = field(query, "id").parse().ok().and_then(|id| shared.jobs.get(id));
    match job {
        Some(job) => {
            let update = job.updates().borrow().clone();
            json(&page::data(job.id, &update, field(query, "print").parse().ok()))
        }
        None => json(&page::data(0, &Update::new(Phase::Stopped, "Stopped."), None)),
    }
}

/// The fields of a page without its name: a search has a page of its own.
fn without_tab(mut fields: Fields) -> Fields {
    fields.retain(|(name, _)| name != "tab");
    fields
}

/// The page that a search has made, or how far it has come.
fn made(query: &Fields, shared: &Shared) -> Reply {
    let job = field(query, "id").parse().ok().and_then(|id| shared.jobs.get(id));
    let Some(job) = job else {
        return refused(StatusCode::NOT_FOUND, "This page is kept no longer. Ask again on the page of the question.");
    };
    let update = job.updates().borrow().clone();
    match &update.file {
        Some(made) => sealed(reply(StatusCode::OK, HTML, made.1.clone())),
        None if update.phase.is_last() => reply(StatusCode::UNPROCESSABLE_ENTITY, HTML, page::refused_file(&update)),
        None => html(page::searching(&job, &update)),
    }
}

/// A page of its own, which can ask this server nothing.
fn sealed(mut reply: Reply) -> Reply {
    reply.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SEALED));
    reply
}

/// A new question with a ruleset's ordinary squads.
async fn new(query: &Fields, shared: &Shared) -> Reply {
    let asked = field(query, "begin").split_once(' ').and_then(|(id, on)| {
        let ruleset = RULESETS.iter().find(|ruleset| ruleset.id == id)?;
        let opening = ruleset.openings.iter().find(|opening| opening.id == on)?;
        let files = if on == Opening::MAP { shared.library.maps.clone() } else { Files::new() };
        let map = (on == Opening::MAP).then(|| field(query, "map").to_owned());
        let begun = begin_among(ruleset, opening, &Wishes { map, ..Wishes::default() }, &files);
        Some(begun.map(|text| Written { name: "question.toml".to_owned(), text, sets: Vec::new(), files }))
    });
    let written = match asked {
        Some(Ok(written)) => written,
        Some(Err(mistakes)) => return refused(StatusCode::BAD_REQUEST, &mistakes.to_string()),
        None => return refused(StatusCode::BAD_REQUEST, "There is no such beginning."),
    };
    ask(vec![(OWN.to_owned(), serde_json::to_string(&written).unwrap_or_default())], PATIENCE, shared).await
}

/// The engagement that a form selects.
fn selected(fields: &Fields) -> Result<Selected, String> {
    let number = field(fields, "engagement");
    if !number.is_empty() {
        let parsed = number.parse().map_err(|_| format!("“{number}” is not the number of an engagement"));
        return parsed.map(Selected::Number);
    }
    let word = field(fields, "pick");
    let pick = Pick::ALL.into_iter().find(|pick| pick.name() == word);
    Ok(pick.map_or_else(|| Selected::Ending(word.to_owned()), Selected::Pick))
}

/// A file that a form asks for.
async fn file(fields: Fields, wish: Result<Wish, String>, shared: &Shared) -> Reply {
    let job = match wish.and_then(|wish| begun(fields, wish, shared)) {
        Ok(job) => job,
        Err(said) => return refused(StatusCode::BAD_REQUEST, &said),
    };
    let mut left = LONGEST;
    // Every look says that the file is still wanted.
    let update = loop {
        let update = waited(&job, HEAD / 2, is_last).await;
        left = left.saturating_sub(HEAD / 2);
        if update.phase.is_last() || left.is_zero() {
            break update;
        }
    };
    let Some(made) = &update.file else {
        job.give_up();
        return reply(StatusCode::UNPROCESSABLE_ENTITY, HTML, page::refused_file(&update));
    };
    let (name, bytes) = &**made;
    let reply = reply(StatusCode::OK, kind(name), bytes.clone());
    if matches!(job.wish, Wish::Replay(_)) { sealed(reply) } else { attached(name, reply) }
}

/// A file to be kept.
fn attached(name: &str, mut reply: Reply) -> Reply {
    if let Ok(value) = HeaderValue::try_from(format!("attachment; filename=\"{}\"", plain_name(name))) {
        reply.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    reply
}

/// The name of a file in a header: what is neither a letter nor a digit nor one of `.-_` becomes `_`.
fn plain_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '_' }).collect()
}

/// The type of a file by its ending.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => HTML,
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("parquet") => "application/vnd.apache.parquet",
        _ => "text/plain; charset=utf-8",
    }
}
