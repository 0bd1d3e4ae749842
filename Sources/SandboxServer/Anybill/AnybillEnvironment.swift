import APIRuntime

/// What the operations of Anybill work on.
struct AnybillEnvironment: Sendable {
    /// Users, receipts and the rest.
    let store = LockedState(AnybillRecords())

    /// Who may call.
    let gate: AnybillGate

    /// Writes error bodies.
    let problems: AnybillProblems

    /// Ids of what is created.
    let identifiers: IdentifierSource

    /// Tells the partner of new receipts; `nil` when nobody listens.
    let webhook: AnybillWebhook?

    /// The sandbox.
    let core: SandboxCore

    init(core: SandboxCore) {
        self.core = core
        identifiers = core.identifiers("anybill.ids")
        problems = AnybillProblems(identifiers: core.identifiers("anybill.traces"))
        gate = AnybillGate(tokens: core.tokens, store: store, problems: problems)
        webhook = AnybillWebhook(core.configuration)
    }
}
