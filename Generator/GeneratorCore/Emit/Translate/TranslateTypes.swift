/// Translates the declared types of a module.
///
/// Each schema of the document has a file; types of an operation are in the file of the operation.
struct TypesTranslator {

    let context: TranslationContext
    let layout: OperationFiles

    /// The estimated number of lines from which a type has a separate file.
    private static let longType = 400

    /// Returns the files of all top-level types.
    func work() -> [FileWork] {
        var work: [FileWork] = []
        var beside: [Int: [NamedType]] = [:]
        for type in context.module.types {
            if let section = layout.section(of: type), type.estimatedLines < Self.longType {
                beside[section, default: []].append(type)
            } else {
                work.append { files([type], "Models/", type.name) }
            }
        }
        for (index, section) in layout.sections.enumerated() {
            for (number, types) in (beside[index] ?? []).cut(by: \.estimatedLines).enumerated() {
                let whole = Identifier(sanitizing: (section.part?.text ?? "") + "Types")
                let part = number == 0 ? whole : whole.numbered(number + 1)
                work.append { files(types, "Operations/", section.group.typeName, part: part) }
            }
        }
        return work
    }

    /// Returns one file, or none for types that need no declaration.
    private func files(_ types: [NamedType], _ folder: String, _ name: Identifier, part: Identifier? = nil)
        -> [SourceFileModel]
    {
        var speller = TypeSpeller(context)
        let declarations = types.flatMap { self.declarations(of: $0, &speller) }
        guard !declarations.isEmpty else { return [] }
        let runtime = types.allSatisfy(\.isAlias) ? TranslationContext.RuntimeUse.asSpelled : .declared
        return [context.file(folder, name, part: part, speller, declarations, runtime: runtime)]
    }

    private func declarations(of type: NamedType, _ speller: inout TypeSpeller) -> [Declaration] {
        // The name of another operation's alias of the same instance would only be a detour.
        if let instance = type.original?.instance ?? type.instance {
            return [alias(type, instance, &speller)]
        }
        if let original = type.original {
            let path = original.path.map(\.name.text).joined(separator: "/")
            return [alias(type, .named(original), &speller, otherwise: "The same schema as ``\(path)``.")]
        }
        switch type.content {
        case .pending:
            return []
        case .alias(let target):
            // A type alias for itself would recurse forever.
            guard target != .named(type) else { return [] }
            return [alias(type, target, &speller, otherwise: "An alias.")]
        case .object(let object):
            var declarations: [Declaration] = [
                .type(ObjectTranslator(context: context, type: type).declaration(object, &speller))
            ]
            if context.module.multipart.contains(type) {
                declarations.append(MultipartTranslator(context: context, type: type).conformance(object))
            }
            if !type.parameters.isEmpty {
                declarations.append(ObjectTranslator(context: context, type: type).sharedKeys(object))
            }
            declarations += checks(type)
            return withNested(type, declarations, &speller)
        case .form(let object):
            let form = MultipartTranslator(context: context, type: type)
            return withNested(type, [.type(form.declaration(object, &speller))] + checks(type), &speller)
        case .enumeration(let content):
            return [.type(EnumTranslator(context: context, type: type).declaration(content))]
        case .union(let union):
            let translator = UnionTranslator(context: context, type: type)
            return withNested(type, [.type(translator.declaration(union, &speller))] + checks(type), &speller)
        case .responses(let variants):
            return [.type(ResponseTranslator(context: context, type: type).declaration(variants, &speller))]
        }
    }

    /// Returns the conformances for validation and XML.
    private func checks(_ type: NamedType) -> [Declaration] {
        [RulesTranslator(context: context).conformance(type), XMLTranslator(context: context).conformance(type)]
            .compactMap { $0 }
    }

    /// Adds nested types in an extension, which keeps their indentation small.
    private func withNested(_ type: NamedType, _ own: [Declaration], _ speller: inout TypeSpeller) -> [Declaration] {
        var members: [Declaration] = []
        var extensions: [Declaration] = []
        for inner in type.nested {
            let declarations = declarations(of: inner, &speller)
            members += declarations.filter { !$0.isExtension }
            extensions += declarations.filter(\.isExtension)
        }
        guard !members.isEmpty else { return own + extensions }
        let holder = TypeDeclaration(keyword: .extension, name: type.qualifiedName, members: members)
        return own + [.type(holder)] + extensions
    }

    private func alias(
        _ type: NamedType,
        _ target: SwiftType,
        _ speller: inout TypeSpeller,
        otherwise: String
    ) -> Declaration {
        alias(type, speller.spell(target, in: type), otherwise)
    }

    private func alias(
        _ type: NamedType,
        _ instance: (type: NamedType, arguments: [SwiftType]),
        _ speller: inout TypeSpeller
    ) -> Declaration {
        let arguments = instance.arguments.map { speller.spell($0, in: type) }
        let generic = speller.spell(.named(instance.type))
        return alias(type, "\(generic)<\(arguments.joined(separator: ", "))>", "An object.")
    }

    private func alias(_ type: NamedType, _ target: Code, _ otherwise: String) -> Declaration {
        let comment = context.comment(type, otherwise: otherwise)
        return .alias(
            AliasDeclaration(documentation: comment, access: context.accessCode, name: type.name, target: target)
        )
    }
}

extension Declaration {
    /// Whether the declaration is an extension, which is allowed only at the top level.
    var isExtension: Bool {
        if case .type(let type) = self, type.keyword == .extension { true } else { false }
    }
}

extension NamedType {
    /// Whether the type is an alias.
    var isAlias: Bool {
        if case .alias = content { true } else { original != nil || instance != nil }
    }

    /// The location of the type in the spec.
    ///
    /// A nested type has the location of its outermost type.
    var remark: String? {
        parent == nil ? pointer : nil
    }

    /// The type's name at the top level of its module.
    var qualifiedName: Code {
        path.map { Code("\($0.name)") }.joined(separator: ".")
    }
}

/// The attributes of declarations.
enum Attributes {
    static let deprecated: [Code] = ["@available(*, deprecated)"]
}
