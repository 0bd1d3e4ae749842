import APIRuntime
import Foundation
import HTTPTypes
import Hummingbird

/// Where services put their routes.
///
/// Every route runs the same steps: count, faults, the operation, its documented errors, entity tag, faults of the body.
struct SandboxRouter {
    /// Answers a request.
    typealias Handler = @Sendable (RouteInput) async throws -> RawReply

    /// What a service makes of an error that its operation threw; `nil` leaves it to the default: the documented
    /// status and body for an ``OperationError``, 400 for a body that cannot be read, 500 for the rest.
    typealias ErrorMapping = @Sendable (any Error, SandboxRequest) -> RawReply?

    private let router: Router<SandboxContext>
    private let runner: RouteRunner

    init(router: Router<SandboxContext>, core: SandboxCore) {
        self.init(router: router, runner: RouteRunner(core: core))
    }

    private init(router: Router<SandboxContext>, runner: RouteRunner) {
        self.router = router
        self.runner = runner
    }

    /// The same router with another service's way of writing errors.
    func mappingErrors(_ mapping: @escaping ErrorMapping) -> SandboxRouter {
        SandboxRouter(router: router, runner: RouteRunner(core: runner.core, mapping: mapping))
    }

    /// Adds a route.
    ///
    /// - Parameters:
    ///   - method: HTTP method.
    ///   - path: Path as the spec writes it: parameters in braces.
    ///   - operation: Id of the operation in the spec.
    ///   - handler: What answers.
    func on(_ method: HTTPRequest.Method, _ path: String, _ operation: String, _ handler: @escaping Handler) {
        router.on(RouterPath(path), method: method) { [runner] request, context in
            try await runner.answer(request, context, operation, handler)
        }
    }
}
