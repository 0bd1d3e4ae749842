import YAMLReader

/// A contradiction between the parts of a composition, which is reported only if a type depends on it.
enum CompositionProblem {

    /// A property that has another type in another part.
    case conflict(Schema.Property, with: Schema.Property, isSlip: Bool)
    /// A property whose listed values another part excludes.
    case noCommonValue(Schema.Property, with: Schema.Property)
    /// A part whose values have no type that another part allows.
    case contrary(Schema, to: Schema)
    /// More schemas merged from several parts than any sensible document needs.
    case tooManyMixtures(Int, at: SourceRange)

    /// Adds the problem to diagnostics.
    func report(to diagnostics: DiagnosticCollector) {
        switch self {
        case .conflict(let property, let other, let isSlip):
            diagnostics.slip(
                "conflicting-property",
                "The parts of the composition declare '\(property.name)' with different types",
                so: isSlip ? "any value of their JSON types is accepted" : "the other one is used",
                isStrict: isSlip ? nil : false,
                hint: "Give both the same type",
                at: property.nameRange,
                related: [.init(message: "This is the other one", range: other.nameRange)]
            )
        case .noCommonValue(let property, let other):
            diagnostics.warning(
                "conflicting-property",
                "Another part of the composition allows none of the values of '\(property.name)', so only these are used",
                hint: "Remove the values from one of them",
                at: property.nameRange,
                related: [.init(message: "This is the other one", range: other.nameRange)]
            )
        case .contrary(let part, let other):
            diagnostics.warning(
                "conflicting-composition",
                "No value has this type and the type of another part, so any JSON value is accepted",
                hint: "Give both the same type",
                at: part.range,
                related: [.init(message: "The other type is here", range: other.range)]
            )
        case .tooManyMixtures(let count, let range):
            diagnostics.slip(
                "endless-mixture",
                "Members that several parts of compositions declare need more than \(count) types made of both",
                so: "the last part decides the type of further ones",
                hint: "Give such members one type in all parts",
                at: range
            )
        }
    }
}
