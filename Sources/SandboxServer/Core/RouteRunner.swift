import APIServer
import Hummingbird

/// The steps of a route: count, faults, the operation, its documented errors, entity tag, faults of the body.
struct RouteRunner: Sendable {
    /// The state that all services share.
    let core: SandboxCore

    /// The closure that maps errors to responses.
    let errors: ErrorMapping

    /// The closure that changes or refuses a request before its parameters are read.
    let prepare: SandboxRouter.Preparation

    /// The closure that changes a response.
    let finish: SandboxRouter.Finish

    /// Returns the response to a request.
    func response(_ input: ServerInput, _ context: SandboxContext, _ next: RouteHandler) async throws -> Response {
        let about = input.about
        core.counter.add(about.operation)
        let plan = FaultPlan(core.faults.take(operation: about.operation, path: about.path))
        if let wait = plan.latency { try await Task.sleep(for: wait) }  // sleep: a slow network is real time
        var input = input
        let reply = plan.spoilt(await reply(&input, plan, next))
        core.journal.record(input, reply, at: core.clock.now)
        let tagged = EntityTag.applied(to: reply, method: about.method, headers: about.headers)
        return try await plan.response(tagged, isHead: about.method == .head, channel: context.channel)
    }

    /// Returns the operation's response, after reading the whole body for the journal.
    private func reply(_ input: inout ServerInput, _ plan: FaultPlan, _ next: RouteHandler) async -> RawServerResponse {
        do {
            try await input.collectBody()
            if let failure = plan.replacement { throw failure }
            var prepared = input
            if prepared.isAccepted { try prepare(&prepared) }
            var reply = await next(prepared)
            finish(&reply, input.about)
            return reply
        } catch let failure as InjectedFailure {
            return errors(failure, input.about) ?? RawServerResponse(status: failure.status, headers: failure.headers)
        } catch {
            return errors(error, input.about) ?? RawServerResponse(describing: error, for: input.about)
        }
    }
}
