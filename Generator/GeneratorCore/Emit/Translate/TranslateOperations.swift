/// Translates the operations of a module into one file per tag, or several if that would be too long.
struct OperationsTranslator {

    let context: TranslationContext
    let layout: OperationFiles

    /// Returns the files of all groups.
    func work() -> [FileWork] {
        layout.sections.map { section in { [file(section)] } } + [heads]
    }

    private func file(_ section: OperationFiles.Section) -> SourceFileModel {
        var speller = TypeSpeller(context)
        let name = section.group.typeName
        let methods = methods(section.operations, of: section.group, &speller)
        let type =
            section.part == nil
            ? declaration(section.group, methods)
            : TypeDeclaration(keyword: .extension, name: "\(name)", members: methods)
        let errors = section.operations.map { operation in
            FailuresTranslator(context: context, operation: operation).declaration(&speller)
        }
        let declarations = [.type(type)] + errors
        return context.file("Operations/", name, part: section.part, speller, declarations)
    }

    /// Returns the declarations of groups whose operations are in several files.
    private func heads() -> [SourceFileModel] {
        let whole = Set(layout.sections.filter { $0.part == nil }.map(\.group.typeName))
        return context.module.groups.filter { !whole.contains($0.typeName) }.map { group in
            let speller = TypeSpeller(context)
            return context.file("Operations/", group.typeName, speller, [.type(declaration(group, []))])
        }
    }

    private func declaration(_ group: OperationGroupModel, _ methods: [Declaration]) -> TypeDeclaration {
        let members: [Declaration] = [
            .property(
                PropertyDeclaration(
                    documentation: DocComment(summary: "The sender of the requests."),
                    access: context.accessCode,
                    head: "let sender: \(RuntimeNames.sender)"
                )
            ),
            .function(
                FunctionDeclaration(
                    documentation: DocComment(summary: "Creates a group of operations that uses a sender."),
                    access: context.accessCode,
                    head: "init",
                    parameters: [.init(name: "sender", type: RuntimeNames.sender)],
                    body: [Line("self.sender = \(group.tag.map { "sender.tagged(\(literal: $0))" } ?? "sender")")]
                )
            ),
        ]
        return TypeDeclaration(
            documentation: context.comment(group.documentation, otherwise: "A group of operations."),
            access: context.accessCode,
            keyword: .structure,
            name: "\(group.typeName)",
            conformances: [RuntimeNames.operationGroup],
            members: members + methods
        )
    }

    private func methods(
        _ operations: [OperationModel],
        of group: OperationGroupModel,
        _ speller: inout TypeSpeller
    ) -> [Declaration] {
        var members: [Declaration] = []
        for operation in operations {
            members.append(method(operation, of: group, &speller))
            members += operation.alternatives.map { method($0, of: group, &speller) }
            if let paging = operation.paging {
                members.append(
                    PagingTranslator(context: context, operation: operation).method(operation, paging, &speller)
                )
            }
            if let polling = operation.polling {
                let translator = PollingTranslator(context: context, operation: operation, polling: polling)
                members.append(translator.method(&speller))
            }
            members += operation.links.map { LinkTranslator(context: context, link: $0).method(operation, &speller) }
        }
        return members
    }

    private func method(
        _ operation: OperationModel,
        of group: OperationGroupModel,
        _ speller: inout TypeSpeller
    ) -> Declaration {
        let signature = OperationSignature(operation)
        return .function(
            FunctionDeclaration(
                documentation: documentation(operation, of: group, signature),
                attributes: (operation.isDeprecated ? Attributes.deprecated : []) + operation.resultAttributes,
                access: context.accessCode,
                head: "func \(operation.methodName)",
                parameters: signature.parameters(&speller),
                suffix: suffix(operation, &speller),
                body: CallTranslator(operation: operation, context: context).body()
            )
        )
    }

    private func suffix(_ operation: OperationModel, _ speller: inout TypeSpeller) -> Code {
        operation.effects(&speller)
    }

