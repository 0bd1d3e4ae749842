import APIRuntime

/// The state and the tools that Anybill's operations share.
struct AnybillEnvironment: Sendable {
    /// The users, receipts and other records.
    let store = LockedState(AnybillRecords())

    /// The check of access tokens.
    let gate: AnybillGate

    /// The factory for error bodies.
    let problems: AnybillProblems

    /// The source of IDs for new records.
    let identifiers: IdentifierSource

    /// The sender of messages about new receipts; `nil` if no webhook is configured.
    let webhook: AnybillWebhook?

    /// The state that all services share.
    let core: SandboxCore

    init(core: SandboxCore) {
        self.core = core
        identifiers = core.identifiers("anybill.ids")
        problems = AnybillProblems(identifiers: core.identifiers("anybill.traces"))
        gate = AnybillGate(tokens: core.tokens, store: store, problems: problems)
        webhook = AnybillWebhook(core.configuration)
    }
}
