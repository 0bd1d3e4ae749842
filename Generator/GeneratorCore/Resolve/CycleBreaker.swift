import YAMLReader

/// Finds types that contain themselves by value, and adds an indirection to each cycle.
struct CycleBreaker {

    /// The state of a type during the traversal.
    private enum Color { case open, done }

    /// A step from a type to a type that it contains by value.
    private struct Step {
        let from: NamedType
        /// The index of the property that contains the type; `nil` for a variant of a union.
        let property: Int?
        let isOptional: Bool
        let to: NamedType
    }

    private let diagnostics: DiagnosticCollector
    private var colors: [NamedType: Color] = [:]
    private var path: [Step] = []
    private var hasBroken = false

    init(_ diagnostics: DiagnosticCollector) {
        self.diagnostics = diagnostics
    }

    /// Breaks the cycles of some types and their nested types; deterministic for types in the same order.
    ///
    /// The step that is changed need not be the last one of the cycle, so another cycle through visited types may
    /// remain. Therefore the search repeats until it breaks nothing.
    mutating func run(_ types: [NamedType]) {
        repeat {
            hasBroken = false
            colors = [:]
            look(at: types)
        } while hasBroken && !diagnostics.hasErrors
    }

    private mutating func look(at types: [NamedType]) {
        for type in types {
            visit(type)
            look(at: type.nested)
        }
    }

    private mutating func visit(_ type: NamedType) {
        guard colors[type] == nil else { return }
        colors[type] = .open
        for step in steps(from: type) where !isBroken(step) {
            path.append(step)
            if colors[step.to] == .open {
                close(step)
            } else {
                visit(step.to)
            }
            path.removeLast()
        }
        colors[type] = .done
    }

    private func steps(from type: NamedType) -> [Step] {
        switch type.content {
        case .object(let object), .form(let object):
            object.properties.indices.compactMap { index in
                held(object.properties[index].type).map {
                    let isOptional = object.properties[index].presence != .required
                    return Step(from: type, property: index, isOptional: isOptional, to: $0)
                }
            }
        case .union(let union):
            union.variants.compactMap { variant in
                held(variant.type).map { Step(from: type, property: nil, isOptional: true, to: $0) }
            }
        case .alias, .enumeration, .pending, .responses: []
        }
    }

    /// Returns the declared type that a type contains by value.
    ///
    /// Lists and dictionaries contain their elements by reference.
    private func held(_ type: SwiftType) -> NamedType? {
        switch type {
        case .named(let named):
            if case .alias(let target) = named.content { held(target) } else { named }
        case .optional(let wrapped): held(wrapped)
        default: nil
        }
    }

    private func isBroken(_ step: Step) -> Bool {
        switch step.from.content {
        case .union(let union): union.isIndirect
        case .object(let object): step.property.map { object.properties[$0].isBoxed } ?? false
        default: false
        }
    }

    /// Breaks the cycle that ends with a step: at a union if it contains one, or else at an optional property.
    private mutating func close(_ last: Step) {
        let start = path.lastIndex { $0.from == last.to } ?? 0
        let circle = path[start...]
        if !circle.contains(where: \.isOptional) {
            reportImpossible(Array(circle))
            if !diagnostics.isStrict {
                loosen(last)
            }
            return
        }
        if let step = circle.first(where: { $0.property == nil }), case .union(var union) = step.from.content {
            hasBroken = hasBroken || !union.isIndirect
            union.isIndirect = true
            step.from.content = .union(union)
            return
        }
        let step = circle.last { $0.isOptional } ?? last
        if case .object(var object) = step.from.content, let index = step.property {
            hasBroken = true
            object.properties[index].isBoxed = true
            step.from.content = .object(object)
        }
    }

    /// Makes the property of a step optional.
    private mutating func loosen(_ step: Step) {
        guard case .object(var object) = step.from.content, let index = step.property else { return }
        hasBroken = true
        object.properties[index].presence = .optional
        object.properties[index].isBoxed = true
        step.from.content = .object(object)
    }

    private func reportImpossible(_ circle: [Step]) {
        guard let first = circle.first, case .object(let object) = first.from.content, let index = first.property else {
            return
        }
        let names = circle.map { step -> String in
            guard case .object(let object) = step.from.content, let index = step.property else {
                return step.from.name.text
            }
            return "\(step.from.name.text).\(object.properties[index].wireName)"
        }
        diagnostics.slip(
            "impossible-type",
            "This type cannot have a value, because \(names.joined(separator: " requires ")) requires \(first.from.name.text) again",
            so: "the last of these properties is optional",
            hint: "Make one of these properties optional",
            at: object.properties[index].range
        )
    }
}
