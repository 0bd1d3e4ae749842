import APIRuntime
import APIServer
import Foundation
import HTTPTypes

/// The sandbox's control operations below `/sandbox`: faults, clock, tokens and counts.
struct ControlRoutes: SandboxService {
    private let core: SandboxCore

    init(core: SandboxCore) {
        self.core = core
    }

    func addRoutes(to router: SandboxRouter) {
        let routes = router.routes()
        routes.raw("sandbox.addFaults", .post, "/sandbox/faults") { input in
            let value = try input.json(JSONValue.self)
            let faults = try (value.array ?? [value]).map { try Fault(json: $0) }
            for fault in faults { core.faults.add(fault) }
            return RawServerResponse.empty(204)
        }
        routes.raw("sandbox.clearFaults", .delete, "/sandbox/faults") { _ in
            core.faults.clear()
            return RawServerResponse.empty(204)
        }
        routes.raw("sandbox.advanceClock", .post, "/sandbox/clock") { input in
            guard let seconds = try input.json(JSONValue.self)["seconds"]?.seconds else {
                throw RawServerResponse.empty(400)
            }
            core.clock.advance(by: seconds)
            return RawServerResponse.empty(204)
        }
        routes.raw("sandbox.counts", .get, "/sandbox/counts") { _ in
            RawServerResponse.json(JSONValue(core.counter.all))
        }
        routes.raw("sandbox.resetCounts", .delete, "/sandbox/counts") { _ in
            core.counter.reset()
            return RawServerResponse.empty(204)
        }
        addTokenRoutes(to: routes)
    }

    private func addTokenRoutes(to routes: ServerRoutes) {
        routes.raw("sandbox.expireTokens", .post, "/sandbox/tokens/expire") { input in
            core.tokens.expireAccessTokens(realm: input.queryValue("realm"), subject: input.queryValue("subject"))
            return RawServerResponse.empty(204)
        }
        routes.raw("sandbox.revokeTokens", .post, "/sandbox/tokens/revoke") { input in
            core.tokens.revoke(realm: input.queryValue("realm"), subject: input.queryValue("subject"))
            return RawServerResponse.empty(204)
        }
    }
}

extension Fault {
    /// Creates a fault from JSON such as `{"kind": "status", "status": 503, "times": 2, "pathPrefix": "/api/v4"}`.
    ///
    /// - Throws: The response with status 400 for an unknown kind.
    fileprivate init(json: JSONValue) throws {
        guard let kind = Kind(json: json) else { throw RawServerResponse.empty(400) }
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