    private func documentation(
        _ operation: OperationModel,
        of group: OperationGroupModel,
        _ signature: OperationSignature
    ) -> DocComment {
        var comment = context.comment(operation.documentation, otherwise: operation.plainSummary(context))
        var notes = [operation.alternativeNote].compactMap { $0 } + operation.notes + operation.mediaNotes
        if operation.response.isStream { notes.append("The sequence throws ``\(operation.errorName.text)``.") }
        let sample = "Example: `\(operation.sample(in: group, signature))`"
        comment.details = ([comment.details].compactMap { $0 } + notes + [sample]).joined(separator: "\n\n")
        comment.parameters = signature.documentation
        if case .nothing = operation.response {} else { comment.returns = operation.result }
        comment.throwing = operation.response.isStream ? nil : "``\(operation.errorName.text)``"
        let verb = operation.methodText
        var source = "`\(verb) \(operation.path.plain)`, source `\(operation.pointer)`"
        if let evidence = operation.evidence, evidence != .documented {
            source += evidence == .inferred ? ". Inferred: no source documents it" : ". Known only from third parties"
        }
        if !operation.scopes.isEmpty {
            source += ". Scopes: " + operation.scopes.map { "`\($0)`" }.joined(separator: ", ")
        }
        comment.source = source
        return comment
    }
}

extension OperationModel {

    /// Returns a call of the method with the arguments that have no default, for the documentation.
    ///
    /// It contains no backticks, which would end the code span around it.
    fileprivate func sample(in group: OperationGroupModel, _ signature: OperationSignature) -> String {
        let arguments = signature.neededArguments.map { $0.text.replacing("`", with: "") }.joined(separator: ", ")
        let call = "client.\(group.name.text).\(methodName.text)(\(arguments))"
        return response.isStream ? "for try await item in \(call) { … }" : "try await \(call)"
    }

    /// Returns a summary of an operation without documentation: its request, and the type of the result.
    func plainSummary(_ context: TranslationContext) -> String {
        var speller = TypeSpeller(context)
        let request = "Sends `\(methodText) \(path.plain)`"
        guard let result = response.spelled(&speller) else { return request + "." }
        return "\(request) and returns `\(result.text.replacing("`", with: ""))`."
    }

    /// Returns the effects and the result after the parameters of a method that calls the operation.
    func effects(_ speller: inout TypeSpeller) -> Code {
        if response.isStream, let result = response.spelled(&speller) { return "-> \(result)" }
        let effects: Code = "async throws(\(speller.spell(own: errorName)))"
        return response.spelled(&speller).map { "\(effects) -> \($0)" } ?? effects
    }
}

extension ResponseModel {

    /// Returns the type that callers receive; `nil` for none.
    func spelled(_ speller: inout TypeSpeller) -> Code? {
        switch self {
        case .nothing: nil
        case .json(let type): speller.spell(type)
        case .optionalJSON(let type): "\(speller.spell(type))?"
        case .data: speller.foundation("Data")
        case .text: "String"
        case .variants(let type, _): speller.spell(.named(type))
        case .events, .lines, .parts: item(&speller).map { "\(RuntimeNames.responseSequence)<\($0)>" }
        case .file: RuntimeNames.downloadedFile
        case .chunks: RuntimeNames.responseStream
        }
    }

    /// Returns the type of the items of a stream; `nil` for any other response.
    func item(_ speller: inout TypeSpeller) -> Code? {
        switch self {
        case .events(let type, _, _): "\(RuntimeNames.event)<\(type.map { speller.spell($0) } ?? "String")>"
        case .lines(let type, _): speller.spell(type)
        case .parts(let type): "\(RuntimeNames.part)<\(type.map { speller.spell($0) } ?? speller.foundation("Data"))>"
        default: nil
        }
    }
}

extension URLTemplate {
    /// The path in the document.
    var plain: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let name): "{\(name)}"
            }
        }.joined()
    }
}

/// The parameters of a method in the order of its declaration.
struct OperationSignature {

