//! What a search has played, so that one that was stopped goes on where it ended.
//!
//! A search asks the same questions in the same order each time. So it is enough to keep the answers in that order, each
//! with what was asked.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use runner::ENGINE;
use scenario::{Content, Scenario};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the file format.
const VERSION: u32 = 1;

/// Scores in a byte.
const PACKED: usize = 4;

/// The answers of a search, in the order of its questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    header: Header,
    answers: Vec<Answer>,
    /// The answers that were already given in this search.
    given: usize,
}

/// What a search is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    version: u32,
    engine: String,
    seed: u64,
    content: Content,
    point: Vec<usize>,
    asked: Value,
}

/// An answer: the scores of each candidate, engagement by engagement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Answer {
    /// Hash of the question, 16 hexadecimal digits.
    question: String,
    /// Engagements of each candidate.
    engagements: usize,
    /// Four scores a byte, in base 64.
    scores: Vec<String>,
}

/// Why a record cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// The file is incomplete or was altered.
    Torn(String),
    /// It belongs to another search; what differs.
    Differs(Vec<String>),
}

impl Record {
    /// An empty record of a search, which is asked this.
    #[must_use]
    pub fn new(scenario: &Scenario, point: &[usize], asked: &impl Serialize) -> Record {
        let header = Header {
            version: VERSION,
            engine: ENGINE.to_owned(),
            seed: scenario.play.seed,
            content: scenario.content(),
            point: point.to_vec(),
            asked: serde_json::to_value(asked).unwrap_or_default(),
        };
        Record { header, answers: Vec::new(), given: 0 }
    }

    /// Takes over the answers that [`Record::to_bytes`] wrote for the same search.
    ///
    /// # Errors
    /// If the file is torn, or belongs to another search.
    pub fn resume(mut self, bytes: &[u8]) -> Result<Record, Unusable> {
        let torn = |what: &str| Unusable::Torn(what.to_owned());
        let text = std::str::from_utf8(bytes).map_err(|_| torn("it is not text"))?;
        let whole = text.strip_suffix('\n').ok_or_else(|| torn("its last line is not complete"))?;
        let (body, sum) = whole.rsplit_once('\n').ok_or_else(|| torn("it has a single line"))?;
        if sum != hash(&format!("{body}\n")) {
            return Err(torn("its checksum is another"));
        }
        let mut lines = body.lines();
        let wrong = |error: serde_json::Error| Unusable::Torn(error.to_string());
        let header: Header = serde_json::from_str(lines.next().unwrap_or_default()).map_err(wrong)?;
        let mut differences = self.header.content.differences(&header.content);
        let told = |what: &str, same: bool| (!same).then(|| format!("{what} is another"));
        differences.extend(told("the version of the program", self.header.engine == header.engine));
        differences.extend(told("play.seed", self.header.seed == header.seed));
        differences.extend(told("the point of the sweep", self.header.point == header.point));
        differences.extend(told("the question", self.header.asked == header.asked));
        differences.extend(told("the swept keys", self.header.content.swept == header.content.swept));
        if !differences.is_empty() {
            return Err(Unusable::Differs(differences));
        }
        self.answers = lines.map(serde_json::from_str).collect::<Result<_, _>>().map_err(wrong)?;
        Ok(self)
    }

    /// The content of a file: a line of what it is about, one for each answer, and a checksum.
    ///
    /// # Errors
    /// If a number has no JSON form.
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut text = serde_json::to_string(&self.header)? + "\n";
        for answer in &self.answers {
            text.push_str(&serde_json::to_string(answer)?);
            text.push('\n');
        }
        let sum = hash(&text);
        Ok((text + &sum + "\n").into_bytes())
    }

    /// The answer to the next question, if it is known. Answers to other questions than the search asks are dropped.
    pub(crate) fn known(&mut self, question: &str, candidates: usize) -> Option<Vec<Vec<u8>>> {
        let answer = self.answers.get(self.given)?;
        let unpacked = || answer.scores.iter().map(|packed| unpacked(packed, answer.engagements)).collect();
        let fits = answer.question == hash(question) && answer.scores.len() == candidates;
        let found: Option<Vec<Vec<u8>>> = if fits { unpacked() } else { None };
        match found {
            Some(_) => self.given += 1,
            None => self.answers.truncate(self.given),
        }
        found
    }

    /// Keeps an answer.
    pub(crate) fn keep(&mut self, question: &str, scores: &[Vec<u8>]) {
        let engagements = scores.first().map_or(0, Vec::len);
        let scores = scores.iter().map(|scores| packed(scores)).collect();
        self.answers.push(Answer { question: hash(question), engagements, scores });
        self.given = self.answers.len();
    }
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].to_owned()
}

fn packed(scores: &[u8]) -> String {
    let byte = |four: &[u8]| four.iter().rev().fold(0, |byte, score| byte << 2 | score & 3);
    BASE64_STANDARD.encode(scores.chunks(PACKED).map(byte).collect::<Vec<u8>>())
}

/// The scores in a text; `None` if it holds another number of them, or something else.
fn unpacked(text: &str, count: usize) -> Option<Vec<u8>> {
    let bytes = BASE64_STANDARD.decode(text).ok().filter(|bytes| bytes.len() == count.div_ceil(PACKED))?;
    let scores = bytes.iter().flat_map(|byte| (0..PACKED).map(move |place| byte >> (2 * place) & 3));
    let scores: Vec<u8> = scores.take(count).collect();
    scores.iter().all(|&score| score <= 2).then_some(scores)
}

#[cfg(test)]
mod tests {
    use super::{packed, unpacked};

    #[test]
    fn scores_are_packed_and_unpacked() {
        for count in [0, 1, 3, 4, 5, 64] {
            let scores: Vec<u8> = (0..count).map(|place| (place * 7 % 3) as u8).collect();
            assert_eq!(unpacked(&packed(&scores), scores.len()), Some(scores.clone()));
            assert_eq!(unpacked(&packed(&scores), scores.len() + 4), None);
        }
        assert_eq!(unpacked("////", 12), None, "there is no score of 3");
        assert_eq!(unpacked("not base 64", 4), None);
    }
}
