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

extension TextItem {
    /// Returns whether the item is a parameter or part of it, as `filter[name]` is of `filter`.
    fileprivate func belongs(to parameter: String) -> Bool {
        name == parameter || name.hasPrefix(parameter + "[")
    }
}

extension ServerInput {
    /// Decodes a query parameter, in which `+` is a space (OpenAPI 3.2, "URL Percent-Encoding").
    ///
    /// - Parameters:
    ///   - name: The name in the specification.
    ///   - style: The serialization style of an array or an object.
    ///   - explode: Whether each element is a separate parameter.
    ///   - isJSON: Whether the value is a JSON document.
    ///   - others: The names that other query parameters use, for an object of any properties, which are separate
    ///     parameters; `nil` for an object with declared properties only.
    ///   - keepsPlus: Whether `+` is no space, because the value is Base64.
    ///   - rules: The rules for the value.
    /// - Returns: The value; `nil` for an absent optional parameter, and an empty array for an absent array.
    /// - Throws: ``UnreadableInput``; also for a value that is not a list and occurs several times.
    public mutating func query<T: JSONCodable>(
        _ name: String,
        style: QueryStyle = .form,
        explode: Bool = true,
        isJSON: Bool = false,
        except others: [String]? = nil,
        keepsPlus: Bool = false,
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        declare(name)
        let items = query.map {
            var item = $0.formText
            if $0.name == name { item.name = name }
            return item
        }
        let rawItems = zip(items, query).map { item, received in
            var item = item
            item.rawValue = received.rawValue
            return item
        }
        // Clients that do not escape a plus sign also send it in times and in numbers.
        let readings = keepsPlus ? [rawItems] : items == rawItems ? [items] : [items, rawItems]
        var failure: UnreadableInput?
        for items in readings {
            do throws(UnreadableInput) {
                return try query(items, name, style: style, explode: explode, isJSON: isJSON, except: others, rules)
            } catch {
                failure = failure ?? error
                guard case .unreadable = error.reason else { break }
            }
        }
        throw failure ?? UnreadableInput(.query, name, .missing)
    }

    /// Decodes a query parameter from the items of a query.
    private mutating func query<T: JSONCodable>(
        _ items: [TextItem],
        _ name: String,
        style: QueryStyle,
        explode: Bool,
        isJSON: Bool,
        except others: [String]?,
        _ rules: [SchemaRule]
    ) throws(UnreadableInput) -> T {
        let kind = TextKind(T.self)
        if kind == .object, explode, !isJSON, style != .deepObject {
            let members = Self.members(of: T.self, in: items, except: others, credentials: credentialNames)
            for member in members { ask(member.name) }
            return try value(.query, name, rules) { () throws(DecodingFailure) in
                for member in members {
                    do throws(DecodingFailure) {
                        try member.checkEscapes()
                    } catch {
                        throw error.below(member.name)
                    }
                }
                return members.isEmpty ? nil : .object(grouping: members.map { ($0.name, $0.value) })
            }
        }
        let limits = options.formLimits
        return try value(.query, name, rules) { () throws(DecodingFailure) in
            try limits.check(fields: items.count)
            for item in items where item.name == name || style == .deepObject && item.belongs(to: name) {
                try item.checkEscapes()
            }
            guard !isJSON else { return items.first { $0.name == name }.map { .json(Array($0.value.utf8)) } }
            return try QueryParameter(name: name, style: style, explode: explode)
                .tree(of: items, kind, limits: limits)
        }
    }

    /// Returns the items that are properties of an object, but neither other parameters nor credentials.
    private static func members<T: JSONCodable>(
        of type: T.Type,
        in items: [TextItem],
        except others: [String]?,
        credentials: [String]
    ) -> [TextItem] {
        let names = TextKind.names(of: T.self)
        return items.filter { item in
            guard !credentials.contains(item.name) else { return false }
            let isDeclared = names?.contains(item.name) ?? false
            let isOther = (others ?? []).contains { item.belongs(to: $0) }
            return isDeclared || (names == nil || others != nil) && !isOther
        }
    }

    /// Decodes the whole query without its credentials.
    ///
    /// - Parameter isJSON: Whether the query is a JSON document.
    /// - Returns: The value; `nil` for an absent optional query.
    /// - Throws: ``UnreadableInput``.
    public mutating func queryString<T: JSONCodable>(isJSON: Bool = false) throws(UnreadableInput) -> T {
        query.forEach { ask($0.name) }
        let whole = wholeQuery
        return try value(.query, "query string", []) { () throws(DecodingFailure) in
            try whole.checkEscapes()
            let text = whole.percentDecoded
            return text.isEmpty ? nil : isJSON ? .json(Array(text.utf8)) : .text(text)
        }
    }