    private struct Entry {
        let name: Identifier
        let isRequired: Bool
        var defaultValue: LiteralValue?
        let documentation: String
        let type: (inout TypeSpeller) -> Code
        var isPosition = false
        /// The value that a server assumes for an absent one; `nil` if there is none.
        var assumedValue: LiteralValue?
        /// Whether the server always has a value.
        var isAlwaysServed = false
        /// The argument label; `nil` if it is the name.
        var label: Code?
        var defaultCode: Code?
    }

    private let entries: [Entry]

    init(_ operation: OperationModel) {
        var required: [Entry] = []
        var optional: [Entry] = []
        for parameter in operation.parameters {
            let entry = Entry(
                name: parameter.name,
                isRequired: parameter.isRequired,
                defaultValue: parameter.defaultValue,
                documentation: parameter.text,
                type: { $0.spell(parameter.type) },
                isPosition: operation.paging.map { $0.position == parameter.name } ?? false,
                assumedValue: parameter.assumedValue
            )
            parameter.isNeeded ? required.append(entry) : optional.append(entry)
        }
        if let body = operation.body {
            let entry = Entry(
                name: "body",
                isRequired: body.isRequired,
                documentation: body.documentation.summary ?? "The request body.",
                type: { Self.bodyType(body, &$0) }
            )
            body.isRequired ? required.append(entry) : optional.insert(entry, at: 0)
        }
        if let entry = Self.contentType(of: operation) {
            entry.defaultCode == nil ? required.append(entry) : optional.insert(entry, at: optional.isEmpty ? 0 : 1)
        }
        if case .file = operation.response { required.append(Self.file(operation)) }
        if let entry = Self.accept(of: operation) { optional.append(entry) }
        entries = required + optional
    }

    /// Returns the parameter for the media type of a body that has several; `nil` for any other body.
    ///
    /// It has a default if one of the types is true of any body of its kind, or if the body is a model.
    private static func contentType(of operation: OperationModel) -> Entry? {
        guard let body = operation.body, let first = body.contentTypes.first else { return nil }
        let isText = body.kind == .text
        let common = isText ? "text/plain" : "application/octet-stream"
        let including = [common, isText ? "text/*" : "application/*", "*/*"]
        let isCommon = body.contentTypes.contains(where: including.contains)
        // Models have the same content in each of their media types.
        let isModel = body.kind == .json || body.kind == .xml
        let isRange = first.contains("*")
        let own = isModel && !isRange ? first : nil
        let standard = own ?? (isCommon ? common : body.isRequired || isRange ? nil : first)
        let list = body.contentTypes.map { "`\($0)`" }.joined(separator: ", ")
        return Entry(
            name: operation.contentTypeName,
            isRequired: true,
            documentation: "The media type of the body: \(list).",
            type: { _ in RuntimeNames.bodyMediaType },
            defaultCode: standard.map { "\(literal: $0)" }
        )
    }

    /// Returns the parameter for the media type of a response that has several; `nil` for any other response.
    private static func accept(of operation: OperationModel) -> Entry? {
        let types = operation.acceptChoice
        guard !types.isEmpty else { return nil }
        let list = types.map { "`\($0)`" }.joined(separator: ", ")
        return Entry(
            name: operation.acceptName,
            isRequired: false,
            documentation: types.count == 1
                ? "The requested media type; `nil` requests \(list)."
                : "The requested media type, one of \(list); `nil` requests all of them.",
            type: { _ in RuntimeNames.bodyMediaType },
            isAlwaysServed: true
        )
    }

    private static func file(_ operation: OperationModel) -> Entry {
        Entry(
            name: operation.fileName,
            isRequired: true,
            documentation: "A file URL. A file at this URL is replaced in one step after the last byte has arrived.",
            type: { $0.foundation("URL") },
            label: "to"
        )
    }

