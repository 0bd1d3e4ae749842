/// An imitated service.
protocol SandboxService: Sendable {
    /// Adds the routes of the service.
    func addRoutes(to router: SandboxRouter)
}
