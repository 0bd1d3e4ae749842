import APIRuntime
import APIServer
import Hummingbird

/// The router to which services add their routes.
///
/// All routes run the same steps: count, faults, the operation, its documented errors, entity tag, faults of the body.
struct SandboxRouter {
    /// A closure that changes or refuses a request before its parameters are read.
    typealias Preparation = @Sendable (inout ServerInput) throws -> Void

    /// A closure that changes an operation's response, before its entity tag and the faults of the body are applied.
    typealias Finish = @Sendable (inout RawServerResponse, ServerRequest) -> Void

    private let router: Router<SandboxContext>
    private let core: SandboxCore

    /// The maximum length of a request body in bytes.
    private static let maximumBody = 64 << 20

    init(router: Router<SandboxContext>, core: SandboxCore) {
        self.router = router
        self.core = core
    }

    /// Returns routes with service-specific behavior.
    ///
    /// - Parameters:
    ///   - options: The server options: limits, error mapping and paths of operations. An ``InjectedFailure`` is passed
    ///     to the error mapping like any other error.
    ///   - prepare: A closure that changes or refuses requests.
    ///   - finish: A closure that changes responses.
    /// - Returns: The routes.
    func routes(
        _ options: ServerOptions = ServerOptions(),
        prepare: @escaping Preparation = { _ in },
        finish: @escaping Finish = { _, _ in }
    ) -> ServerRoutes {
        var options = options
        options.maximumBodyBytes = Self.maximumBody
        let runner = RouteRunner(core: core, errors: options.errors, prepare: prepare, finish: finish)
        return ServerRoutes(router, options: options) { input, context, next in
            try await runner.response(input, context, next)
        }
    }
}
