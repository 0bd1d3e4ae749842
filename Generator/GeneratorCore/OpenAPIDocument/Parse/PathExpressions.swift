import YAMLReader

/// Parses expressions in paths that follow RFC 6570 or the syntax of gateways and routers: `{+name}`, `{name*}`,
/// `{name=**}`, `{**name}`, `{name:[0-9]+}`, `{name?}`, `:name`, `<int:name>`, `*name` and `(part/)`.
enum PathExpressions {

    /// Returns the path with plain names in its expressions.
    ///
    /// - Parameters:
    ///   - path: The path in the document.
    ///   - parameters: The parameters of the operation. Sets `allowsReserved` of those whose values may be several
    ///     segments.
    /// - Returns: The path without expressions for declared query parameters. An expression that matches no parameter
    ///   remains unchanged.
    static func plain(_ path: String, _ parameters: inout [ParameterEntry]) -> String {
        let plain = withoutOptionalParts(withoutGroups(required(path)))
        let path = withoutAngles(withoutColons(withoutWildcard(plain, parameters), parameters), parameters)
        guard path.contains("{") else { return path }
        var isChanged = false
        let parts = URLTemplate(path).parts.map { part -> String in
            guard case .name(let text) = part else { return part.text }
            if let names = queryNames(in: text), names.allSatisfy({ name in isQuery(name, parameters) }) {
                isChanged = true
                return ""
            }
            if let index = index(of: text, in: parameters) {
                // Some tools include the operator in the parameter's name as well.
                parameters[index].allowsReserved = parameters[index].allowsReserved || name(in: text) != nil
                return part.text
            }
            guard let name = name(in: text), let index = index(of: name, in: parameters) else { return part.text }
            // The pattern of a single segment, such as `[0-9]+`, allows no slash.
            let pattern = text.prefix { $0 != "=" }.split(separator: ":", maxSplits: 1).dropFirst().first
            parameters[index].allowsReserved = pattern.map { anything.contains(String($0)) } ?? true
            isChanged = true
            return "{\(name)}"
        }
        return isChanged ? parts.joined() : path
    }

