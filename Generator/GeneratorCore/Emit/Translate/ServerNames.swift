/// The types and functions of `APIServer` that generated servers use by name.
///
/// The golden server proves that these names exist. A client's type of the same name would make one ambiguous; both are
/// then written with their modules.
struct ServerNames {
    static let module: Code = "APIServer"

    /// Names that a client has too.
    let shared: Set<String>

    init(_ module: APIModule) {
        shared = module.names(sharedWith: ReservedNames.server)
    }

    /// What an operation gives back, around the type of its body.
    func reply(_ body: Code) -> Code { "\(qualified("ServerResponse"))<\(body)>" }

    /// What is known of a request.
    var request: Code { qualified("ServerRequest") }

    /// Where the routes are added.
    var routes: Code { qualified("ServerRoutes") }

    private func qualified(_ name: Code) -> Code {
        shared.contains(name.text) ? "\(Self.module).\(name)" : name
    }
}
