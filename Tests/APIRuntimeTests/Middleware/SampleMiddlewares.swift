import APIRuntime
import APITesting
import Foundation
import HTTPTypes

extension HTTPField.Name {
    static let trace = HTTPField.Name("X-Trace") ?? .cookie
    static let signature = HTTPField.Name("X-Signature") ?? .cookie
}

/// A middleware that adds a header field to one operation.
struct HeaderMiddleware: CallMiddleware {
    let operation: String
    let value: String

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        guard context.operation == operation else { return try await next(request) }
        var request = request
        request.head.headerFields[.trace] = value
        return try await next(request)
    }
}

/// A middleware that signs each attempt, including its credential.
struct SigningMiddleware: CallMiddleware {
    let key: Int

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var request = request
        let signed = (request.head.path ?? "") + (request.head.headerFields[.authorization] ?? "")
        request.head.headerFields[.signature] = "\(signed.utf8.reduce(key) { ($0 &* 31 &+ Int($1)) % 9973 })"
        return try await next(request)
    }
}

/// A middleware that logs bodies without the values of the properties named `text`.
struct BodyLogMiddleware: CallMiddleware {
    let lines = LockedState<[String]>([])

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        if case .bytes(let bytes)? = request.body { log("→", bytes, context) }
        let response = try await next(request)
        if case .bytes(let bytes) = response.body { log("←", bytes, context) }
        return response
    }

    private func log(_ direction: String, _ bytes: [UInt8], _ context: MiddlewareContext) {
        guard let note = try? JSONCoding.decode(WireNote.self, from: bytes) else { return }
        let redacted = WireNote(id: note.id, text: note.text.map { _ in "…" })
        let line = "\(context.operation) \(direction) \(String(decoding: JSONCoding.encode(redacted), as: UTF8.self))"
        lines.withLock { $0.append(line) }
    }
}

/// A middleware that measures each attempt.
struct TimingMiddleware: CallMiddleware {
    let clock: TestClock
    let measured = LockedState<[String: Duration]>([:])

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        let start = clock.now
        defer {
            let elapsed = start.duration(to: clock.now)
            measured.withLock { $0["\(context.pathTemplate) #\(context.attempt)"] = elapsed }
        }
        return try await next(request)
    }
}

/// A middleware that returns a fixed response without sending anything.
struct StubMiddleware: CallMiddleware {
    var status = 200
    var json = #"{"id": 7, "text": "stub"}"#

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        let fields: HTTPFields = [.contentType: "application/json", .cacheControl: "max-age=60"]
        let head = HTTPResponse(status: .init(code: status), headerFields: fields)
        return MiddlewareResponse(head: head, body: .bytes(Array(json.utf8)))
    }
}

/// A middleware that rewrites the bodies of responses, both complete ones and those that arrive in chunks.
struct UppercaseMiddleware: CallMiddleware {
    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        var response = try await next(request)
        response.body = try await response.body.mapChunks { chunk in
            chunk.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        }
        return response
    }
}

/// A middleware that runs a closure.
struct ClosureMiddleware: CallMiddleware {
    typealias Body =
        @Sendable (MiddlewareRequest, MiddlewareContext, MiddlewareNext) async throws -> MiddlewareResponse

    let preservesUser: Bool
    private let body: Body

    init(preservesUser: Bool = false, _ body: @escaping Body) {
        self.preservesUser = preservesUser
        self.body = body
    }

    func intercept(
        _ request: MiddlewareRequest,
        context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> MiddlewareResponse {
        try await body(request, context, next)
    }
}
