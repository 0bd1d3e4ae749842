public import APIRuntime
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ServerRoutes {
    /// Adds a route that responds with JSON.
    public func json<Body: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "application/json",
        root: String? = nil,
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<Body>
    ) {
        raw(operation, method, path, server: server, failures: failures, security: security) { [condition] input in
            let response = try await handler(&input)
            let type = condition.preferred(type, for: input.about, isJSON: true)
            return RawServerResponse.json(response.body, status, type, root: root).with(response)
        }
    }

    /// Adds a route that responds with JSON, or without a body if the value is `nil`.
    ///
    /// The response without a body has the status `empty`. If `empty` is `nil`, the route responds with a JSON null.
    public func optionalJSON<Body: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        empty: Int? = nil,
        type: String = "application/json",
        root: String? = nil,
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<Body?>
    ) {
        raw(operation, method, path, server: server, failures: failures, security: security) { [condition] input in
            let response = try await handler(&input)
            guard let empty, response.body == nil else {
                let type = condition.preferred(type, for: input.about, isJSON: true)
                return RawServerResponse.json(response.body, status, type, root: root).with(response)
            }
            return RawServerResponse.empty(empty).with(response)
        }
    }

    /// Adds a route that responds without a body.
    public func empty(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 204,
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<Void>
    ) {
        raw(operation, method, path, server: server, failures: failures, security: security) { input in
            RawServerResponse.empty(status).with(try await handler(&input))
        }
    }

    /// Adds a route that responds with bytes.
    public func data(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "application/octet-stream",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<Data>
    ) {
        raw(operation, method, path, server: server, failures: failures, security: security) { [condition] input in
            input.standardType = type
            let response = try await handler(&input)
            let type = condition.preferred(type, for: input.about)
            return RawServerResponse.data(response.body, status, type).with(response)
        }
    }

    /// Adds a route that responds with a string.
    public func text(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "text/plain",
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<String>
    ) {
        raw(operation, method, path, server: server, failures: failures, security: security) { [condition] input in
            input.standardType = type
            let response = try await handler(&input)
            let type = condition.preferred(type, for: input.about)
            return RawServerResponse.text(response.body, status, type).with(response)
        }
    }

    /// Adds a route that responds with one of several documented responses, which `write` encodes.
    public func response<Body: Sendable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        server: String? = nil,
        failures: FailureMedia? = nil,
        security: RouteSecurity? = nil,
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> ServerResponse<Body>,
        write: @escaping @Sendable (Body) -> RawServerResponse
    ) {
        raw(operation, method, path, server: server, failures: failures, security: security) { input in
            let response = try await handler(&input)
            return write(response.body).with(response)
        }
    }
}