    /// Decodes the whole query as a form, where `+` is a space.
    ///
    /// - Parameters:
    ///   - encodings: The encodings of single properties, by name.
    ///   - exploded: The names that the form has in location of properties that are objects, by the properties' names.
    ///   - rules: The rules for the value.
    /// - Returns: The value; `nil` for an absent optional query.
    /// - Throws: ``UnreadableInput``.
    public mutating func queryForm<T: JSONCodable>(
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        query.forEach { ask($0.name) }
        let (items, limits) = (query.filter { !credentialNames.contains($0.name) }.map(\.formText), options.formLimits)
        return try value(.query, "query string", rules) { () throws(DecodingFailure) in
            guard !items.isEmpty else { return nil }
            return try FormReader(encodings: encodings, exploded: exploded, limits: limits).tree(items)
        }
    }

    /// Decodes a query parameter whose value is a form.
    ///
    /// - Parameters:
    ///   - name: The name in the specification.
    ///   - encodings: The encodings of single properties, by name.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    ///   - rules: The rules for the value.
    /// - Returns: The value; `nil` for an absent optional parameter.
    /// - Throws: ``UnreadableInput``.
    public mutating func query<T: JSONCodable>(
        form name: String,
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:],
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        declare(name)
        let (item, limits) = (query.first { $0.name == name }, options.formLimits)
        return try value(.query, name, rules) { () throws(DecodingFailure) in
            guard let form = item?.formText else { return nil }
            try form.checkEscapes()
            let items = try QueryText.items(inForm: Array(form.value.utf8), limits: limits)
            return try FormReader(encodings: encodings, exploded: exploded, limits: limits).tree(items)
        }
    }

    /// Decodes a path parameter.
    ///
    /// - Throws: ``UnreadableInput``.
    public func path<T: JSONCodable>(
        _ name: String,
        style: PathStyle = .simple,
        explode: Bool = false,
        isJSON: Bool = false,
        separator: ParameterShape.Separator = .comma,
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        try value(.path, name, rules) { () throws(DecodingFailure) in
            guard let raw = pathValues[name] else { return nil }
            try raw.checkEscapes()
            guard !isJSON else { return .json(Array(raw.percentDecoded.utf8)) }
            return try PathParameter(name: name, style: style, explode: explode, separator: separator)
                .value(of: raw, TextKind(T.self))
        }
    }

    /// Decodes a header parameter.
    ///
    /// A date may have the format of HTTP (RFC 9110, section 5.6.7) or of RFC 3339.
    ///
    /// - Throws: ``UnreadableInput``.
    public func header<T: JSONCodable>(
        _ name: String,
        explode: Bool = false,
        isJSON: Bool = false,
        separator: ParameterShape.Separator = .comma,
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        try value(.header, name, rules) {
            guard let raw = about.header(name) else { return nil }
            guard !isJSON else { return .json(Array(raw.utf8)) }
            return HeaderText(explode: explode, separator: separator.character).value(of: raw, as: T.self)
        }
    }

    /// Decodes a cookie parameter.
    ///
    /// - Parameters:
    ///   - name: The name of the cookie.
    ///   - explode: Whether each element or property is a cookie.
    ///   - encoded: Whether the value is percent-encoded, as in the style `form` but not in the style `cookie`.
    ///   - isJSON: Whether the value is JSON.
    ///   - others: The names that other cookie parameters use, for an object of any properties, which are separate
    ///     cookies; `nil` for an object with declared properties only.
    ///   - rules: The bounds of the value.
    /// - Returns: The value.
    /// - Throws: ``UnreadableInput``.
    public func cookie<T: JSONCodable>(
        _ name: String,
        explode: Bool = true,
        encoded: Bool = true,
        isJSON: Bool = false,
        except others: [String]? = nil,
        rules: SchemaRule...
    ) throws(UnreadableInput) -> T {
        try value(.cookie, name, rules) { () throws(DecodingFailure) in
            let items = HeaderParameter.cookies(about.headers, encoded: encoded)
            guard !isJSON else { return items.first { $0.name == name }.map { .json(Array($0.value.utf8)) } }
            let kind = TextKind(T.self)
            if kind == .object, explode {
                let members = Self.members(of: T.self, in: items, except: others, credentials: credentialCookies)
                return members.isEmpty ? nil : .object(grouping: members.map { ($0.name, $0.value) })
            }
            return try QueryParameter(name: name, style: .form, explode: explode).tree(of: items, kind)
        }
    }

    /// Decodes and validates a parameter's value.
    private func value<T: JSONCodable>(
        _ location: UnreadableInput.Location,
        _ name: String,
        _ rules: [SchemaRule],
        _ read: () throws(DecodingFailure) -> TextTree?
    ) throws(UnreadableInput) -> T {
        var value: T?
        do throws(DecodingFailure) {
            if let tree = try read() {
                value = try JSONCoding.decode(T.self, from: tree, options: options.reading)
            }
        } catch {
            throw UnreadableInput(location, name, failure: error)
        }
        guard let value else { return try AbsentValue.read(location, name) }
        let problems = SchemaValidation.problems(of: value, rules)
        guard problems.isEmpty else { throw UnreadableInput(location, name, .invalid(problems)) }
        return value
    }
}
