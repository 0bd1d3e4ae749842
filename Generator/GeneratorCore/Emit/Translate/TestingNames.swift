/// The types and functions of `APITesting` that generated mocks use by name.
///
/// The golden mocks prove that these names exist. A client's type of the same name would make one ambiguous; both are
/// then written with their modules.
struct TestingNames {
    static let module: Code = "APITesting"

    /// What decodes examples.
    static let examples: Code = "APITesting.SchemaExamples"

    /// Names that a client has too.
    let shared: Set<String>

    init(_ module: APIModule) {
        shared = module.names(sharedWith: ReservedNames.testing)
    }

    /// The script of a method that gives a response.
    var mockedCall: Code { qualified("MockedCall") }

    /// The script of a method that gives pages.
    var mockedPages: Code { qualified("MockedPages") }

    private func qualified(_ name: Code) -> Code {
        shared.contains(name.text) ? "\(Self.module).\(name)" : name
    }
}
