/// The types and functions of `APITesting` that generated mocks use by name.
///
/// The golden mocks verify that these names exist. A client type of the same name would make a name ambiguous; both are
/// then qualified with their modules.
struct TestingNames {
    static let module: Code = "APITesting"

    /// The type that decodes examples.
    static let examples: Code = "APITesting.SchemaExamples"

    /// The names that the client also declares.
    let shared: Set<String>

    init(_ module: APIModule) {
        shared = TopLevelNames(module).shared(with: ReservedNames.testing)
    }

    /// The type of the script of a method that returns a response.
    var mockedCall: Code { qualified("MockedCall") }

    /// The type of the script of a method that returns pages.
    var mockedPages: Code { qualified("MockedPages") }

    /// The type of the script of a method that returns a sequence.
    var mockedStream: Code { qualified("MockedStream") }

    private func qualified(_ name: Code) -> Code {
        shared.contains(name.text) ? "\(Self.module).\(name)" : name
    }
}
