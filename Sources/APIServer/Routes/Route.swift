import APIRequestDecoding
import APIRuntime
import HTTPTypes
import Hummingbird
import Logging

/// The properties of an operation that its route needs.
struct RouteHead: Sendable {
    let operation: String
    let failures: FailureMedia
    var condition = MediaCondition()

    /// Whether the body is read while it arrives.
    var streamsBody: Bool { condition.streamsBody }

    /// The credentials that the operation requires.
    let security: RouteSecurity

    /// The check of credentials; `nil` if there is none.
    let gate: SecurityGate?

    /// Returns the metadata of a request.
    func about(_ request: Request) -> ServerRequest {
        let forwarded = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }
        let scheme = forwarded == "https" ? "https" : "http"
        return ServerRequest(
            operation: operation,
            method: request.method,
            path: request.uri.path,
            headers: request.headers,
            baseURL: "\(scheme)://\(request.head.authority ?? "127.0.0.1")",
            failures: failures
        )
    }
}

/// A route: the check of credentials, then the body, then the handler.
struct Route: Sendable {
    let pattern: PathPattern
    let head: RouteHead
    let options: ServerOptions
    let handler: RouteHandler

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - logger: The logger of the request.
    ///   - around: Calls the handler, or responds without it.
    /// - Returns: The response.
    /// - Throws: The error that `around` throws, unless it is an ``UnreadableInput``.
    func response(
        to request: Request,
        _ logger: Logger,
        around: (ServerInput, RouteHandler) async throws -> Response
    ) async throws -> Response {
        guard let values = pattern.values(in: request.uri.path) else { throw HTTPError(.notFound) }
        let query = request.uri.query ?? ""
        var input = ServerInput(head.about(request), query: query, pathValues: values, options: options)
        input.logger = logger
        // Credentials are documented parameters, even if another program checks them.
        input.credentialNames = head.security.queryParameters
        input.credentialCookies = head.security.cookies
        do {
            // The body is not read before the credentials are accepted.
            if let refusal = await refusal(of: &input) {
                input.isAccepted = false
                return try await around(input) { _ in refusal }
            }
            if head.streamsBody {
                let length = StreamedLength()
                input.streamedLength = length
                input.stream = try await request.streamedBody(upTo: options.maximumStreamedBodyBytes, length)
            } else {
                input.body = try await request.bytes(upTo: options.maximumBodyBytes)
            }
            let response = try await around(input, handler)
            // Hummingbird responds with 400 and closes the connection, whose next bytes have no meaning.
            if let error = input.streamedLength?.failure { throw error }
            return response
        } catch let error as UnreadableInput {
            return input.response(to: error).response(to: input.about.method)
        }
    }

    /// Returns the response to a request without sufficient credentials; `nil` for an accepted request.
    private func refusal(of input: inout ServerInput) async -> RawServerResponse? {
        guard let gate = head.gate else { return nil }
        do {
            input.about.credentials = try await gate.accepted(input.about, query: input.query.map(\.text))
            return nil
        } catch {
            var response = input.response(to: error)
            let unauthorized = error as? UnauthorizedRequest
            // RFC 9110 requires the field for status 401, also in a mapped response; RFC 6750 has it for 403.
            let isChallenged = response.status == 401 || (response.status == 403 && unauthorized != nil)
            if isChallenged, response.headers[.wwwAuthenticate] == nil {
                let refusal = unauthorized ?? UnauthorizedRequest(.refused, gate.requirement)
                for challenge in refusal.challenges {
                    response.headers.append(HTTPField(name: .wwwAuthenticate, value: challenge))
                }
            }
            return response
        }
    }
}

extension ServerInput {
    /// Returns the response to an error, and logs the error.
    ///
    /// A response that cannot be encoded is also logged, and sent as status 500 without a body.
    func response(to error: any Error) -> RawServerResponse {
        note(error)
        var response = options.errors(error, about) ?? RawServerResponse(describing: error, for: about)
        // Also in a mapped response: the client cannot know otherwise which body to send.
        if response.status == 415, let field = (error as? UnreadableInput)?.readable?.field(for: about.method),
            response.headers[field.name] == nil
        {
            response.headers.append(field)
        }
        do {
            return try response.coded(by: options.bodyCodecs)
        } catch {
            note(error)
            return .empty(500)
        }
    }

    /// Logs an error of the request: the operation, the place and the reason, without values.
    func note(_ error: any Error) {
        log.note(error)
    }

    /// The log of the request, which does not keep its parameters and body in memory.
    var log: RequestLog { RequestLog(logger: logger, operation: about.operation) }
}

/// The log of the errors of a request.
struct RequestLog: Sendable {
    /// The logger of the request; `nil` in tests of routes.
    let logger: Logger?
    let operation: String

    /// Logs an error: the operation, the place and the reason, without values.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - isSent: Whether an error that is a response reaches the client. Such an error is not a failure.
    func note(_ error: any Error, isSent: Bool = true) {
        guard let logger else { return }
        let operation: Logger.Metadata = ["operation": "\(operation)"]
        switch error {
        case let error as UnreadableInput: logger.info("Request refused: \(error)", metadata: operation)
        case let error as UnauthorizedRequest: logger.info("Request refused: \(error)", metadata: operation)
        case is any OperationError where isSent, is RawServerResponse where isSent: break
        case let error as TransportError: logger.error("The operation failed: \(error)", metadata: operation)
        default: logger.error("The operation failed with \(type(of: error)).", metadata: operation)
        }
    }
}
