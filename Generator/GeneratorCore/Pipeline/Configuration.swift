public import YAMLReader

/// The content of `specwright.yaml`: the modules to generate and their documents.
public struct Configuration: Sendable {

    /// A file that a configuration names.
    public struct File: Sendable {
        /// The path of the file, relative to the configuration's folder.
        public var path: String
        /// The position of the path in the configuration.
        public var range: SourceRange
    }

    /// A document of a module.
    public struct Spec: Sendable {
        /// The file of the document.
        public var file: File
        /// The prefix of the names of its types; `nil` for the only document of a module.
        public var prefix: String?
        /// The files of its overlays, in order.
        public var overlays: [File] = []
        /// The operations of the document that the module contains; `nil` for all.
        public var filter: Filter?
    }

    /// A module to generate.
    public struct Module: Sendable {
        /// The documents; at least one.
        public var specs: [Spec]
        /// The path of the output folder, relative to the configuration's folder.
        public var output: String
        /// The path of the folder for the module of doubles and examples; `nil` if there is none.
        public var mocks: String?
        /// The path of the folder for the server, relative to the configuration's folder; `nil` if there is none.
        public var server: String?
        /// The options of the module.
        public var options: ModuleOptions
        /// The names of formats and schemas in the options.
        public var names: [Name]
    }

    /// The result of reading a configuration.
    public struct Reading: Sendable {
        /// The configuration; `nil` if the file has an error.
        public var configuration: Configuration?
        /// The diagnostics, sorted by position.
        public var diagnostics: [Diagnostic]
        /// The file that the diagnostics refer to.
        public var source: SourceFile
    }

    /// The modules, in document order.
    public var modules: [Module]

    /// The command that generates the modules again, such as a target of a makefile; `nil` for that of the tool.
    public var command: String?

    static let keys = KeySet(["modules", "strict", "command"], isExtension: true, others: .ignored)
    static let moduleKeys = KeySet(
        [
            "spec", "specs", "schemas", "module", "output", "mocks", "server", "overlays", "filter", "client", "access",
            "extensions", "strict",
            "formats", "conformances", "equality", "validation",
        ],
        isExtension: true,
        others: .refused
    )
    static let specKeys = KeySet(["spec", "prefix", "overlays", "filter"], isExtension: true, others: .refused)
    static let serverKeys = KeySet(["output", "access", "prefix"], isExtension: true, others: .refused)
    static let formatKeys = KeySet(["type", "import"], isExtension: true, others: .refused)

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - path: The name of the file in diagnostics.
    ///   - bytes: The content of the file.
    /// - Returns: The configuration with the diagnostics, or only the diagnostics if there is an error.
    public static func read(path: String, bytes: [UInt8]) -> Reading {
        let diagnostics = DiagnosticCollector(isStrict: true)
        let sources = SourceStore()
        sources.add(path, bytes, diagnostics)
        var modules: [Module] = []
        var command: String?
        if sources.roots[0] != nil {
            let context = ParseContext(sources: sources, isStrict: true, diagnostics: diagnostics)
            if let object = SpecObject(context.root, "the configuration", keys: keys, in: context) {
                object.require("modules", "The configuration", hint: "List the modules to generate under 'modules'")
                let isStrict = object.bool("strict") ?? false
                command = object.string("command").flatMap { $0.isEmpty ? nil : $0 }
                if !isEmpty(object, "modules", of: "module", hint: "Add one with 'spec', 'module' and 'output'") {
                    modules = object.list("modules").compactMap { module($0, isStrict: isStrict, context) }
                    checkOutputs(object)
                    checkNames(object)
                }
            }
        }
        return Reading(
            configuration: diagnostics.hasErrors ? nil : Configuration(modules: modules, command: command),
            diagnostics: diagnostics.sorted,
            source: sources.files[0]
        )
    }

