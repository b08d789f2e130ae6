//! Makes a new scenario from the answers to a few questions.

use std::io::{BufRead, Write};
use std::path::Path;

use engage::{Opening, Ruleset, Side, label, plain_lines};
use scenario::{KeyRow, RULESETS, Wishes, begin, nearest, sections, text};
use serde_json::Value;

use crate::failure::Failure;
use crate::relative;

/// The folder of the maps shipped with the program.
const SHIPPED: &str = "scenarios/maps";

/// A dialogue: questions to a writer, answers from a reader.
pub(crate) struct Questions<R, W> {
    answers: R,
    questions: W,
}

/// The answers so far.
struct Settled<'d> {
    ruleset: &'static Ruleset,
    opening: &'static Opening,
    wishes: Wishes,
    directory: &'d Path,
}

impl<R: BufRead, W: Write> Questions<R, W> {
    pub(crate) fn new(answers: R, questions: W) -> Questions<R, W> {
        Questions { answers, questions }
    }

    /// Asks for a new scenario in a directory. Returns the ruleset and the text of the scenario. A wrong answer is
    /// reported, and the question repeated.
    ///
    /// # Errors
    /// If the answers end before the questions.
    pub(crate) fn ask(mut self, directory: &Path) -> Result<(&'static Ruleset, String), Failure> {
        let rulesets: Vec<(&str, &str)> = RULESETS.iter().map(|ruleset| (ruleset.id, ruleset.title)).collect();
        let ruleset = RULESETS[self.choose("Which ruleset?", &rulesets)?];
        let openings: Vec<(&str, &str)> = ruleset.openings.iter().map(|opening| (opening.id, opening.about)).collect();
        let opening = &ruleset.openings[self.choose("How do the sides fight?", &openings)?];
        let mut settled = Settled { ruleset, opening, wishes: Wishes::default(), directory };
        if opening.id == Opening::MAP {
            self.map(&mut settled)?;
        }
        let begun = (opening.setup)();
        let parts = sections(ruleset);
        let rows = |heading: &str| {
            parts.iter().find(|part| part.heading == heading).map_or(&[][..], |part| part.rows.as_slice())
        };
        for (name, value) in begun["field"].as_object().into_iter().flatten().filter(|(_, value)| !value.is_object()) {
            self.key(&mut settled, &format!("field.{name}"), "", row(rows("[field]"), name), value)?;
        }
        for side in Side::ALL {
            let Some(squad) = begun.get(side.name()) else { continue };
            let names = self.squads(&mut settled, side, squad)?;
            for (name, (word, value)) in
                names.iter().flat_map(|name| squad.as_object().into_iter().flatten().map(move |key| (name, key)))
            {
                if word != "count" {
                    let whose = format!(" of {} {name}", side.name());
                    let key = format!("{}.\"{name}\".{word}", side.name());
                    self.key(&mut settled, &key, &whose, row(rows("[blue.NAME] and [red.NAME]"), word), value)?;
                }
            }
        }
        self.sweeps(&mut settled)?;
        self.rules(&mut settled, rows("[rules]"))?;
        self.asked(
            &mut settled,
            "How precise should the chances of winning be, plus or minus?",
            "0.5 %",
            |wishes, answer| {
                wishes.sets.push(format!("play.precision={answer}"));
            },
        )?;
        self.asked(&mut settled, "A title, or nothing to make one from the squads?", "", |wishes, answer| {
            wishes.title = (!answer.is_empty()).then(|| answer.to_owned());
        })?;
        let Settled { ruleset, opening, wishes, directory } = settled;
        begin(ruleset, opening, &wishes, directory).map(|text| (ruleset, text)).map_err(Failure::Wished)
    }

    /// Writes to the user. A failure is ignored: without a reader no answer will come either.
    fn say(&mut self, text: &str) {
        _ = self.questions.write_all(plain_lines(text).as_bytes()).and_then(|()| self.questions.flush());
    }

    /// The answer to a question, or `otherwise` for an empty answer.
    fn line(&mut self, question: &str, otherwise: &str) -> Result<String, Failure> {
        let shown = if otherwise.is_empty() { String::new() } else { format!(" [{otherwise}]") };
        self.say(&format!("{question}{shown} "));
        let mut answer = String::new();
        match self.answers.read_line(&mut answer) {
            Ok(0) => Err(Failure::Usage("the input ended before the last question; nothing was written".to_owned())),
            Ok(_) if answer.trim().is_empty() => Ok(otherwise.to_owned()),
            Ok(_) => Ok(answer.trim().to_owned()),
            Err(error) => Err(Failure::file("standard input".as_ref(), error)),
        }
    }

