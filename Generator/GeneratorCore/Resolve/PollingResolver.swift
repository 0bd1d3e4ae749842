import YAMLReader

/// Decides how a client waits for the completion of a long-running operation.
struct PollingResolver {

    let document: Document
    let diagnostics: DiagnosticCollector

    /// Adds polling to every operation with `x-polling`.
    func addPolling(_ groups: inout [OperationGroupModel]) {
        let entries = Dictionary(document.operations.map { ($0.key, $0) }) { first, _ in first }
        for group in groups.indices {
            var names = NameScope(diagnostics, reserving: groups[group].operations.flatMap(\.methodNames))
            for index in groups[group].operations.indices {
                let operation = groups[group].operations[index]
                guard let entry = entries[operation.key], let polling = entry.extensions.polling,
                    var model = model(polling, operation)
                else { continue }
                let range = entry.operationIDRange ?? entry.range
                model.methodName = names.take(
                    model.methodName,
                    for: "The polling method of '\(operation.id)'",
                    at: range
                )
                groups[group].operations[index].polling = model
            }
        }
    }

    private func model(_ polling: OperationExtensions.Polling, _ operation: OperationModel) -> PollingModel? {
        guard case .json(let response) = operation.response else {
            report("This operation has no JSON response to poll", polling)
            return nil
        }
        let parts = polling.member.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
        guard let (path, found) = response.member(Array(parts[0])) else {
            report("The response has no '\(text(polling))'", polling)
            return nil
        }
        var type = found
        var elementPath: [(name: Identifier, isOptional: Bool)]?
        if parts.count > 1 {
            guard let element = found.element, let (steps, inner) = element.member(Array(parts[1])) else {
                report("The response has no '\(text(polling))'", polling)
                return nil
            }
            (elementPath, type) = (steps, inner)
        }
        guard let values = values(polling, of: type), let wait = wait(polling, operation) else { return nil }
        return PollingModel(
            methodName: operation.methodName.appending("UntilDone"),
            interval: polling.interval,
            wait: wait.name,
            response: response,
            path: path,
            elementPath: elementPath,
            values: values
        )
    }

    /// Returns the parameter for the waiting time, without a name if there is none; `nil` if its type is wrong.
    private func wait(
        _ polling: OperationExtensions.Polling,
        _ operation: OperationModel
    ) -> (name: Identifier?, isFound: Bool)? {
        // An unknown parameter is reported earlier.
        guard let name = polling.waitParameter, let found = operation.parameters.first(where: { $0.wireName == name })
        else { return (nil, false) }
        guard found.type == .int, !found.isRequired else {
            report("'\(name)' must be an optional integer", polling)
            return nil
        }
        return (found.name, true)
    }

    /// Returns the values as Swift literals; `nil` if one is not a value of the property.
    private func values(_ polling: OperationExtensions.Polling, of type: SwiftType) -> [LiteralValue]? {
        switch type {
        case .string: return polling.values.map { .string($0) }
        case .bool where polling.values.allSatisfy { ["true", "false"].contains($0) }:
            return polling.values.map { .bool($0 == "true") }
        case .named(let named):
            if case .alias(let target) = named.content {
                return values(polling, of: target)
            }
            guard case .enumeration(let content) = named.content else { break }
            return cases(polling, of: content, named)
        default: break
        }
        report("'\(text(polling))' of the response is neither a string nor an enum", polling)
        return nil
    }

    private func cases(
        _ polling: OperationExtensions.Polling,
        of content: EnumType,
        _ type: NamedType
    ) -> [LiteralValue]? {
        var found: [LiteralValue] = []
        for value in polling.values {
            guard let item = content.cases.first(where: { $0.text == value }) else {
                let nearest = Suggestion.nearest(to: value, among: content.cases.map(\.text))
                diagnostics.slip(
                    "unfit-polling",
                    "'\(value)' is not a value of '\(text(polling))'",
                    so: "the extension is ignored",
                    hint: nearest.map { "Did you mean '\($0)'?" } ?? "Correct 'values' of 'x-polling'",
                    at: polling.range
                )
                return nil
            }
            found.append(.enumCase(item.name, in: type))
        }
        return found
    }

    private func text(_ polling: OperationExtensions.Polling) -> String {
        String(JSONPointer(polling.member).description.dropFirst())
    }

    private func report(_ message: String, _ polling: OperationExtensions.Polling) {
        diagnostics.slip(
            "unfit-polling",
            message,
            so: "'x-polling' is ignored",
            hint: "Correct 'x-polling', or remove it",
            at: polling.range
        )
    }
}

extension SwiftType {
    /// The element type of a list; `nil` for any other type.
    fileprivate var element: SwiftType? {
        switch self {
        case .array(let element), .arraySkippingInvalidElements(let element): element
        case .named(let named): if case .alias(let target) = named.content { target.element } else { nil }
        default: nil
        }
    }
}
