import YAMLReader

/// Readings of paths and path parameters that do not match each other, which ``PathRules`` reports.
enum PathRepair {

    /// Applies the readings to an operation.
    static func apply(to operation: OperationEntry) {
        var path = operation.path.hasPrefix("/") ? operation.path : "/" + operation.path
        path = balanced(path)
        var parameters = operation.parameters
        for name in URLTemplate(PathExpressions.withoutQuery(path, parameters)).names {
            guard let names = PathExpressions.queryNames(in: name) else {
                if !parameters.contains(where: { $0.place == .path && $0.name == name }) {
                    parameters.append(parameter(name, .path, of: operation))
                }
                continue
            }
            for query in names where !parameters.contains(where: { $0.place == .query && $0.name == query }) {
                parameters.append(parameter(query, .query, of: operation))
            }
        }
        operation.path = PathExpressions.plain(path, &parameters)
        let names = Set(URLTemplate(operation.path).names)
        operation.parameters = parameters.filter { $0.place != .path || names.contains($0.name) }
    }

    /// Returns a path in which each brace has a counterpart: a name ends at the next slash, and other braces are
    /// dropped.
    static func balanced(_ path: String) -> String {
        guard !isBalanced(path) else { return path }
        let steps = path.split(separator: "/", omittingEmptySubsequences: false).map { step -> String in
            var result = ""
            var isOpen = false
            for character in step {
                switch character {
                case "{" where isOpen, "}" where !isOpen: continue
                case "{": isOpen = true
                case "}": isOpen = false
                default: break
                }
                result.append(character)
            }
            return isOpen ? result + "}" : result
        }
        return steps.joined(separator: "/").replacing("{}", with: "")
    }

    /// Whether each brace has a counterpart in its segment, with a name between them.
    private static func isBalanced(_ path: String) -> Bool {
        var isOpen = false
        var last: UInt8 = 0
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "{"):
                guard !isOpen else { return false }
                isOpen = true
            case UInt8(ascii: "}"):
                guard isOpen, last != UInt8(ascii: "{") else { return false }
                isOpen = false
            case UInt8(ascii: "/") where isOpen: return false
            default: break
            }
            last = byte
        }
        return !isOpen
    }

    /// Returns a parameter that the document does not declare.
    private static func parameter(
        _ name: String,
        _ place: ParameterLocation,
        of operation: OperationEntry
    ) -> ParameterEntry {
        ParameterEntry(
            name: name,
            place: place,
            isRequired: place == .path,
            description: nil,
            isDeprecated: false,
            style: place == .path ? .simple : .form,
            explode: place == .query,
            allowsReserved: false,
            contentType: nil,
            schema: nil,
            swiftName: nil,
            isSensitive: false,
            allowsEmpty: nil,
            range: operation.pathRange,
            pointer: operation.pointer
        )
    }
}
