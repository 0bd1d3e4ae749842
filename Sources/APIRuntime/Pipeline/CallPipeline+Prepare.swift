#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

extension CallPipeline {
    /// Builds the request of a call, without credentials.
    ///
    /// - Throws: The failure of a call that must not be sent.
    func prepare(
        _ call: OperationCall,
        _ options: CallOptions,
        tags: [String] = [],
        stream: StreamOptions? = nil
    ) throws(CallFailure) -> (MiddlewareRequest, MiddlewareContext) {
        if let problem = call.problem ?? call.queryWriter.problem {
            throw .transport(TransportError(.invalidRequest, problem))
        }
        if let property = call.keyProperty, options.idempotencyKey != nil {
            let message =
                "The idempotency key of \(call.operation) is the property '\(property)' of its body. "
                + "Set it there instead of in CallOptions.idempotencyKey."
            throw .transport(TransportError(.invalidRequest, message))
        }
        var call = call
        if let coded = call.codedBody {
            do {
                call.body = .bytes(try coded.bytes(configuration.bodyCodecs))
            } catch {
                throw .transport(error)
            }
        }
        if let lifetime = options.cacheLifetime {
            call.cache = call.cache ?? CachePolicy()
            call.cache?.lifetime = lifetime
        }
        let target = try target(of: call, options)
        var head = try head(of: call, options, on: target)
        let schemes = try schemes(for: call.security, options, on: target)
        // The URL of a next page may contain the credential of an earlier request.
        for bound in schemes {
            guard case .query(let name) = bound.scheme.placement else { continue }
            head.path = head.path?.withoutQueryItems(named: name)
        }
        let plan = CallPlan(
            call,
            options,
            configuration,
            tags: call.tags ?? tags,
            credentials: schemes,
            trusted: target.isTrusted ? Set(servers.values).union([target.base]) : [],
            stream: stream
        )
        return (MiddlewareRequest(head: head, body: call.body), MiddlewareContext(plan))
    }

    private func head(of call: OperationCall, _ options: CallOptions, on target: Target) throws(CallFailure)
        -> HTTPRequest
    {
        var fields = fields(of: call, options, on: target)
        try addIdempotencyKey(to: &fields, call, options)
        return HTTPRequest(
            method: call.method,
            scheme: target.base.scheme,
            authority: target.base.authority,
            path: try path(of: call, options, on: target.base),
            headerFields: fields
        )
    }

    private func fields(of call: OperationCall, _ options: CallOptions, on target: Target) -> HTTPFields {
        var fields = target.isTrusted ? commonHeaders : commonHeaders.harmless
        let accept = call.acceptValue
        if !accept.isEmpty { fields[.accept] = accept }
        for field in call.headers { fields[field.name] = field.value }
        // All lines of a name together, so that a field of several lines keeps them.
        for field in options.headers where fields[values: field.name] != options.headers[values: field.name] {
            fields[values: field.name] = options.headers[values: field.name]
        }
        if !call.cookies.isEmpty { fields[.cookie] = Self.cookies(of: call, after: fields[.cookie]) }
        return fields
    }

    /// Returns the cookies of a header field and the cookie parameters of a call, without those of the same name.
    private static func cookies(of call: OperationCall, after field: String?) -> String {
        func name(_ cookie: some StringProtocol) -> String { cookie.prefix { $0 != "=" }.trimmingSpaces() }
        let own = (field ?? "").split(separator: ";").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
        let names = Set(own.map { name($0) })
        return (own + call.cookies.filter { !names.contains(name($0)) }).joined(separator: "; ")
    }

    /// Adds the idempotency key, which stays the same in all attempts of one call.
    ///
    /// - Throws: `invalidRequest` if the caller's key has a character that a header field cannot carry.
    private func addIdempotencyKey(
        to fields: inout HTTPFields,
        _ call: OperationCall,
        _ options: CallOptions
    ) throws(CallFailure) {
        var options = options
        options.fixIdempotencyKey(of: call)
        guard let key = options.idempotencyKey, let name = HTTPField.Name(call.replay.keyHeader ?? "Idempotency-Key"),
            fields[name] == nil
        else { return }
        guard HeaderValue.isValid(key) else {
            let message = "The idempotency key has a character that a header field cannot carry."
            throw .transport(TransportError(.invalidRequest, message))
        }
        fields[name] = key
    }

