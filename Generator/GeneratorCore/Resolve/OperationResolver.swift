import YAMLReader

/// Creates the operations of a module.
struct OperationResolver {

    let types: TypeResolver
    let document: Document
    let schemes: [String: Identifier]
    private(set) var servers: ServerResolver
    /// The names of the errors by the keys of their operations.
    private let errorNames: [String: Identifier]
    let bodies: BodyResolver
    private let routes: RouteCheck
    private var diagnostics: DiagnosticCollector { types.diagnostics }

    init(types: TypeResolver, document: Document, schemes: [String: Identifier]) {
        self.types = types
        self.document = document
        self.schemes = schemes
        bodies = BodyResolver(types: types)
        routes = RouteCheck(document, hasServer: types.options.server != nil, types.diagnostics)
        servers = ServerResolver(document, types.diagnostics, types.options)
        // Before any operation is resolved, so that no inline schema can have the name of an error.
        let named = document.operations.map { entry in
            let id = Self.id(of: entry)
            let prefix = types.options.prefix
            let wanted = SwiftName.derived(Self.base(of: id), "Error", orWith: "Operation", behind: prefix)
            let range = entry.operationIDRange ?? entry.range
            return (entry.key, types.claim(wanted, for: "The error of '\(id)'", at: range))
        }
        errorNames = Dictionary(named) { first, _ in first }
    }

    /// Returns all operations by tag, in the order of the document's tags and then of the operations.
    mutating func groups() -> [OperationGroupModel] {
        let groupNames = GroupNames(document, types.options)
        let known = Dictionary(grouping: document.operations, by: GroupNames.key)
        var tags = document.tags.map { Optional($0.name) }.filter { known[$0] != nil }
        for operation in document.operations where !tags.contains(GroupNames.key(operation)) {
            tags.append(GroupNames.key(operation))
        }
        var members = NameScope(diagnostics)
        var groups: [OperationGroupModel] = []
        for tag in tags {
            let entries = known[tag] ?? []
            let wanted = groupNames.member(tag)
            let name = members.take(wanted, for: "The tag '\(tag ?? wanted.text)'", at: entries[0].range)
            let reserved: [Identifier] = ["sender", "withResponse", "withResult"]
            var methods = NameScope(diagnostics, reserving: reserved)
            let names = OperationName.names(of: entries, reserved: Set(reserved))
            let operations = zip(entries, names).map { entry, name in
                var operation = operation(entry, named: name, &methods)
                operation.tags = entry.tags == [tag].compactMap { $0 } ? nil : entry.tags
                return operation
            }
            groups.append(
                OperationGroupModel(
                    name: name,
                    typeName: groupNames.type(tag, name),
                    tag: tag,
                    documentation: Documentation(summary: document.tags.first { $0.name == tag }?.description),
                    operations: operations
                )
            )
        }
        return groups
    }

    static func id(of entry: OperationEntry) -> String {
        entry.nameableID ?? entry.method + " " + entry.path
    }

    /// Returns the prefix of the names of an operation's types.
    static func base(of id: String) -> String {
        SwiftName.plainType(PathWords.withoutKeyNames(id)).text
    }

