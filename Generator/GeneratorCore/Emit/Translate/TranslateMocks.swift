/// Translates a module into another one for tests: a mock for each tag, and the examples of the spec.
struct MocksTranslator {

    let context: TranslationContext
    private let names: TestingNames
    private let taken: TopLevelNames
    private var module: APIModule { context.module }

    init(context: TranslationContext) {
        self.context = context
        names = TestingNames(context.module)
        taken = TopLevelNames(context.module)
    }

    /// Returns a speller whose names are unambiguous where both modules are imported.
    private func clearSpeller() -> TypeSpeller {
        var speller = TypeSpeller(context)
        speller.qualified = names.shared
        return speller
    }

    /// Returns the files of the mocks and the examples.
    func files() -> [SourceFileModel] {
        module.groups.flatMap(mock) + client() + module.examples.map(examples)
    }

    /// Returns the mock of the whole client; none for a module without operations.
    private func client() -> [SourceFileModel] {
        guard !module.groups.isEmpty else { return [] }
        let name = taken.free(module.clientName.appending("Mock"))
        let groups = module.groups.map { group -> Declaration in
            let type = self.name(of: group)
            return .property(
                PropertyDeclaration(
                    documentation: DocComment(summary: "The mock of ``\(group.typeName.text)``."),
                    access: context.accessCode,
                    head: "let \(group.name) = \(type)()"
                )
            )
        }
        let create = Declaration.function(
            FunctionDeclaration(
                documentation: DocComment(summary: "Creates a mock whose methods fail until they have responses."),
                access: context.accessCode,
                head: "init"
            )
        )
        let type = TypeDeclaration(
            documentation: DocComment(summary: "A mock of ``\(module.clientName.text)`` with a mock of each group."),
            access: context.accessCode,
            keyword: .finalClass,
            name: "\(name)",
            conformances: ["\(module.clientName.appending("Protocol"))"],
            members: groups + [create]
        )
        return [
            SourceFileModel(
                path: "Mocks/\(name.text).swift",
                // The conformance to a protocol of the package is no use of a package import for the compiler.
                imports: [Import(module: "\(module.name)", isVisible: context.access == .public)],
                declarations: [.type(type)]
            )
        ]
    }

    /// Returns the name of the mock of a group.
    private func name(of group: OperationGroupModel) -> Identifier {
        taken.free(group.typeName.appending("Mock"))
    }

    /// Returns a mock.
    ///
    /// The class contains its scripts, and its methods unless they are too many for one file.
    private func mock(_ group: OperationGroupModel) -> [SourceFileModel] {
        var speller = clearSpeller()
        var members: [Declaration] = [
            .function(
                FunctionDeclaration(
                    documentation: DocComment(summary: "Creates a mock whose methods fail until they have responses."),
                    access: context.accessCode,
                    head: "init"
                )
            )
        ]
        let methods = group.methods(context)
        let scripts = scriptNames(methods)
        let isLong = methods.reduce(0) { $0 + $1.estimatedLines + 4 } > OperationFiles.longest
        for (method, name) in zip(methods, scripts) {
            members.append(script(method, name, &speller))
            if !isLong {
                members.append(function(method, name, &speller))
            }
        }
        let name = name(of: group)
        let type = TypeDeclaration(
            documentation: DocComment(
                summary: "A mock of ``\(group.typeName.text)`` whose methods return scripted responses."
            ),
            access: context.accessCode,
            keyword: .finalClass,
            name: "\(name)",
            conformances: ["\(group.protocolName)"],
            members: members
        )
        let parts = isLong ? Array(zip(methods, scripts)).cut(by: \.0.estimatedLines) : []
        return [file("Mocks/\(name.text).swift", speller, type)]
            + parts.enumerated().map { index, methods in
                var speller = clearSpeller()
                let members = methods.map { function($0, $1, &speller) }
                let type = TypeDeclaration(keyword: .extension, name: "\(name)", members: members)
                let path = "Mocks/\(name.text)+Methods\(index == 0 ? "" : "\(index + 1)").swift"
                return file(path, speller, type, hasScripts: false)
            }
    }

