import YAMLReader

/// Finds the values of an operation's response that a link passes to another operation.
struct LinkResolver {

    let context: ParseContext
    let document: Document
    private var diagnostics: DiagnosticCollector { context.diagnostics }

    /// Adds the links to every operation.
    func addLinks(_ groups: inout [OperationGroupModel]) {
        let entries = Dictionary(document.operations.map { ($0.key, $0) }) { first, _ in first }
        let known = groups
        for group in groups.indices {
            var told: Set<Told> = []
            var names = NameScope(diagnostics, reserving: ["sender", "withResponse", "withResult"])
            known[group].operations.flatMap(\.methodNames).forEach { names.reserve($0) }
            for index in groups[group].operations.indices {
                let operation = known[group].operations[index]
                guard let entry = entries[operation.key] else { continue }
                // A shared response adds its links to every operation that returns it.
                let (good, bad) = entry.linked
                let links = good.filter {
                    told.insert(Told(range: $0.name.range, response: operation.response.type)).inserted
                }
                groups[group].operations[index].links = links.compactMap { link($0, operation, known, &names) }
                for link in bad {
                    reportUnmade(link, "its response is a failure")
                }
            }
        }
    }

    /// A link of a shared response, for the operations that return the response.
    private struct Told: Hashable {
        let range: SourceRange
        let response: SwiftType?
    }

    private func link(
        _ entry: LinkEntry,
        _ operation: OperationModel,
        _ groups: [OperationGroupModel],
        _ names: inout NameScope
    ) -> LinkModel? {
        guard let (group, target) = target(entry, groups) else { return nil }
        guard case .json(let response) = operation.response else {
            _ = arguments(entry, target)
            reportUnmade(entry, "the response of '\(operation.id)' is not always a single JSON value")
            return nil
        }
        let finder = LinkValueFinder(response: response)
        let arguments = arguments(entry, target)
        let found = arguments.map { (target: $0.target, node: $0.value, value: finder.value($0.value, $0.target)) }
        let taken = found.compactMap { item -> (Identifier, LinkModel.Source)? in
            if case .given(let source) = item.value { (item.target.name, source) } else { nil }
        }
        for item in found {
            guard case .refused(let reason) = item.value else { continue }
            diagnostics.warning(
                "unfit-link",
                reason,
                hint: taken.isEmpty
                    ? "No method is generated for the link '\(entry.name.text)', so call '\(target.id)' directly"
                    : "The method for the link '\(entry.name.text)' has a parameter for '\(item.target.wireName)'",
                at: item.node.range
            )
        }
        guard !taken.isEmpty else {
            // A wrong parameter name and a refused value have other diagnostics.
            if arguments.isEmpty, entry.parameters.isEmpty {
                reportUnmade(entry, "it passes no value to the other operation", target)
            }
            return nil
        }
        let wanted = entry.swiftName.map(Identifier.init(sanitizing:)) ?? SwiftName.member(entry.name.text)
        return LinkModel(
            wireName: entry.name.text,
            name: names.take(wanted, for: "The link '\(entry.name.text)'", at: entry.name.range),
            group: group.typeName,
            target: target,
            response: response,
            taken: Dictionary(taken) { first, _ in first },
            server: entry.server.flatMap(server),
            documentation: Documentation(summary: entry.description)
        )
    }

    private func reportUnmade(_ entry: LinkEntry, _ reason: String, _ target: OperationModel? = nil) {
        diagnostics.warning(
            "unfit-link",
            "No method is generated for the link '\(entry.name.text)': \(reason)",
            hint: target.map { "Call '\($0.id)' directly" },
            at: entry.name.range
        )
    }

    /// Returns the URL of a link's server, with the defaults of its variables.
    private func server(_ entry: ServerEntry) -> String? {
        let text = URLTemplate(entry.url).parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let name): entry.variables.first { $0.name == name }?.defaultValue ?? ""
            }
        }.joined()
        guard text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://") else {
            diagnostics.warning(
                "no-effect",
                "The server '\(entry.url)' of a link is not an absolute URL, so the server of its operation is used",
                hint: "Use a URL that begins with 'https://'",
                at: entry.range
            )
            return nil
        }
        return text
    }

    /// Returns the arguments that a link names, each with its value.
    private func arguments(
        _ entry: LinkEntry,
        _ target: OperationModel
    ) -> [(target: LinkValueFinder.Target, value: Node)] {
        var arguments = parameters(entry, target).map { parameter, value in
            let goal = LinkValueFinder.Target(
                name: parameter.name,
                wireName: parameter.wireName,
                type: parameter.type,
                isRequired: parameter.isRequired
            )
            return (goal, value)
        }
        guard let value = entry.body else { return arguments }
        guard let body = target.body, ![.binary, .parts].contains(body.kind) else {
            diagnostics.warning(
                "unfit-link",
                "'\(target.id)' has no request body that a link could provide",
                hint: "Remove 'requestBody'",
                at: value.range
            )
            return arguments
        }
        arguments.append(
            (
                LinkValueFinder.Target(
                    name: "body",
                    wireName: "requestBody",
                    type: body.type,
                    isRequired: body.isRequired
                ),
                value
            )
        )
        return arguments
    }

    private func target(
        _ entry: LinkEntry,
        _ groups: [OperationGroupModel]
    ) -> (group: OperationGroupModel, operation: OperationModel)? {
        let pointer = entry.operationReference.flatMap(context.resolve)?.pointer.text
        if entry.operationReference != nil, pointer == nil {
            return nil
        }
        let unnamed = document.operations.first { $0.nameableID == nil && $0.operationID == entry.operationID }
        let place = entry.operationID == nil ? pointer : unnamed?.pointer.text
        for group in groups {
            for operation in group.operations where place == operation.pointer || entry.operationID == operation.id {
                return (group, operation)
            }
        }
        let ids = document.operations.compactMap(\.operationID)
        let name = entry.operationID ?? entry.operationReference?.text ?? ""
        diagnostics.slip(
            "unknown-operation",
            "The link '\(entry.name.text)' refers to '\(name)', which is not an operation of this document",
            so: "it is ignored",
            hint: Suggestion.nearest(to: name, among: ids).map { "Did you mean '\($0)'?" }
                ?? "Correct its 'operationId', or remove the link",
            at: entry.range
        )
        return nil
    }

    /// Returns the parameters of the other operation that a link names, each with its value.
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
            diagnostics.slip(
                "unknown-parameter",
                "'\(key.text)' is not a parameter of '\(target.id)'",
                so: "it is ignored",
                hint: Suggestion.nearest(to: key.text, among: names).map { "Did you mean '\($0)'?" }
                    ?? "Correct the link, or remove the parameter",
                at: key.range
            )
            return nil
        }
    }
}

extension OperationEntry {

    /// The links of successful responses, and those of failures.
    fileprivate var linked: (good: [LinkEntry], bad: [LinkEntry]) {
        let isGood = { (response: ResponseEntry) in response.status.hasPrefix("2") || response.status == "default" }
        return (responses.filter(isGood).flatMap(\.links), responses.filter { !isGood($0) }.flatMap(\.links))
    }
}

extension ResponseModel {
    /// The type of the body; `nil` unless the body is always JSON of one type.
    fileprivate var type: SwiftType? {
        switch self {
        case .json(let type), .optionalJSON(let type): type
        default: nil
        }
    }
}

extension OperationModel {
    /// The names of the methods that the operation has.
    var methodNames: [Identifier] {
        [methodName] + [paging?.methodName, polling?.methodName].compactMap { $0 }
    }
}
