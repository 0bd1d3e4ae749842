public import APIRuntime
import APIRequestDecoding
import HTTPTypes

/// The serialization style of an array or an object in a path (OpenAPI 3.1, "Style Values").
public enum PathStyle: Hashable, Sendable {
    /// `blue,black`.
    case simple
    /// `.blue.black`.
    case label
    /// `;color=blue,black`.
    case matrix
}

extension ServerInput {
    /// Decodes a query parameter.
    ///
    /// - Parameters:
    ///   - name: The name in the specification.
    ///   - style: The serialization style of an array or an object.
    ///   - explode: Whether each element is a separate parameter.
    ///   - isJSON: Whether the value is a JSON document.
    ///   - others: The names of other query parameters, for an object whose properties are separate parameters.
    /// - Returns: The value; `nil` for an absent optional parameter, and an empty array for an absent array.
    /// - Throws: ``UnreadableInput``.
    public mutating func query<T: JSONCodable>(
        _ name: String,
        style: QueryStyle = .form,
        explode: Bool = true,
        isJSON: Bool = false,
        except others: [String] = []
    ) throws(UnreadableInput) -> T {
        ask(name)
        if options.ignoresCaseOfQueryNames { rename(to: name) }
        guard !isJSON else { return try value(.query, name, queryValue(name).map(JSONText.parsed)) }
        let kind = TextKind(T.self)
        if kind == .object, explode, style != .deepObject {
            let members = query.filter { !others.contains($0.name) && kind.holds($0.name, in: T.self) }
            for member in members { ask(member.name) }
            return try value(.query, name, members.isEmpty ? nil : .object(grouping: members.map(\.text)))
        }
        let text = QueryParameter(name: name, style: style, explode: explode).value(in: query.map(\.text), kind)
        return try value(.query, name, text)
    }

    /// Decodes the whole query.
    ///
    /// - Parameter isJSON: Whether the query is a JSON document.
    /// - Returns: The value; `nil` for an absent optional query.
    /// - Throws: ``UnreadableInput``.
    public mutating func queryString<T: JSONCodable>(isJSON: Bool = false) throws(UnreadableInput) -> T {
        query.forEach { ask($0.name) }
        let text = query.map { $0.rawValue.isEmpty ? $0.name : "\($0.name)=\($0.value)" }.joined(separator: "&")
        let whole = query.isEmpty ? nil : isJSON ? JSONText.parsed(text) : JSONValue.string(text)
        return try value(.query, "query string", whole)
    }

    /// Decodes a path parameter.
    ///
    /// - Throws: ``UnreadableInput``.
    public func path<T: JSONCodable>(
        _ name: String,
        style: PathStyle = .simple,
        explode: Bool = false,
        isJSON: Bool = false
    ) throws(UnreadableInput) -> T {
        let raw = pathValues[name]
        guard !isJSON else { return try value(.path, name, raw.map { JSONText.parsed($0.percentDecoded) }) }
        let parameter = PathParameter(name: name, style: style, explode: explode)
        return try value(.path, name, raw.map { parameter.value(of: $0, TextKind(T.self)) })
    }

    /// Decodes a header parameter.
    ///
    /// - Throws: ``UnreadableInput``.
    public func header<T: JSONCodable>(
        _ name: String,
        explode: Bool = false,
        isJSON: Bool = false
    ) throws(UnreadableInput) -> T {
        let raw = about.header(name)
        guard !isJSON else { return try value(.header, name, raw.map(JSONText.parsed)) }
        let kind = TextKind(T.self)
        return try value(.header, name, raw.map { HeaderText(explode: explode).value(of: $0, kind) })
    }

    /// Decodes a cookie parameter.
    ///
    /// - Throws: ``UnreadableInput``.
    public func cookie<T: JSONCodable>(
        _ name: String,
        explode: Bool = true,
        isJSON: Bool = false
    ) throws(UnreadableInput) -> T {
        let items = HeaderParameter.cookies(about.headers)
        guard !isJSON else {
            return try value(.cookie, name, items.first { $0.name == name }.map { JSONText.parsed($0.value) })
        }
        let kind = TextKind(T.self)
        if kind == .object, explode {
            let members = items.filter { kind.holds($0.name, in: T.self) }
            return try value(.cookie, name, members.isEmpty ? nil : .object(members.map { ($0.name, $0.value) }))
        }
        return try value(
            .cookie,
            name,
            QueryParameter(name: name, style: .form, explode: explode).value(in: items.map(\.text), kind)
        )
    }

    /// Decodes a parameter's value.
    private func value<T: JSONCodable>(
        _ place: UnreadableInput.Place,
        _ name: String,
        _ text: JSONValue?
    ) throws(UnreadableInput) -> T {
        guard let text else { return try TextTreeDecoding.absent(place, name) }
        do {
            return try TextTreeDecoding(options: options.reading).decode(T.self, text)
        } catch {
            throw UnreadableInput(place, name, .unreadable(error))
        }
    }
}