    private mutating func operation(
        _ entry: OperationEntry,
        named wanted: Identifier,
        _ methods: inout NameScope
    ) -> OperationModel {
        let hasRoute = routes.check(entry)
        let id = Self.id(of: entry)
        let base = Self.base(of: id)
        let range = entry.operationIDRange ?? entry.range
        let body = entry.requestBody.flatMap { bodies.body($0, operation: base) }
        let (all, errors) = Self.split(entry)
        bodies.reportObjects(entry.requestBody?.content ?? [], isForm: true)
        all.forEach { bodies.reportObjects($0.content) }
        let groups = bodies.responseGroups(all)
        let received = groups.first
        let successes = received?.responses ?? []
        let failures = FailureResolver(bodies: bodies).failures(errors, operation: base)
        return OperationModel(
            id: id,
            key: entry.key,
            method: entry.method,
            methodName: methods.take(wanted, for: "The operation '\(id)'", at: range),
            path: URLTemplate(entry.sentPath),
            pointer: entry.pointer.text,
            documentation: Documentation(
                summary: entry.summary ?? entry.description,
                details: entry.summary == nil ? nil : entry.description
            ),
            notes: [entry.externalDocs, headers(successes)].compactMap { $0 },
            result: successes.count == 1 ? successes[0].documentation : nil,
            isDeprecated: entry.isDeprecated,
            evidence: entry.extensions.evidence,
            parameters: parameters(entry, base),
            body: body,
            response: bodies.responses(
                successes,
                operation: base,
                at: range,
                isPage: entry.extensions.paging != nil
            ),
            responseRules: bodies.rules(successes),
            documentedResponses: DocumentedResponses(
                successes: bodies.entries(successes),
                failures: bodies.failures(errors, besides: successes),
                failureVariants: failures.variantTypes
            ),
            accept: received.flatMap { groups.count > 1 ? bodies.accepted($0, errors, besides: groups) : nil }
                ?? accepted(entry, entry.method == "head" ? Self.documented(entry) : successes + errors),
            statuses: received?.statuses ?? [],
            otherTypes: received.map { bodies.otherJSON(than: $0, in: groups) } ?? [],
            finalRedirects: Self.finalRedirects(entry),
            failures: failures,
            errorName: errorNames[entry.key] ?? Identifier(sanitizing: base + "Error"),
            security: security(entry),
            scopes: (entry.security ?? document.security)?.scopes ?? [],
            checked: checked(entry),
            role: servers.role(entry.servers),
            cache: entry.extensions.cache,
            replay: entry.extensions.replay,
            timeout: entry.extensions.timeout,
            paging: nil,
            hasRoute: hasRoute
        )
    }

    /// Returns the final responses with the bodies that the responses to `GET` would have.
    private static func documented(_ entry: OperationEntry) -> [ResponseEntry] {
        entry.responses.filter { !$0.status.hasPrefix("1") && !$0.status.hasPrefix("3") }
    }

    /// Returns the successes and the failures; `default` counts as a success if no status is 2xx.
    static func split(_ entry: OperationEntry) -> (successes: [ResponseEntry], failures: [ResponseEntry]) {
        let responses = entry.method == "head" ? entry.responses.map(\.withoutBody) : entry.responses
        let successes = responses.filter { $0.status.hasPrefix("2") }
        if successes.isEmpty, let other = responses.first(where: { $0.status == "default" }) {
            // It documents every other status, also those of failures.
            return ([other], responses.filter { !$0.status.hasPrefix("1") })
        }
        return (successes, responses.filter { !$0.status.hasPrefix("2") && !$0.status.hasPrefix("1") })
    }

    /// Returns the statuses of redirects that are the result of an operation: all documented ones if no status is 2xx.
    ///
    /// Next to a success, a redirect usually leads to it, and clients of other generators follow it.
    private static func finalRedirects(_ entry: OperationEntry) -> [Int] {
        let documented = entry.responses.map(\.status)
        guard !documented.contains(where: { $0.hasPrefix("2") }) else { return [] }
        let isAny = documented.contains { $0.uppercased() == "3XX" }
        return [301, 302, 303, 307, 308].filter { isAny || documented.contains("\($0)") }
    }

    /// Whether the runtime sets a parameter, which is a credential or a header field for media types or the framing.
    ///
    /// Reports those whose values it does not know.
    private func isOwn(_ parameter: ParameterEntry, of entry: OperationEntry) -> Bool {
        guard !isCredential(parameter, of: entry) else { return true }
        guard parameter.place == .header else { return false }
        guard !isFraming(parameter, of: entry) else { return true }
        let values = parameter.schema.flatMap(bodies.types.graph.followed)?.enumeration?.compactMap(\.string) ?? []
        let known: [MediaTypeEntry]
        switch parameter.name.lowercased() {
        case "authorization":
            guard security(entry).isEmpty else { return true }
            report(parameter, "'Authorization' has the credential of a security scheme, and this operation has none")
            return true
        case "content-type":
            // A request without a body has no type.
            guard let body = entry.requestBody else { return true }
            known = body.content
        case "accept": known = entry.responses.flatMap(\.content)
        default: return false
        }
        let sent = parameter.name.lowercased() == "accept" ? statedType(entry) : nil
        let other = values.first { value in
            value != sent && !known.contains { $0.name == value.lowercased() || MediaRange.covers($0.name, value) }
        }
        if let other {
            report(parameter, "'\(parameter.name)' has the documented media types, and '\(other)' is not one of them")
        }
        return true
    }

