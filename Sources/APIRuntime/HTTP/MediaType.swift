/// A media type, or a range of them, with its parameters (RFC 9110, section 8.3.1).
package struct MediaType: Hashable, Sendable {
    /// The type and subtype in lower case, such as `application/problem+json` or `text/*`.
    package let essence: String

    /// The parameters; names in lower case, values without quotation marks.
    package let parameters: [String: String]

    /// Parses a media type; `nil` for an invalid string.
    package init?(_ text: some StringProtocol) {
        var parts = Self.split(text, at: ";")[...]
        let essence = (parts.popFirst() ?? "").lowercased()
        let names = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else { return nil }
        self.essence = essence
        var parameters: [String: String] = [:]
        for part in parts {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let name = part[..<equals].lowercased()
            // The first one counts, as in browsers.
            if parameters[name] == nil { parameters[name] = Self.unquoted(part[part.index(after: equals)...]) }
        }
        self.parameters = parameters
    }

    /// Returns the types of an `Accept` value, in order.
    package static func list(_ accept: String) -> [MediaType] {
        split(accept, at: ",").compactMap { MediaType($0) }
    }

    /// Returns the types of a list in their spelling, in order.
    static func items(of list: String) -> [String] { split(list, at: ",").filter { !$0.isEmpty } }

    /// Returns several types as an `Accept` value that prefers the first ones.
    ///
    /// - Parameter accept: The types, separated by commas, without weights; a value with weights is returned unchanged.
    /// - Returns: The value to send.
    static func weighted(_ accept: String) -> String {
        let types = split(accept, at: ",")
        guard types.count > 1, types.allSatisfy({ MediaType($0)?.parameters["q"] == nil }) else { return accept }
        return types.enumerated().map { index, type in
            index == 0 ? type : "\(type);q=0.\(max(10 - index, 1))"
        }.joined(separator: ", ")
    }

    /// Returns the types of an `Accept` value without some of them, after another one.
    ///
    /// - Parameters:
    ///   - omitted: The types to omit, in their spelling.
    ///   - accept: The types, separated by commas.
    ///   - type: The type that is accepted instead.
    /// - Returns: The value to send.
    static func replacing(_ omitted: [String], in accept: String, with type: String) -> String {
        ([type] + split(accept, at: ",").filter { !omitted.contains($0) && $0 != type }).joined(separator: ", ")
    }

    /// Returns a media type without one of its parameters.
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameter, in lower case.
    ///   - text: The media type.
    /// - Returns: The media type; unchanged if it lacks the parameter.
    static func removing(_ parameter: String, from text: String) -> String {
        guard MediaType(text)?.parameters[parameter] != nil else { return text }
        return split(text, at: ";").filter { !$0.lowercased().hasPrefix("\(parameter)=") }.joined(separator: "; ")
    }

    /// The type without its subtype: `application` for `application/json`.
    var family: Substring { essence.prefix { $0 != "/" } }

    /// Whether bodies are JSON, as for `application/json`, `text/json` and `application/problem+json`.
    package var isJSON: Bool { essence.hasSuffix("/json") || essence.hasSuffix("+json") }

    /// Returns whether one of the types that a method accepts is JSON, apart from the type of failures.
    static func includeJSON(_ types: [MediaType]) -> Bool {
        types.contains { $0.isJSON && $0.essence != "application/problem+json" }
    }

    /// Whether bodies are XML.
    var isXML: Bool { essence.hasSuffix("/xml") || essence.hasSuffix("+xml") }

    /// Whether the range has the types with one suffix, such as `application/*+json`.
    private var hasAnySubtype: Bool { essence.hasPrefix("\(family)/*+") }

    /// Whether the type describes bytes of any kind.
    var saysNothing: Bool { essence == "application/octet-stream" || essence == "binary/octet-stream" }

    /// Returns whether a type equals this one or is in this range, regardless of parameters.
    package func includes(_ other: MediaType) -> Bool {
        if essence == other.essence || essence == "*/*" { return true }
        guard family == other.family else { return false }
        return essence.hasSuffix("/*") || hasAnySubtype && other.essence.hasSuffix(essence.drop { $0 != "+" })
    }

    /// Returns whether a type equals this one or is in this range, and has the same parameters apart from `charset`.
    func includesWithParameters(_ other: MediaType) -> Bool {
        includes(other) && parameters.allSatisfy { $0.key == "charset" || other.parameters[$0.key] == $0.value }
    }

    /// Returns the first parameter to which another type gives another value.
    ///
    /// The parameters of the encoding distinguish no bodies, and servers may omit the other ones.
    ///
    /// - Parameter other: The other type.
    /// - Returns: The name of the parameter; `nil` if the types do not contradict each other.
    func contradiction(of other: MediaType) -> String? {
        parameters.keys.sorted().first { name in
            guard !["charset", "boundary", "q"].contains(name), let value = other.parameters[name] else { return false }
            return value.lowercased() != parameters[name]?.lowercased()
        }
    }

    /// Returns whether one of some documented types and ranges includes this one.
    func isIn(_ documented: [String]) -> Bool {
        documented.contains { MediaType($0)?.includesWithParameters(self) ?? false }
    }

    /// Splits a string at separators outside of quotation marks, and trims white space from the parts.
    private static func split(_ text: some StringProtocol, at separator: Character) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == separator, !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts.map { String($0.trimming { $0 == " " || $0 == "\t" }) }
    }

    private static func unquoted(_ value: Substring) -> String {
        guard value.count > 1, value.first == "\"", value.last == "\"" else { return String(value) }
        var text = ""
        var isEscaped = false
        for character in value.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                text.append(character)
                isEscaped = false
            }
        }
        return text
    }
}

extension StringProtocol {
    /// Returns the string without matching characters at its ends.
    fileprivate func trimming(_ isDropped: (Character) -> Bool) -> SubSequence {
        let rest = drop(while: isDropped)
        return rest.lastIndex { !isDropped($0) }.map { rest[...$0] } ?? rest.prefix(0)
    }
}
