/// The second syntax of bodies that are documented as JSON and as XML with the same schema.
///
/// A body with the same content in two syntaxes has one Swift type. One further method sends and requests XML where an
/// operation documents it; a server's route for it calls the same method as the route for JSON.
struct SyntaxTwins {

    let bodies: BodyResolver

    /// Returns an operation with bodies in XML; `nil` if none of its bodies is documented in both syntaxes.
    func twin(of operation: OperationModel, _ entry: OperationEntry, _ successes: [ResponseEntry]) -> OperationModel? {
        let sent = entry.requestBody.flatMap { body in operation.body.flatMap { self.body($0, body) } }
        let received = bodies.inXML(successes)
        guard sent != nil || received != nil else { return nil }
        var twin = operation
        twin.isSyntaxTwin = true
        if let sent { twin.body = sent }
        if let received {
            mark(operation.response)
            let (_, errors) = OperationResolver.split(entry)
            twin.documentedResponses = DocumentedResponses(
                successes: bodies.entries(received),
                failures: bodies.entries(bodies.inXML(errors) ?? errors),
                failureVariants: operation.failures.variantTypes
            )
            let own = names(received)
            twin.accept = own + bodies.accepted(errors).filter { !own.contains($0) && !$0.contains("*") }
        }
        return twin
    }

    /// Returns the body in XML; `nil` if the body is not JSON, or not documented as XML of the same schema.
    private func body(_ body: BodyModel, _ entry: RequestBodyEntry) -> BodyModel? {
        guard body.kind == .json, let json = entry.content.first(where: { $0.name == body.contentType }),
            let xml = bodies.twin(of: json, in: entry.content)
        else { return nil }
        bodies.types.markXML(body.type)
        let others = entry.content.filter { $0.name != xml.name && bodies.isSame($0, xml) }
        return BodyModel(
            kind: .xml,
            contentType: xml.name,
            contentTypes: MediaGroup(media: [xml] + others).choice(.xml),
            type: body.type,
            isRequired: body.isRequired,
            documentation: body.documentation,
            root: bodies.root(xml),
            rules: body.rules,
            encodings: [],
            documentedTypes: ([xml] + others).map(\.name)
        )
    }

    private func names(_ successes: [ResponseEntry]) -> [String] {
        var names: [String] = []
        for media in successes.flatMap(\.content) where bodies.form(media) == .xml && !names.contains(media.name) {
            names.append(media.name)
        }
        return names
    }

    /// Records that the values of a response are read from XML too.
    private func mark(_ response: ResponseModel) {
        switch response {
        case .json(let type), .optionalJSON(let type): bodies.types.markXML(type)
        case .variants(_, let variants): variants.forEach { mark($0.response) }
        default: break
        }
    }
}

extension BodyResolver {

    /// Returns responses with XML only where they are documented in JSON and XML; `nil` if none is.
    func inXML(_ responses: [ResponseEntry]) -> [ResponseEntry]? {
        var isFound = false
        let reduced = responses.map { entry in
            guard let chosen = preferred(entry.content, Self.responseOrder), form(chosen) == .json,
                let xml = twin(of: chosen, in: entry.content)
            else { return entry }
            isFound = true
            var entry = entry
            entry.content = entry.content.filter { $0.name == xml.name || isSame($0, xml) }
            return entry
        }
        return isFound ? reduced : nil
    }

    /// Returns the media types that a server sends for failures: XML if they have it and the successes are XML too.
    func failures(_ errors: [ResponseEntry], besides successes: [ResponseEntry]) -> [DocumentedResponses.Entry] {
        let isXML = successes.contains { preferred($0.content, Self.responseOrder).map { form($0) == .xml } ?? false }
        return entries(isXML ? inXML(errors) ?? errors : errors)
    }

    /// Returns the media type for XML with the schema of JSON; `nil` if there is none.
    func twin(of json: MediaTypeEntry, in content: [MediaTypeEntry]) -> MediaTypeEntry? {
        content.first { form($0) == .xml && !$0.name.contains("*") && hasSameSchema($0, json) }
    }
}