    /// Whether every request has a credential in the place of a parameter.
    private func isCredential(_ parameter: ParameterEntry, of entry: OperationEntry) -> Bool {
        let place: CredentialPlacement
        switch parameter.place {
        case .header: place = .header(parameter.name.lowercased())
        case .query: place = .query(parameter.name)
        case .cookie: place = .cookie(parameter.name)
        case .path, .querystring: return false
        }
        let alternatives = (entry.security ?? document.security)?.alternatives ?? []
        return !alternatives.isEmpty
            && alternatives.allSatisfy { names in names.contains { placement(of: $0) == place } }
    }

    /// Returns the default of a documented `Accept` if it and a response are JSON; `nil` for any other operation.
    ///
    /// Services such as PagerDuty state the version of their responses in it.
    private func statedType(_ entry: OperationEntry) -> String? {
        let parameters = entry.parameters.filter { $0.place == .header && $0.name.lowercased() == "accept" }
        guard let parameter = parameters.first, case .string(let value)? = defaultValue(parameter, .string),
            MediaRange.isJSON(value),
            entry.responses.contains(where: { $0.content.contains { MediaRange.isJSON($0.name) } })
        else { return nil }
        return value
    }

    /// Returns the media types that a request accepts, the default of a documented `Accept` first.
    private func accepted(_ entry: OperationEntry, _ responses: [ResponseEntry]) -> [String] {
        let types = bodies.accepted(responses)
        guard let stated = statedType(entry), !types.contains(where: { $0.lowercased() == stated.lowercased() }) else {
            return types
        }
        return [stated] + types
    }

    private func report(_ parameter: ParameterEntry, _ reason: String) {
        diagnostics.warning(
            "no-effect",
            "This parameter has no effect: \(reason)",
            hint: parameter.name.lowercased() == "authorization"
                ? "Declare a security scheme, and name it under 'security'"
                : "List the media types under 'content' ('consumes' and 'produces' in Swagger 2.0)",
            at: parameter.range
        )
    }

    private func parameters(_ entry: OperationEntry, _ base: String) -> [ParameterModel] {
        // The security schemes, the media types of the bodies and the transport determine these header fields.
        let own = entry.parameters.filter { !isOwn($0, of: entry) }
        let reserved: [Identifier] = ["call", "options"] + (entry.requestBody == nil ? [] : ["body"])
        var scope = NameScope(diagnostics, reserving: reserved)
        let names = names(own, &scope)
        let models = zip(own, names).map { stated, name in
            var parameter = stated
            let shared = types.sharedName(parameter.pointer, "parameters", suffix: "Parameter")
            let place = TypeResolver.Place(parent: nil, name: shared ?? base + Self.base(of: parameter.name))
            let isText =
                parameter.place == .querystring && parameter.form == nil
                && !parameter.isJSON
            let type = isText ? .string : parameter.schema.map { types.resolve($0, at: place).type } ?? .string
            if let form = parameter.form, !type.mayBeObject {
                reportForm(form, parameter.name)
                parameter.place = .query
                parameter.form = nil
            }
            if let range = parameter.allowsEmpty, type.jsonKind != .string, type.jsonKind != .any {
                diagnostics.warning(
                    "no-effect",
                    "'allowEmptyValue' has no effect on a parameter that is not a string",
                    hint: "An empty string is sent as an empty value",
                    at: range
                )
            }
            return ParameterModel(
                wireName: parameter.name,
                name: name,
                place: parameter.place,
                style: parameter.style,
                explode: parameter.explode,
                separator: parameter.separator,
                allowsReserved: parameter.allowsReserved,
                isJSON: parameter.isJSON,
                isBase64: type.isBase64,
                isRequired: parameter.isRequired,
                type: type.asParameter,
                documentation: Documentation(summary: parameter.description ?? parameter.schema?.description),
                note: note(parameter, type.asParameter),
                rules: parameter.schema.map { RuleReader(resolver: types).rules(of: $0, type) } ?? [],
                defaultValue: parameter.isRequired ? defaultValue(parameter, type.asParameter) : nil,
                assumedValue: parameter.isRequired ? nil : assumedValue(parameter, type.asParameter),
                fractionDigits: parameter.schema.flatMap { TimePrecision(graph: types.graph).digits(of: $0, type) },
                form: parameter.form.map {
                    PartEncodings(context: types.context).effective($0, isMultipart: false, type)
                }
            )
        }
        return models.filter(\.isNeeded) + models.filter { $0.isRequired && !$0.isNeeded }
            + models.filter { !$0.isRequired }
    }

