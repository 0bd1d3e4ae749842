/// The parts of a generated module that the code of a new project uses.
public struct Starter: Hashable, Sendable {
    /// Whether the client has operations, and the second module its mock.
    public let hasOperations: Bool
    /// Whether the document has webhooks or callbacks, which require `APIWebhooks`.
    public let hasHooks: Bool
    /// A call that requires few arguments; `nil` if each operation requires others than numbers and strings.
    public let call: FirstCall?
    /// A type with a simple value; `nil` if there is none.
    public let model: FirstModel?
    /// The type of the addresses; `nil` if the client has a default address.
    public let servers: String?
    /// The type of the credentials; `nil` if no operation requires any.
    public let credentials: String?

    init(_ context: TranslationContext) {
        let module = context.module
        hasOperations = !module.groups.isEmpty
        hasHooks = !module.webhooks.hooks.isEmpty || !module.callbacks.hooks.isEmpty
        call = FirstCall(context)
        model = FirstModel(context)
        servers = module.servers.hasDefault ? nil : "\(module.servers.typeName.code)"
        credentials = module.schemes.isEmpty ? nil : "\(module.credentialsName.code)"
    }
}
