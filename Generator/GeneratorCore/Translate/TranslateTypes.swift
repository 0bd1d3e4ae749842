/// Translates the declared types of a module, one file each.
struct TypesTranslator {

    let context: TranslationContext

    /// The files of all top-level types.
    func files() -> [SourceFileModel] {
        context.module.types.compactMap { type in
            var speller = TypeSpeller(module: context.module.name)
            let declarations = declarations(of: type, &speller)
            guard !declarations.isEmpty else { return nil }
            let isAlias = if case .alias = type.content { true } else { false }
            return context.file("Models/", type.name, speller, declarations, runtime: isAlias ? .asSpelled : .declared)
        }
    }

    private func declarations(of type: NamedType, _ speller: inout TypeSpeller) -> [Declaration] {
        switch type.content {
        case .pending:
            return []
        case .alias(let target):
            // A name that stands for itself would never end.
            guard target != .named(type) else { return [] }
            return [
                .alias(
                    AliasDeclaration(
                        documentation: comment(type),
                        access: context.accessCode,
                        name: type.name,
                        target: speller.spell(target)
                    )
                )
            ]
        case .object(let object):
            var declarations: [Declaration] = [
                .type(ObjectTranslator(context: context, type: type).declaration(object, &speller))
            ]
            if context.module.multipart.contains(type) {
                declarations.append(MultipartTranslator(context: context, type: type).conformance(object))
            }
            return withNested(type, declarations, &speller)
        case .form(let object):
            let form = MultipartTranslator(context: context, type: type)
            return withNested(type, [.type(form.declaration(object, &speller))], &speller)
        case .enumeration(let content):
            return [.type(EnumTranslator(context: context, type: type).declaration(content))]
        case .union(let union):
            let translator = UnionTranslator(context: context, type: type)
            return withNested(type, [.type(translator.declaration(union, &speller))], &speller)
        case .answers(let variants):
            return [.type(AnswerTranslator(context: context, type: type).declaration(variants, &speller))]
        }
    }

    /// Inner types stand in extensions, so that each is read at the margin.
    private func withNested(_ type: NamedType, _ own: [Declaration], _ speller: inout TypeSpeller) -> [Declaration] {
        var result = own
        for inner in type.nested {
            let declarations = declarations(of: inner, &speller)
            let members = declarations.filter { !$0.isExtension }
            guard !members.isEmpty else { continue }
            let name = type.path.map { Code("\($0.name)") }.joined(separator: ".")
            result.append(.type(TypeDeclaration(keyword: .extension, name: name, members: members)))
            result += declarations.filter(\.isExtension)
        }
        return result
    }

    private func comment(_ type: NamedType) -> DocComment {
        context.comment(type.documentation, otherwise: "Another name.", pointer: type.remark)
    }
}

extension Declaration {
    /// Whether the declaration extends a type, which only the top level may.
    var isExtension: Bool {
        if case .type(let type) = self, type.keyword == .extension { true } else { false }
    }
}

extension NamedType {
    /// Where the type stands in the spec.
    ///
    /// Inner types stand where the outermost one does.
    var remark: String? {
        parent == nil ? pointer : nil
    }

    /// The type's name as it is written from the top level.
    var qualifiedName: Code {
        path.map { Code("\($0.name)") }.joined(separator: ".")
    }
}

/// Attributes of declarations.
enum Attributes {
    static let deprecated: [Code] = ["@available(*, deprecated)"]
}
