import YAMLReader

/// Finds names for lists and maps that hold themselves, which Swift has no spelling for.
struct AliasBreaker {

    let diagnostics: DiagnosticCollector

    /// Puts any JSON where a name would come back to itself.
    func run(_ aliases: [(type: NamedType, range: SourceRange)]) {
        for (type, range) in aliases {
            // A name for a name is told as an endless type.
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

    /// Whether a type is, through names alone, made of another one.
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
