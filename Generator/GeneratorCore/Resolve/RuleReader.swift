import YAMLReader

/// Collects the bounds of a schema's values if the options enable validation.
struct RuleReader {

    let resolver: TypeResolver

    /// Returns the bounds of a value of a type.
    func rules(of schema: Schema, _ type: SwiftType) -> [RuleModel] {
        rules(of: [schema], type)
    }

    /// Returns the bounds of a value of a type that has several schemas.
    func rules(of schemas: [Schema], _ type: SwiftType) -> [RuleModel] {
        guard resolver.options.validation != .off, !type.hasFile else { return [] }
        var visited: Set<ObjectIdentifier> = []
        return schemas.reduce(into: []) { found, schema in
            let rules = self.rules(of: schema, &visited)
            found += rules.filter { !found.contains($0) }
        }
    }

    private func rules(of schema: Schema, _ visited: inout Set<ObjectIdentifier>) -> [RuleModel] {
        guard visited.insert(ObjectIdentifier(schema)).inserted else { return [] }
        var rules = own(schema)
        if let target = resolver.graph.target(of: schema) {
            rules += self.rules(of: target, &visited).filter { !rules.contains($0) }
        }
        // A nullable value has the bounds of its only other variant.
        let variants = resolver.graph.values(of: schema)
        let isValue = variants.count == 1 && !resolver.graph.relations.hasTaggedOnlyVariant(schema, variants)
        for part in schema.allOf + schema.boundingParts + (isValue ? variants : []) {
            rules += self.rules(of: part, &visited).filter { !rules.contains($0) }
        }
        let inner = elements(schema).map { self.rules(of: $0, &visited) } ?? []
        if !inner.isEmpty {
            rules.append(.each(inner))
        }
        return rules
    }

    /// Returns the schema of all elements of a list, or of all values of a map.
    private func elements(_ schema: Schema) -> Schema? {
        if let items = schema.items, schema.prefixItems.isEmpty {
            return items
        }
        guard schema.properties.isEmpty else { return nil }
        let members = resolver.graph.schemasOfOtherProperties(schema)
        return members.count == 1 ? members[0] : nil
    }

    private func own(_ schema: Schema) -> [RuleModel] {
        let bounds = schema.bounds ?? Schema.Bounds()
        var rules: [RuleModel] = []
        if bounds.minLength ?? 0 > 0 || bounds.maxLength != nil {
            rules.append(.length(bounds.minLength, bounds.maxLength))
        }
        if let pattern = bounds.pattern, isSupported(pattern, schema) {
            rules.append(.pattern(pattern))
        }
        rules += numbers(bounds)
        if bounds.minItems ?? 0 > 0 || bounds.maxItems != nil {
            rules.append(.items(bounds.minItems, bounds.maxItems))
        }
        if bounds.uniqueItems {
            rules.append(.unique)
        }
        if let wanted = schema.contains, bounds.minContains != 0 || bounds.maxContains != nil {
            rules.append(.contains(self.wanted(wanted), bounds.minContains ?? 1, bounds.maxContains))
        }
        if bounds.minProperties ?? 0 > 0 || bounds.maxProperties != nil {
            rules.append(.members(bounds.minProperties, bounds.maxProperties))
        }
        return rules
    }

    /// Returns the rules for the elements that `contains` counts.
    private func wanted(_ schema: Schema) -> [RuleModel] {
        guard schema.isPossible else { return [.oneOf([])] }
        var rules: [RuleModel] = schema.kinds.count == 1 ? [.type(schema.kinds[0])] : []
        let values = schema.isExtensible ? [] : schema.listedValues ?? []
        if !values.isEmpty {
            rules.append(.oneOf(values.compactMap { JSONText($0).text } + (schema.isNullable ? ["null"] : [])))
        }
        return rules + own(schema)
    }

    /// Returns the bounds of the properties that an object schema does not name.
    func rules(ofMembers schemas: [Schema], _ type: SwiftType) -> [RuleModel] {
        schemas.count == 1 ? rules(of: schemas[0], type) : []
    }

    private func numbers(_ bounds: Schema.Bounds) -> [RuleModel] {
        var rules: [RuleModel] = []
        if let digits = bounds.minimum.flatMap(digits) { rules.append(.minimum(digits)) }
        if let digits = bounds.exclusiveMinimum.flatMap(digits) { rules.append(.above(digits)) }
        if let digits = bounds.maximum.flatMap(digits) { rules.append(.maximum(digits)) }
        if let digits = bounds.exclusiveMaximum.flatMap(digits) { rules.append(.below(digits)) }
        if let digits = bounds.multipleOf.flatMap(digits), digits.contains(where: { "123456789".contains($0) }) {
            rules.append(.multiple(digits))
        }
        return rules
    }

    /// Returns the digits in the syntax of JSON; `nil` for a number that only YAML has, such as infinity.
    private func digits(_ text: String) -> String? {
        let text = text.hasPrefix("+") ? String(text.dropFirst()) : text
        let isPlain = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
        guard isPlain, Double(text) != nil, text.drop(while: { $0 == "-" }).first != ".", text.last != "." else {
            return nil
        }
        return text
    }

    private func isSupported(_ pattern: String, _ schema: Schema) -> Bool {
        guard let problem = PatternCheck(pattern).problem else { return true }
        resolver.diagnostics.warning(
            "unsupported-pattern",
            "The pattern \(problem), so strings are not validated against it",
            hint: "Use an ECMA-262 regular expression without lookarounds and backreferences",
            at: schema.range
        )
        return false
    }
}