    /// Returns a file.
    ///
    /// An import that is more public than its use causes a warning, and only scripts refer to `APITesting`.
    private func file(
        _ path: String,
        _ speller: TypeSpeller,
        _ type: TypeDeclaration,
        hasScripts: Bool = true
    ) -> SourceFileModel {
        SourceFileModel(
            path: path,
            imports: [
                Import(module: RuntimeNames.module, isVisible: isVisible),
                Import(module: TestingNames.module, isVisible: isVisible && hasScripts),
                Import(module: "\(module.name)", isVisible: isVisible),
            ] + Import.foundation(speller.foundationTypes, isVisible: isVisible)
                + speller.modules.sorted().map { Import(module: "\($0)", isVisible: isVisible) },
            declarations: [.type(type)]
        )
    }

    /// Returns the names of the scripts in the order of the methods: `onList` for `list`.
    ///
    /// A method that is called like another one with a suffix has precedence over that one.
    func scriptNames(_ methods: [GroupMethod]) -> [Identifier] {
        var taken: Set<Identifier> = []
        var names = methods.map(\.name)
        let plain = methods.indices.filter { methods[$0].scriptKey == methods[$0].name }
        let suffixed = methods.indices.filter { methods[$0].scriptKey != methods[$0].name }
        for index in plain + suffixed {
            let text = methods[index].scriptKey.text
            let wanted = Identifier(sanitizing: "on" + text.prefix(1).uppercased() + text.dropFirst())
            names[index] = wanted.free(where: taken.contains)
            taken.insert(names[index])
        }
        return names
    }

    /// Returns the property that holds the responses and the recorded calls of a method.
    private func script(_ method: GroupMethod, _ name: Identifier, _ speller: inout TypeSpeller) -> Declaration {
        let parameters = method.parameters(&speller, withDefaults: false)
        // A tuple of one element has no label.
        let input =
            parameters.count == 1
            ? parameters[0].type : "(\(parameters.map { "\($0.name): \($0.type)" as Code }.joined(separator: ", ")))"
        let type: Code
        if case .pages = method.kind, let paging = method.operation.paging {
            type = "\(names.mockedPages)<\(input), \(speller.spell(paging.itemType))>"
        } else if let item = method.target.response.item(&speller) {
            type = "\(names.mockedStream)<\(input), \(item)>"
        } else {
            let output = method.target.response.spelled(&speller) ?? "Void"
            type = "\(names.mockedCall)<\(input), \(output), \(speller.spell(own: method.target.errorName))>"
        }
        return .property(
            PropertyDeclaration(
                documentation: DocComment(
                    summary: "The scripted responses and recorded calls of ``\(method.name.text)``."
                ),
                access: context.accessCode,
                head: "let \(name) = \(type)(\(literal: method.name.text))"
            )
        )
    }

    private func function(_ method: GroupMethod, _ name: Identifier, _ speller: inout TypeSpeller) -> Declaration {
        let parameters = method.parameters(&speller, withDefaults: false)
        let names = parameters.map(\.name)
        let input = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
        let call: Code = method.isCall ? "try await " : ""
        let script = parameters.member("\(name)")
        return .function(
            FunctionDeclaration(
                documentation: DocComment(summary: method.summary),
                attributes: method.target.resultAttributes,
                access: context.accessCode,
                head: "func \(method.name)",
                parameters: parameters,
                suffix: method.suffix(&speller),
                body: [Line("\(call)\(script).call(\(input))")]
            )
        )
    }

    private func examples(_ set: ExampleSet) -> SourceFileModel {
        var speller = clearSpeller()
        let name = speller.spell(.named(set.type))
        let members: [Declaration] = [
            .property(
                PropertyDeclaration(
                    documentation: DocComment(summary: "The first example in the specification."),
                    access: context.accessCode,
                    head: "static var example: \(name)",
                    body: [Line("get throws { try examples[0] }")]
                )
            ),
            .property(
                PropertyDeclaration(
                    documentation: DocComment(summary: "The examples in the specification, in order."),
                    access: context.accessCode,
                    head: "static var examples: [\(name)]",
                    body: [Line("get throws {"), Line("try \(TestingNames.examples).decode([", depth: 1)]
                        + set.texts.map { Line("\(literal: $0),", depth: 2) }
                        + [Line("])", depth: 1), Line("}")]
                )
            ),
        ]
        let type = TypeDeclaration(keyword: .extension, name: "\(name)", members: members)
        return SourceFileModel(
            path: "Examples/\(set.type.name.text)+Examples.swift",
            imports: [
                Import(module: TestingNames.module, isVisible: false),
                Import(module: "\(module.name)", isVisible: isVisible),
            ],
            declarations: [.type(type)]
        )
    }

    private var isVisible: Bool {
        context.access != .internal
    }
}
