/// The types and functions of `APIServer` that generated servers use by name.
///
/// The golden servers verify that these names exist. A client type of the same name would make a name ambiguous; both
/// are then qualified with their modules.
struct ServerNames {
    static let module: Code = "APIServer"

    /// The names that the client also declares.
    let shared: Set<String>

    init(_ module: APIModule) {
        shared = TopLevelNames(module).shared(with: ReservedNames.server)
    }

    /// Returns the result type of an operation with a body type.
    func response(_ body: Code) -> Code { "\(qualified("ServerResponse"))<\(body)>" }

    /// The type of a received request.
    var request: Code { qualified("ServerRequest") }

    /// The type that routes are added to.
    var routes: Code { qualified("ServerRoutes") }

    /// The type of the check of credentials.
    var security: Code { qualified("ServerSecurity") }

    private func qualified(_ name: Code) -> Code {
        shared.contains(name.text) ? "\(Self.module).\(name)" : name
    }
}
