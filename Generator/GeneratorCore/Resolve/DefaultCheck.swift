import YAMLReader

/// Converts the defaults of schemas to literals, and reports those that their schemas do not allow.
struct DefaultCheck {

    let diagnostics: DiagnosticCollector

    /// Returns the default of a value; `nil` if there is none, or if it is null.
    ///
    /// - Parameters:
    ///   - schema: The schema at the location of the value.
    ///   - own: The schema at the end of its references.
    /// - Returns: The default.
    func stated(_ schema: Schema, _ own: Schema?) -> Node? {
        guard let value = schema.defaultValue ?? own?.defaultValue, !value.isNull else { return nil }
        return value
    }

    /// Returns a default as a literal, which is `nil` if Swift cannot express it, and in JSON, which is `nil` if it is
    /// long.
    ///
    /// Returns `nil`, and reports the default, if its schema does not allow it.
    func checked(_ value: Node, of schema: Schema, _ type: SwiftType) -> (literal: LiteralValue?, text: String?)? {
        let literal = Defaults.literal(value, type)
        if literal == nil, !isOfType(value, of: schema, type) {
            return nil
        }
        checkBounds(value, of: schema, type)
        // A doc comment shows it as code on one line.
        let text = value.shortJSON.flatMap { text in
            text.unicodeScalars.contains {
                $0 == "`" || $0.properties.generalCategory == .control
                    || $0.properties.generalCategory == .lineSeparator || $0.properties.generalCategory == .format
            } ? nil : text
        }
        return (literal, text)
    }

    /// Returns a default like ``checked(_:of:_:)``, with a note on one that no property or parameter applies.
    ///
    /// - Parameters:
    ///   - value: The default.
    ///   - schema: The schema at the end of its references.
    ///   - type: The type of the value.
    ///   - what: The kind of declaration that has the default.
    /// - Returns: The default; `nil` if its schema does not allow it.
    func applied(
        _ value: Node,
        of schema: Schema,
        _ type: SwiftType,
        by what: String = "property"
    ) -> (literal: LiteralValue?, text: String?)? {
        let checked = checked(value, of: schema, type)
        if let checked, checked.literal == nil {
            let (reason, hint) = Self.reason(type)
            diagnostics.note(
                "unapplied-default",
                "No \(what) applies this default: \(reason)",
                hint: hint,
                at: value.range
            )
        }
        return checked
    }

    /// Returns why a default that a type may have has no literal, with a hint.
    private static func reason(_ type: SwiftType) -> (reason: String, hint: String) {
        switch type {
        case .optional(let wrapped): reason(wrapped)
        case .date: ("It is not a complete 'date-time'", "Write a time with a zone, such as '2026-05-31T12:00:00Z'")
        case .url: ("It is not an absolute URL of ASCII characters", "Write it with a scheme and escaped characters")
        default:
            (
                "Swift has no literal for it, or several variants of a union match it",
                "Apply it in the app, or give the variants a discriminator"
            )
        }
    }

    /// Whether a default without a literal may have the type of its schema; reports one that has not.
    private func isOfType(_ value: Node, of schema: Schema, _ type: SwiftType) -> Bool {
        let kinds = Set(schema.kinds).union(schema.kinds.contains(.number) ? [.integer] : [])
        if let kind = JSONType(of: value), !kinds.isEmpty, !kinds.contains(kind),
            !(kind == .number && kinds.contains(.integer))
        {
            diagnostics.warning(
                "unfit-default",
                "This default is \(value.kind), which its schema does not allow",
                hint: "Correct the default or the type of the schema",
                at: value.range
            )
            return false
        }
        if Self.isTooLarge(value, type) {
            diagnostics.warning(
                "unfit-default",
                "Swift's numbers do not include this default, so no property applies it",
                hint: "Apply it in the app, or remove it",
                at: value.range
            )
            return false
        }
        if Defaults.isInvalid(value, type) {
            diagnostics.warning(
                "unfit-default",
                "The schema does not allow this default",
                hint: "Correct it, or remove it",
                at: value.range
            )
            return false
        }
        return true
    }

    /// Whether a number is valid in JSON, but too large for a type.
    private static func isTooLarge(_ value: Node, _ type: SwiftType) -> Bool {
        guard let number = value.numberText.flatMap(Double.init) else { return false }
        return switch type {
        case .optional(let wrapped): isTooLarge(value, wrapped)
        case .int, .uint64: abs(number) >= 9_223_372_036_854_775_808
        case .double, .float: number.isInfinite
        default: false
        }
    }

    /// Reports a default outside of its schema's bounds.
    private func checkBounds(_ value: Node, of schema: Schema, _ type: SwiftType) {
        let number = value.numberText.flatMap(Double.init)
        let length = value.string?.unicodeScalars.count
        let bounds = schema.bounds ?? Schema.Bounds()
        let isOutside =
            schema.format == "int32" && number.map { abs($0 + 0.5) > 2_147_483_648 } ?? false
            || schema.format == "float" && type == .double && number.map { Float($0).isInfinite } ?? false
            || number.map { number in
                bounds.minimum.flatMap(Double.init).map { number < $0 } ?? false
                    || bounds.maximum.flatMap(Double.init).map { number > $0 } ?? false
                    || bounds.exclusiveMinimum.flatMap(Double.init).map { number <= $0 } ?? false
                    || bounds.exclusiveMaximum.flatMap(Double.init).map { number >= $0 } ?? false
            } ?? length.map { $0 < bounds.minLength ?? 0 || $0 > bounds.maxLength ?? .max } ?? false
        guard isOutside else { return }
        diagnostics.warning(
            "unfit-default",
            "This default is outside the bounds of its schema",
            hint: "Correct the default or the bounds",
            at: value.range
        )
    }
}
