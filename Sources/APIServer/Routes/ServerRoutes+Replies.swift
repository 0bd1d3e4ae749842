public import APIRuntime
public import Foundation

extension ServerRoutes {
    /// Adds a route that replies with JSON.
    public func json<Body: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "application/json",
        failures: FailureMedia = "application/json",
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> Reply<Body>
    ) {
        raw(operation, method, path, failures: failures) { input in
            let reply = try await handler(&input)
            return RawReply.json(reply.body, status, type).with(reply)
        }
    }

    /// Adds a route that replies with JSON, or without a body.
    ///
    /// - Parameter empty: Status of a reply without a body; `nil` writes a JSON null.
    public func optionalJSON<Body: JSONCodable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        empty: Int? = nil,
        type: String = "application/json",
        failures: FailureMedia = "application/json",
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> Reply<Body?>
    ) {
        raw(operation, method, path, failures: failures) { input in
            let reply = try await handler(&input)
            guard let empty, reply.body == nil else { return RawReply.json(reply.body, status, type).with(reply) }
            return RawReply.empty(empty).with(reply)
        }
    }

    /// Adds a route that replies without a body.
    public func empty(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 204,
        failures: FailureMedia = "application/json",
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> Reply<Void>
    ) {
        raw(operation, method, path, failures: failures) { input in
            RawReply.empty(status).with(try await handler(&input))
        }
    }

    /// Adds a route that replies with bytes.
    public func data(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "application/octet-stream",
        failures: FailureMedia = "application/json",
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> Reply<Data>
    ) {
        raw(operation, method, path, failures: failures) { input in
            let reply = try await handler(&input)
            return RawReply.data(reply.body, status, type).with(reply)
        }
    }

    /// Adds a route that replies with text.
    public func text(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        status: Int = 200,
        type: String = "text/plain",
        failures: FailureMedia = "application/json",
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> Reply<String>
    ) {
        raw(operation, method, path, failures: failures) { input in
            let reply = try await handler(&input)
            return RawReply.text(reply.body, status, type).with(reply)
        }
    }

    /// Adds a route that replies in one of several documented ways.
    ///
    /// - Parameter write: Makes the bytes of an answer.
    public func answer<Body: Sendable>(
        _ operation: String,
        _ method: CallMethod,
        _ path: String,
        failures: FailureMedia = "application/json",
        _ handler: @escaping @Sendable (inout ServerInput) async throws -> Reply<Body>,
        write: @escaping @Sendable (Body) -> RawReply
    ) {
        raw(operation, method, path, failures: failures) { input in
            let reply = try await handler(&input)
            return write(reply.body).with(reply)
        }
    }
}
