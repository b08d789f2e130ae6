//! Recognises other notations of numbers, lists and text, and advises how a file writes them.

/// The most numbers of a span written out as a list.
const LONGEST_SPAN: u64 = 32;

/// Reads a whole number in any common notation: `1_000_000`, `1,000,000`, `1 000 000`, `1e6`, `10k`, `1.5M`, `0x10`.
/// `None` if the text is something else, or the number is too large for a file.
#[must_use]
pub fn whole_number(text: &str) -> Option<u64> {
    let text = text.trim();
    let based =
        [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find_map(|(head, base)| Some((text.strip_prefix(head)?, base)));
    let number = match based {
        Some((digits, base)) => {
            let digits = digits.replace('_', "");
            u64::from_str_radix(&digits, base).ok().filter(|_| digits.starts_with(|c: char| c.is_ascii_hexdigit()))
        }
        None => scaled(text),
    };
    // TOML has no larger integers.
    number.filter(|&number| number <= i64::MAX as u64)
}

/// A decimal number with an optional suffix for a power of ten, if it is whole.
fn scaled(text: &str) -> Option<u64> {
    let thousands = |letter: char| match letter {
        'k' | 'K' => Some(3),
        'm' | 'M' => Some(6),
        _ => None,
    };
    let (mantissa, power) = match (text.split_once(['e', 'E']), text.chars().next_back().and_then(thousands)) {
        (Some((mantissa, power)), _) => (mantissa, power.strip_prefix('+').unwrap_or(power).parse::<u32>().ok()?),
        (None, Some(power)) => (text[..text.len() - 1].trim_end(), power),
        (None, None) => (text, 0),
    };
    let plain = ungrouped(mantissa)?;
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let fraction = fraction.trim_end_matches('0');
    let missing = power.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let digits = format!("{whole}{fraction}");
    let is_number = !whole.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| digits.parse::<u64>().ok()).flatten()?;
    number.checked_mul(10_u64.checked_pow(missing)?)
}

/// A number without its digit separators: underscores anywhere, or commas or spaces before groups of three.
fn ungrouped(text: &str) -> Option<String> {
    for sign in [',', ' ', '\u{a0}', '\u{202f}', '\''] {
        if text.contains(sign) {
            return in_thousands(text, sign).then(|| text.replace(sign, ""));
        }
    }
    Some(text.replace('_', ""))
}

/// Whether a sign separates the digits of a number into groups of three.
fn in_thousands(text: &str, sign: char) -> bool {
    let mut groups = text.split(sign);
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && digits(first));
    first && groups.all(|group| group.len() == 3 && digits(group))
}

/// A whole number as a file writes it, with its digits in groups: `1_000_000`.
fn grouped(number: u64) -> String {
    stats::grouped(number).replace(',', "_")
}

/// How a file writes a number; `None` if `text` already has that form or is not a number.
fn number(text: &str) -> Option<String> {
    if let Some((whole, fraction)) = text.split_once(',')
        && !in_thousands(text, ',')
    {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        return (digits(whole.strip_prefix('-').unwrap_or(whole)) && digits(fraction))
            .then(|| format!("{whole}.{fraction}"));
    }
    whole_number(text).map(grouped)
}

/// A span of whole numbers such as `4-8`, written out as a list.
pub(crate) fn span(text: &str) -> Option<String> {
    let (first, last) = ["..=", "..", "-", "–", "—", " to "].into_iter().find_map(|sign| text.split_once(sign))?;
    let [first, last] = [first, last].map(|end| end.trim().parse::<u64>().ok());
    let (first, last) = (first?, last?);
    let written: Vec<String> = match last.checked_sub(first)? {
        0..LONGEST_SPAN => (first..=last).map(|number| number.to_string()).collect(),
        _ => vec![first.to_string(), "…".to_owned(), last.to_string()],
    };
    Some(format!("[{}]", written.join(", ")))
}

/// Text without the curly quotes of word processors around it; `None` if it has none.
pub(crate) fn in_curly_quotes(text: &str) -> Option<&str> {
    let inside = text.strip_prefix(['“', '”', '„', '‘', '’', '‚', '«', '»'])?;
    inside.strip_suffix(['”', '“', '’', '‘', '»', '«'])
}

/// Advice for a text after an equals sign that TOML cannot read as a value.
pub(crate) fn for_text(text: &str) -> Option<String> {
    let text = text.split('#').next().unwrap_or(text).trim();
    if text.starts_with(['“', '”', '„', '‘', '’', '‚', '«', '»']) {
        let end = text.char_indices().skip(1).find(|(_, c)| "“”‘’»«".contains(*c)).map_or(text.len(), |(at, _)| at);
        let inside: String = text[..end].chars().skip(1).collect();
        return Some(format!("put text in straight quotes: \"{inside}\""));
    }
    for_word(text)
}

