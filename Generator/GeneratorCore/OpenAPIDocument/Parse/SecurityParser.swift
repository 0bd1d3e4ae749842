import YAMLReader

/// Parses security schemes and security requirements.
struct SecurityParser {

    let context: ParseContext

    private static let schemeKeys = KeySet(
        [
            "type", "description", "name", "in", "scheme", "bearerFormat", "flows", "openIdConnectUrl", "$ref",
            "oauth2MetadataUrl", "deprecated",
        ],
        extensions: [.tokenRefresh, .swiftName, .evidence]
    )
    private static let refreshKeys = KeySet(
        ["operation", "parameters", "body", "headers", "response"],
        isExtension: true
    )
    private static let responseKeys = KeySet(["accessToken", "refreshToken", "expiresIn"], isExtension: true)

    /// Returns the `security` of an object; `nil` if the key is absent, or if nothing can be read from it.
    func requirement(_ object: SpecObject) -> SecurityEntry? {
        guard let requirements = requirements(object) else { return nil }
        var scopes: [String] = []
        for name in requirements.flatMap(\.entries).flatMap({ $0.value.sequence ?? [] }).compactMap(\.string)
        where !scopes.contains(name) {
            scopes.append(name)
        }
        let file = object.element.pointer.file
        return SecurityEntry(
            alternatives: requirements.map { $0.entries.map { schemeName($0.key, in: file) } },
            uses: requirements.map { requirement in
                requirement.entries.map { entry in
                    (schemeName(entry.key, in: file), (entry.value.sequence ?? []).compactMap(\.string))
                }
            },
            scopes: scopes,
            range: object.keyRange("security")
        )
    }

    /// Returns the requirement of the document; reports an error if it has one that cannot be read.
    func requirement(ofDocument object: SpecObject) -> SecurityEntry? {
        let requirement = requirement(object)
        if requirement == nil { reportUnreadable(object, "the document") }
        return requirement
    }

    /// Returns the requirement of an operation; `nil` if it has that of the document.
    ///
    /// Reports an error if it cannot be read, and the document has none in its place.
    func requirement(ofOperation object: SpecObject) -> SecurityEntry? {
        let requirement = requirement(object)
        if requirement == nil, context.root.node["security"].map(isEmpty) ?? true {
            reportUnreadable(object, "the operation")
        }
        return requirement
    }

    private func reportUnreadable(_ object: SpecObject, _ owner: String) {
        if let node = object.mapping["security"], !isEmpty(node) {
            context.diagnostics.error(
                "wrong-type",
                "'security' of \(owner) names no security scheme",
                hint: "List requirements such as '- Name: []', or write '[]' for none",
                at: object.keyRange("security")
            )
        }
    }

    /// Whether a value is null or an empty list, or a list of such values, which PHP writes for an empty requirement.
    private func isEmpty(_ node: Node) -> Bool {
        node.isNull || node.sequence.map { $0.allSatisfy(isEmpty) } ?? false
    }

    /// Returns the alternatives in `security`; `nil` if none can be read, because an empty list requires no credential.
    private func requirements(_ object: SpecObject) -> [Mapping]? {
        guard let element = object.element("security") else { return nil }
        let node = (context.followed(element) ?? element).node
        if let mapping = node.mapping {
            context.slip(
                "wrong-type",
                "'security' must be a list, but this is \(node.kind)",
                so: mapping.isEmpty ? "it is empty" : "it is read as its only element",
                hint: "Begin it with '-'",
                at: node.range
            )
            return mapping.isEmpty ? [] : [mapping]
        }
        guard let elements = node.sequence else { return alternative(node).map { [$0] } }
        let alternatives = elements.compactMap(alternative)
        return alternatives.isEmpty && !elements.isEmpty ? nil : alternatives
    }

    /// Returns an alternative, also from the name of a scheme or a list of names, which it reports; `nil` for any other
    /// value.
    private func alternative(_ node: Node) -> Mapping? {
        if let mapping = node.mapping {
            return mapping
        }
        let elements = node.sequence ?? [node]
        let names = elements.compactMap(\.string).filter { !$0.isEmpty }
        let isReadable = !names.isEmpty && names.count == elements.count
        let entries = names.map { Mapping.Entry.made($0, .sequence([]), at: node.range) }
        context.slip(
            "wrong-type",
            "A security requirement must be a mapping, but this is \(node.kind)",
            so: isReadable
                ? "it is read as '{ \(names.map { $0 + ": []" }.joined(separator: ", ")) }'" : "it is ignored",
            hint: isReadable ? "Write each requirement as '- Name: []'" : "Name a scheme, as in '- Name: []'",
            at: node.range
        )
        return isReadable ? Mapping(entries) : nil
    }

