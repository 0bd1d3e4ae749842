import Foundation
import YAMLReader

extension SchemaParser {

    /// Parses the bounds of values, and reports bounds that no value satisfies.
    func readBounds(_ object: SpecObject, _ schema: Schema) {
        var bounds = Schema.Bounds()
        bounds.multipleOf = object.number("multipleOf")
        if let digits = bounds.multipleOf, let number = Decimal(string: digits), number <= 0 {
            object.reportBound("multipleOf", "'multipleOf' must be greater than 0")
            bounds.multipleOf = nil
        }
        bounds.minimum = object.number("minimum")
        bounds.maximum = object.number("maximum")
        // In OpenAPI 3.0 the exclusive bounds are Booleans; some 3.1 documents still use that form.
        if object.mapping["exclusiveMinimum"]?.bool == nil {
            bounds.exclusiveMinimum = object.number("exclusiveMinimum")
        } else if object.bool("exclusiveMinimum") == true {
            bounds.exclusiveMinimum = bounds.minimum
            bounds.minimum = nil
        }
        if object.mapping["exclusiveMaximum"]?.bool == nil {
            bounds.exclusiveMaximum = object.number("exclusiveMaximum")
        } else if object.bool("exclusiveMaximum") == true {
            bounds.exclusiveMaximum = bounds.maximum
            bounds.maximum = nil
        }
        bounds.minLength = object.count("minLength")
        bounds.maxLength = object.count("maxLength")
        // A pattern of digits says of other schemas that their strings are numbers.
        bounds.pattern = isIntegerOrString(object) ? nil : object.string("pattern")
        bounds.minItems = object.count("minItems")
        bounds.maxItems = object.count("maxItems")
        bounds.uniqueItems = object.bool("uniqueItems") ?? false
        bounds.minProperties = object.count("minProperties")
        bounds.maxProperties = object.count("maxProperties")
        if schema.contains != nil {
            bounds.minContains = object.count("minContains")
            bounds.maxContains = object.count("maxContains")
        }
        schema.bounds = bounds
        checkContains(object)
        for kind in ["Length", "Items", "Properties"] {
            checkRange(object, "min" + kind, "max" + kind)
        }
        checkRange(object, "minContains", "maxContains")
        for (low, high) in [
            ("minimum", "maximum"), ("minimum", "exclusiveMaximum"), ("exclusiveMinimum", "maximum"),
            ("exclusiveMinimum", "exclusiveMaximum"),
        ] {
            checkRange(object, low, high)
        }
    }

    private func checkContains(_ object: SpecObject) {
        for key in ["minContains", "maxContains"] where object.has(key) && !object.has("contains") {
            context.diagnostics.warning(
                "no-effect",
                "'\(key)' has no effect without 'contains'",
                hint: "Add 'contains', or remove it",
                at: object.keyRange(key)
            )
        }
    }

    private func checkRange(_ object: SpecObject, _ low: String, _ high: String) {
        guard let low = object.mapping.entry(low), let high = object.mapping.entry(high),
            let least = low.value.numberText, let most = high.value.numberText,
            let from = Decimal(string: least), let to = Decimal(string: most)
        else { return }
        let isOpen = [low, high].contains { $0.key.text.hasPrefix("exclusive") }
        guard from > to || isOpen && from == to else { return }
        context.diagnostics.add(
            Diagnostic(
                .warning,
                "empty-range",
                "No value is allowed: '\(low.key.text)' is \(least), and '\(high.key.text)' is \(most)",
                hint: "Correct one of them",
                at: high.value.range,
                related: [.init(message: "The other bound is here", range: low.value.range)]
            )
        )
    }
}
