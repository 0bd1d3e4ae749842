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
            let list = replies.successes.map { "`\($0.status)`" }.joined(separator: ", ")
            notes.append("Receives \(list); any other success is an error, because another method receives it.")
        }
        if body?.kind.isParts == true { notes.append("All parts of the body are in memory.") }
        switch response {
        case .data, .text:
            var text = "The whole body is in memory."
            if successTypes.count > 1 {
                let list = successTypes.map { "`\($0)`" }.joined(separator: ", ")
                text += " Its media type is one of \(list); set `options.headers[.accept]` to request one of them."
            }
            notes.append(text)
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
        return notes
    }

    /// The media types of the successes.
    private var successTypes: [String] {
        accept.filter { type in replies.types.contains(type) }
    }

    /// The operation and its alternatives that a server distinguishes.
    var served: [OperationModel] {
        let others = alternatives.filter { !$0.response.isClientOnly && !isOtherStatus($0) }
        return [self] + others.flatMap { $0.isSyntaxTwin ? routes(for: $0) : [$0] }
    }

    /// Returns the operation in XML, which a server handles with the same method in every combination of syntaxes.
    private func routes(for twin: OperationModel) -> [OperationModel] {
        var routes = [twin]
        if twin.body?.kind != body?.kind, twin.replies.types != replies.types {
            var sendingXML = twin
            sendingXML.body = body
            var receivingXML = twin
            receivingXML.replies = replies
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
