/// The parts of an operation's method that its media types determine.
extension OperationModel {

    /// The attributes of a method whose result callers may ignore.
    var resultAttributes: [Code] {
        if case .file = response { ["@discardableResult"] } else { [] }
    }

    /// The name of the parameter for the media type of the body.
    var contentTypeName: Identifier {
        let name: Identifier = "contentType"
        return parameters.contains { $0.name == name } ? "bodyContentType" : name
    }

    /// The media types among which a caller chooses, if the success is text or bytes of several types or of a range.
    var acceptChoice: [String] {
        switch response {
        case .data, .text, .file, .chunks:
            let types = successTypes
            return types.count > 1 || types.first.map { $0.contains("*") && $0 != "*/*" } ?? false ? types : []
        default: return []
        }
    }

    /// The name of the parameter for the media type of the response.
    var acceptName: Identifier {
        ["accept", "responseContentType", "responseMediaType"].first { name in
            !parameters.contains { $0.name == name }
        } ?? "acceptedMediaType"
    }

    /// The name of the parameter for the file that receives the response.
    var fileName: Identifier {
        ["file", "target", "destination", "downloadTarget"].first { name in
            !parameters.contains { $0.name == name }
        } ?? "downloadFile"
    }

    /// Paragraphs of the documentation about the way in which the bodies are read.
    var mediaNotes: [String] {
        var notes: [String] = []
        if !statuses.isEmpty {
            let list = documentedResponses.successes.map { "`\($0.status)`" }.joined(separator: ", ")
            notes.append("Receives \(list); any other success is an error, because another method receives it.")
        }
        if body?.kind.isParts == true { notes.append("All parts of the body are in memory.") }
        switch response {
        case .data, .text:
            notes.append("The whole body is in memory.")
        case .variants(_, let variants) where variants.contains { $0.response.isWhole }:
            notes.append("The whole body is in memory.")
        case .events:
            notes.append(
                "The call is sent when the first event is requested. Set `options.stream` to reconnect and to resume."
            )
        case .lines, .parts:
            notes.append("The call is sent when the first item is requested. Items are available when they arrive.")
        default: break
        }
        return notes
    }

    /// Paragraphs of the documentation of a server's method about the way in which the bodies are read and sent.
    var servedNotes: [String] {
        var notes: [String] = []
        if body?.kind == .text { notes.append("The whole body of the request is in memory.") }
        switch response {
        case .data: notes.append("Return `.streaming(_:)` to send a file, or bytes while they are produced.")
        case .text: notes.append("The whole body of the response is in memory.")
        case .variants(let type, let variants):
            let bytes = variants.filter { if case .data = $0.response { true } else { false } }
            if let first = bytes.first {
                let list = bytes.map { "`\($0.name.text)`" }.joined(separator: " or ")
                let call = "`.streaming(_:as: \(type.qualifiedName.text).\(first.name.text))`"
                notes.append("Return \(call) to send the body of \(list) from a file, or while it is produced.")
            }
        default: break
        }
        if !acceptChoice.isEmpty {
            let hasRange = acceptChoice.contains { $0.contains("*") }
            notes.append(
                hasRange
                    ? "`\(acceptName.text)` is the media type that the request prefers, also one of a documented range. Set "
                        + "`headers[.contentType]` of the response to the type of the body."
                    : "`\(acceptName.text)` is the documented media type that the request prefers, and the type of the "
                        + "response unless its header fields contain another one."
            )
        }
        return notes
    }

    /// The media types of the successes.
    private var successTypes: [String] {
        accept.filter { type in documentedResponses.types.contains(type) }
    }

    /// The operation and its alternatives that a server distinguishes.
    var served: [OperationModel] {
        let others = alternatives.filter { !$0.response.isClientOnly && !isOtherStatus($0) }
        return [self] + others.flatMap { $0.isSyntaxTwin ? routes(for: $0) : [$0] }
    }

    /// Returns the operation in XML, which a server handles with the same method in every combination of syntaxes.
    private func routes(for twin: OperationModel) -> [OperationModel] {
        var routes = [twin]
        if twin.body?.kind != body?.kind, twin.documentedResponses.types != documentedResponses.types {
            var sendingXML = twin
            sendingXML.body = body
            var receivingXML = twin
            receivingXML.documentedResponses = documentedResponses
            routes += [receivingXML, sendingXML]
        }
        let hasChoice = body?.contentTypes.isEmpty == false
        for index in routes.indices {
            routes[index].methodName = methodName
            // The method has an argument for the media type only if the body in JSON may have several.
            guard let other = routes[index].body, other.kind != body?.kind else { continue }
            routes[index].body?.contentTypes = hasChoice ? [other.contentType] : []
        }
        return routes
    }
}
