/// Reads the expressions of a path that are spelled as in RFC 6570 or as gateways do: `{+name}`, `{name*}`, `{name=**}`.
enum PathExpressions {

    /// The path with plain names in its expressions.
    ///
    /// - Parameters:
    ///   - path: The path as the document has it.
    ///   - parameters: The operation's parameters; those whose values may be several segments are marked.
    /// - Returns: The path without expressions for declared members of the query; one whose name no parameter has stays as
    ///   it is.
    static func plain(_ path: String, _ parameters: inout [ParameterEntry]) -> String {
        guard path.contains("{") else { return path }
        var isChanged = false
        let parts = URLTemplate(path).parts.map { part -> String in
            guard case .name(let text) = part else { return part.text }
            if let names = queryNames(in: text), names.allSatisfy({ name in isQuery(name, parameters) }) {
                isChanged = true
                return ""
            }
            if let index = index(of: text, in: parameters) {
                // Some tools write the sign into the parameter's name as well.
                parameters[index].allowsReserved = parameters[index].allowsReserved || name(in: text) != nil
                return part.text
            }
            guard let name = name(in: text), let index = index(of: name, in: parameters) else { return part.text }
            parameters[index].allowsReserved = true
            isChanged = true
            return "{\(name)}"
        }
        return isChanged ? parts.joined() : path
    }

    /// The names in an expression for members of the query, such as `{?page,size*}`; `nil` for any other text.
    static func queryNames(in text: String) -> [String]? {
        guard let sign = text.first, "?&".contains(sign) else { return nil }
        return text.dropFirst().split(separator: ",").map { name in
            String(name.prefix { $0 != "*" && $0 != ":" })
        }
    }

    private static func isQuery(_ name: String, _ parameters: [ParameterEntry]) -> Bool {
        parameters.contains { $0.place == .query && $0.name == name }
    }

    private static func index(of name: String, in parameters: [ParameterEntry]) -> Int? {
        parameters.firstIndex { $0.place == .path && $0.name == name }
    }

    /// The name in an expression for several segments; `nil` for any other text.
    private static func name(in text: String) -> String? {
        var name = text.prefix { $0 != "=" }
        if name.first == "+" {
            name = name.dropFirst()
        }
        if let last = name.last, "*+".contains(last) {
            name = name.dropLast()
        }
        return name.count == text.count || name.isEmpty ? nil : String(name)
    }
}

extension URLTemplate.Part {
    /// The part as the path has it.
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .name(let name): "{\(name)}"
        }
    }
}
