/// One of the imitated services.
protocol SandboxService: Sendable {
    /// Adds what the service responds.
    func addRoutes(to router: SandboxRouter)
}
