import YAMLReader

/// Connects `x-token-refresh` with the operation that it names.
struct RefresherResolver {

    let groups: [OperationGroupModel]
    let diagnostics: DiagnosticCollector

    /// Returns the refresher of a scheme; reports an error and returns `nil` if it does not match its operation.
    func refresher(_ entry: TokenRefreshEntry, scheme: Identifier) -> RefresherModel? {
        guard let (group, operation) = find(entry) else { return nil }
        checkTemplates(entry)
        var arguments: [Identifier] = []
        let parameters = entry.parameters.compactMap { item -> (label: Identifier, value: RefresherModel.Value)? in
            guard let parameter = operation.parameters.first(where: { $0.wireName == item.name }) else {
                report("'\(item.name)' is not a parameter of '\(entry.operation)'", item.range)
                return nil
            }
            return (parameter.name, value(item.template, parameter.type, &arguments))
        }
        let body = bodyValues(entry, operation, &arguments)
        let headers = entry.headers.map { item in
            let template = item.template
            let dollar = template.firstIndex(of: "$") ?? template.endIndex
            let value = value(String(template[dollar...]), .string, &arguments)
            return (name: item.name, prefix: String(template[..<dollar]), value: value)
        }
        guard let response = response(entry, operation) else { return nil }
        return RefresherModel(
            scheme: scheme,
            group: group.name,
            operation: operation,
            bodyType: operation.body?.type,
            arguments: arguments,
            parameters: ordered(parameters, by: operation.parameters.map(\.name)),
            body: body,
            headers: headers,
            accessToken: response.access,
            refreshToken: response.refresh,
            expiresIn: response.expires
        )
    }

    /// Reports templates that look like values of the previous token but are not.
    private func checkTemplates(_ entry: TokenRefreshEntry) {
        let items = entry.parameters + entry.body + entry.headers
        let known = ["$refreshToken", "$accessToken"]
        for item in items {
            let name = item.template.split(separator: " ").last.map(String.init) ?? ""
            if item.template.contains("{") {
                let hint = "Use $refreshToken, $accessToken, or '$' and a name for a value that the app provides"
                warn("'\(item.template)' is sent literally", hint, item.range)
            } else if name.hasPrefix("$"), !known.contains(name),
                let nearest = Suggestion.nearest(to: name, among: known)
            {
                warn("'\(name)' is a value that the app provides", "Did you mean '\(nearest)'?", item.range)
            }
        }
        if entry.refreshToken != nil, !items.contains(where: { $0.template.hasSuffix("$refreshToken") }) {
            let message = "The refresh token of the response is stored but never sent to renew the credential"
            warn(message, "Send it in a property, parameter or header field as '$refreshToken'", entry.range)
        }
    }

    private func warn(_ message: String, _ hint: String, _ range: SourceRange) {
        diagnostics.warning("unfit-refresh", message, hint: hint, at: range)
    }

    private func find(_ entry: TokenRefreshEntry) -> (OperationGroupModel, OperationModel)? {
        for group in groups {
            if let operation = group.operations.first(where: { $0.id == entry.operation }) {
                return (group, operation)
            }
        }
        let nearest = Suggestion.nearest(to: entry.operation, among: groups.flatMap(\.operations).map(\.id))
        diagnostics.error(
            "unfit-refresh",
            "There is no operation '\(entry.operation)'",
            hint: nearest.map { "Did you mean '\($0)'?" } ?? "Use the operationId of an operation in this document",
            at: entry.operationRange
        )
        return nil
    }

    private func report(_ message: String, _ range: SourceRange) {
        diagnostics.error("unfit-refresh", message, hint: "Correct 'x-token-refresh'", at: range)
    }

    private func object(_ type: SwiftType?) -> ObjectType? {
        guard case .named(let named) = type, case .object(let object) = named.content else { return nil }
        return object
    }

    private func bodyValues(
        _ entry: TokenRefreshEntry,
        _ operation: OperationModel,
        _ arguments: inout [Identifier]
    ) -> [(label: Identifier, value: RefresherModel.Value)] {
        let properties = object(operation.body?.type)?.properties ?? []
        let values = entry.body.compactMap { item -> (label: Identifier, value: RefresherModel.Value)? in
            guard let property = properties.first(where: { $0.wireName == item.name }) else {
                report("'\(item.name)' is not a property of the body of '\(entry.operation)'", item.range)
                return nil
            }
            return (property.name, value(item.template, property.type, &arguments))
        }
        return ordered(values, by: properties.map(\.name))
    }

    private func ordered(
        _ values: [(label: Identifier, value: RefresherModel.Value)],
        by names: [Identifier]
    ) -> [(label: Identifier, value: RefresherModel.Value)] {
        names.compactMap { name in values.first { $0.label == name } }
    }

    private func value(_ template: String, _ type: SwiftType, _ arguments: inout [Identifier]) -> RefresherModel.Value {
        switch template {
        case "$refreshToken": return .refreshToken
        case "$accessToken": return .accessToken
        case _ where template.hasPrefix("$"):
            let wanted = SwiftName.member(String(template.dropFirst()))
            let name = isLocal(wanted) ? wanted.appending("Argument") : wanted
            if !arguments.contains(name) {
                arguments.append(name)
            }
            return .argument(name)
        default: return .literal(literal(template, type))
        }
    }

    /// Whether the refresher has another variable with the name.
    private func isLocal(_ name: Identifier) -> Bool {
        ["token", "options", "response", "body", "accessToken", "operations"].contains(name.text)
            || groups.contains { $0.name == name }
    }

    private func literal(_ text: String, _ type: SwiftType) -> LiteralValue {
        if case .named(let named) = type, case .enumeration(let content) = named.content,
            let found = content.cases.first(where: { $0.text == text })
        {
            return .enumCase(found.name, in: named)
        }
        return .string(text)
    }

    private typealias Member = (name: Identifier, isOptional: Bool)

    private func response(
        _ entry: TokenRefreshEntry,
        _ operation: OperationModel
    ) -> (access: Member, refresh: Member?, expires: Member?)? {
        guard case .json(let type) = operation.response, let properties = object(type)?.properties else {
            report("The response of '\(entry.operation)' is not an object", entry.operationRange)
            return nil
        }
        func member(_ wireName: String?) -> Member? {
            guard let wireName else { return nil }
            guard let property = properties.first(where: { $0.wireName == wireName }) else {
                report("'\(wireName)' is not a property of the response of '\(entry.operation)'", entry.range)
                return nil
            }
            return property.defaultValue == nil ? (property.name, property.isOptional) : property.steps[0]
        }
        guard let access = member(entry.accessToken) else { return nil }
        return (access, member(entry.refreshToken), member(entry.expiresIn))
    }
}
