#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A style for lists and objects in a query (OpenAPI 3.1, "Style Values").
public enum QueryStyle: Hashable, Sendable {
    /// `color=blue&color=black` when exploded, `color=blue,black` when not.
    case form

    /// `color=blue%20black`; like ``form`` when exploded.
    case spaceDelimited

    /// `color=blue%7Cblack`; like ``form`` when exploded.
    case pipeDelimited

    /// `color=blue%09black`, as `tsv` of Swagger 2.0; like ``form`` when exploded.
    case tabDelimited

    /// `color[R]=100&color[G]=200`, with percent-encoded brackets; lists inside are numbered: `color[0]=…`.
    case deepObject
}

/// Writes parameters into a query string, in the order in which they are added.
struct QueryWriter: Sendable {
    /// The query without its `?`; empty when nothing was added.
    private(set) var text = ""

    /// Whether a comma in an element of a list is percent-encoded where the query is sent.
    var escapesCommas = true

    /// The problem that keeps the query from being sent: an element that contains the separator of its list.
    private(set) var problem: String?

    /// Adds one parameter.
    ///
    /// An empty list or object adds nothing.
    mutating func add(
        _ name: String,
        _ shape: ParameterShape,
        style: QueryStyle = .form,
        explode: Bool = true,
        allowReserved: Bool = false
    ) {
        let literal: LiteralCharacters = allowReserved ? .reservedQueryValue : .unreserved
        switch shape {
        case .primitive(let value):
            append(name, value.percentEncoded(leaving: literal))
        case _ where shape.isEmpty:
            return
        case .list(let items) where style == .deepObject:
            for (index, item) in items.enumerated() {
                append("\(name)[\(index)]", item.percentEncoded(leaving: literal))
            }
        case .object(let members) where style == .deepObject:
            for (key, value) in members {
                checkBrackets(key, of: name)
                append("\(name)[\(key)]", value.percentEncoded(leaving: literal))
            }
        case .list(let items) where explode:
            for item in items { append(name, item.percentEncoded(leaving: literal)) }
        case .object(let members) where explode:
            for (key, value) in members { append(key, value.percentEncoded(leaving: literal)) }
        case .list, .object:
            if style.separator.isAmbiguous(in: shape, escapesComma: escapesCommas && !allowReserved) {
                problem = problem ?? "An element of '\(name)' contains the separator of the list."
            }
            let encoded = shape.mapped { $0.percentEncoded(leaving: literal) }
            append(name, encoded.joined(by: style.separator.escaped, explode: false))
        }
    }

    /// Adds a JSON value.
    ///
    /// Each property of an exploded object is a parameter, repeated for the elements of a list of strings or numbers.
    /// A value that is nested deeper is written as JSON, except in the style ``QueryStyle/deepObject``.
    mutating func add(
        _ name: String,
        json value: JSONValue,
        style: QueryStyle = .form,
        explode: Bool = true,
        allowReserved: Bool = false
    ) {
        guard style != .deepObject else { return add(deep: name, value, allowReserved: allowReserved) }
        guard explode, let object = value.object else {
            let shape = ParameterShape(value)
            return add(name, shape, style: style, explode: explode, allowReserved: allowReserved)
        }
        for member in object.members {
            let isFlat = !member.value.isNested && member.value.array != nil
            let shape: ParameterShape = isFlat ? .init(member.value) : .primitive(member.value.plainText)
            add(member.name, shape, style: style, allowReserved: allowReserved)
        }
    }

    /// Adds a string that is a part of the query, or the whole query, without a name.
    mutating func add(whole value: String) {
        let encoded = value.percentEncoded(leaving: .unreserved)
        text += text.isEmpty ? encoded : "&" + encoded
    }

    /// Adds a JSON value under bracketed names, to any depth.
    mutating func add(deep name: String, _ value: JSONValue, allowReserved: Bool = false) {
        switch value {
        case .array(let items):
            for (index, item) in items.enumerated() {
                add(deep: "\(name)[\(index)]", item, allowReserved: allowReserved)
            }
        case .object(let object):
            for member in object.members {
                checkBrackets(member.name, of: name)
                add(deep: "\(name)[\(member.name)]", member.value, allowReserved: allowReserved)
            }
        default:
            add(name, .primitive(value.plainText), allowReserved: allowReserved)
        }
    }

    /// Notes a key that would be read as several keys, or as a list, between brackets.
    private mutating func checkBrackets(_ key: String, of name: String) {
        guard key.isEmpty || key.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
            return
        }
        problem = problem ?? "A key of '\(name)' is empty or contains a bracket."
    }

    /// The names and values in the order in which they were added, without percent-encoding.
    var items: [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { half in
                half.removingPercentEscapes() ?? String(half)
            }
            return (halves[0], halves.count > 1 ? halves[1] : "")
        }
    }

    private mutating func append(_ name: String, _ encoded: String) {
        if !text.isEmpty { text += "&" }
        text += name.percentEncoded()
        text += "="
        text += encoded
    }
}

extension QueryStyle {
    /// The character between elements that share one name.
    package var separator: ParameterShape.Separator {
        switch self {
        case .form, .deepObject: .comma
        case .spaceDelimited: .space
        case .pipeDelimited: .pipe
        case .tabDelimited: .tab
        }
    }
}