    /// Reports a whole query that is a form without properties.
    private func reportForm(_ form: MediaTypeEntry, _ name: String) {
        diagnostics.warning(
            "unsupported-content",
            "A form must be an object, so '\(name)' is sent as one query parameter",
            hint: "Describe its properties in 'schema'",
            at: form.range
        )
    }

    /// Returns the names of parameters; pinned names have precedence, then the names nearest to the spelling in the
    /// document.
    private func names(_ parameters: [ParameterEntry], _ scope: inout NameScope) -> [Identifier] {
        let plain = parameters.map { SwiftName.member($0.name) }
        var names = plain
        if Set(plain).count < plain.count {
            let texts = parameters.map { $0.swiftName == nil ? $0.name : nil }
            names = AlikeNames.spelled(plain, texts, SwiftName.member)
        }
        let ranks = zip(parameters, names).map { $0.swiftName == nil ? 1 + AlikeNames.distance($1, from: $0.name) : 0 }
        for rank in 0...3 {
            for index in parameters.indices where ranks[index] == rank {
                let parameter = parameters[index]
                let own = names[index] == plain[index] ? memberName(parameter, among: parameters, scope) : names[index]
                let wanted = parameter.swiftName.map(SwiftName.pinnedMember) ?? own
                diagnostics.checkPin(parameter.swiftName, became: wanted, at: parameter.range)
                names[index] = scope.take(wanted, for: "The parameter '\(parameter.name)'", at: parameter.range)
            }
        }
        return names
    }

    /// Returns the only value of a required parameter, or its default.
    ///
    /// Returns `nil` if there is neither, or if Swift cannot express the value.
    private func defaultValue(_ parameter: ParameterEntry, _ type: SwiftType) -> LiteralValue? {
        guard let schema = parameter.schema else { return nil }
        let own = types.graph.followed(schema) ?? schema
        let constant = own.constant ?? schema.onlyListedValue
        let value = schema.defaultValue ?? own.defaultValue ?? constant
        return value.flatMap { $0.isNull ? nil : Defaults.literal($0, type) }
    }

    /// Returns the default of an optional parameter; `nil` if there is none, or if Swift cannot express it.
    private func assumedValue(_ parameter: ParameterEntry, _ type: SwiftType) -> LiteralValue? {
        guard let schema = parameter.schema else { return nil }
        // JSON can say null, which is not the default.
        guard !parameter.isJSON || !types.graph.isNullable(schema) else { return nil }
        let value = schema.defaultValue ?? types.graph.followed(schema)?.defaultValue
        return value.flatMap { $0.isNull ? nil : Defaults.literal($0, type) }
    }

    /// Returns the header fields of successes as a list for the documentation; `nil` if none are documented.
    private func headers(_ successes: [ResponseEntry]) -> String? {
        var known: Set<String> = []
        let headers = successes.flatMap(\.headers).filter(\.isPossible).filter {
            known.insert($0.name.text.lowercased()).inserted
        }
        guard !headers.isEmpty else { return nil }
        let lines = headers.map { header in
            let text = header.description.map(CommentText.line)?.trimmed ?? ""
            return "- `\(header.name.text)`" + (text.isEmpty ? "" : ": \(text)")
        }
        return (["Response header fields:", ""] + lines).joined(separator: "\n")
    }

    /// Returns the default of a parameter and whether it is deprecated, for the documentation; `nil` if neither is
    /// documented.
    private func note(_ parameter: ParameterEntry, _ type: SwiftType) -> String? {
        let own = parameter.schema.flatMap(types.graph.followed)
        var notes: [String] = []
        let check = DefaultCheck(diagnostics: diagnostics)
        if let schema = parameter.schema, let stated = check.stated(schema, own),
            let text = check.applied(stated, of: own ?? schema, type, by: "parameter")?.text
        {
            notes.append("Default: `\(text)`.")
        }
        if parameter.isDeprecated {
            notes.append("Deprecated.")
        }
        return notes.isEmpty ? nil : notes.joined(separator: " ")
    }

