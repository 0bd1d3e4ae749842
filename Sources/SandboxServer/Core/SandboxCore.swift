/// The state that all services of a sandbox share.
struct SandboxCore: Sendable {
    /// The configuration of the sandbox.
    let configuration: SandboxConfiguration

    /// The sandbox's clock.
    ///
    /// Services never use the system clock.
    let clock: SandboxClock

    /// The tokens of all services.
    let tokens: SandboxTokens

    /// The active faults.
    let faults = Faults()

    /// The counts of received requests.
    let counter = RequestCounter()

    /// The last requests, for the control panel.
    let journal = SandboxJournal()

    init(configuration: SandboxConfiguration) {
        self.configuration = configuration
        clock = SandboxClock(start: configuration.startDate)
        tokens = SandboxTokens(configuration: configuration, clock: clock)
    }

    /// Returns a generator for seeded data.
    func random(_ stream: String) -> SeededRandom { SeededRandom(seed: configuration.seed, stream: stream) }

    /// Returns a source of identifiers for records created at runtime.
    func identifiers(_ stream: String) -> IdentifierSource {
        IdentifierSource(seed: configuration.seed, stream: stream)
    }
}