    /// Returns the name of a path parameter whose expression in the document matches several segments; `nil` for none.
    static func severalSegments(in operation: OperationEntry) -> String? {
        let spanning = operation.parameters.first { parameter in
            parameter.place == .path && parameter.allowsReserved
                && parameter.schema?.bounds?.pattern.map(hasSlash) == true
        }
        guard operation.path != operation.documentPath else { return spanning?.name }
        let names = Set(
            URLTemplate(operation.documentPath).names.map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 }
        )
        .union(colonNames(in: operation.documentPath))
        .union(angles(in: operation.documentPath).lazy.filter { !$0.isWhole }.map(\.name))
        return operation.parameters.first { parameter in
            parameter.place == .path && parameter.allowsReserved && !names.contains(parameter.name)
        }?.name ?? spanning?.name
    }

    /// Whether a pattern such as `shelves/[^/]+` requires a slash, which separates segments.
    ///
    /// Of a pattern with groups, alternatives or slashes at both ends, which are those of JavaScript, it is not certain.
    static func hasSlash(_ pattern: String) -> Bool {
        let isDelimited = pattern.hasPrefix("/") && pattern.dropFirst().contains("/")
        guard !isDelimited, !pattern.contains(where: { "(|".contains($0) }), !pattern.contains("://")
        else { return false }
        var isEscaped = false
        var isInClass = false
        var isSlash = false
        for character in pattern {
            // A quantifier may allow no slash at all.
            if isSlash, !"?*{".contains(character) { return true }
            isSlash = false
            switch character {
            case _ where isEscaped:
                isEscaped = false
                isSlash = character == "/" && !isInClass
            case "\\": isEscaped = true
            case "[": isInClass = true
            case "]": isInClass = false
            case "/": isSlash = !isInClass
            default: break
            }
        }
        return isSlash
    }

    /// The patterns of any number of segments in the syntax of routers.
    private static let anything: Set<String> = [".+", ".*", ".+?", ".*?", "(.+)", "(.*)", "*", "**", "path"]

    /// Returns the path with `{name}` instead of `{name?}`.
    private static func required(_ path: String) -> String {
        path.contains("?}") ? path.replacing("?}", with: "}") : path
    }

    /// Returns the optional parts of a path, such as the `(-/)` of `/projects/{id}/(-/)environments`.
    ///
    /// They begin a segment and end with a slash, unlike the parentheses of OData.
    static func optionalParts(in path: String) -> [String] {
        path.split(separator: "/(", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            guard let end = rest.firstIndex(of: ")"), rest[..<end].hasSuffix("/"),
                !rest[..<end].contains(where: { "({?".contains($0) })
            else { return nil }
            return "(\(rest[..<end]))"
        }
    }

    private static func withoutOptionalParts(_ path: String) -> String {
        optionalParts(in: path).reduce(path) { $0.replacing("/" + $1, with: "/") }
    }

    /// Returns the path with `<name>` instead of a named group of a regular expression, such as `(?P<name>[0-9]+)`, and
    /// with `<path:name>` if the group matches any characters.
    private static func withoutGroups(_ path: String) -> String {
        guard path.contains("(?") else { return path }
        var plain = ""
        var rest = path[...]
        while let start = rest.firstRange(of: "(?")?.lowerBound {
            plain += rest[..<start]
            rest = rest[start...]
            let head = rest.dropFirst(2).hasPrefix("P<") ? 4 : rest.dropFirst(2).hasPrefix("<") ? 3 : 0
            let end = groupEnd(rest)
            guard head > 0, let end, let close = rest[..<end].firstIndex(of: ">") else { break }
            let name = rest.dropFirst(head)[..<close]
            let pattern = rest[rest.index(after: close)..<rest.index(before: end)]
            plain += anything.contains(String(pattern)) ? "<path:\(name)>" : "<\(name)>"
            rest = rest[end...]
        }
        return plain + rest
    }

    /// Returns the end of the group at the start of a regular expression; `nil` if it has none.
    private static func groupEnd(_ text: Substring) -> Substring.Index? {
        var depth = 0
        var isEscaped = false
        var isInClass = false
        for index in text.indices {
            switch text[index] {
            case _ where isEscaped: isEscaped = false
            case "\\": isEscaped = true
            case "[": isInClass = true
            case "]": isInClass = false
            case "(" where !isInClass: depth += 1
            case ")" where !isInClass:
                depth -= 1
                if depth == 0 { return text.index(after: index) }
            default: break
            }
        }
        return nil
    }

    /// Returns the names in the path that follow a colon at the start of a segment.
    static func colonNames(in path: String) -> [String] {
        guard path.contains("/:") else { return [] }
        return path.split(separator: "/").filter { $0.hasPrefix(":") && $0.count > 1 }.map { String($0.dropFirst()) }
    }

    /// Returns the path with `{name}` instead of `:name` for declared parameters.
    private static func withoutColons(_ path: String, _ parameters: [ParameterEntry]) -> String {
        let names = colonNames(in: path).filter { index(of: $0, in: parameters) != nil }
        guard !names.isEmpty else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            names.contains { segment == ":" + $0 } ? "{\(segment.dropFirst())}" : String(segment)
        }.joined(separator: "/")
    }

    /// A parameter in angle brackets, as routers of Python write it.
    struct Angle {
        /// The text with its brackets: `<int:name>`.
        let text: String
        let name: String
        /// Whether the parameter may be several segments, as `<path:name>` is.
        let isWhole: Bool
    }

    /// Returns the parameters in angle brackets: `<name>`, `<int:name>` and `<path:name>`.
    static func angles(in path: String) -> [Angle] {
        guard path.contains("<") else { return [] }
        let template = URLTemplate(path)
        // Brackets inside of braces belong to a pattern. Those whose name is also in braces are text.
        return template.texts.flatMap { $0.split(separator: "<", omittingEmptySubsequences: false).dropFirst() }
            .compactMap { part in
                guard let end = part.firstIndex(of: ">") else { return nil }
                let text = part[..<end]
                let name = String(text.split(separator: ":", omittingEmptySubsequences: false).last ?? "")
                guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
                    !template.names.contains(where: { $0 == name || $0.hasPrefix(name + ":") })
                else { return nil }
                return Angle(text: "<\(text)>", name: name, isWhole: text.hasPrefix("path:"))
            }
    }

    /// Returns the path with `{name}` instead of `<name>` for declared parameters.
    private static func withoutAngles(_ path: String, _ parameters: [ParameterEntry]) -> String {
        angles(in: path).filter { index(of: $0.name, in: parameters) != nil }.reduce(path) { path, angle in
            path.replacing(angle.text, with: angle.isWhole ? "{+\(angle.name)}" : "{\(angle.name)}")
        }
    }

    /// Returns the path with `{+name}` instead of `*name` at its end, if that is a parameter.
    private static func withoutWildcard(_ path: String, _ parameters: [ParameterEntry]) -> String {
        guard let start = path.lastIndex(of: "/"), path[start...].hasPrefix("/*") else { return path }
        let name = String(path[path.index(start, offsetBy: 2)...])
        return index(of: name, in: parameters) == nil ? path : path[...start] + "{+\(name)}"
    }

    /// Returns the path without the query parameters that it repeats: `/files` for `/files?id={id}` if `id` is declared,
    /// and for `/files?type=a` if `a` is the only value of the declared `type`.
    ///
    /// The whole path identifies the operation, because a document may have several that differ only in their query.
    static func withoutQuery(_ path: String, _ parameters: [ParameterEntry]) -> String {
        guard let mark = path.firstIndex(of: "?"), !path[..<mark].hasSuffix("{") else { return path }
        let pairs = path[path.index(after: mark)...].split(separator: "&")
        let others = pairs.filter { pair in
            let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2 else { return true }
            guard halves[1].hasPrefix("{"), halves[1].hasSuffix("}") else {
                return !isOnlyValue(halves[1], of: halves[0], parameters)
            }
            let name = String(halves[1].dropFirst().dropLast())
            return !isQuery(halves[0], parameters) || index(of: name, in: parameters) != nil
        }
        guard others.count < pairs.count else { return path }
        return path[..<mark] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    }

    /// Returns the path without the query items that have no value, which only distinguish the paths of `x-ms-paths`.
    static func withoutMarks(_ path: String) -> String {
        guard let mark = path.firstIndex(of: "?") else { return path }
        let items = path[path.index(after: mark)...].split(separator: "&").filter { $0.contains("=") }
        return path[..<mark] + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Returns the names in an expression for query parameters, such as `{?page,size*}`; `nil` for any other string.
    static func queryNames(in text: String) -> [String]? {
        guard let sign = text.first, "?&".contains(sign) else { return nil }
        return text.dropFirst().split(separator: ",").map { name in
            String(name.prefix { $0 != "*" && $0 != ":" })
        }
    }

    private static func isQuery(_ name: String, _ parameters: [ParameterEntry]) -> Bool {
        parameters.contains { $0.place == .query && $0.name == name }
    }

    /// Whether a required query parameter has only one value, so that each request contains it.
    private static func isOnlyValue(_ value: String, of name: String, _ parameters: [ParameterEntry]) -> Bool {
        parameters.contains { parameter in
            guard parameter.place == .query, parameter.name == name, parameter.isRequired else { return false }
            let only = parameter.schema?.constant ?? parameter.schema?.onlyListedValue
            return only.map { $0.string ?? $0.numberText ?? "" } == value
        }
    }

    private static func index(of name: String, in parameters: [ParameterEntry]) -> Int? {
        parameters.firstIndex { $0.place == .path && $0.name == name }
    }

    /// Returns the name in an expression for several segments; `nil` for any other string.
    private static func name(in text: String) -> String? {
        var name = text.prefix { $0 != "=" && $0 != ":" }
        name = name.drop { "+*".contains($0) }
        if let last = name.last, "*+".contains(last) {
            name = name.dropLast()
        }
        return name.count == text.count || name.isEmpty ? nil : String(name)
    }
}

extension URLTemplate.Part {
    /// The part in the syntax of the path.
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .name(let name): "{\(name)}"
        }
    }
}
