import APIRuntime
import APIServer
import SensibillAPI

/// The conversion of requests that the service accepts beyond its specification to the specified form.
struct SensibillRequest: Sendable {
    let store: SensibillStore

    /// The parameters for which an empty value counts as absent.
    private static let needed: Set = ["email", "username", "client_id", "response_type", "redirect_uri"]

    /// Converts the request to the specified form.
    @Sendable
    func prepare(_ input: inout ServerInput) throws {
        input.query = input.query.map(Self.unquoted).filter { !Self.needed.contains($0.name) || !$0.rawValue.isEmpty }
        for index in input.query.indices where input.query[index].name == "orderBy" {
            input.query[index].rawValue = input.query[index].rawValue.uppercased()
        }
        switch input.about.operation {
        case "requestAccessToken", "requestAccessTokenV1":
            try fillBody(of: &input, texts: ["grant_type", "redirect_uri", "code", "refresh_token"])
        case "deleteFolders": try fillBody(of: &input, lists: ["folders"], flag: "deleteDocuments")
        case "deleteFolder": try fillBody(of: &input, flag: "deleteDocuments")
        case "deleteDocumentsFromFolder": try fillBody(of: &input, lists: ["documentIds"])
        case "postDocument" where !input.body.isEmpty: try input.joinAccountParts()
        default: break
        }
    }

    /// Removes one pair of single quotation marks around a value, which samples of the service contain.
    private static func unquoted(_ item: ServerInput.Item) -> ServerInput.Item {
        let value = item.value
        guard value.count >= 2, value.hasPrefix("'"), value.hasSuffix("'") else { return item }
        return ServerInput.Item(name: item.name, value: String(value.dropFirst().dropLast()))
    }

    /// Creates a missing body from properties in the query.
    ///
    /// The specification describes them both as a body and as parameters. The body takes precedence.
    private func fillBody(
        of input: inout ServerInput,
        texts: [String] = [],
        lists: [String] = [],
        flag: String? = nil
    ) throws(SensibillRefusal) {
        var object = JSONObject()
        for name in texts { object[name] = input.queryValue(name).map { .string($0) } }
        for name in lists { object[name] = .array(Self.ids(input.queryValues(name)).map { .string($0) }) }
        if let flag, !lists.isEmpty { object[flag] = false }
        if let flag, let text = input.queryValue(flag) {
            guard let value = Bool(text) else {
                throw .badRequest("The parameter \(flag) cannot be read.", .invalidParameterError)
            }
            object[flag] = .bool(value)
        }
        if let first = texts.first, input.body.isEmpty, object[first] == nil {
            throw .badRequest("The parameter \(first) is missing.", .missingParameterError)
        }
        input.query.removeAll { (texts + lists + [flag].compactMap { $0 }).contains($0.name) }
        if input.body.isEmpty, !object.isEmpty { input.body = JSONCoding.encode(JSONValue.object(object)) }
    }

    /// Returns the IDs in a parameter: a comma-separated list, or a JSON array of strings.
    private static func ids(_ texts: [String]) -> [String] {
        texts.flatMap { text in
            (try? JSONCoding.decode([String].self, from: Array(text.utf8)))
                ?? text.split(separator: ",").map(String.init)
        }
    }
}

extension SensibillRefusal {
    /// Creates the refusal of a request that cannot be read.
    init(_ input: UnreadableInput) {
        switch (input.location, input.reason) {
        case (.body, .missing) where input.name.isEmpty:
            self = .badRequest("The request has no body.", .missingRequestBodyError)
        case (.body, _) where input.name.isEmpty:
            self = .badRequest("The body is not what the operation takes.", .validationFailedError)
        case (.body, .missing): self = .badRequest("The form has no \(input.name).", .missingParameterError)
        case (_, .missing): self = .badRequest("The parameter \(input.name) is missing.", .missingParameterError)
        case (_, .unknown):
            self = .badRequest("The parameter \(input.name) does not exist.", .parameterNotAllowedError)
        default: self = .badRequest("The parameter \(input.name) cannot be read.", .invalidParameterError)
        }
    }
}