/// Advice for a text in place of a number or a list of numbers.
fn for_word(text: &str) -> Option<String> {
    if let Some(list) = span(text) {
        return Some(format!("write values as a list: {list}"));
    }
    let meant = number(text)?;
    Some(match meant.contains('.') {
        true => format!("use a decimal point: {meant}"),
        false => format!("write whole numbers like this: {meant}"),
    })
}

/// Advice for a value of the wrong type, from serde's message about it.
pub(crate) fn for_message(message: &str) -> Option<String> {
    let rest = message.strip_prefix("invalid type: ")?;
    let (wrong, expected) = rest.rsplit_once(", expected ")?;
    if let Some(text) = wrong.strip_prefix("string \"").and_then(|rest| rest.strip_suffix('"')) {
        if expected.starts_with("a list") {
            let items: Vec<String> = text.split(',').map(|item| format!("\"{}\"", item.trim())).collect();
            return Some(format!("put lists in brackets: [{}]", items.join(", ")));
        }
        return for_word(text).filter(|_| expected.contains("number"));
    }
    let inside = |head: &str| wrong.strip_prefix(head)?.strip_suffix('`');
    if expected.starts_with("a list") {
        let value = inside("integer `").or(inside("number `"))?;
        return Some(format!("put lists in brackets: [{value}]"));
    }
    let float: f64 = inside("number `")?.parse().ok()?;
    let whole = float.fract() == 0.0 && (0.0..1e15).contains(&float) && expected.starts_with("a whole number");
    whole.then(|| format!("write whole numbers like this: {}", grouped(float as u64)))
}

#[cfg(test)]
mod tests {
    use super::{for_message, for_text, in_curly_quotes, span, whole_number};

    #[test]
    fn numbers_as_people_write_them() {
        for (text, expected) in [
            ("1000000", Some(1_000_000)),
            ("1_000_000", Some(1_000_000)),
            ("1,000,000", Some(1_000_000)),
            ("1 000 000", Some(1_000_000)),
            ("1'000", Some(1000)),
            ("1e6", Some(1_000_000)),
            ("2.5e+3", Some(2500)),
            ("10k", Some(10_000)),
            ("1.5M", Some(1_500_000)),
            ("1,500k", Some(1_500_000)),
            ("0x10", Some(16)),
            ("0b1_1", Some(3)),
            ("0", Some(0)),
            ("9223372036854775807", Some(i64::MAX as u64)),
            ("9223372036854775808", None),
            ("1e19", None),
            ("1,00", None),
            ("12,5", None),
            ("1.5", None),
            ("1.2345k", None),
            ("-1", None),
            ("1e-3", None),
            ("k", None),
            ("e6", None),
            ("", None),
            ("0x", None),
            ("0x-1", None),
            ("ten", None),
        ] {
            assert_eq!(whole_number(text), expected, "{text}");
        }
    }

    #[test]
    fn advice_is_written_as_a_file_has_it() {
        for (text, expected) in [
            ("12,5", "use a decimal point: 12.5"),
            ("1,000,000 # many", "write whole numbers like this: 1_000_000"),
            ("10k", "write whole numbers like this: 10_000"),
            ("4-8", "write values as a list: [4, 5, 6, 7, 8]"),
            ("“elite”", "put text in straight quotes: \"elite\""),
            ("„Alpha“ # x", "put text in straight quotes: \"Alpha\""),
        ] {
            assert_eq!(for_text(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(for_text("soft"), None);
        assert_eq!((span("8-4"), span("1..200").as_deref()), (None, Some("[1, …, 200]")));
        assert_eq!((in_curly_quotes("“x y”"), in_curly_quotes("x”")), (Some("x y"), None));
        for (message, expected) in [
            ("invalid type: string \"soft\", expected a list", "put lists in brackets: [\"soft\"]"),
            ("invalid type: string \"soft, plates\", expected a list", "put lists in brackets: [\"soft\", \"plates\"]"),
            ("invalid type: integer `6`, expected a list", "put lists in brackets: [6]"),
            ("invalid type: string \"12,5\", expected a number of inches", "use a decimal point: 12.5"),
            ("invalid type: number `1000000.0`, expected a whole number", "write whole numbers like this: 1_000_000"),
        ] {
            assert_eq!(for_message(message).as_deref(), Some(expected), "{message}");
        }
        assert_eq!(for_message("invalid type: string \"12,5\", expected a word"), None);
        assert_eq!(for_message("invalid type: number `1.5`, expected a whole number"), None);
    }
}
