//! Parses XML, with the places of all elements.

use std::ops::Range;

use roxmltree::{Document, Node};

use crate::document::{MAX_DEPTH, too_deep};
use crate::mistake::Mistake;
use crate::place::Spot;

/// The most `=` between two tags: the work for each attribute grows with their number.
const MOST_ATTRIBUTES: usize = 1000;

/// Parses a text, unless it is nested too deeply or has too many attributes.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Mistake> {
    if let Some(at) = text.find("xmlns") {
        return Err(Mistake::at(at..at + 5, "`xmlns`: Tiled writes no namespaces"));
    }
    let mut at = 0;
    for piece in text.split('<') {
        if piece.matches('=').count() > MOST_ATTRIBUTES {
            let message = format!("a tag has at most {MOST_ATTRIBUTES} attributes");
            return Err(Mistake::at(at.max(1) - 1..at, message));
        }
        at += piece.len() + 1;
    }
    let document = Document::parse(text).map_err(|error| {
        let at = offset(text, error.pos());
        let message = error.to_string();
        let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message);
        Mistake::at(at..at + 1, format!("not a Tiled file: {message}"))
    })?;
    let mut depths = vec![0; document.descendants().count()];
    for node in document.descendants() {
        let Some(parent) = node.parent() else { continue };
        let depth = depths[parent.id().get_usize()] + 1;
        if depth > MAX_DEPTH {
            return Err(Mistake::at(tag(node), too_deep()));
        }
        depths[node.id().get_usize()] = depth;
    }
    Ok(document)
}

/// The byte at a line and a column.
fn offset(text: &str, at: roxmltree::TextPos) -> usize {
    let before = text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let line = &text[before..];
    line.char_indices().nth(at.col.saturating_sub(1) as usize).map_or(text.len(), |(column, _)| before + column)
}

/// The elements inside an element, of one name.
pub(super) fn inside<'d, 't>(node: Node<'d, 't>, name: &'static str) -> impl Iterator<Item = Node<'d, 't>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// The first tag of an element.
pub(super) fn tag(node: Node<'_, '_>) -> Range<usize> {
    let all = node.range();
    let after = node.attributes().next_back().map_or(all.start, |attribute| attribute.range().end);
    let text = node.document().input_text();
    let end = text[after..all.end].find('>').map_or(all.end, |end| after + end + 1);
    all.start..end
}

/// The first tag of an element, as a place.
pub(super) fn spot(node: Node<'_, '_>) -> Spot {
    Spot::File(tag(node))
}

/// The value of an attribute, or the tag if it has none.
pub(super) fn value(node: Node<'_, '_>, name: &str) -> Range<usize> {
    node.attribute_node(name).map_or_else(|| tag(node), |attribute| attribute.range_value())
}

/// A whole number in an attribute.
pub(super) fn number(node: Node<'_, '_>, name: &str, allowed: Range<u32>, mistakes: &mut Vec<Mistake>) -> Option<u32> {
    let (low, high) = (allowed.start, allowed.end - 1);
    let message = match node.attribute(name).map(|value| (value, value.parse::<u32>())) {
        Some((_, Ok(number))) if allowed.contains(&number) => return Some(number),
        Some((value, _)) => format!("`{name}` is `{value}`, expected a whole number from {low} to {high}"),
        None => format!("`{name}` is missing: a whole number from {low} to {high}"),
    };
    mistakes.push(Mistake::at(value(node, name), message));
    None
}

/// The names of an element's properties.
pub(super) fn properties<'d>(node: Node<'d, '_>) -> impl Iterator<Item = &'d str> {
    let all = inside(node, "properties").flat_map(|properties| inside(properties, "property"));
    all.filter_map(|property| property.attribute("name"))
}

/// The element of a property of the element.
pub(super) fn property_node<'d, 't>(node: Node<'d, 't>, name: &str) -> Option<Node<'d, 't>> {
    let all = inside(node, "properties").flat_map(|properties| inside(properties, "property"));
    all.filter(|property| property.attribute("name") == Some(name)).last()
}

/// A property of an element as text.
pub(super) fn property<'d>(node: Node<'d, '_>, name: &str) -> Option<&'d str> {
    let property = property_node(node, name)?;
    property.attribute("value").or_else(|| property.text())
}

/// A mistake in the part that was being read at a byte.
pub(super) fn reached(document: &Document<'_>, bytes: usize, message: String) -> Mistake {
    let last = bytes.saturating_sub(1);
    let around = document.descendants().rfind(|node| node.is_element() && node.range().contains(&last));
    Mistake::at(tag(around.unwrap_or(document.root_element())), message)
}
