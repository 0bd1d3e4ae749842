import APIRuntime
import APIServer
import Foundation
import HTTPTypes
import SensibillAPI

/// Where the operations of the service get their paths.
///
/// Every route checks the credential first, then the names of the query's parameters, then reads the rest.
struct SensibillRoutes {
    /// Whom a route lets in, before its operation looks closer.
    enum Access: Sendable {
        /// Everybody; the operation checks.
        case open
        /// Bearers of a token of the client or of a user.
        case token
        /// Bearers of a user's token.
        case user
    }

    typealias Handler = @Sendable (RouteInput, SensibillQuery) async throws -> RawReply

    let router: MappedRouter
    let store: SensibillStore

    /// Adds a route.
    func on(
        _ method: CallMethod,
        _ path: String,
        _ operation: String,
        _ access: Access,
        query names: Set<String> = [],
        _ handler: @escaping Handler
    ) {
        router.on(method, path, operation) { [store] input in
            switch access {
            case .open: break
            case .token: _ = try store.caller(input.request)
            case .user: _ = try store.userID(input.request)
            }
            return try await handler(input, SensibillQuery(input, names: names))
        }
    }

    /// Adds the same route to both generations; the older one has `V1` behind the operation's id.
    func onBoth(
        _ method: CallMethod,
        _ path: String,
        _ operation: String,
        _ access: Access,
        query names: Set<String> = [],
        _ handler: @escaping Handler
    ) {
        on(method, "/api/v2\(path)", operation, access, query: names, handler)
        on(method, "/api/v1\(path)", "\(operation)V1", access, query: names, handler)
    }
}

extension RouteInput {
    /// The body as a model.
    ///
    /// - Throws: A refusal with status 400 when there is none, or another one.
    func sensibillBody<Value: JSONCodable>(_ type: Value.Type = Value.self) throws(SensibillRefusal) -> Value {
        guard !body.isEmpty else { throw .badRequest("The request has no body.", .missingRequestBodyError) }
        do {
            return try JSON.decode(Value.self, from: body)
        } catch {
            throw .badRequest("The body is not what the operation takes.", .validationFailedError)
        }
    }
}
