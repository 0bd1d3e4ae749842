/// Creates structs from lists with a separate type for each position.
struct TupleBuilder {

    let resolver: TypeResolver

    /// Declares the struct of a list with `prefixItems`.
    ///
    /// Positions beyond `minItems` are optional.
    func build(_ schema: Schema, at place: TypeResolver.Place) -> SwiftType {
        let type = resolver.declaration(of: schema, at: place)
        type.content = .pending
        var scope = NameScope(resolver.diagnostics, reserving: ["rest"])
        let least = schema.bounds?.minItems ?? 0
        var object = ObjectType()
        object.isTuple = true
        object.properties = schema.prefixItems.enumerated().map { index, item in
            property(item, index, isRequired: index < least, in: type, &scope)
        }
        object.additional = rest(schema, in: type)
        if case .typed(let value) = object.additional, let items = schema.items {
            object.additionalRules = RuleReader(resolver: resolver).rules(of: items, value)
        }
        object.isSensitive = Sensitivity(graph: resolver.graph).isSensitive(schema)
        type.content = .object(object)
        return .named(type)
    }

    private func property(
        _ item: Schema,
        _ index: Int,
        isRequired: Bool,
        in type: NamedType,
        _ scope: inout NameScope
    ) -> PropertyModel {
        let title = item.swiftName ?? item.title ?? "item\(index + 1)"
        let name = scope.take(SwiftName.member(title), for: "The position \(index)", at: item.range)
        let resolved = resolver.resolve(item, at: TypeResolver.Place(parent: type, name: title, member: name))
        let own = resolver.graph.followed(item) ?? item
        var property = PropertyModel(
            wireName: String(index),
            name: name,
            type: resolved.type,
            presence: isRequired ? (resolved.isNullable ? .nullable : .required) : .optional,
            documentation: Documentation(summary: item.description ?? own.description),
            isDeprecated: item.isDeprecated,
            isLenient: false,
            isSensitive: Sensitivity(graph: resolver.graph).isSensitive(item),
            rules: RuleReader(resolver: resolver).rules(of: item, resolved.type),
            range: item.range
        )
        property.xml = item.xml ?? own.xml
        return property
    }

    private func rest(_ schema: Schema, in type: NamedType) -> AdditionalProperties {
        guard let items = schema.items else {
            let isComplete = schema.bounds?.maxItems.map { $0 <= schema.prefixItems.count } ?? false
            return isComplete ? .none : .typed(.json)
        }
        guard items.isPossible else { return .none }
        let resolved = resolver.resolve(items, at: TypeResolver.Place(parent: type, name: "RestItem"))
        return .typed(resolved.isNullable ? .optional(resolved.type) : resolved.type)
    }
}
