/// One of the imitated services.
protocol SandboxService: Sendable {
    /// Adds what the service answers.
    func addRoutes(to router: SandboxRouter)
}
