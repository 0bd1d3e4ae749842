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

    /// Reports a folder of two modules, each of which would remove the files of the other.
    static func checkOutputs(_ object: SpecObject) {
        var known: [String: SourceRange] = [:]
        let outputs = object.list("modules").flatMap { module in
            [module.node["output"], module.node["mocks"], module.node["server"]?["output"]].compactMap { $0 }
        }
        for node in outputs {
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
            let steps = plain(path)
            if let first = known[steps] {
                object.context.diagnostics.error(
                    "repeated-output",
                    "'\(path)' is already the folder of another module",
                    hint: "Give each module its own folder",
                    at: node.range,
                    related: [.init(message: "First used here", range: first)]
                )
            }
            known[steps] = known[steps] ?? node.range
        }
    }

    /// Returns a path without `.` and, if possible, without `..`.
    private static func plain(_ path: String) -> String {
        var steps: [Substring] = path.hasPrefix("/") ? [""] : []
        for step in path.split(separator: "/") where step != "." {
            if step == "..", let last = steps.last, last != "..", !last.isEmpty {
                steps.removeLast()
            } else {
                steps.append(step)
            }
        }
        return steps.joined(separator: "/")
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
