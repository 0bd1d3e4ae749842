import APIRuntime
import Foundation
import HTTPTypes

/// A cache at a time that the test sets, with convenience methods to fill and query it.
struct CacheBench {
    let store = MemoryCacheStore()
    let cache: ResponseCache
    let start = Date(timeIntervalSince1970: 784_111_777)

    init() {
        cache = ResponseCache(store: store)
    }

    func request(
        _ path: String = "/notes",
        _ method: HTTPRequest.Method = .get,
        _ fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "https", authority: "api.example.com", path: path, headerFields: fields)
    }

    /// Records a response that was received `at` seconds after the start, without delay.
    func record(
        _ fields: HTTPFields,
        status: Int = 200,
        body: String = "one",
        to request: HTTPRequest? = nil,
        as partition: String = "anna",
        policy: CachePolicy? = nil,
        mode: CacheMode = .standard,
        at seconds: Double = 0
    ) async {
        await cache.record(
            HTTPResponse(status: HTTPResponse.Status(code: status), headerFields: fields),
            body: Array(body.utf8),
            for: request ?? self.request(),
            partition: partition,
            policy: policy,
            mode: mode,
            timing: CacheTiming(requestedAt: start + seconds, receivedAt: start + seconds)
        )
    }

    func plan(
        _ request: HTTPRequest? = nil,
        as partition: String = "anna",
        policy: CachePolicy? = nil,
        mode: CacheMode = .standard,
        at seconds: Double = 0
    ) async -> CachePlan {
        await cache.plan(
            for: request ?? self.request(),
            partition: partition,
            policy: policy,
            mode: mode,
            now: start + seconds
        )
    }

    /// Returns a word that describes the plan, for tables.
    func verdict(
        _ request: HTTPRequest? = nil,
        as partition: String = "anna",
        policy: CachePolicy? = nil,
        mode: CacheMode = .standard,
        at seconds: Double = 0
    ) async -> Verdict {
        await Verdict(plan(request, as: partition, policy: policy, mode: mode, at: seconds))
    }
}

/// The kind of a plan.
enum Verdict: Equatable {
    case fresh, stale, revalidating, validate, fetch, unsatisfiable

    init(_ plan: CachePlan) {
        switch plan {
        case .serve(_, .fresh): self = .fresh
        case .serve(_, .stale): self = .stale
        case .serve(_, .revalidating): self = .revalidating
        case .validate: self = .validate
        case .fetch: self = .fetch
        case .unsatisfiable: self = .unsatisfiable
        }
    }
}

extension CachePlan {
    /// The stored response in the plan, if there is one.
    var response: CachedResponse? {
        switch self {
        case .serve(let response, _), .validate(_, let response), .fetch(let response?): response
        case .fetch(nil), .unsatisfiable: nil
        }
    }

    /// The stored body in the plan as a string.
    var text: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }
}

extension HTTPField.Name {
    /// Returns a header field name that is known to be valid.
    static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("Not a field's name: \(name)") }
        return field
    }
}
