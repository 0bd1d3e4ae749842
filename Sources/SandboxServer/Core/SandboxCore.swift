/// What all services of a sandbox share.
struct SandboxCore: Sendable {
    /// How the sandbox was started.
    let configuration: SandboxConfiguration

    /// The time of day; services never ask the machine.
    let clock: SandboxClock

    /// All tokens.
    let tokens: SandboxTokens

    /// What goes wrong on purpose.
    let faults = Faults()

    /// How many requests arrived.
    let counter = RequestCounter()

    init(configuration: SandboxConfiguration) {
        self.configuration = configuration
        clock = SandboxClock(start: configuration.startDate)
        tokens = SandboxTokens(configuration: configuration, clock: clock)
    }

    /// A generator for seeded data.
    func random(_ stream: String) -> SeededRandom { SeededRandom(seed: configuration.seed, stream: stream) }

    /// A source of identifiers for what is created later.
    func identifiers(_ stream: String) -> IdentifierSource {
        IdentifierSource(seed: configuration.seed, stream: stream)
    }
}
