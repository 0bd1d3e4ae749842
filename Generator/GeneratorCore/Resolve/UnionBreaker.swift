/// Finds unions with a variant that is the union itself, without a list or an object in between.
///
/// Decoding such a value would try the same variant endlessly.
struct UnionBreaker {

    private let diagnostics: DiagnosticCollector
    private var done: Set<NamedType> = []
    private var path: [NamedType] = []

    init(_ diagnostics: DiagnosticCollector) {
        self.diagnostics = diagnostics
    }

    /// Removes the variants that close a cycle; deterministic for types in the same order.
    mutating func run(_ types: [NamedType]) {
        for type in types {
            visit(type)
            run(type.nested)
        }
    }

    private mutating func visit(_ type: NamedType) {
        guard !done.contains(type), case .union(let union) = type.content else { return }
        path.append(type)
        for variant in union.variants {
            guard let next = target(of: variant.type) else { continue }
            if let start = path.firstIndex(of: next) {
                remove(variant, from: type, leadingThrough: path[start...])
            } else {
                visit(next)
            }
        }
        path.removeLast()
        done.insert(type)
    }

    /// Returns the union that a type is or is an alias of.
    private func target(of type: SwiftType, depth: Int = 0) -> NamedType? {
        guard depth < 100, case .named(let named) = type else { return nil }
        switch named.content {
        case .union: return named
        case .alias(let next): return target(of: next, depth: depth + 1)
        default: return nil
        }
    }

    private func remove(
        _ variant: UnionType.Variant,
        from type: NamedType,
        leadingThrough circle: ArraySlice<NamedType>
    ) {
        guard case .union(var union) = type.content,
            let index = union.variants.firstIndex(where: { $0.name == variant.name })
        else { return }
        union.variants.remove(at: index)
        // Without its default, a union decodes other values as unknown.
        union.fallback = union.fallback.flatMap { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
        type.content = .union(union)
        let names = (circle + [circle[circle.startIndex]]).map(\.name.text)
        diagnostics.warning(
            "endless-variant",
            "A variant of '\(type.name.text)' is the union itself (\(names.joined(separator: " → "))), so it is left out",
            hint: "Remove it from 'oneOf' or 'anyOf'",
            at: type.range
        )
    }
}