    private static func bodyType(_ body: BodyModel, _ speller: inout TypeSpeller) -> Code {
        switch body.kind {
        case .json, .form, .multipart, .partList, .xml: speller.spell(body.type)
        case .binary: RuntimeNames.requestBody
        case .parts: RuntimeNames.multipartBody
        case .text: "String"
        case .lines, .textSequence, .partItems: "\(RuntimeNames.bodyItems)<\(speller.spell(body.type))>"
        }
    }

    /// Returns the parameters, followed by the options of the call.
    ///
    /// - Parameters:
    ///   - speller: The speller of the types.
    ///   - leavingOutPosition: Whether to omit the parameter that changes from page to page.
    ///   - others: The names of other parameters to omit.
    /// - Returns: The parameters.
    func parameters(
        _ speller: inout TypeSpeller,
        leavingOutPosition: Bool = false,
        leavingOut others: Set<Identifier> = []
    ) -> [FunctionDeclaration.Parameter] {
        let kept = entries.filter { !(leavingOutPosition && $0.isPosition) && !others.contains($0.name) }
        var parameters = kept.map { entry in
            let type = entry.type(&speller)
            entry.defaultValue?.foundationTypes.forEach { speller.noteFoundation($0) }
            let standard = entry.defaultCode ?? entry.defaultValue?.code { speller.spell(.named($0)) }
            return FunctionDeclaration.Parameter(
                label: entry.label,
                name: "\(entry.name)",
                type: entry.isRequired ? type : "\(type)?",
                defaultValue: entry.isRequired ? standard : "nil"
            )
        }
        parameters.append(
            .init(
                name: "options",
                type: RuntimeNames.callOptions,
                defaultValue: "\(RuntimeNames.callOptions)()"
            )
        )
        return parameters
    }

    /// Returns the parameters of the method that a server implements, without defaults.
    ///
    /// A parameter with a documented default is not optional, because the server assumes it.
    func servedParameters(_ speller: inout TypeSpeller) -> [FunctionDeclaration.Parameter] {
        entries.map { entry in
            let type = entry.type(&speller)
            entry.assumedValue?.foundationTypes.forEach { speller.noteFoundation($0) }
            let hasValue = entry.isRequired || entry.isAlwaysServed || entry.assumedValue != nil
            return .init(name: "\(entry.name)", type: hasValue ? type : "\(type)?")
        }
    }

    /// The names of the parameters with their documentation.
    var documentation: [(name: Identifier, text: String)] {
        documentation(leavingOutPosition: false)
    }

    /// Returns the names of the parameters with their documentation, optionally without the one that changes from page
    /// to page.
    func documentation(
        leavingOutPosition: Bool,
        leavingOut others: Set<Identifier> = []
    ) -> [(name: Identifier, text: String)] {
        entries.filter { !(leavingOutPosition && $0.isPosition) && !others.contains($0.name) }
            .map { ($0.name, $0.documentation) } + [("options", "The options of this call, such as its timeout.")]
    }

    /// The arguments without a default, each with the name of its parameter as its value.
    var neededArguments: [Code] {
        entries.filter { $0.isRequired && $0.defaultValue == nil && $0.defaultCode == nil }.map { entry in
            "\(entry.label ?? Code.label(entry.name)): \(entry.name)"
        }
    }

    /// Returns the arguments that forward all parameters.
    ///
    /// - Parameters:
    ///   - position: The value for the parameter that changes from page to page; `nil` omits it.
    ///   - keepingPosition: Whether that parameter is forwarded like any other.
    ///   - values: The values for other parameters.
    /// - Returns: The arguments with their labels.
    func arguments(
        position: Code?,
        keepingPosition: Bool = false,
        values: [Identifier: Code] = [:]
    ) -> [Code] {
        entries.compactMap { entry -> Code? in
            let label = entry.label ?? Code.label(entry.name)
            if let value = values[entry.name] {
                return "\(label): \(value)"
            }
            return entry.isPosition && !keepingPosition ? position.map { "\(label): \($0)" } : "\(label): \(entry.name)"
        } + ["options: options"]
    }
}
