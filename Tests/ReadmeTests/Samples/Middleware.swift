import APIRuntime
import AnybillAPI
import HTTPTypes
import URLSessionTransport

// region header
struct ChannelHeader: CallMiddleware {
    let name: HTTPField.Name
    let operations: Set<String>

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var request = request
        if operations.contains(context.operation) {
            request.head.headerFields[name] = "app"
        }
        return try await next(request)
    }
}

func makeClient(_ field: HTTPField.Name) -> AnybillClient {
    let channel = ChannelHeader(name: field, operations: ["listReceipts"])
    var configuration = ClientConfiguration(transport: .urlSession)
    configuration.middleware.append(.before(.retry, channel))
    return AnybillClient(configuration: configuration)
}
// endregion

// region signature
struct RequestSignature: CallMiddleware {
    let name: HTTPField.Name
    let signature: @Sendable (_ text: String) -> String
    // The cache can serve stored responses without asking the server first.
    let preservesUser = true

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var request = request
        let token = request.head.headerFields[.authorization] ?? ""
        let text = "\(request.head.method) \(request.head.path ?? "")\n\(token)"
        request.head.headerFields[name] = signature(text)
        return try await next(request)
    }
}

func sign(_ configuration: inout ClientConfiguration, with step: RequestSignature) {
    configuration.middleware.append(.after(.credentials, step))
}
// endregion

// region log
struct BodyLog: CallMiddleware {
    let write: @Sendable (_ line: String) -> Void
    let preservesUser = true

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        let response = try await next(request)
        // A body that arrives later has not been read yet.
        if case .bytes(let bytes) = response.body {
            write("\(context.operation): \(Self.redacted(bytes))")
        }
        return response
    }

    /// Returns the names of the properties without their values.
    private static func redacted(_ bytes: [UInt8]) -> String {
        guard let value = try? JSONCoding.decode(JSONValue.self, from: bytes),
            case .object(let object) = value
        else { return "\(bytes.count) bytes" }
        return object.members.map { "\($0.name): …" }.joined(separator: ", ")
    }
}

func log(_ configuration: inout ClientConfiguration) {
    configuration.middleware.append(.before(.transport, BodyLog { print($0) }))
}
// endregion

// region time
struct AttemptTimer: CallMiddleware {
    let report: @Sendable (_ attempt: String, _ duration: Duration) -> Void
    let preservesUser = true

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        let clock = ContinuousClock()
        let start = clock.now
        defer {
            let name = "\(context.pathTemplate) #\(context.attempt)"
            report(name, start.duration(to: clock.now))
        }
        return try await next(request)
    }
}

func measure(_ configuration: inout ClientConfiguration) {
    let timer = AttemptTimer { attempt, duration in print(attempt, duration) }
    configuration.middleware.append(.after(.credentials, timer))
}
// endregion

// region stub
struct Stub: CallMiddleware {
    let status: Int
    let json: String

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        let fields: HTTPFields = [.contentType: "application/json"]
        let head = HTTPResponse(status: .init(code: status), headerFields: fields)
        return MiddlewareResponse(head: head, body: .bytes(Array(json.utf8)))
    }
}

func simulateOutage(of client: AnybillClient) async {
    let stub = Stub(status: 503, json: #"{"title": "Maintenance"}"#)
    let options = CallOptions(middleware: [.before(.cache, stub)])
    do {
        _ = try await client.receipts.get(receiptId: "1", options: options)
    } catch {
        print(error)
    }
}
// endregion

// region rewrite
struct MediaTypeCorrection: CallMiddleware {
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var response = try await next(request)
        if response.head.headerFields[.contentType] == "text/json" {
            response.head.headerFields[.contentType] = "application/json"
        }
        // Chunks of a body that arrives later are changed when they arrive.
        response.body = try await response.body.mapChunks { chunk in
            chunk.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }
        }
        return response
    }
}

func correct(_ configuration: inout ClientConfiguration) {
    configuration.middleware.append(.after(.retry, MediaTypeCorrection()))
}
// endregion
