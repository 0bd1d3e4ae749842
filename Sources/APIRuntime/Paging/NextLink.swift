#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension APIResponse {
    /// Returns the URL of the next page in a header field.
    ///
    /// The field `Link` contains links (RFC 8288, section 3), of which the first one with the relation `next` counts.
    /// Any other field contains the URL alone.
    ///
    /// - Parameter name: Name of the field; case-insensitive.
    /// - Returns: The URL, which may be relative; `nil` when the field is missing or empty, or has no such link.
    /// - Throws: ``DecodingFailure`` if the field contains anything else.
    @_spi(Generated)
    public func nextURL(in name: String) throws(DecodingFailure) -> URL? {
        guard let value = header(name), !value.isEmpty else { return nil }
        let address = name.lowercased() == "link" ? try LinkField.target(of: "next", in: value) : value
        guard let address else { return nil }
        guard !address.isEmpty, let url = URL(string: address) else {
            throw DecodingFailure(.mismatch, "expected the URL of the next page in the header field '\(name)'")
        }
        return url
    }

    /// Returns the URL of the next page in a header field; see ``nextURL(in:)``.
    ///
    /// - Parameters:
    ///   - name: Name of the field; case-insensitive.
    ///   - failing: The operation's error type.
    /// - Returns: The URL, which may be relative; `nil` when the field is missing or empty, or has no such link.
    /// - Throws: The operation's error if the field contains anything else.
    @_spi(Generated)
    public func nextURL<E: OperationError>(in name: String, failing: E.Type) throws(E) -> URL? {
        do {
            return try nextURL(in: name)
        } catch {
            throw E(.unreadable(status: status, error))
        }
    }
}

/// Reads the header field `Link` (RFC 8288, section 3).
enum LinkField {

    /// Returns the target of the first link with a relation; `nil` if there is none.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not a list of links.
    static func target(of relation: String, in value: String) throws(DecodingFailure) -> String? {
        var rest = value[...]
        while true {
            rest = rest.drop { isSpace($0) || $0 == "," }
            guard !rest.isEmpty else { return nil }
            guard rest.first == "<", let end = rest.firstIndex(of: ">") else {
                throw DecodingFailure(.mismatch, "expected links in the header field 'Link'")
            }
            let target = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            if relations(&rest).contains(relation) { return String(target) }
        }
    }

    /// Reads the parameters of a link, and returns its relations in lower case.
    private static func relations(_ rest: inout Substring) -> [String] {
        var found: [String]?
        while true {
            rest = rest.drop { $0 != ";" && $0 != "," }
            guard rest.popFirst() == ";" else { return found ?? [] }
            let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: isSpace)
            let value = text(&rest)
            // The first `rel` counts.
            if found == nil, name.filter({ !isSpace($0) }).lowercased() == "rel" {
                found = value.lowercased().split(whereSeparator: isSpace).map(String.init)
            }
        }
    }

    /// Reads the value of a parameter, which may be quoted.
    private static func text(_ rest: inout Substring) -> String {
        guard rest.first == "\"" else {
            let value = rest.prefix { $0 != ";" && $0 != "," }
            rest = rest.dropFirst(value.count)
            return String(value)
        }
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\" else {
                text.append(character)
                continue
            }
            if let escaped = rest.popFirst() { text.append(escaped) }
        }
        return text
    }

    private static func isSpace(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }
}
