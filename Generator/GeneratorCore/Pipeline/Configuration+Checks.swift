import YAMLReader

/// Checks of names and folders.
extension Configuration {

    /// Reports an invalid type name and one of another language; the names of its module and of enclosing types may
    /// precede a valid one.
    ///
    /// - Parameters:
    ///   - text: The name.
    ///   - element: The element with the name.
    ///   - object: The object with the element.
    ///   - isImported: Whether the type is in a module that the configuration names.
    static func checkPath(_ text: String, _ element: Element, _ object: SpecObject, isImported: Bool = false) {
        let steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard steps.contains(where: { !ModuleOptions.isName($0) }) else {
            if !isImported { checkSpelling(text, element, object) }
            return
        }
        object.context.diagnostics.error(
            "bad-name",
            "'\(text)' is not a valid type name",
            hint: "Use 'Type' or 'Module.Type'",
            at: element.node.range
        )
    }

    /// Warns of the name of a type in other languages, which Swift spells with a capital.
    ///
    /// A name with a capital, such as `Url`, is probably that of the project's own type.
    private static func checkSpelling(_ text: String, _ element: Element, _ object: SpecObject) {
        let names = ["String", "Int", "Double", "Float", "Bool", "Date", "URL", "UUID", "Data", "Decimal"]
        guard text.first?.isLowercase == true, let name = names.first(where: { $0.lowercased() == text.lowercased() })
        else { return }
        object.context.diagnostics.warning(
            "bad-name",
            "'\(text)' is not the name of a type in Swift",
            hint: "Did you mean '\(name)'?",
            at: element.node.range
        )
    }

    /// Reports two modules with the same name.
    static func checkNames(_ object: SpecObject) {
        var known: [String: SourceRange] = [:]
        for node in object.list("modules").compactMap({ $0.node["module"] }) {
            guard let name = node.string else { continue }
            if let first = known[name] {
                object.context.diagnostics.warning(
                    "repeated-module",
                    "'\(name)' is already the name of another module, and a package cannot have both",
                    hint: "Give each module a unique name, or list its documents under 'specs'",
                    at: node.range,
                    related: [.init(message: "First used here", range: first)]
                )
            }
            known[name] = known[name] ?? node.range
        }
    }

    /// An output folder in a configuration.
    private struct OutputPath {
        let text: String
        /// The description of its files: `doubles of SmallAPI`.
        let owner: String
        let range: SourceRange
        let steps: [Substring]

        /// Whether the folder is inside another one, as far as their paths show.
        func isInside(_ other: OutputPath) -> Bool {
            guard steps.count > other.steps.count, steps.starts(with: other.steps) else { return false }
            // The folder of `..` and an absolute folder are not inside `.`.
            return steps[other.steps.count] != ".." && (!other.steps.isEmpty || !steps[0].isEmpty)
        }
    }

    /// Reports a folder of two modules, each of which would remove the files of the other, and a folder inside of
    /// another one, because a target includes the files of its subfolders.
    static func checkOutputs(_ object: SpecObject) {
        var known: [OutputPath] = []
        for (node, owner) in object.list("modules").flatMap({ outputs(of: $0.node) }) {
            guard let path = node.string else { continue }
            guard !path.isEmpty else {
                object.context.diagnostics.error(
                    "empty-value",
                    "The path of an output folder is empty",
                    hint: "Name a folder; '.' is that of this file",
                    at: node.range
                )
                continue
            }
            let output = OutputPath(text: path, owner: owner, range: node.range, steps: plain(path))
            if let first = known.first(where: { $0.steps == output.steps }) {
                object.context.diagnostics.error(
                    "repeated-output",
                    "'\(path)' is already the folder of another module",
                    hint: "Give each module its own folder",
                    at: node.range,
                    related: [.init(message: "First used here", range: first.range)]
                )
                continue
            }
            if let outer = known.first(where: output.isInside) {
                report(output, inside: outer, object.context)
            } else if let inner = known.first(where: { $0.isInside(output) }) {
                report(inner, inside: output, object.context)
            }
            known.append(output)
        }
    }

    /// Returns the paths of the output folders of a module with descriptions of their files.
    private static func outputs(of module: Node) -> [(node: Node, owner: String)] {
        let name = module["module"]?.scalarText ?? "without a name"
        let paths = [
            (module["output"], "module \(name)"), (module["mocks"], "doubles of \(name)"),
            (module["server"]?["output"], "server of \(name)"),
        ]
        return paths.compactMap { node, owner in node.map { ($0, owner) } }
    }

    private static func report(_ inner: OutputPath, inside outer: OutputPath, _ context: ParseContext) {
        context.diagnostics.error(
            "repeated-output",
            "'\(inner.text)', the folder of the \(inner.owner), is inside '\(outer.text)', the folder of the "
                + outer.owner,
            hint: "Choose a folder outside '\(outer.text)', because a target includes the files of its subfolders",
            at: inner.range,
            related: [.init(message: "The outer folder", range: outer.range)]
        )
    }

    /// Returns the steps of a path without `.` and, if possible, without `..`; the first step of an absolute path is
    /// empty.
    private static func plain(_ path: String) -> [Substring] {
        var steps: [Substring] = path.hasPrefix("/") ? [""] : []
        for step in path.split(separator: "/") where step != "." {
            if step == "..", let last = steps.last, last != "..", !last.isEmpty {
                steps.removeLast()
            } else {
                steps.append(step)
            }
        }
        return steps
    }

    /// Returns an element whose numbers and Booleans for some keys are strings.
    ///
    /// With quotes they are no names either, so the advice to add quotes would lead to another error.
    static func namesAsStrings(_ element: Element, _ keys: [String]) -> Element {
        guard let entries = element.node.mapping?.entries else { return element }
        let read = entries.map { entry in
            guard keys.contains(entry.key.text), entry.value.string == nil, let text = entry.value.scalarText else {
                return entry
            }
            return Mapping.Entry(key: entry.key, value: Node(.string(text), range: entry.value.range))
        }
        return Element(node: Node(.mapping(Mapping(read)), range: element.node.range), pointer: element.pointer)
    }

    static func checkName(_ object: SpecObject, _ key: String) {
        guard let name = object.string(key) else { return }
        if key == "module", ModuleOptions.isImported(name) {
            object.context.diagnostics.error(
                "bad-name",
                "The generated code imports a module with the name '\(name)'",
                hint: "Choose another name",
                at: object.mapping[key]?.range ?? object.range
            )
        }
        guard !ModuleOptions.isName(name) else { return }
        object.context.diagnostics.error(
            "bad-name",
            "'\(name)' is not a valid Swift identifier",
            hint: ModuleOptions.isKeyword(name)
                ? "It is a keyword: choose another name" : "Use letters, digits and '_', starting with a letter",
            at: object.mapping[key]?.range ?? object.range
        )
    }
}