    /// The schemes of the first alternative for which the call, or else the client, has all sources.
    private func schemes(
        for security: SecurityRequirement,
        _ options: CallOptions,
        on target: Target
    ) throws(CallFailure) -> [BoundScheme] {
        if security.alternatives.isEmpty { return [] }
        let sources = options.credentials?.sources ?? credentials
        guard let schemes = security.satisfied(where: { target.isTrusted && sources[$0] != nil }) else {
            let owner = options.credentials == nil ? "client" : "call"
            throw .unauthenticated(AuthenticationError(.missing, message: target.missingCredentialMessage(of: owner)))
        }
        return schemes.compactMap { scheme in
            sources[scheme.name].map { BoundScheme(scheme: scheme, source: $0) }
        }
    }
}

extension CallOptions {
    /// Chooses the idempotency key of an operation that has one, so that all requests of the call carry the same.
    mutating func fixIdempotencyKey(of call: OperationCall) {
        guard call.replay.keyHeader != nil, idempotencyKey?.isEmpty ?? true else { return }
        idempotencyKey = UUID().uuidString.lowercased()
    }
}

extension CallPipeline {
    /// The server that receives a call.
    fileprivate struct Target {
        let base: ServerBase

        /// Whether the server may receive the client's credentials and common header fields.
        var isTrusted = true

        func missingCredentialMessage(of owner: String) -> String {
            isTrusted
                ? "The \(owner) has no credential for any of the operation's security schemes."
                : "A link leads to \(base.scheme)://\(base.authority), which is none of the client's "
                    + "servers. Name it in CallOptions.server if it may have the operation's credentials."
        }
    }

    private func target(of call: OperationCall, _ options: CallOptions) throws(CallFailure) -> Target {
        if let url = options.server ?? options.linkedServer {
            guard let base = ServerBase(url) else {
                throw .transport(TransportError(.noServer, "The server of a call must be an http or https URL."))
            }
            // A server that the caller names is the caller's choice; one that a spec names may belong to anybody.
            let isKnown = options.server != nil || servers.values.contains { $0.isSameOrigin(as: base) }
            return Target(base: base, isTrusted: isKnown)
        }
        guard let server = servers[call.server] else {
            let message = "The client has no http or https URL for the server role \(call.server.name)."
            throw .transport(TransportError(.noServer, message))
        }
        return Target(base: server)
    }

    private func path(of call: OperationCall, _ options: CallOptions, on server: ServerBase) throws(CallFailure)
        -> String
    {
        let query = call.queryWriter.text
        let own: String
        do {
            own = try call.path.encoded()
        } catch {
            throw .transport(error)
        }
        let path = server.prefix + own
        if let next = options.following { return try followingPath(next, after: path, on: server) }
        if query.isEmpty { return path.isEmpty ? "/" : path }
        return path + (own.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }

    /// The path and query of a next page's URL, which must not lead the call to another server.
    ///
    /// A relative URL is resolved against that of the page (RFC 8288, section 3.2), whose path is that of the operation.
    private func followingPath(_ url: URL, after path: String, on server: ServerBase) throws(CallFailure) -> String {
        let own = URL(string: "\(server.scheme)://\(server.authority)\(path)")
        guard let target = URL(string: url.relativeString, relativeTo: url.baseURL ?? own)?.absoluteURL.standardized,
            let base = ServerBase(target), base.isSameOrigin(as: server),
            let parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
        else {
            throw .transport(TransportError(.invalidRequest, "The next page is not on the server of the call."))
        }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        if let problem = PathGuard.problem(in: path) { throw .transport(TransportError(.invalidRequest, problem)) }
        return path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}
