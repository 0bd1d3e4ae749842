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
            let names = NameScope(diagnostics, reserving: ["sender", "withResponse", "withResult"] + known)
            var found = MethodNames(scope: names)
            for index in groups[group].operations.indices {
                let operation = groups[group].operations[index]
                guard let entry = entries[operation.key] else { continue }
                groups[group].operations[index].alternatives = alternatives(operation, entry, &found)
                reportUnserved(groups[group].operations[index], entry)
            }
        }
    }

    private func alternatives(
        _ operation: OperationModel,
        _ entry: OperationEntry,
        _ names: inout MethodNames
    ) -> [OperationModel] {
        let base = OperationResolver.base(of: operation.id)
        let range = entry.operationIDRange ?? entry.range
        let (successes, errors) = OperationResolver.split(entry)
        let responses = bodies.responseGroups(successes)
        let requests = entry.requestBody.map { bodies.requestGroups($0.content) } ?? []
        // The other media types of a response have one type, whatever the request contains.
        let received = responses.enumerated().map { index, group in
            index == 0
                ? operation.response
                : bodies.responses(group.responses, operation: base + group.suffix, at: range)
        }
        var found: [OperationModel] = []
        for request in 0..<max(requests.count, 1) {
            for response in responses.indices {
                let group = responses[response]
                var other = operation.plain
                if request > 0 || response > 0 {
                    let sent = request > 0 ? requests[request].suffix : ""
                    let words = self.words(sent, group.suffix, requests, responses)
                    let wanted = Identifier(sanitizing: operation.methodName.text + words)
                    other.methodName = names.take(wanted, for: operation, at: entry)
                }
                if let body = entry.requestBody, request > 0 {
                    other.body = bodies.body(body, requests[request], operation: base)
                }
                if response > 0 {
                    receive(group, received[response], errors, besides: responses, in: &other)
                }
                other.alternativeNote = note(
                    sent: request > 0 ? other.body?.contentType : nil,
                    received: response > 0 ? requested(other) : nil
                )
                if request > 0 || response > 0 { found.append(other) }
                found += transfers(of: other, group, &names, at: entry)
            }
        }
        if let twin = SyntaxTwins(bodies: bodies).twin(of: operation.plain, entry, successes) {
            found.append(named(twin, operation, &names, at: entry))
        }
        return found
    }

    /// Returns the words for the media types of a method.
    ///
    /// A media type of both bodies is named once if the method has it in both, and with its direction otherwise.
    private func words(
        _ sent: String,
        _ received: String,
        _ requests: [MediaGroup],
        _ responses: [ResponseGroup]
    ) -> String {
        if sent == received { return sent }
        if received.isEmpty { return (responses.contains { $0.suffix == sent } ? "With" : "") + sent }
        if sent.isEmpty { return (requests.contains { $0.suffix == received } ? "As" : "") + received }
        return sent + received
    }

    /// Reports successes that a server cannot send, because a request cannot ask for their status.
    private func reportUnserved(_ operation: OperationModel, _ entry: OperationEntry) {
        guard bodies.types.options.server != nil else { return }
        for other in operation.alternatives where !other.response.isClientOnly && operation.isOtherStatus(other) {
            diagnostics.warning(
                "alike-successes",
                "A server never sends the items of '\(other.methodName.text)', because another success is a stream of "
                    + "the same media type",
                hint: "Document another media type for one of them",
                at: entry.operationIDRange ?? entry.range
            )
        }
    }

    /// Sets the responses that a method receives.
    private func receive(
        _ group: ResponseGroup,
        _ response: ResponseModel,
        _ errors: [ResponseEntry],
        besides others: [ResponseGroup],
        in operation: inout OperationModel
    ) {
        operation.response = response
        operation.documentedResponses = DocumentedResponses(
            successes: bodies.entries(group.responses),
            failures: bodies.failures(errors, besides: group.responses),
            failureVariants: operation.failures.variantTypes
        )
        operation.accept = bodies.accepted(group, errors, besides: others)
        operation.statuses = group.statuses
        operation.otherTypes = bodies.otherJSON(than: group, in: others)
        operation.responseRules = bodies.rules(group.responses)
    }

    /// Returns the method for XML with its name and its note.
    private func named(
        _ twin: OperationModel,
        _ operation: OperationModel,
        _ names: inout MethodNames,
        at entry: OperationEntry
    ) -> OperationModel {
        var twin = twin
        let wanted = Identifier(sanitizing: operation.methodName.text + "XML")
        twin.methodName = names.take(wanted, for: operation, at: entry)
        let isSent = twin.body?.kind != operation.body?.kind
        let isReceived = twin.documentedResponses.types != operation.documentedResponses.types
        let note = note(sent: isSent ? twin.body?.contentType : nil, received: isReceived ? requested(twin) : nil)
        twin.alternativeNote = (note.map { $0 + " " } ?? "") + "The client needs the codec of the module `APIXML`."
        return twin
    }

    /// Returns the media types of the successes that a method requests.
    private func requested(_ operation: OperationModel) -> String {
        let types = operation.accept.filter(operation.documentedResponses.types.contains)
        return types.map { "`\($0)`" }.joined(separator: " or ")
    }

    /// Returns a sentence about the media types of a method; `nil` if there are none.
    private func note(sent: String?, received: String?) -> String? {
        let received = received?.isEmpty == true ? nil : received
        let parts = [sent.map { "Sends `\($0)`" }, received.map { "\(sent == nil ? "R" : "r")equests \($0)" }]
        let text = parts.compactMap { $0 }.joined(separator: " and ")
        return text.isEmpty ? nil : text + "."
    }

    /// Returns the methods that read the bytes of a response while they arrive.
    ///
    /// Of several successes with different bodies, they receive the only one with bytes.
    private func transfers(
        of operation: OperationModel,
        _ group: ResponseGroup,
        _ names: inout MethodNames,
        at entry: OperationEntry
    ) -> [OperationModel] {
        let (successes, errors) = OperationResolver.split(entry)
        var chunks = operation.plain
        switch operation.response {
        case .data: break
        case .variants(_, let variants):
            let bytes = variants.filter { if case .data = $0.response { true } else { false } }
            guard bytes.count == 1 else { return [] }
            let own = group.responses.filter { $0.status == bytes[0].status }
            // The methods of another success with the same bytes receive both.
            let types = Set(own.flatMap(\.content).filter { bodies.form($0) == .binary }.map(\.name))
            let others = successes.filter { $0.status != bytes[0].status }.flatMap(\.content)
            guard !others.contains(where: { types.contains($0.name) }) else { return [] }
            let statuses = bodies.statuses(of: own, among: successes)
            receive(
                ResponseGroup(suffix: "", responses: own, statuses: statuses),
                .chunks,
                errors,
                besides: [group],
                in: &chunks
            )
        default: return []
        }
        chunks.response = .chunks
        chunks.alternativeNote = "Returns when the head of the response has arrived; the body follows in chunks."
        var file = chunks
        file.response = .file
        file.alternativeNote =
            "Writes the body to a file while it arrives. An interrupted transfer resumes if possible."
        let wanted = Identifier(sanitizing: operation.methodName.text + "Stream")
        chunks.methodName = names.take(wanted, for: operation, at: entry)
        return [file, chunks]
    }
}

/// The names of the methods of a group.
private struct MethodNames {
    /// The names that operations have, and those that are decided.
    var scope: NameScope
    private var decided: Set<Identifier> = []

    init(scope: NameScope) {
        self.scope = scope
    }

    /// Returns the name of a further method.
    ///
    /// A clash with the name of an operation is reported. The names of two further methods differ by a number.
    mutating func take(_ wanted: Identifier, for operation: OperationModel, at entry: OperationEntry) -> Identifier {
        var wanted = wanted
        if decided.contains(wanted) {
            wanted = (2...).lazy.map(wanted.numbered).first { !scope.contains($0) } ?? wanted
        }
        let range = entry.operationIDRange ?? entry.range
        let name = scope.take(wanted, for: "A method of the operation '\(operation.id)'", at: range)
        decided.insert(name)
        return name
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