    private static func module(_ element: Element, isStrict: Bool, _ context: ParseContext) -> Module? {
        enum Extensions: String, CaseIterable { case strict, lenient }
        let named = namesAsStrings(element, ["module", "client"])
        guard let object = SpecObject(named, "a module", keys: moduleKeys, in: context) else { return nil }
        let document = ["specs", "schemas"].first(where: object.has) ?? "spec"
        for key in [document, "module", "output"] {
            require(object, key, "A module")
        }
        let access = object.word("access", ModuleOptions.Access.self)
        let extensions = object.word("extensions", Extensions.self)
        let specs = specs(object, context)
        let output = path(object, "output", "the folder of the generated files")
        guard let name = object.string("module"), let output, !specs.isEmpty else { return nil }
        for key in ["module", "client"] {
            checkName(object, key)
        }
        var options = ModuleOptions(module: name, client: object.string("client"), specName: specs[0].file.path)
        options.access = access ?? .public
        options.isStrict = object.bool("strict") ?? isStrict
        options.refusesExtensions = extensions.map { $0 == .strict }
        options.hasSchemasAlone = object.has("schemas")
        options.equality = object.word("equality", ModuleOptions.Equality.self) ?? .hashable
        options.validation = object.word("validation", ModuleOptions.Validation.self) ?? .off
        // The code of the module does not import its own types.
        options.formats = formats(object).mapValues { type in
            var type = type
            if type.module == name { type.module = nil }
            return type
        }
        options.conformances = conformances(object)
        let mocks = path(object, "mocks", "the folder of the doubles")
        options.hasMocks = mocks != nil
        checkMocks(object, access)
        let server = server(object, context)
        options.server = server?.options
        return Module(
            specs: specs,
            output: output,
            mocks: mocks,
            server: server?.output,
            options: options,
            names: names(object)
        )
    }

    /// Returns the documents of a module: `spec` with its overlays and filter, the list `specs`, or the file `schemas`.
    private static func specs(_ module: SpecObject, _ context: ParseContext) -> [Spec] {
        if module.has("schemas") {
            for key in ["spec", "specs", "client", "filter", "overlays", "mocks", "server"]
            where module.has(key) {
                context.diagnostics.error(
                    "misplaced-key",
                    "'\(key)' applies to modules with operations, but this module has only schemas",
                    hint: "Remove it",
                    at: module.keyRange(key)
                )
            }
            return file(module, "schemas", "a file of schemas").map { [Spec(file: $0)] } ?? []
        }
        guard module.has("specs") else { return spec(module).map { [$0] } ?? [] }
        let hint = "Add one with 'spec' and 'prefix', or use 'spec' for a single document"
        guard !isEmpty(module, "specs", of: "document", hint: hint) else { return [] }
        for key in ["spec", "client", "overlays", "filter"] where module.has(key) {
            context.diagnostics.error(
                "misplaced-key",
                "'\(key)' applies to a single document, but this module has several",
                hint: key == "client"
                    ? "Each client is named after the prefix of its document" : "Move it into 'specs'",
                at: module.keyRange(key)
            )
        }
        var known: [String: SourceRange] = [:]
        return module.list("specs").compactMap { element in
            let named = namesAsStrings(element, ["prefix"])
            guard let object = SpecObject(named, "a document", keys: specKeys, in: context) else { return nil }
            require(object, "spec", "A document")
            let hint = "The prefix distinguishes its types from those of other documents"
            require(object, "prefix", "A document", hint: hint)
            checkName(object, "prefix")
            if let prefix = object.mapping["prefix"], let text = prefix.string {
                if let first = known[text.lowercased()] {
                    context.diagnostics.error(
                        "repeated-prefix",
                        "'\(text)' is already the prefix of another document of this module",
                        hint: "Give each document a unique prefix",
                        at: prefix.range,
                        related: [.init(message: "First used here", range: first)]
                    )
                }
                known[text.lowercased()] = prefix.range
            }
            return spec(object)
        }
    }

    /// Reports a required key that is missing or, unless its value is a list, has no value.
    private static func require(_ object: SpecObject, _ key: String, _ what: String, hint: String? = nil) {
        object.require(key, what, hint: hint)
        guard key != "specs", let node = object.mapping[key], node.isNull else { return }
        let message = "\(what) needs a value of '\(key)'"
        object.context.diagnostics.error("missing-key", message, hint: hint, at: object.keyRange(key))
        object.context.diagnostics.markReported(node.range)
    }

