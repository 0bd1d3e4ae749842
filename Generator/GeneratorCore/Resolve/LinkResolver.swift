import YAMLReader

/// Finds what of an operation's answer fits another operation's parameters.
struct LinkResolver {

    let context: ParseContext
    let document: Document
    private var diagnostics: DiagnosticCollector { context.diagnostics }

    /// Adds the links of every operation.
    func addLinks(_ groups: inout [OperationGroupModel]) {
        let entries = Dictionary(document.operations.map { ($0.key, $0) }) { first, _ in first }
        let known = groups
        for group in groups.indices {
            var told: Set<Told> = []
            var names = NameScope(diagnostics, reserving: ["sender", "withAnswer"])
            known[group].operations.flatMap(\.methodNames).forEach { names.reserve($0) }
            for index in groups[group].operations.indices {
                let operation = known[group].operations[index]
                guard let entry = entries[operation.key] else { continue }
                // A common answer brings its links along to every operation that gives it.
                let links = entry.responses.filter { $0.status.hasPrefix("2") || $0.status == "default" }
                    .flatMap(\.links).filter {
                        told.insert(Told(range: $0.name.range, answer: operation.answer.type)).inserted
                    }
                groups[group].operations[index].links = links.compactMap { link($0, operation, known, &names) }
            }
        }
    }

    /// A link of a common answer, for the operations that share it.
    private struct Told: Hashable {
        let range: SourceRange
        let answer: SwiftType?
    }

    private func link(
        _ entry: LinkEntry,
        _ operation: OperationModel,
        _ groups: [OperationGroupModel],
        _ names: inout NameScope
    ) -> LinkModel? {
        guard let (group, target) = target(entry, groups) else { return nil }
        let parameters = parameters(entry, target)
        guard case .json(let answer) = operation.answer else { return nil }
        let taken = parameters.compactMap { item -> (Identifier, [(name: Identifier, isOptional: Bool)])? in
            path(item.value, in: answer, item.parameter, entry).map { (item.parameter.name, $0) }
        }
        guard !taken.isEmpty else { return nil }
        let wanted = entry.swiftName.map(Identifier.init(sanitizing:)) ?? SwiftName.member(entry.name.text)
        return LinkModel(
            wireName: entry.name.text,
            name: names.take(wanted, for: "The link '\(entry.name.text)'", at: entry.name.range),
            group: group.typeName,
            target: target,
            answer: answer,
            taken: Dictionary(taken) { first, _ in first },
            documentation: Documentation(summary: entry.description)
        )
    }

    private func target(
        _ entry: LinkEntry,
        _ groups: [OperationGroupModel]
    ) -> (group: OperationGroupModel, operation: OperationModel)? {
        let pointer = entry.operationReference.flatMap(context.resolve)?.pointer.text
        if entry.operationReference != nil, pointer == nil {
            return nil
        }
        for group in groups {
            for operation in group.operations where pointer == operation.pointer || entry.operationID == operation.id {
                return (group, operation)
            }
        }
        let ids = document.operations.compactMap(\.operationID)
        let name = entry.operationID ?? entry.operationReference?.text ?? ""
        diagnostics.error(
            "unknown-operation",
            "The link '\(entry.name.text)' leads to '\(name)', which is no operation of this document",
            hint: Suggestion.nearest(to: name, among: ids).map { "Did you mean '\($0)'?" }
                ?? "Correct its 'operationId', or take the link out",
            at: entry.range
        )
        return nil
    }

    /// The parameters of the other operation that a link speaks of, each with its value.
    private func parameters(
        _ entry: LinkEntry,
        _ target: OperationModel
    ) -> [(parameter: ParameterModel, value: Node)] {
        entry.parameters.compactMap { key, value in
            let found = target.parameters.first { parameter in
                parameter.wireName == key.text || parameter.place.rawValue + "." + parameter.wireName == key.text
            }
            if let found {
                return (found, value)
            }
            let names = target.parameters.map(\.wireName)
            diagnostics.error(
                "unknown-parameter",
                "'\(key.text)' is not a parameter of '\(target.id)'",
                hint: Suggestion.nearest(to: key.text, among: names).map { "Did you mean '\($0)'?" }
                    ?? "Correct the link, or take the parameter out",
                at: key.range
            )
            return nil
        }
    }

    /// The way to a member of the answer; `nil` where the value comes from elsewhere and so stays an argument.
    private func path(
        _ value: Node,
        in answer: SwiftType,
        _ parameter: ParameterModel,
        _ entry: LinkEntry
    ) -> [(name: Identifier, isOptional: Bool)]? {
        let head = "$response.body#"
        guard let text = value.string, text.hasPrefix(head),
            let pointer = JSONPointer(parsing: String(text.dropFirst(head.count)))
        else { return nil }
        guard let (steps, type) = answer.member(pointer.tokens) else {
            report("The answer has no '\(text.dropFirst(head.count))'", entry, at: value.range)
            return nil
        }
        guard type == parameter.type else {
            report("'\(text)' is of another type than '\(parameter.wireName)'", entry, at: value.range)
            return nil
        }
        // What may be missing cannot stand for what must be there.
        return parameter.isRequired && steps.contains(where: \.isOptional) ? nil : steps
    }

    private func report(_ message: String, _ entry: LinkEntry, at range: SourceRange) {
        diagnostics.warning(
            "unfit-link",
            message,
            hint: "The link '\(entry.name.text)' asks its caller for the value",
            at: range
        )
    }
}

extension SwiftType {

    /// The members on the way to a value below this one, and its type; `nil` when there is no such member.
    func member(_ path: [String]) -> (steps: [(name: Identifier, isOptional: Bool)], type: SwiftType)? {
        var current = self
        var steps: [(name: Identifier, isOptional: Bool)] = []
        for step in path {
            guard case .named(let named) = current, case .object(let object) = named.content,
                let property = object.properties.first(where: { $0.wireName == step }), property.presence != .threeState
            else { return nil }
            steps.append((property.name, property.presence != .required && property.defaultValue == nil))
            current = property.type
        }
        return (steps, current)
    }
}

extension AnswerModel {
    /// The type of the body; `nil` unless there is one of one type.
    fileprivate var type: SwiftType? {
        switch self {
        case .json(let type), .optionalJSON(let type): type
        default: nil
        }
    }
}

extension OperationModel {
    /// Names of the methods that the operation has.
    fileprivate var methodNames: [Identifier] {
        [methodName] + [paging?.methodName, polling?.methodName].compactMap { $0 }
    }
}
