import Foundation
import HTTPTypes

/// What all copies of a ``OperationSender`` share.
///
/// Its stages are in extensions, one file each.
final class SenderCore: Sendable {
    let configuration: ClientConfiguration
    let log: CallLog
    let reading: JSONReadingOptions

    /// Addresses that are renewed in the background now.
    let renewals = LockedState<Set<CacheKey>>([])

    /// Requests on their way that equal calls wait for.
    let sharing = CallSharing()

    private let servers: [ServerRole: ServerBase]
    private let credentials: [String: any CredentialSource]
    private let commonHeaders: HTTPFields

    init(
        servers: [ServerRole: URL],
        credentials: [String: any CredentialSource],
        configuration: ClientConfiguration
    ) {
        self.configuration = configuration
        self.credentials = credentials
        self.servers = servers.compactMapValues(ServerBase.init)
        log = CallLog(logger: configuration.logger, observer: configuration.observer)
        var headers = configuration.headers
        if let userAgent = configuration.userAgent { headers[.userAgent] = userAgent }
        commonHeaders = headers
        let limits = configuration.limits
        reading = JSONReadingOptions(maximumDepth: limits.maximumJSONDepth, strict: limits.isStrict)
        if let cache = configuration.cache {
            for source in credentials.values { source.evictAtSignOut(cache) }
        }
    }

    /// Sends a call through all stages.
    func receive(_ call: OperationCall, _ options: CallOptions) async throws(CallFailure) -> RawResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let prepared = try prepare(call, options)
        return try await sendCached(prepared)
    }

    /// Puts a call's parts together, without credentials, and refuses what must not be sent.
    func prepare(_ call: OperationCall, _ options: CallOptions) throws(CallFailure) -> PreparedCall {
        if let problem = call.problem { throw .transport(TransportError(.invalidRequest, problem)) }
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
        let server = try server(of: call, options)
        var head = HTTPRequest(
            method: call.method,
            scheme: server.base.scheme,
            authority: server.base.authority,
            path: try path(of: call, options, on: server.base),
            headerFields: fields(of: call, options, on: server)
        )
        addIdempotencyKey(to: &head.headerFields, call, options)
        return PreparedCall(
            call: call,
            head: head,
            credentials: try schemes(for: call.security, on: server),
            total: options.deadline ?? configuration.deadline,
            timeout: options.timeout ?? call.timeout ?? configuration.timeout,
            retry: options.retry ?? configuration.retry,
            cacheMode: options.cache ?? .standard,
            progress: options.progress
        )
    }

    /// The server that gets a call.
    private struct Target {
        let base: ServerBase

        /// Whether it may know what the client knows: credentials and common fields.
        var isTrusted = true
    }

    private func server(of call: OperationCall, _ options: CallOptions) throws(CallFailure) -> Target {
        if let url = options.server ?? options.linkedServer {
            guard let base = ServerBase(url) else {
                throw .transport(TransportError(.noServer, "The server of a call must be an http or https URL."))
            }
            // What a caller names is the caller's choice; a spec may be somebody else's.
            return Target(
                base: base,
                isTrusted: options.server != nil || servers.values.contains { $0.isSameOrigin(as: base) }
            )
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
        if let next = options.following { return try followingPath(next, on: server) }
        let query = call.queryWriter.text
        let path = server.prefix + call.path.encoded
        if query.isEmpty { return path.isEmpty ? "/" : path }
        return path + (call.path.encoded.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }

    /// The path and query of a next page's URL, which must not lead the call to another server.
    private func followingPath(_ url: URL, on server: ServerBase) throws(CallFailure) -> String {
        let own = URL(string: "\(server.scheme)://\(server.authority)\(server.prefix)/")
        guard let target = URL(string: url.relativeString, relativeTo: url.baseURL ?? own)?.absoluteURL,
            let base = ServerBase(target), base.isSameOrigin(as: server),
            let parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
        else {
            throw .transport(TransportError(.invalidRequest, "The next page is not on the server of the call."))
        }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        if let problem = PathGuard.problem(in: path) { throw .transport(TransportError(.invalidRequest, problem)) }
        return path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    private func fields(of call: OperationCall, _ options: CallOptions, on server: Target) -> HTTPFields {
        var fields = server.isTrusted ? commonHeaders : commonHeaders.harmless
        if !call.accept.isEmpty { fields[.accept] = MediaType.weighted(call.accept) }
        for field in call.headers { fields[field.name] = field.value }
        if !call.cookies.isEmpty { fields[.cookie] = call.cookies.joined(separator: "; ") }
        // All lines of a name together, so that a field of several lines stays one.
        for field in options.headers where fields[values: field.name] != options.headers[values: field.name] {
            fields[values: field.name] = options.headers[values: field.name]
        }
        return fields
    }

    /// Adds the key that stays the same over all attempts of one call.
    private func addIdempotencyKey(to fields: inout HTTPFields, _ call: OperationCall, _ options: CallOptions) {
        guard call.replay.keyHeader != nil || options.idempotencyKey != nil else { return }
        guard let name = HTTPField.Name(call.replay.keyHeader ?? "Idempotency-Key"), fields[name] == nil else { return }
        fields[name] = options.idempotencyKey ?? UUID().uuidString.lowercased()
    }

    /// The schemes of the first alternative that this client has all sources for.
    private func schemes(
        for security: SecurityRequirement,
        on server: Target
    ) throws(CallFailure) -> [BoundScheme] {
        if security.alternatives.isEmpty { return [] }
        guard let schemes = security.satisfied(where: { server.isTrusted && credentials[$0] != nil }) else {
            let message =
                server.isTrusted
                ? "The client has no credential for any of the operation's security schemes."
                : "A link leads to \(server.base.scheme)://\(server.base.authority), which is none of the client's "
                    + "servers. Name it in CallOptions.server if it may have the operation's credentials."
            throw .unauthenticated(AuthenticationError(.missing, message: message))
        }
        return schemes.compactMap { scheme in
            credentials[scheme.name].map { BoundScheme(scheme: scheme, source: $0) }
        }
    }
}

/// A call that is ready to be sent, but for its credentials.
struct PreparedCall: Sendable {
    let call: OperationCall
    var head: HTTPRequest
    let credentials: [BoundScheme]

    /// Time for the whole call; `nil` without a bound.
    let total: Duration?

    /// Time for one attempt; `nil` without a bound.
    let timeout: Duration?

    let retry: RetryPolicy
    let cacheMode: CacheMode

    /// Told how far bodies have come.
    let progress: (@Sendable (TransferProgress) -> Void)?

    /// How the response is read while it arrives; `nil` for a response that is read whole.
    var stream: StreamOptions?

    /// When the whole call ends, once it has begun.
    var deadline: CallDeadline?

    /// Whether the cache has been asked for the response.
    var isCached = false

    /// Whether the body can be sent again.
    var isResendable: Bool { call.body?.isReplayable ?? true }
}

/// A security scheme with the source of its credentials.
struct BoundScheme: Sendable {
    let scheme: SecurityScheme
    let source: any CredentialSource
}
