import YAMLReader

/// A strict check of values: what a schema does not document is a violation, and every format has one spelling.
struct SchemaCheck {
    let spec: ConformanceSpec
    /// The most digits of the fraction of a second; `nil` for those of each schema, or three.
    var fractionDigits: Int?

    /// The result of a check without the rule about undocumented properties, which needs all parts of a schema.
    struct Outcome {
        /// A line for each violation.
        var violations: [String] = []

        /// The properties of an object that a part of the schema documents.
        var documented: Set<String> = []

        /// Whether a part of the schema permits any property.
        var isOpen = false

        /// Whether a part of the schema describes the properties of an object.
        var describesProperties = false

        mutating func add(_ other: Outcome) {
            violations += other.violations
            documented.formUnion(other.documented)
            isOpen = isOpen || other.isOpen
            describesProperties = describesProperties || other.describesProperties
        }
    }

    /// Returns the violations of a schema, including properties that no part of it documents.
    func violations(of value: Node, schema: Node, at path: String) -> [String] {
        let outcome = outcome(of: value, schema: schema, at: path)
        guard let object = value.mapping, outcome.describesProperties, !outcome.isOpen else {
            return outcome.violations
        }
        let undocumented = object.keys.map(\.text).filter { !outcome.documented.contains($0) }
        return outcome.violations + undocumented.map { "\(path).\($0): is not documented" }
    }

    /// Returns the result of all keywords of a schema.
    func outcome(of value: Node, schema: Node, at path: String) -> Outcome {
        if let permitted = schema.bool {
            return permitted ? Outcome(isOpen: true) : Outcome(violations: ["\(path): is not permitted"])
        }
        var result = Outcome()
        if let reference = schema["$ref"]?.string {
            guard let target = spec.node(at: reference) else {
                return Outcome(violations: ["\(path): \(reference) does not exist"])
            }
            result.add(outcome(of: value, schema: target, at: path))
        }
        for part in schema["allOf"]?.sequence ?? [] { result.add(outcome(of: value, schema: part, at: path)) }
        for keyword in ["oneOf", "anyOf"] {
            if let variants = schema[keyword]?.sequence {
                result.add(outcome(of: value, variants: variants, of: schema, at: path))
            }
        }
        result.violations += ScalarCheck(schema: schema, path: path, fractionDigits: fractionDigits).violations(
            of: value
        )
        if let object = value.mapping { result.add(outcome(of: object, schema: schema, at: path)) }
        if let list = value.sequence { result.violations += violations(of: list, schema: schema, at: path) }
        return result
    }
}

extension SchemaCheck {
    /// Returns the result of the variant that the discriminator names, or else of the best matching one.
    private func outcome(of value: Node, variants: [Node], of schema: Node, at path: String) -> Outcome {
        if let selection = discriminated(value, variants, schema, path) { return selection }
        let outcomes = variants.map { outcome(of: value, schema: $0, at: path) }
        let valid = outcomes.filter(\.violations.isEmpty)
        if let best = valid.max(by: { $0.documented.count < $1.documented.count }) { return best }
        return outcomes.min { $0.violations.count < $1.violations.count } ?? Outcome()
    }

    /// Returns the result of the variant that the discriminator names; `nil` without a discriminator in the value.
    private func discriminated(_ value: Node, _ variants: [Node], _ schema: Node, _ path: String) -> Outcome? {
        guard let property = schema["discriminator"]?["propertyName"]?.string, let name = value[property]?.string else {
            return nil
        }
        let mapping = schema["discriminator"]?["mapping"]
        let implied = variants.compactMap { $0["$ref"]?.string }.first { $0.hasSuffix("/\(name)") }
        guard let pointer = mapping?[name]?.string ?? implied, let variant = spec.node(at: pointer) else {
            return Outcome(violations: ["\(path).\(property): '\(name)' is not a documented variant"])
        }
        var result = outcome(of: value, schema: variant, at: path)
        result.documented.insert(property)
        return result
    }

    private func outcome(of object: Mapping, schema: Node, at path: String) -> Outcome {
        let properties = schema["properties"]?.mapping
        let patterns = schema["patternProperties"]?.mapping
        let additional = schema["additionalProperties"]
        var result = Outcome(describesProperties: properties != nil || patterns != nil || additional != nil)
        result.isOpen = additional?.bool == true || additional?.mapping?.isEmpty == true
        for name in schema["required"]?.sequence?.compactMap(\.string) ?? [] where !object.contains(name) {
            result.violations.append("\(path).\(name): is required")
        }
        for entry in object.entries {
            let name = entry.key.text
            var parts = [properties?[name]].compactMap { $0 }
            parts += patterns?.entries.filter { Patterns.matches($0.key.text, name) }.map(\.value) ?? []
            if parts.isEmpty, let additional, additional.bool == nil { parts = [additional] }
            if !parts.isEmpty { result.documented.insert(name) }
            for part in parts {
                result.violations += violations(of: entry.value, schema: part, at: "\(path).\(name)")
            }
        }
        let names = Set(object.keys.map(\.text))
        if names.count != object.count { result.violations.append("\(path): repeats a property") }
        if let least = schema["minProperties"]?.int, object.count < least {
            result.violations.append("\(path): has fewer than \(least) properties")
        }
        if let most = schema["maxProperties"]?.int, object.count > most {
            result.violations.append("\(path): has more than \(most) properties")
        }
        return result
    }

    private func violations(of list: [Node], schema: Node, at path: String) -> [String] {
        var result: [String] = []
        if let least = schema["minItems"]?.int, list.count < least { result.append("\(path): has fewer than \(least)") }
        if let most = schema["maxItems"]?.int, list.count > most { result.append("\(path): has more than \(most)") }
        if schema["uniqueItems"]?.bool == true {
            let texts = list.map(ScalarCheck.text)
            if Set(texts).count != texts.count { result.append("\(path): repeats an element") }
        }
        let positions = schema["prefixItems"]?.sequence ?? []
        for (index, element) in list.enumerated() {
            guard let part = index < positions.count ? positions[index] : schema["items"] else { continue }
            result += violations(of: element, schema: part, at: "\(path)[\(index)]")
        }
        return result
    }
}
