import Foundation
import YAMLReader

extension SchemaParser {

    /// Reads the bounds of values, and tells of those that no value keeps.
    func readBounds(_ object: SpecObject, _ schema: Schema) {
        schema.bounds.multipleOf = object.number("multipleOf")
        schema.bounds.minimum = object.number("minimum")
        schema.bounds.maximum = object.number("maximum")
        // In OpenAPI 3.0 the exclusive bounds are flags on the plain ones; some 3.1 documents still write that.
        if object.mapping["exclusiveMinimum"]?.bool == nil {
            schema.bounds.exclusiveMinimum = object.number("exclusiveMinimum")
        } else if object.bool("exclusiveMinimum") == true {
            schema.bounds.exclusiveMinimum = schema.bounds.minimum
            schema.bounds.minimum = nil
        }
        if object.mapping["exclusiveMaximum"]?.bool == nil {
            schema.bounds.exclusiveMaximum = object.number("exclusiveMaximum")
        } else if object.bool("exclusiveMaximum") == true {
            schema.bounds.exclusiveMaximum = schema.bounds.maximum
            schema.bounds.maximum = nil
        }
        schema.bounds.minLength = object.count("minLength")
        schema.bounds.maxLength = object.count("maxLength")
        schema.bounds.pattern = object.string("pattern")
        schema.bounds.minItems = object.count("minItems")
        schema.bounds.maxItems = object.count("maxItems")
        schema.bounds.uniqueItems = object.bool("uniqueItems") ?? false
        schema.bounds.minProperties = object.count("minProperties")
        schema.bounds.maxProperties = object.count("maxProperties")
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
                related: [.init(message: "This is the other bound", range: low.value.range)]
            )
        )
    }
}
