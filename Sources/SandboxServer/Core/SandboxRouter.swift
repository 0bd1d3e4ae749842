import APIRuntime
import APIServer
import Hummingbird

/// Where services put their routes.
///
/// Every route runs the same steps: count, faults, the operation, its documented errors, entity tag, faults of the body.
struct SandboxRouter {
    /// Changes or refuses a request before its parameters are read.
    typealias Preparation = @Sendable (inout ServerInput) throws -> Void

    /// Changes what an operation replied, before its entity tag and the faults of the body.
    typealias Finish = @Sendable (inout RawServerResponse, ServerRequest) -> Void

    private let router: Router<SandboxContext>
    private let core: SandboxCore

    /// Longest body of a request in bytes.
    private static let maximumBody = 64 << 20

    init(router: Router<SandboxContext>, core: SandboxCore) {
        self.router = router
        self.core = core
    }

    /// Routes with a service's own ways.
    ///
    /// - Parameters:
    ///   - options: What is accepted, how errors are worded, and where operations are. An injected failure comes to the
    ///     wording of errors, as one more error.
    ///   - prepare: Changes or refuses requests.
    ///   - finish: Changes replies.
    /// - Returns: The routes.
    func routes(
        _ options: ServerOptions = ServerOptions(),
        prepare: @escaping Preparation = { _ in },
        finish: @escaping Finish = { _, _ in }
    ) -> ServerRoutes {
        var options = options
        options.maximumBodyBytes = Self.maximumBody
        options.reading = JSONReadingOptions()
        let runner = RouteRunner(core: core, errors: options.errors, prepare: prepare, finish: finish)
        return ServerRoutes(router, options: options) { input, context, next in
            try await runner.response(input, context, next)
        }
    }
}