    /// Returns the name of a parameter, with its location if a parameter in another location has the same name.
    private func memberName(_ parameter: ParameterEntry, among all: [ParameterEntry], _ scope: NameScope) -> Identifier
    {
        let name = SwiftName.member(parameter.name)
        guard scope.contains(name), all.contains(where: { $0.name == parameter.name && $0.place != parameter.place })
        else { return name }
        return Identifier(sanitizing: parameter.place.rawValue + Self.base(of: parameter.name))
    }

    /// Returns the alternatives that a server checks.
    ///
    /// Unlike a client, a server must not ignore a scheme that it does not know.
    private func checked(_ entry: OperationEntry) -> [[SchemeUse]] {
        guard let requirement = entry.security ?? document.security else { return [] }
        let placements = Dictionary(document.securitySchemes.map { ($0.name, $0.placement) }) { first, _ in first }
        let alternatives = requirement.uses.map { uses in
            uses.map { use in
                let placement = placements[use.scheme] ?? .unsupported(use.scheme)
                return SchemeUse(wireName: use.scheme, placement: placement, scopes: use.scopes)
            }
        }
        return alternatives.allSatisfy(\.isEmpty) ? [] : alternatives
    }

    private func security(_ entry: OperationEntry) -> [[Identifier]] {
        guard let requirement = entry.security ?? document.security else { return [] }
        var alternatives: [[Identifier]] = []
        for names in requirement.alternatives.flatMap(exclusive) {
            let uses = names.compactMap { schemes[$0] }
            if !alternatives.contains(uses) { alternatives.append(uses) }
        }
        // Without any requirement there is no choice.
        return alternatives.allSatisfy(\.isEmpty) ? [] : alternatives
    }

    /// Returns the alternatives of a requirement in which no two schemes have the same place in a request.
    ///
    /// Google's documents require one scheme for each flow of OAuth 2.0, but a request has only one token.
    private func exclusive(_ names: [String]) -> [[String]] {
        var groups: [[String]] = []
        for name in names {
            let placement = placement(of: name)
            let known = placement == nil ? nil : groups.firstIndex { self.placement(of: $0[0]) == placement }
            if let known { groups[known].append(name) } else { groups.append([name]) }
        }
        guard groups.count < names.count, groups.reduce(1, { $0 * $1.count }) <= 8 else { return [names] }
        return groups.reduce([[]]) { lists, group in lists.flatMap { list in group.map { list + [$0] } } }
    }

    private func placement(of name: String) -> CredentialPlacement? {
        switch document.securitySchemes.first(where: { $0.name == name })?.placement {
        case .bearer, .basic: .header("authorization")
        case .header(let name): .header(name.lowercased())
        case let other: other
        }
    }
}

extension ResponseEntry {
    /// The response to a HEAD request.
    fileprivate var withoutBody: ResponseEntry {
        var entry = self
        entry.content = []
        return entry
    }
}

extension SwiftType {
    /// Whether a value may have properties.
    fileprivate var mayBeObject: Bool {
        if case .named(let named) = self, case .union(let union) = named.content {
            return union.variants.contains { $0.type.jsonKind == .object || $0.type.jsonKind == .any }
        }
        return jsonKind == .object || jsonKind == .any
    }

    /// Whether a parameter, or each of its elements, is text in Base64.
    fileprivate var isBase64: Bool {
        switch self {
        case .data: true
        case .array(let element), .arraySkippingInvalidElements(let element), .optional(let element): element.isBase64
        default: false
        }
    }

    /// The type of a parameter; bytes become a string that the caller encodes.
    fileprivate var asParameter: SwiftType {
        switch self {
        case .data: .string
        case .array(let element): .array(element.asParameter)
        case .arraySkippingInvalidElements(let element): .arraySkippingInvalidElements(element.asParameter)
        case .dictionary(let value): .dictionary(value.asParameter)
        case .optional(let wrapped): .optional(wrapped.asParameter)
        default: self
        }
    }
}