    /// Returns the name of a scheme, which a requirement may also name by a reference (OpenAPI 3.2).
    private func schemeName(_ key: Mapping.Key, in file: Int) -> String {
        let schemes = context.root.node["components"]?["securitySchemes"]
        guard schemes?[key.text] == nil, key.text.contains("#") || key.text.contains("/") else { return key.text }
        // A fragment alone refers to the document, whose parts may be in other files.
        let reference = Reference(key.text, file: key.text.hasPrefix("#") ? 0 : file, range: key.range)
        guard let file = context.file(of: reference) else { return key.text }
        if file == 0 {
            guard let name = JSONPointer(parsing: reference.fragment)?.tokens.last, schemes?[name] != nil else {
                return key.text
            }
            return name
        }
        return context.otherScheme(reference) { name in schemes?[name] != nil } ?? key.text
    }

    /// Returns the schemes of other documents that the requirements refer to.
    func otherSchemes() -> [SecuritySchemeEntry] {
        context.otherSchemes.compactMap { scheme($0.name, $0.element) }
    }

    private static let flowKeys = KeySet([
        "authorizationUrl", "tokenUrl", "refreshUrl", "scopes", "deviceAuthorizationUrl",
    ])

    /// Returns the flows of a scheme, in document order.
    private func flows(_ scheme: SpecObject) -> [OAuthFlow] {
        let names = KeySet(Set(OAuthFlow.Kind.allCases.map(\.rawValue)))
        guard let element = scheme.element("flows"),
            let object = SpecObject(element, "the flows of OAuth 2.0", keys: names, in: context)
        else { return [] }
        return object.mapping.entries.compactMap { entry in
            guard let kind = OAuthFlow.Kind(rawValue: entry.key.text),
                let flow = SpecObject(
                    object.element.child(entry.key.text, entry.value),
                    "a flow",
                    keys: Self.flowKeys,
                    in: context
                )
            else { return nil }
            return OAuthFlow(
                kind: kind,
                authorizationURL: address("authorizationUrl", flow),
                tokenURL: address("tokenUrl", flow),
                refreshURL: address("refreshUrl", flow),
                deviceAuthorizationURL: address("deviceAuthorizationUrl", flow),
                scopes: flow.entries("scopes").map { ($0.key.text, $0.element.node.string ?? "") }
            )
        }
    }

    /// Returns a URL of a flow; a relative one is resolved against the document's first server, with the defaults of its
    /// variables.
    private func address(_ key: String, _ flow: SpecObject) -> String? {
        guard let text = flow.string(key) else { return nil }
        guard !text.contains("{") else {
            context.diagnostics.warning(
                "relative-url",
                "The URL '\(text)' has a variable, and variables exist in the URLs of servers only",
                hint: "Write the whole URL, or create an OAuthClient with it",
                at: flow.mapping[key]?.range ?? flow.range
            )
            return text
        }
        let reference = URLReference(text)
        guard !reference.isAbsolute else { return text }
        let servers = (context.root.node["servers"]?.sequence ?? []).compactMap(Self.filledURL)
        let found = servers.compactMap { reference.resolved(against: URLReference($0)) }
        guard let first = found.first, Set(found).count == 1 else {
            context.diagnostics.warning(
                "relative-url",
                found.isEmpty
                    ? "The URL '\(text)' is relative, and the document has no server with a known absolute URL"
                    : "The URL '\(text)' is relative, so it is read as '\(found[0])', which is on the first server",
                hint: found.isEmpty ? "Write the whole URL" : "For another server, create an OAuthClient with its URL",
                at: flow.mapping[key]?.range ?? flow.range
            )
            return found.first ?? text
        }
        return first
    }

    /// Returns the URL of a Server Object with the defaults of its variables; `nil` if one in its host has no default, so
    /// that no credential is sent to a host that the document does not name.
    private static func filledURL(_ server: Node) -> String? {
        guard let template = server["url"]?.string.map(URLTemplate.init) else { return nil }
        var url = ""
        for part in template.parts {
            switch part {
            case .text(let text): url += text
            case .name(let name):
                let variable = server["variables"]?[name]
                let value = variable?["default"] ?? variable?["enum"]?.sequence?.first
                if let text = value.flatMap({ $0.string ?? $0.numberText }) {
                    url += text
                } else if url.hasSuffix(":") {
                    url.removeLast()
                } else if let mark = url.firstRange(of: "://"), url[mark.upperBound...].contains("/") {
                    url += name
                } else {
                    return nil
                }
            }
        }
        return url
    }

