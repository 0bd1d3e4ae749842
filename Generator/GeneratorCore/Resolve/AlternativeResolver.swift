import YAMLReader

/// Adds a method for each further media type of an operation's bodies.
///
/// The preferred media types of request and response keep the short name of the operation. Names and types are decided
/// after those of all operations, so that a further media type changes no other name.
struct AlternativeResolver {

    let document: Document
    let bodies: BodyResolver
    let diagnostics: DiagnosticCollector

    /// Adds the alternatives to the operations.
    func addAlternatives(_ groups: inout [OperationGroupModel]) {
        let entries = Dictionary(document.operations.map { ($0.key, $0) }) { first, _ in first }
        for group in groups.indices {
            let known = groups[group].operations.flatMap(\.methodNames) + groups[group].linkNames
            var names = NameScope(diagnostics, reserving: ["sender", "withResponse", "withResult"] + known)
            for index in groups[group].operations.indices {
                let operation = groups[group].operations[index]
                guard let entry = entries[operation.key] else { continue }
                groups[group].operations[index].alternatives = alternatives(operation, entry, &names)
            }
        }
    }

    private func alternatives(
        _ operation: OperationModel,
        _ entry: OperationEntry,
        _ names: inout NameScope
    ) -> [OperationModel] {
        let base = OperationResolver.base(of: operation.id)
        let (successes, errors) = OperationResolver.split(entry)
        let responses = bodies.responseGroups(successes)
        let requests = entry.requestBody.map { bodies.requestGroups($0.content) } ?? []
        var found = transfers(of: operation, &names, at: entry)
        for request in 0..<max(requests.count, 1) {
            for response in responses.indices where request > 0 || response > 0 {
                let group = responses[response]
                let sent = request > 0 ? requests[request].suffix : ""
                var other = operation.plain
                let wanted = Identifier(sanitizing: operation.methodName.text + sent + group.suffix)
                let range = entry.operationIDRange ?? entry.range
                other.methodName = names.take(wanted, for: "A method of the operation '\(operation.id)'", at: range)
                if let body = entry.requestBody, request > 0 {
                    other.body = bodies.body(body, requests[request], operation: base)
                }
                if response > 0 {
                    other.response = bodies.responses(group.responses, operation: base + group.suffix)
                    other.replies = ReplyModel(
                        successes: bodies.entries(group.responses),
                        failures: bodies.entries(errors),
                        failureVariants: operation.failures.variantTypes
                    )
                    // A type that other methods request would let the server choose another success.
                    let others = responses.flatMap { bodies.accepted($0.responses) }
                    let own = bodies.accepted(group.responses)
                    other.accept = own + bodies.accepted(errors).filter { !others.contains($0) }
                }
                other.alternativeNote = note(
                    sent: request > 0 ? other.body?.contentType : nil,
                    received: response > 0 ? other.accept.first : nil
                )
                found.append(other)
                found += transfers(of: other, &names, at: entry)
            }
        }
        if let twin = SyntaxTwins(bodies: bodies).twin(of: operation.plain, entry, successes) {
            found.append(named(twin, operation, &names, at: entry))
        }
        return found
    }

    /// Returns the method for XML with its name and its note.
    private func named(
        _ twin: OperationModel,
        _ operation: OperationModel,
        _ names: inout NameScope,
        at entry: OperationEntry
    ) -> OperationModel {
        var twin = twin
        let wanted = Identifier(sanitizing: operation.methodName.text + "XML")
        let range = entry.operationIDRange ?? entry.range
        twin.methodName = names.take(wanted, for: "A method of the operation '\(operation.id)'", at: range)
        let isSent = twin.body?.kind != operation.body?.kind
        let isReceived = twin.replies.types != operation.replies.types
        let note = note(sent: isSent ? twin.body?.contentType : nil, received: isReceived ? twin.accept.first : nil)
        twin.alternativeNote = note + " The client needs the codec of the module `APIXML`."
        return twin
    }

    private func note(sent: String?, received: String?) -> String {
        let parts = [sent.map { "Sends `\($0)`" }, received.map { "\(sent == nil ? "R" : "r")equests `\($0)`" }]
        return parts.compactMap { $0 }.joined(separator: " and ") + "."
    }

    /// Returns the methods that read the bytes of a response while they arrive.
    private func transfers(
        of operation: OperationModel,
        _ names: inout NameScope,
        at entry: OperationEntry
    ) -> [OperationModel] {
        guard case .data = operation.response, operation.method == "get" || operation.method == "post" else {
            return []
        }
        var file = operation.plain
        file.response = .file
        file.alternativeNote =
            "Writes the body to a file while it arrives. An interrupted transfer resumes if possible."
        var chunks = operation.plain
        chunks.response = .chunks
        chunks.alternativeNote = "Returns when the head of the response has arrived; the body follows in chunks."
        let wanted = Identifier(sanitizing: operation.methodName.text + "Stream")
        let range = entry.operationIDRange ?? entry.range
        chunks.methodName = names.take(wanted, for: "A method of the operation '\(operation.id)'", at: range)
        return [file, chunks]
    }
}

extension OperationModel {
    /// The operation without methods that are derived from its response.
    fileprivate var plain: OperationModel {
        var operation = self
        operation.paging = nil
        operation.polling = nil
        operation.links = []
        operation.alternatives = []
        return operation
    }
}

extension OperationGroupModel {
    fileprivate var linkNames: [Identifier] {
        operations.flatMap { $0.links.map(\.name) + [$0.polling?.methodName].compactMap { $0 } }
    }
}