    /// The index of one of several words, answered by the word or its number. A single word is chosen without a
    /// question.
    fn choose(&mut self, question: &str, words: &[(&str, &str)]) -> Result<usize, Failure> {
        if let [_] = words {
            return Ok(0);
        }
        let width = words.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
        let list = words.iter().enumerate();
        let list = list.map(|(place, (word, about))| format!("  {} {word:width$}  {about}\n", place + 1));
        self.say(&format!("{question}\n{}", list.collect::<String>()));
        loop {
            let answer = self.line("A word or its number:", words[0].0)?;
            let number = answer.parse().ok().filter(|number| (1..=words.len()).contains(number));
            let place = words.iter().position(|(word, _)| *word == answer).or(number.map(|number: usize| number - 1));
            if let Some(place) = place {
                return Ok(place);
            }
            let near = nearest(&answer, words.iter().map(|(word, _)| *word));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            self.say(&format!("`{answer}` is not one of these{near}\n"));
        }
    }

    /// Asks until the answer fits the earlier ones; a wrong answer is reported.
    fn asked(
        &mut self,
        settled: &mut Settled<'_>,
        question: &str,
        otherwise: &str,
        wish: impl Fn(&mut Wishes, &str),
    ) -> Result<String, Failure> {
        loop {
            let answer = self.line(question, otherwise)?;
            let mut wishes = settled.wishes.clone();
            wish(&mut wishes, &answer);
            match begin(settled.ruleset, settled.opening, &wishes, settled.directory) {
                Ok(_) => {
                    settled.wishes = wishes;
                    return Ok(answer);
                }
                Err(mistakes) => self.say(&format!("{mistakes}\n")),
            }
        }
    }

    fn map(&mut self, settled: &mut Settled<'_>) -> Result<(), Failure> {
        let shipped = scenario::listed(Path::new(SHIPPED)).unwrap_or_default().maps;
        let list = shipped.iter().enumerate();
        let list = list.map(|(place, map)| format!("  {} {}  {}\n", place + 1, map.path.display(), map.title));
        self.say(&format!("On which map?\n{}", list.collect::<String>()));
        let first = shipped.first().map(|map| map.path.display().to_string()).unwrap_or_default();
        let directory = settled.directory;
        self.asked(settled, "The path of its file, or its number:", &first, |wishes, answer| {
            let numbered = answer.parse::<usize>().ok().and_then(|number| shipped.get(number.wrapping_sub(1)));
            let path = numbered.map_or(Path::new(answer), |map| map.path.as_path());
            wishes.map = Some(relative::path(directory, path));
        })?;
        Ok(())
    }

    /// Asks for the squads of a side.
    fn squads(&mut self, settled: &mut Settled<'_>, side: Side, squad: &Value) -> Result<Vec<String>, Failure> {
        let question = format!("Squads of {} with their figures, such as entry team=4, sniper=1:", side.name());
        let otherwise = format!("team={}", squad["count"]);
        let named = |answer: &str| answer.split(',').map(|one| one.trim().to_owned()).collect::<Vec<_>>();
        let answer =
            self.asked(settled, &question, &otherwise, |wishes, answer| wishes.squads[side] = named(answer))?;
        let name = |one: String| one.rsplit_once('=').map_or(one.clone(), |(name, _)| name.trim().to_owned());
        Ok(named(&answer).into_iter().map(name).collect())
    }

    /// Asks for the value of a key, and records it if it differs from the template.
    fn key(
        &mut self,
        settled: &mut Settled<'_>,
        key: &str,
        whose: &str,
        row: Option<&KeyRow>,
        value: &Value,
    ) -> Result<(), Failure> {
        let (called, takes) =
            row.map_or((label(key), String::new()), |row| (row.label.clone(), row.takes.replace('`', "")));
        let question = format!("{called}{whose} ({takes}):");
        let otherwise = text(value);
        self.asked(settled, &question, &otherwise, |wishes, answer| {
            let listed = value.is_array() && !answer.starts_with('[');
            let quoted = || answer.split(',').map(|word| Value::from(word.trim()).to_string()).collect::<Vec<_>>();
            match answer {
                _ if *answer == otherwise => {}
                _ if listed => wishes.sets.push(format!("{key}=[{}]", quoted().join(", "))),
                _ => wishes.sets.push(format!("{key}={answer}")),
            }
        })?;
        Ok(())
    }

    fn sweeps(&mut self, settled: &mut Settled<'_>) -> Result<(), Failure> {
        let question = "A key to sweep, such as field.range=6,12,24; nothing for none:";
        while !self
            .asked(settled, question, "", |wishes, answer| {
                wishes.sweeps.extend((!answer.is_empty()).then(|| answer.to_owned()));
            })?
            .is_empty()
        {}
        Ok(())
    }