    /// Reports a list without elements, or a key without a value.
    ///
    /// - Returns: Whether there is one.
    private static func isEmpty(_ object: SpecObject, _ key: String, of what: String, hint: String) -> Bool {
        guard let node = object.mapping[key], node.isNull || node.sequence?.isEmpty == true else { return false }
        object.context.diagnostics.error("missing-key", "'\(key)' contains no \(what)", hint: hint, at: node.range)
        return true
    }

    private static func spec(_ object: SpecObject) -> Spec? {
        file(object, "spec", "a document").map { file in
            Spec(
                file: file,
                prefix: object.string("prefix"),
                overlays: overlays(object),
                filter: object.element("filter").map { Filter($0, in: object.context) }
            )
        }
    }

    private static func checkMocks(_ object: SpecObject, _ access: ModuleOptions.Access?) {
        guard access == .internal, object.has("mocks") else { return }
        object.context.diagnostics.error(
            "unfit-mocks",
            "Mocks of internal declarations are not generated, because their module cannot access them",
            hint: "Use 'access: package' or 'access: public', or remove 'mocks'",
            at: object.keyRange("mocks")
        )
    }

    private static func server(
        _ module: SpecObject,
        _ context: ParseContext
    ) -> (output: String, options: ModuleOptions.Server)? {
        guard let element = module.element("server"),
            let object = SpecObject(namesAsStrings(element, ["prefix"]), "a server", keys: serverKeys, in: context)
        else { return nil }
        require(object, "output", "A server")
        checkName(object, "prefix")
        let access = object.word("access", ModuleOptions.Access.self) ?? .internal
        return path(object, "output", "the folder of the server").map {
            ($0, .init(access: access, prefix: object.string("prefix") ?? ""))
        }
    }

    /// Returns the Swift types by format, each a name or a mapping with the module to import.
    private static func formats(_ object: SpecObject) -> [String: ModuleOptions.FormatType] {
        var formats: [String: ModuleOptions.FormatType] = [:]
        for entry in object.entries("formats") {
            if let type = entry.element.node.scalarText {
                formats[entry.key.text] = ModuleOptions.FormatType(type)
                checkPath(type, entry.element, object)
                continue
            }
            let named = namesAsStrings(entry.element, ["type", "import"])
            guard let item = SpecObject(named, "a format", keys: formatKeys, in: object.context) else { continue }
            require(item, "type", "A format")
            checkName(item, "import")
            guard let type = item.string("type") else { continue }
            checkPath(type, entry.element, object, isImported: item.has("import"))
            formats[entry.key.text] = ModuleOptions.FormatType(type, module: item.string("import"))
        }
        return formats
    }

    /// Returns the protocols by the name of the schema.
    private static func conformances(_ object: SpecObject) -> [String: [String]] {
        guard let element = object.element("conformances"),
            let mapping = SpecObject(element, "conformances", keys: nil, in: object.context)
        else { return [:] }
        var conformances: [String: [String]] = [:]
        for entry in mapping.mapping.entries {
            let names = mapping.strings(entry.key.text)
            names.forEach { checkPath($0, mapping.element.child(entry.key.text, entry.value), object) }
            conformances[entry.key.text] = names
        }
        return conformances
    }
}

extension ModuleOptions {

    /// Whether a string can be the name of a module or a type.
    public static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "_"),
            first < UInt8(ascii: "0") || first > UInt8(ascii: "9")
        else { return false }
        return Identifier(sanitizing: text).text == text && !isKeyword(text)
    }

    /// Whether generated code imports a module with a name, so that it cannot be the code of that module.
    public static func isImported(_ name: String) -> Bool { importedModules.contains(name) }

    /// The modules that generated code imports.
    public static let importedModules = [
        "Swift", "Foundation", "FoundationEssentials", "APIRuntime", "APITesting", "APIServer", "APIWebhooks", "APIXML",
        "HTTPTypes", "Hummingbird",
    ]

    /// The keywords of Swift in alphabetical order.
    public static var keywords: [String] { Keywords.all.filter { $0 != "_" }.sorted() }

    /// Whether a string is a keyword of Swift.
    public static func isKeyword(_ text: String) -> Bool { Keywords.all.contains(text) }
}
