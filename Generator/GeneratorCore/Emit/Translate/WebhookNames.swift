/// The types of `APIWebhooks` that generated webhooks and callbacks use by name.
///
/// The golden modules prove that these names exist. Where a module has a type with the same name, the name is written
/// with its module.
struct WebhookNames {
    static let module: Code = "APIWebhooks"

    /// Names that the module has too.
    private let shared: Set<String>

    init(_ module: APIModule) {
        shared = TopLevelNames(module).shared(with: ReservedNames.webhooks)
    }

    /// The received request.
    var request: Code { qualified("WebhookRequest") }

    /// The check of the sender.
    var verifier: Code { qualified("WebhookVerifier") }

    /// The failure of the check or of decoding.
    var error: Code { qualified("WebhookError") }

    private func qualified(_ name: Code) -> Code {
        shared.contains(name.text) ? "\(Self.module).\(name)" : name
    }
}
