/// Reports the variants of requests whose values may lack what the union requires.
struct UnionReports {

    let resolver: TypeResolver

    /// Reports the variants of a union.
    ///
    /// - Parameters:
    ///   - union: The schema with the variants.
    ///   - members: The schemas of the variants.
    ///   - cases: The cases of the enum, one for each variant.
    ///   - property: The property that distinguishes the variants; `nil` if none does.
    func report(_ union: Schema, _ members: [Schema], _ cases: [UnionType.Variant], discriminator property: String?) {
        guard resolver.graph.usage.isSent(union) else { return }
        if let property {
            reportUnwritten(property, of: union, members, cases)
            reportInherited(property, of: union, members)
        }
        reportRequired(of: union, members, cases, discriminator: property)
    }

    /// Reports the properties that a union requires although its variants declare them as optional.
    private func reportRequired(
        of union: Schema,
        _ members: [Schema],
        _ cases: [UnionType.Variant],
        discriminator: String?
    ) {
        // The properties of a union are required in each of its variants.
        guard !union.required.isEmpty, union.properties.isEmpty, union.allOf.isEmpty, union.reference == nil else {
            return
        }
        let tags = VariantTags(resolver.graph.relations)
        let names = union.required.filter { name in
            zip(members, cases).contains { member, variant in
                let own = tags.names(of: member)
                let isWritten = name == discriminator && variant.writtenTag != nil
                return own.all.contains(name) && !own.required.contains(name) && !isWritten
            }
        }
        guard !names.isEmpty else { return }
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        resolver.diagnostics.warning(
            "no-effect",
            "'required' has no effect on \(list), because a variant declares the property as optional",
            hint: "Add it to 'required' of the variants",
            at: union.requiredRange ?? union.range
        )
    }

    /// Reports the variants of a request that may be sent without a discriminator.
    private func reportUnwritten(
        _ property: String,
        of union: Schema,
        _ members: [Schema],
        _ cases: [UnionType.Variant]
    ) {
        guard union.discriminator != nil else { return }
        let tags = VariantTags(resolver.graph.relations)
        for (member, variant) in zip(members, cases) where variant.writtenTag == nil && variant.tags.count > 1 {
            let names = tags.names(of: member)
            guard names.all.contains(property), !names.required.contains(property) else { continue }
            resolver.diagnostics.warning(
                "unwritten-discriminator",
                "A value of this variant is sent without '\(property)' unless the caller sets it, because the variant "
                    + "has several values of the discriminator",
                hint: "Add '\(property)' to 'required' of the variant, or map it to one value",
                at: member.range
            )
        }
    }

    /// Reports the variants of a request that are sent with the value that a schema they extend has for them, although
    /// the mapping of the union has another one.
    private func reportInherited(_ property: String, of union: Schema, _ members: [Schema]) {
        guard let discriminator = union.discriminator else { return }
        let graph = resolver.graph
        let tags = VariantTags(graph.relations)
        for member in members {
            guard let own = graph.followed(member), let base = graph.inheritance.base(of: own), base !== union,
                Inheritance.tagging(of: base)?.property == property, tags.names(of: own).all.contains(property),
                let sent = tags.tags(of: own, below: base).first
            else { continue }
            let mapped = discriminator.mapping.filter {
                graph.context.schema($0.target).flatMap(graph.followed) === own
            }
            guard let wanted = mapped.first?.value, !mapped.contains(where: { $0.value == sent }) else { continue }
            resolver.diagnostics.warning(
                "unwritten-discriminator",
                "A value of this variant is sent with '\(sent)' as its '\(property)' and not '\(wanted)', because the "
                    + "schema that it extends has this value for it",
                hint: "Use the same 'mapping' in both",
                at: member.range
            )
        }
    }
}
