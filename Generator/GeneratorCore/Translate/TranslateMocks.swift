/// Translates a module into another one for tests: a double for each tag, and the examples of the spec.
struct MocksTranslator {

    let context: TranslationContext
    private var module: APIModule { context.module }

    init(context: TranslationContext) {
        self.context = context
    }

    /// The files of the doubles and of the examples.
    func files() -> [SourceFileModel] {
        module.groups.flatMap(mock) + module.examples.map(examples)
    }

    /// A double; its scripts stand in the class, and so do its methods, unless they are too many for one file.
    private func mock(_ group: OperationGroupModel) -> [SourceFileModel] {
        var speller = TypeSpeller(context)
        var members: [Declaration] = [
            .function(
                FunctionDeclaration(
                    documentation: DocComment(summary: "Creates a double whose methods fail until they are told more."),
                    access: context.accessCode,
                    head: "init"
                )
            )
        ]
        let methods = group.methods(context)
        let isLong = methods.reduce(0) { $0 + $1.estimatedLines + 4 } > OperationFiles.longest
        for method in methods {
            members.append(script(method, &speller))
            if !isLong {
                members.append(function(method, &speller))
            }
        }
        let name = group.typeName.appending("Mock")
        let type = TypeDeclaration(
            documentation: DocComment(
                summary: "A double of ``\(group.typeName.text)``: each method answers with what its script says."
            ),
            access: context.accessCode,
            keyword: .finalClass,
            name: "\(name)",
            conformances: ["\(group.protocolName)"],
            members: members
        )
        let parts = isLong ? methods.cut(by: \.estimatedLines) : []
        return [file("Mocks/\(name.text).swift", speller, type)]
            + parts.enumerated().map { index, methods in
                var speller = TypeSpeller(context)
                let members = methods.map { function($0, &speller) }
                let type = TypeDeclaration(keyword: .extension, name: "\(name)", members: members)
                return file("Mocks/\(name.text)+Methods\(index == 0 ? "" : "\(index + 1)").swift", speller, type)
            }
    }

    private func file(_ path: String, _ speller: TypeSpeller, _ type: TypeDeclaration) -> SourceFileModel {
        let modules = [RuntimeNames.module, RuntimeNames.testingModule, "\(module.name)"]
        return SourceFileModel(
            path: path,
            imports: (modules + (speller.usesFoundation ? ["Foundation"] : [])
                + speller.modules.sorted().map { "\($0)" })
                .map { Import(module: $0, isVisible: isVisible) },
            declarations: [.type(type)]
        )
    }

    private func scriptName(_ method: GroupMethod) -> Identifier {
        Identifier(sanitizing: "on" + method.name.text.prefix(1).uppercased() + method.name.text.dropFirst())
    }

    /// The property that keeps what a method answers and what it was given.
    private func script(_ method: GroupMethod, _ speller: inout TypeSpeller) -> Declaration {
        let parameters = method.parameters(&speller, withDefaults: false)
        // A tuple of one has no label.
        let input =
            parameters.count == 1
            ? parameters[0].type : "(\(parameters.map { "\($0.name): \($0.type)" as Code }.joined(separator: ", ")))"
        let type: Code
        if !method.isCall, let paging = method.operation.paging {
            type = "\(RuntimeNames.mockedPages)<\(input), \(speller.spell(paging.itemType))>"
        } else {
            let output = method.target.answer.spelled(&speller) ?? "Void"
            type = "\(RuntimeNames.mockedCall)<\(input), \(output), \(method.target.errorName)>"
        }
        return .property(
            PropertyDeclaration(
                documentation: DocComment(summary: "What ``\(method.name.text)`` answers, and what it was given."),
                access: context.accessCode,
                head: "let \(scriptName(method)) = \(type)(\(literal: method.name.text))"
            )
        )
    }

    private func function(_ method: GroupMethod, _ speller: inout TypeSpeller) -> Declaration {
        let parameters = method.parameters(&speller, withDefaults: false)
        let names = parameters.map(\.name)
        let input = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
        let call: Code = method.isCall ? "try await " : ""
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: method.summary),
                access: context.accessCode,
                head: "func \(method.name)",
                parameters: parameters,
                suffix: method.suffix(&speller),
                body: [Line("\(call)\(scriptName(method)).call(\(input))")]
            )
        )
    }

    private func examples(_ set: ExampleSet) -> SourceFileModel {
        let name = set.type.name
        let members: [Declaration] = [
            .property(
                PropertyDeclaration(
                    documentation: DocComment(summary: "The first example of the specification."),
                    access: context.accessCode,
                    head: "static var example: \(name)",
                    body: [Line("get throws { try examples[0] }")]
                )
            ),
            .property(
                PropertyDeclaration(
                    documentation: DocComment(summary: "The examples of the specification, in its order."),
                    access: context.accessCode,
                    head: "static var examples: [\(name)]",
                    body: [Line("get throws {"), Line("try \(RuntimeNames.examples).decode([", depth: 1)]
                        + set.texts.map { Line("\(literal: $0),", depth: 2) }
                        + [Line("])", depth: 1), Line("}")]
                )
            ),
        ]
        let type = TypeDeclaration(keyword: .extension, name: "\(name)", members: members)
        return SourceFileModel(
            path: "Examples/\(name.text)+Examples.swift",
            imports: [
                Import(module: RuntimeNames.testingModule, isVisible: false),
                Import(module: "\(module.name)", isVisible: isVisible),
            ],
            declarations: [.type(type)]
        )
    }

    private var isVisible: Bool {
        context.access != .internal
    }
}
