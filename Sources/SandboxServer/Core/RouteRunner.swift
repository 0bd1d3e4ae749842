import APIRuntime
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Runs a route: count, faults, the operation, its documented errors, entity tag, faults of the body.
struct RouteRunner: Sendable {
    /// What all services share.
    let core: SandboxCore

    /// How the service words errors.
    var mapping: SandboxRouter.ErrorMapping = { _, _ in nil }

    /// Longest body of a request in bytes.
    private static let maximumBody = 64 << 20

    /// Answers a request.
    func answer(
        _ request: Request,
        _ context: SandboxContext,
        _ operation: String,
        _ handler: SandboxRouter.Handler
    ) async throws -> Response {
        core.counter.add(operation)
        let plan = FaultPlan(core.faults.take(operation: operation, path: request.uri.path))
        let bytes = try await request.body.collect(upTo: Self.maximumBody)
        let input = RouteInput(request, context, operation: operation, body: Array(bytes.readableBytesView))
        if let wait = plan.latency { try await Task.sleep(for: wait) }  // sleep: a slow network is real time
        let reply = await reply(input) { input in
            if let failure = plan.replacement { throw failure }
            return try await handler(input)
        }
        let tagged = EntityTag.applied(to: plan.spoilt(reply), method: request.method, headers: request.headers)
        return try await plan.response(tagged, isHead: request.method == .head, channel: context.channel)
    }

    private func reply(
        _ input: RouteInput,
        _ handler: (RouteInput) async throws -> RawReply
    ) async -> RawReply {
        do {
            return try await handler(input)
        } catch {
            return mapping(error, input.request) ?? Self.standard(error)
        }
    }

    private static func standard(_ error: any Error) -> RawReply {
        switch error {
        case let reply as RawReply: reply
        case let error as any OperationError: RawReply(error, contentType: "application/json")
        case let failure as InjectedFailure: RawReply(status: failure.status, headers: failure.headers)
        case is DecodingFailure: RawReply(status: 400)
        default: RawReply(status: 500)
        }
    }
}

extension RouteInput {
    fileprivate init(_ request: Request, _ context: SandboxContext, operation: String, body: [UInt8]) {
        var values: [String: String] = [:]
        for (name, value) in context.parameters {
            values[String(name)] = value.removingPercentEncoding ?? String(value)
        }
        self.request = SandboxRequest(
            operation: operation,
            headers: request.headers,
            baseURL: "http://\(request.head.authority ?? "127.0.0.1")",
            path: request.uri.path
        )
        pathValues = values
        query = QueryText.pairs(request.uri.query ?? "")
        self.body = body
    }
}
