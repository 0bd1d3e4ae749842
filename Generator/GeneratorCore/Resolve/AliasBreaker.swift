import YAMLReader

/// Breaks cycles of lists and dictionaries that contain themselves, which Swift type aliases cannot express.
struct AliasBreaker {

    let diagnostics: DiagnosticCollector

    /// Replaces each reference of an alias to itself by any JSON.
    func run(_ aliases: [(type: NamedType, range: SourceRange)]) {
        for (type, range) in aliases {
            // An alias of a declared type is reported as an endless type elsewhere.
            guard case .alias(let target) = type.content, !target.isDeclared, reaches(type, from: target, 0) else {
                continue
            }
            type.content = .alias(broken(target, at: type))
            diagnostics.warning(
                "recursive-list",
                "'\(type.name.text)' is a list or a map of itself, so its elements accept any JSON value",
                hint: "Wrap the list in an object",
                at: range
            )
        }
    }

    private func broken(_ target: SwiftType, at type: NamedType) -> SwiftType {
        switch target {
        case .array(let element): .array(broken(element, at: type))
        case .arraySkippingInvalidElements(let element): .arraySkippingInvalidElements(broken(element, at: type))
        case .dictionary(let element): .dictionary(broken(element, at: type))
        case .optional(let wrapped): .optional(broken(wrapped, at: type))
        case .named: reaches(type, from: target, 0) ? .json : target
        default: target
        }
    }

    /// Whether a type occurs in another one through lists, dictionaries, optionals and aliases only.
    private func reaches(_ type: NamedType, from target: SwiftType, _ depth: Int) -> Bool {
        switch target {
        case .array(let element), .arraySkippingInvalidElements(let element), .dictionary(let element),
            .optional(let element):
            return reaches(type, from: element, depth)
        case .named(let named):
            if named === type {
                return true
            }
            guard depth < 100, case .alias(let next) = named.content else { return false }
            return reaches(type, from: next, depth + 1)
        default: return false
        }
    }
}
