import GeneratorCore

/// The files and targets that `specwright init` adds to a package.
struct ProjectTemplate {

    /// The names of the project.
    let names: ProjectNames
    /// The path of the document, relative to the folder of the configuration.
    let spec: String
    /// The command that generates the files again.
    let command: String
    /// The parts of the generated module that the first code uses.
    let starter: Starter
    /// Whether the document is the example, whose code is part of this template.
    let isExample: Bool

    /// A file of a template.
    struct File {
        var path: String
        var text: String
    }

    /// The path of the configuration.
    static let configuration = "Specs/specwright.yaml"
    /// The path of the configuration's JSON Schema.
    static let schema = "Specs/specwright.schema.json"
    /// The path of the example document.
    static let exampleDocument = "Specs/notes.yaml"

    /// The names of the generated modules: without operations, there are no mocks.
    var modules: [String] { [names.module] + (starter.hasOperations ? [names.mocks] : []) }

    /// The paths of all files and of the folders of the generated modules.
    var paths: [String] { files.map(\.path) + modules.map { "Sources/\($0)" } }

    /// The folders of the targets, each with the names of the files and folders in it.
    var contents: [(folder: String, names: [String])] {
        let written = files.map(\.path).filter { !$0.hasPrefix("Specs/") }.map { path in
            let folder = DiskFile.folder(of: path)
            return (folder: folder, names: [String(path.dropFirst(folder.count + 1))])
        }
        return written + modules.map { (folder: "Sources/\($0)", names: ["Generated"]) }
    }

    /// The template with the names that it would have if no name were taken.
    var namedAsInNewPackage: ProjectTemplate {
        ProjectTemplate(
            names: ProjectNames(module: names.module) { _ in false },
            spec: spec,
            command: command,
            starter: starter,
            isExample: isExample
        )
    }

    /// Returns the path of a document of the package relative to the folder of the configuration.
    static func path(ofDocument path: String) -> String {
        let plain = DiskFile.join("", path)
        return plain.hasPrefix("Specs/") ? String(plain.dropFirst("Specs/".count)) : "../" + plain
    }

    /// The files, in the order in which they are reported.
    var files: [File] {
        [File(path: Self.configuration, text: configurationText)]
            + [File(path: Self.schema, text: ConfigurationSchema.text)]
            + (isExample ? [File(path: Self.exampleDocument, text: Self.exampleText)] : [])
            + [
                File(path: "Sources/\(names.feature)/FirstCall.swift", text: callText),
                File(path: "Tests/\(names.tests)/FirstCallTests.swift", text: testText),
            ]
    }

    /// Returns the elements to add to the manifest.
    ///
    /// - Parameters:
    ///   - package: The identity of this package in the manifest.
    ///   - dependency: The dependency to add; `nil` if the manifest has it.
    /// - Returns: The elements.
    func additions(package: String, dependency: String?) -> ManifestEdit.Additions {
        func products(_ names: [String]) -> [String] {
            names.map { ".product(name: \"\($0)\", package: \"\(package)\")" }
        }
        let runtime = ["APIRuntime"] + (starter.hasHooks ? ["APIWebhooks"] : [])
        let (module, hasMocks) = ("\"\(names.module)\"", starter.hasOperations)
        let mocks = target("target", names.mocks, [module] + products(["APITesting"] + runtime))
        let transport = hasMocks ? ["URLSessionTransport"] : []
        let tested = ([names.feature] + modules).map { "\"\($0)\"" } + products(readsModel ? ["APIRuntime"] : [])
        return ManifestEdit.Additions(
            dependency: dependency,
            targets: [target("target", names.module, products(runtime))]
                + (hasMocks ? [mocks] : [])
                + [
                    target("target", names.feature, [module] + products(runtime + transport)),
                    target("testTarget", names.tests, tested),
                ],
            names: modules + [names.feature, names.tests]
        )
    }

    private func target(_ kind: String, _ name: String, _ dependencies: [String]) -> String {
        let line = ".\(kind)(name: \"\(name)\", dependencies: [\(dependencies.joined(separator: ", "))])"
        guard line.utf8.count > 110 else { return line }
        let list = dependencies.map { "        \($0),\n" }.joined()
        return ".\(kind)(\n    name: \"\(name)\",\n    dependencies: [\n\(list)    ]\n)"
    }

    private var configurationText: String {
        let mocks = starter.hasOperations ? "\n    mocks: ../Sources/\(names.mocks)/Generated" : ""
        return """
            # yaml-language-server: $schema=specwright.schema.json
            # The documents and their modules. Run the command after a change of a document.
            command: \(ConfigurationText.scalar(command))
            modules:
              - spec: \(ConfigurationText.scalar(spec))
                module: \(names.module)
                output: ../Sources/\(names.module)/Generated\(mocks)

            """
    }
}

/// The names of the modules that `specwright init` creates.
struct ProjectNames {
    /// The generated module: `NotesAPI`.
    let module: String
    /// The module with the first call: `Notes`.
    let feature: String

    /// The generated client: `NotesClient`.
    var client: String { ModuleOptions(module: module, specName: "").client }
    /// The module of the mocks: `NotesMocks`.
    var mocks: String { "\(stem)Mocks" }
    /// The target of the first test: `NotesTests`.
    var tests: String { "\(feature)Tests" }

    private var stem: String { Self.stem(of: module) }

    /// Creates names.
    ///
    /// - Parameters:
    ///   - module: The name of the generated module.
    ///   - isTaken: Returns whether the package has a target of a name.
    init(module: String, isTaken: (String) -> Bool) {
        self.module = module
        let stem = Self.stem(of: module)
        let isFree = stem != module && !ReservedModules.contains(stem) && !isTaken(stem) && !isTaken("\(stem)Tests")
        feature = isFree ? stem : "\(stem)Calls"
    }

    private static func stem(of module: String) -> String {
        module.hasSuffix("API") && module.count > 3 ? String(module.dropLast(3)) : module
    }

    /// Returns the name of the module of a document: `PetstoreAPI` for `petstore.yaml`.
    ///
    /// - Parameters:
    ///   - path: The path of the document.
    ///   - fallback: The name for a document with a common name, such as `openapi.yaml`.
    /// - Returns: A name that is a Swift identifier.
    static func module(ofDocument path: String, fallback: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let stem = file.split(separator: ".").first.map(String.init) ?? file
        let isCommon = ["api", "openapi", "swagger", "spec", "schema", "index"].contains(stem.lowercased())
        let words = (isCommon ? fallback : stem).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let stemmed = name.hasSuffix("Api") || name.hasSuffix("API") ? String(name.dropLast(3)) : name
        let module = ["\(stemmed)API", "\(stemmed)ServiceAPI"].first { !ReservedModules.contains($0) }
        guard let module, ModuleOptions.isName(module), !stemmed.isEmpty else { return "ServiceAPI" }
        return module
    }
}
