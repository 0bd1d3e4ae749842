import APIRuntime
import Foundation
import HTTPTypes

/// The sandbox's own routes, below `/sandbox`: faults, clock, tokens and counts.
struct ControlRoutes: SandboxService {
    private let core: SandboxCore

    init(core: SandboxCore) {
        self.core = core
    }

    func addRoutes(to router: SandboxRouter) {
        router.on(.post, "/sandbox/faults", "sandbox.addFaults") { input in
            let value = try input.json(JSONValue.self)
            let faults = try (value.array ?? [value]).map { try Fault(json: $0) }
            for fault in faults { core.faults.add(fault) }
            return Reply.empty().raw
        }
        router.on(.delete, "/sandbox/faults", "sandbox.clearFaults") { _ in
            core.faults.clear()
            return Reply.empty().raw
        }
        router.on(.post, "/sandbox/clock", "sandbox.advanceClock") { input in
            guard let seconds = try input.json(JSONValue.self)["seconds"]?.seconds else {
                throw RawReply(status: 400)
            }
            core.clock.advance(by: seconds)
            return Reply.empty().raw
        }
        router.on(.get, "/sandbox/counts", "sandbox.counts") { _ in
            Reply(JSONValue(core.counter.all)).raw
        }
        router.on(.delete, "/sandbox/counts", "sandbox.resetCounts") { _ in
            core.counter.reset()
            return Reply.empty().raw
        }
        addTokenRoutes(to: router)
    }

    private func addTokenRoutes(to router: SandboxRouter) {
        router.on(.post, "/sandbox/tokens/expire", "sandbox.expireTokens") { input in
            core.tokens.expireAccessTokens(realm: input.query("realm"), subject: input.query("subject"))
            return Reply.empty().raw
        }
        router.on(.post, "/sandbox/tokens/revoke", "sandbox.revokeTokens") { input in
            core.tokens.revoke(realm: input.query("realm"), subject: input.query("subject"))
            return Reply.empty().raw
        }
    }
}

extension Fault {
    /// Reads a fault, such as `{"kind": "status", "status": 503, "times": 2, "pathPrefix": "/api/v4"}`.
    fileprivate init(json: JSONValue) throws {
        guard let kind = Kind(json: json) else { throw RawReply(status: 400) }
        self.init(
            kind,
            operation: json["operation"]?.string,
            pathPrefix: json["pathPrefix"]?.string ?? "/",
            times: json["times"]?.wholeNumber
        )
    }
}

extension Fault.Kind {
    fileprivate init?(json: JSONValue) {
        switch json["kind"]?.string {
        case "latency": self = .latency(milliseconds: json["milliseconds"]?.wholeNumber ?? 1000)
        case "status": self = .status(json["status"]?.wholeNumber ?? 500, retryAfter: json["retryAfter"]?.wholeNumber)
        case "droppedConnection": self = .droppedConnection
        case "truncatedBody": self = .truncatedBody
        case "malformedItem": self = .malformedItem(index: json["index"]?.wholeNumber ?? 0)
        default: return nil
        }
    }
}

extension JSONValue {
    fileprivate var wholeNumber: Int? { number.flatMap { Int($0.description) } }
    fileprivate var seconds: Double? { number.flatMap { Double($0.description) } }
}