    /// Asks for house rules, each of which becomes a variant.
    fn rules(&mut self, settled: &mut Settled<'_>, rows: &[KeyRow]) -> Result<(), Failure> {
        let options: Vec<&KeyRow> =
            rows.iter().filter(|row| !row.path.contains(['.', '[']) && !row.choices.is_empty()).collect();
        let example = options.first().map_or(String::new(), |row| {
            let other = row
                .choices
                .iter()
                .find(|choice| Some(choice.word.as_str()) != row.default.as_ref().and_then(Value::as_str));
            other.map_or(String::new(), |other| format!(", such as {}={}", row.path, other.word))
        });
        let question = format!("A house rule to compare with the rulebook{example}; ? for a list, nothing for none:");
        loop {
            let answer = self.asked(settled, &question, "", |wishes, answer| {
                let set = if answer.starts_with("rules.") { answer.to_owned() } else { format!("rules.{answer}") };
                wishes
                    .variants
                    .extend((!["", "?"].contains(&answer)).then(|| format!("{}:{set}", answer.replace(':', " "))));
            })?;
            match answer.as_str() {
                "" => return Ok(()),
                "?" => {
                    let line = |row: &KeyRow| {
                        let default = row.default.as_ref().filter(|value| !value.is_object()).map(text);
                        let default = default.map_or(String::new(), |default| format!(" = {default}"));
                        format!("  {}{default}: {}\n", row.path, row.label)
                    };
                    let top = rows.iter().filter(|row| !row.path.contains(['.', '[']));
                    self.say(&top.map(line).collect::<String>());
                }
                _ => {}
            }
        }
    }
}

fn row<'r>(rows: &'r [KeyRow], path: &str) -> Option<&'r KeyRow> {
    rows.iter().find(|row| row.path == path)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Questions;

    /// The scenario made from some answers, and the questions asked.
    fn asked(answers: &str) -> (Result<String, String>, String) {
        let mut questions = Vec::new();
        let asked = Questions::new(answers.as_bytes(), &mut questions).ask(Path::new(""));
        let written = asked.map(|(_, text)| text).map_err(|failure| failure.to_string());
        (written, String::from_utf8(questions).unwrap())
    }

    #[test]
    fn answers_become_a_scenario_and_wrong_ones_are_asked_for_again() {
        let answers = [
            "cqq",
            "4",
            "opn",
            "open",
            "x",
            "24",
            "Alpha Team=4, sniper=1",
            "elit",
            "elite",
            "",
            "soft, plates",
            "",
            "sniper rifle",
            "",
            "gunmen=99",
            "gunmen=6",
            "",
            "",
            "",
            "red.gunmen.cout=4",
            "red.gunmen.count=4,6",
            "",
            "?",
            "joker_fir=miss",
            "joker_fire=miss",
            "",
            "2",
            "1 %",
            "Alpha Team at work",
        ];
        let (written, questions) = asked(&format!("{}\n", answers.join("\n")));
        let text = written.unwrap_or_else(|failure| panic!("{failure}\n{questions}"));
        for part in [
            "title = \"Alpha Team at work\"",
            "ruleset = \"cqb\"",
            "range = 24",
            "[blue.\"Alpha Team\"]",
            "ability = \"elite\"",
            "armour = [\"soft\", \"plates\"]",
            "weapon = \"sniper rifle\"",
            "count = 6",
            "\"red.gunmen.count\" = [4, 6]",
            "[variants.\"joker_fire=miss\"]\n\"rules.joker_fire\" = \"miss\"",
            "precision = \"1 %\"",
        ] {
            assert!(text.contains(part), "{part}\n{text}\n{questions}");
        }
        for part in [
            "did you mean `cqb`?",
            "did you mean `open`?",
            "invalid type: string \"x\"",
            "did you mean `elite`?",
            "--red gunmen=99: ",
            "did you mean `count`?",
            "\n  joker_fire = jam: Joker in fire\n",
            "did you mean `joker_fire`?",
            "2 is not between 0 and 0.5",
        ] {
            assert!(questions.contains(part), "{part}\n{questions}");
        }
    }

    #[test]
    fn nothing_but_blank_lines_takes_what_is_proposed() {
        for ruleset in scenario::RULESETS {
            for opening in ruleset.openings.iter().filter(|opening| opening.id != engage::Opening::MAP) {
                let way = if ruleset.openings.len() > 1 { format!("{}\n", opening.id) } else { String::new() };
                let (written, questions) = asked(&format!("{}\n{way}{}", ruleset.id, "\n".repeat(40)));
                assert!(
                    written.is_ok_and(|text| text.contains(ruleset.id)),
                    "{} {}\n{questions}",
                    ruleset.id,
                    opening.id
                );
            }
        }
    }

    #[test]
    fn answers_that_end_too_early_write_nothing() {
        let (written, _) = asked("cqb\nopen\n");
        assert_eq!(written.unwrap_err(), "error: the input ended before the last question; nothing was written");
    }
}
