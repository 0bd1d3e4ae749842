import YAMLReader

/// The schemas that extend a schema with a discriminator, as `Cat` and `Dog` extend `Pet` through `allOf`.
struct Inheritance {

    /// A schema that extends a base.
    struct Child {
        let name: String
        let schema: Schema
    }

    private var children = SchemaTable<[Child]>()
    private var bases = SchemaTable<Schema>()
    /// The schemas that others extend, in the order in which they were found.
    private(set) var allBases: [Schema] = []
    private var knownBases = SchemaSet()

    /// Finds the components that extend others.
    init(_ document: Document, in context: ParseContext) {
        let isUsed =
            document.schemas.contains { _, schema in
                Self.tagging(of: schema) != nil
                    || schema.allOf.contains { part in context.target(of: part).flatMap(Self.tagging) != nil }
            } || !Self.foreignBases(in: context).isEmpty
        guard isUsed else { return }
        for (name, schema) in document.schemas {
            var known: Set<ObjectIdentifier> = []
            note(Child(name: name.text, schema: schema), below: schema, in: context, depth: 0, &known)
        }
        noteForeign(document, in: context)
        noteMapped(document, in: context)
    }

    /// Finds the schemas that only a mapping names as the forms of a base, which none extends.
    ///
    /// They count as extending it if they have all of its properties.
    private mutating func noteMapped(_ document: Document, in context: ParseContext) {
        for (_, base) in document.schemas where base.variants.isEmpty && base.allOf.isEmpty {
            guard let mapping = base.discriminator?.mapping, !mapping.isEmpty, children[base] == nil else { continue }
            var forms: [Child] = []
            for (_, target) in mapping {
                guard let schema = context.schema(target), schema !== base, schema.pointer.file == 0,
                    schema.variants.isEmpty, schema.allOf.isEmpty, Self.hasProperties(of: base, schema)
                else { break }
                if !forms.contains(where: { $0.schema === schema }) {
                    forms.append(Child(name: target.lastToken, schema: schema))
                }
            }
            let named = Set(mapping.map(\.target.lastToken))
            guard forms.count == named.count, forms.count > 1 else { continue }
            children[base] = forms
            forms.forEach { add(base, as: $0) }
        }
    }

    /// Whether a schema has each property of another one.
    private static func hasProperties(of base: Schema, _ schema: Schema) -> Bool {
        base.properties.allSatisfy { property in schema.properties.contains { $0.name == property.name } }
    }

    /// Finds schemas of other files that extend a base of the document and are named by its mapping.
    private mutating func noteForeign(_ document: Document, in context: ParseContext) {
        for (_, base) in document.schemas where base.variants.isEmpty {
            noteForeign(base.discriminator?.mapping.filter { !$0.target.filePath.isEmpty } ?? [], in: context)
        }
        for base in Self.foreignBases(in: context) {
            noteForeign(base.discriminator?.mapping ?? [], in: context)
        }
    }

    private mutating func noteForeign(
        _ mapping: [(value: String, target: Reference)],
        in context: ParseContext
    ) {
        for (_, target) in mapping {
            guard let schema = context.schema(target), schema.pointer.file != 0 else { continue }
            var known: Set<ObjectIdentifier> = []
            note(Child(name: target.lastToken, schema: schema), below: schema, in: context, depth: 0, &known)
        }
    }

    /// Returns the schemas of other files that map values to schemas which extend them.
    private static func foreignBases(in context: ParseContext) -> [Schema] {
        context.locatedSchemas.filter { schema in
            schema.pointer.file != 0 && schema.variants.isEmpty && schema.discriminator?.mapping.isEmpty == false
        }
        .sorted { ($0.pointer.file, $0.range.start) < ($1.pointer.file, $1.range.start) }
    }

    /// Returns the schemas that extend a schema, in document order; empty for a schema without a discriminator.
    func children(of schema: Schema) -> [Child] {
        Self.discriminator(of: schema) == nil ? [] : children[schema] ?? []
    }

    /// Returns the discriminator of a schema that others extend: its own, or the one of an inline part.
    static func discriminator(of schema: Schema) -> Schema.Discriminator? {
        guard schema.variants.isEmpty else { return nil }
        return schema.discriminator
            ?? schema.allOf.last { $0.reference == nil && $0.discriminator != nil && $0.variants.isEmpty }?
            .discriminator
    }

    /// Returns the discriminator of a schema that others extend, whether or not the schema lists them as its variants.
    static func tagging(of schema: Schema) -> Schema.Discriminator? {
        schema.variants.isEmpty ? discriminator(of: schema) : schema.discriminator
    }

    /// Returns the schema with a discriminator that a schema extends; one with variants only if the schema is among
    /// them.
    func base(of schema: Schema) -> Schema? {
        bases[schema]
    }

    /// Records the schemas that a schema extends.
    private mutating func note(
        _ child: Child,
        below schema: Schema,
        in context: ParseContext,
        depth: Int,
        _ known: inout Set<ObjectIdentifier>
    ) {
        guard depth < 32 else { return }
        for part in schema.allOf {
            guard let target = context.target(of: part), target !== child.schema else { continue }
            if Self.discriminator(of: target) != nil,
                children[target]?.contains(where: { $0.schema === child.schema }) != true
            {
                children[target] = (children[target] ?? []) + [child]
                add(target, as: child)
            } else if target.discriminator != nil, isVariant(child.schema, of: target, in: context) {
                add(target, as: child)
            }
            guard !target.allOf.isEmpty, known.insert(ObjectIdentifier(target)).inserted else { continue }
            note(child, below: target, in: context, depth: depth + 1, &known)
        }
    }

    /// Records a base of a schema, which keeps the first one.
    private mutating func add(_ base: Schema, as child: Child) {
        bases[child.schema] = bases[child.schema] ?? base
        if knownBases.insert(base) {
            allBases.append(base)
        }
    }

    /// Whether a schema is among the variants of a union, or of a nested union.
    private func isVariant(_ schema: Schema, of union: Schema, in context: ParseContext) -> Bool {
        var known: Set<ObjectIdentifier> = []
        // Breadth first, so that each union is reached at its highest level.
        var level = [union]
        for _ in 0..<4 where !level.isEmpty {
            let targets = level.flatMap(\.variants).compactMap(context.target)
            guard !targets.contains(where: { $0 === schema }) else { return true }
            level = targets.filter { $0.saysOnlyTypesBesideVariants && known.insert(ObjectIdentifier($0)).inserted }
        }
        return false
    }
}