    /// Returns the description of a scheme, with its token format and the URL of its OpenID Connect configuration.
    private func description(_ object: SpecObject) -> String? {
        var parts = [object.string("description")?.trimmed].compactMap { $0 }
        if let format = object.string("bearerFormat") {
            parts.append("Token format: \(format).")
        }
        for key in ["openIdConnectUrl", "oauth2MetadataUrl"] {
            if let address = object.string(key) {
                parts.append("See `\(address)`.")
            }
        }
        if object.bool("deprecated") == true {
            parts.append("Deprecated.")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }

    /// Parses a security scheme of the components.
    func scheme(_ name: String, _ element: Element) -> SecuritySchemeEntry? {
        guard let element = context.follow(element),
            let object = SpecObject(element, "a security scheme", keys: Self.schemeKeys, in: context)
        else { return nil }
        object.require("type", "A security scheme", so: "it is read as 'bearer'")
        return SecuritySchemeEntry(
            name: name,
            placement: placement(object),
            description: description(object),
            swiftName: object.swiftName(),
            flows: flows(object),
            refresh: object.element("x-token-refresh").flatMap(refresh),
            range: object.range,
            pointer: element.pointer
        )
    }

    private func placement(_ object: SpecObject) -> CredentialPlacement {
        switch type(of: object) {
        case "http":
            object.require("scheme", "A security scheme of type http", so: "it is read as 'bearer'")
            switch object.string("scheme")?.lowercased() {
            case "bearer": return .bearer
            case "basic": return .basic
            case let other? where Self.fixed.contains(other):
                context.diagnostics.warning(
                    "unsupported-security",
                    "Credentials of the HTTP scheme '\(other)' are sent unchanged in 'Authorization'",
                    hint: "Pass the credential with the name of its scheme, or declare an apiKey in that header field",
                    at: object.range
                )
                return .header("Authorization")
            case let other?: return .unsupported("HTTP \(other)")
            case nil: return .bearer
            }
        case "oauth2":
            object.expect("flows", "A security scheme of type oauth2", hint: "Add the endpoints that issue tokens")
            return .bearer
        case "openIdConnect":
            return .bearer
        case "apiKey":
            object.require("name", "A security scheme of type apiKey")
            object.require("in", "A security scheme of type apiKey", so: "it is read as a header field")
            return keyPlacement(object)
        case "mutualTLS":
            return .unsupported("mutual TLS")
        case "basic":
            return .basic
        case "bearer", nil:
            return .bearer
        case let other?:
            return .unsupported("'\(other)'")
        }
    }

    /// The HTTP schemes whose credentials are the same in all requests.
    ///
    /// The credentials of others may be computed for each request.
    private static let fixed: Set<String> = ["token", "jwt", "apikey", "api-key", "api_key", "key", "bot", "geniekey"]

    private static let types = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"]

    /// Returns the type of a scheme, or `basic` and `bearer`; reports other types than those of OpenAPI.
    private func type(of object: SpecObject) -> String? {
        guard let text = object.string("type"), !Self.types.contains(text) else { return object.string("type") }
        let plain = text.lowercased().filter(\.isLetter)
        let alike = Self.types.first { $0.lowercased() == plain }
        let other = ["basic", "bearer"].first { plain.contains($0) } ?? (plain == "jwt" ? "bearer" : nil)
        let reading = alike ?? other ?? Suggestion.nearest(to: text, among: Self.types)
        context.slip(
            "bad-value",
            "'\(text)' is not a type of security scheme",
            so: reading.map { "it is read as \(Self.types.contains($0) ? "" : "'http' with the scheme ")'\($0)'" }
                ?? "no credential is sent for it",
            hint: Suggestion.nearest(to: text, among: Self.types).map { "Did you mean '\($0)'?" }
                ?? "Use one of: \(Self.types.joined(separator: ", "))",
            at: object.mapping["type"]?.range ?? object.range
        )
        return context.isStrict ? nil : reading ?? text
    }

    private func keyPlacement(_ object: SpecObject) -> CredentialPlacement {
        enum Place: String, CaseIterable { case query, header, cookie }
        let name = object.string("name") ?? ""
        switch object.word("in", Place.self) {
        case .query: return .query(name)
        case .cookie: return .cookie(name)
        case .header, nil:
            guard !object.has("name") || HTTPText.checkHeader(name, object, so: "it is not sent") else {
                return .unsupported("header '\(name)'")
            }
            return .header(name)
        }
    }

    private func refresh(_ element: Element) -> TokenRefreshEntry? {
        guard let object = SpecObject(element, "x-token-refresh", keys: Self.refreshKeys, in: context) else {
            return nil
        }
        object.require("operation", "x-token-refresh")
        object.require("response", "x-token-refresh", hint: "Name the property with the new access token")
        guard let operation = object.string("operation"), let responseElement = object.element("response"),
            let response = SpecObject(responseElement, "response", keys: Self.responseKeys, in: context)
        else { return nil }
        response.require("accessToken", "The response of x-token-refresh")
        guard let accessToken = response.string("accessToken") else { return nil }
        return TokenRefreshEntry(
            operation: operation,
            operationRange: object.mapping["operation"]?.range ?? object.range,
            parameters: templates("parameters", object),
            body: templates("body", object),
            headers: templates("headers", object),
            accessToken: accessToken,
            refreshToken: response.string("refreshToken"),
            expiresIn: response.string("expiresIn"),
            range: object.range
        )
    }

    private func templates(_ key: String, _ object: SpecObject) -> [(
        name: String, template: String, range: SourceRange
    )] {
        object.entries(key).compactMap { entry in
            guard let text = entry.element.node.string ?? entry.element.node.numberText else { return nil }
            return (entry.key.text, text, entry.element.node.range)
        }
    }
}
