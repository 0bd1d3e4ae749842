import YAMLReader

/// A list of corrections to a document in a separate file (OpenAPI Overlay 1.0).
struct Overlay {

    /// A correction.
    struct Action {
        let target: JSONPath
        let targetText: String
        let targetRange: SourceRange
        let update: Node?
        let removes: Bool
    }

    let actions: [Action]

    private static let keys = KeySet(["overlay", "info", "extends", "actions"], isExtension: true, others: .ignored)
    private static let infoKeys = KeySet(["title", "version", "description"], isExtension: true, others: .ignored)
    private static let actionKeys = KeySet(
        ["target", "description", "update", "remove"],
        isExtension: true,
        others: .ignored
    )

    /// Parses an overlay; returns `nil` and reports an error if the file is not one.
    ///
    /// - Parameters:
    ///   - element: The root of the overlay file.
    ///   - document: The path of the document to correct.
    ///   - context: The context of the run.
    init?(_ element: Element, of document: String, in context: ParseContext) {
        guard let object = SpecObject(element, "an overlay", keys: Self.keys, in: context),
            Self.checkVersion(object)
        else { return nil }
        object.require("info", "An overlay", hint: "Add 'info' with 'title' and 'version'")
        if let info = object.element("info") {
            _ = SpecObject(info, "info", keys: Self.infoKeys, in: context)
        }
        Self.checkExtends(object, document)
        object.require("actions", "An overlay", hint: "List the changes under 'actions'")
        actions = object.list("actions").compactMap { Self.action($0, context) }
    }

    private static func checkVersion(_ object: SpecObject) -> Bool {
        object.require("overlay", "An overlay", hint: "Add 'overlay: 1.0.0' at the top")
        guard let node = object.mapping["overlay"] else { return false }
        let version = node.string ?? node.numberText ?? ""
        guard version == "1.0" || version.hasPrefix("1.0.") else {
            object.context.diagnostics.error(
                "unsupported-version",
                "Overlay version '\(version)' is not supported",
                hint: "The supported version is 1.0",
                at: node.range
            )
            return false
        }
        return true
    }

    /// Reports an overlay that extends another file, which is probably listed with the wrong document.
    private static func checkExtends(_ object: SpecObject, _ document: String) {
        func name(_ path: String) -> Substring? { path.split(separator: "/").last }
        guard let extended = object.string("extends"), name(extended) != name(document),
            let range = object.mapping["extends"]?.range
        else { return }
        object.context.diagnostics.warning(
            "foreign-overlay",
            "This overlay extends '\(extended)' but is applied to '\(document)'",
            hint: "Correct 'extends', or list the overlay with the other document",
            at: range
        )
    }

    private static func action(_ element: Element, _ context: ParseContext) -> Action? {
        guard let object = SpecObject(element, "an action", keys: actionKeys, in: context) else { return nil }
        object.require("target", "An action")
        let removes = object.bool("remove") ?? false
        let update = object.mapping["update"]
        if !removes, update == nil {
            object.require("update", "An action", hint: "Add 'update' or 'remove: true'")
        }
        guard let node = object.mapping["target"], let text = object.string("target") else { return nil }
        do throws(JSONPathParser.Problem) {
            return Action(
                target: try JSONPathParser.parse(text),
                targetText: text,
                targetRange: node.range,
                update: update,
                removes: removes
            )
        } catch {
            context.diagnostics.error(
                "bad-target",
                "'\(text)' is not a valid JSONPath: \(error.message), at character \(error.offset + 1)",
                hint: "Use a path such as $.paths['/notes'].get",
                at: node.range
            )
            return nil
        }
    }
}

extension Overlay {

    /// Applies the corrections in order to the document and to the files that it refers to.
    func apply(to sources: SourceStore, _ diagnostics: DiagnosticCollector) {
        for action in actions {
            guard let root = sources.roots[0] else { return }
            apply(action, to: root, sources, diagnostics)
        }
    }

    private func apply(
        _ action: Action,
        to root: Node,
        _ sources: SourceStore,
        _ diagnostics: DiagnosticCollector
    ) {
        var matcher = JSONPathMatcher(root: root) { match in
            // A path to a component of the document leads through `components`, but none leads to those of another file.
            guard let node = match.node["$ref"], let text = node.string, match.file != 0 || !text.hasPrefix("#") else {
                return nil
            }
            return sources.place(of: text, in: match.file, at: node.range, diagnostics).map {
                JSONPathMatcher.Match(file: $0.file, path: $0.path, node: $0.node)
            }
        }
        let matches: [JSONPathMatcher.Match]
        do {
            matches = try matcher.matches(of: action.target)
        } catch {
            diagnostics.error(
                "bad-target",
                "'\(action.targetText)' visits too many values",
                hint: "Use a more specific path, without '..' inside conditions",
                at: action.targetRange
            )
            return
        }
        guard !matches.isEmpty else {
            diagnostics.warning(
                "unmatched-target",
                "'\(action.targetText)' selects nothing, so this action has no effect",
                hint: "Correct the path, or remove the action",
                at: action.targetRange
            )
            return
        }
        for (file, matches) in Dictionary(grouping: matches, by: \.file).sorted(by: { $0.key < $1.key }) {
            guard let root = sources.roots[file] else { continue }
            let changed =
                action.removes
                ? remove(matches, action, from: root, diagnostics)
                : update(matches, action, in: inlined(matches, action, in: root, sources, diagnostics), diagnostics)
            sources.replaceRoot(of: file, by: changed)
        }
    }

    private func remove(
        _ matches: [JSONPathMatcher.Match],
        _ action: Action,
        from root: Node,
        _ diagnostics: DiagnosticCollector
    ) -> Node {
        guard let result = NodePlaces(matches.map(\.path)).removed(from: root) else {
            diagnostics.error("bad-target", "The whole document cannot be removed", at: action.targetRange)
            return root
        }
        return result
    }

    /// Returns a document in which the selected references outside schemas are copies of their targets, because keys
    /// next to such a reference have no effect.
    private func inlined(
        _ matches: [JSONPathMatcher.Match],
        _ action: Action,
        in root: Node,
        _ sources: SourceStore,
        _ diagnostics: DiagnosticCollector
    ) -> Node {
        // An update can also name another target.
        guard let update = action.update, update.mapping != nil, update["$ref"] == nil else { return root }
        let inliner = ReferenceInliner(sources: sources, diagnostics: diagnostics)
        let places = matches.filter { $0.node["$ref"]?.string != nil && ReferenceInliner.isReference($0.path) }
        return places.reduce(root) { root, match in
            NodePlaces([match.path]).changed(in: root) { node in
                if let copy = inliner.copy(of: node, at: match.path, in: match.file) {
                    return copy
                }
                diagnostics.warning(
                    "no-effect",
                    "'\(action.targetText)' selects a reference without a target, so the update has no effect there",
                    hint: "Correct the reference, or select the value that it should refer to",
                    at: action.targetRange,
                    related: [.init(message: "The reference is here", range: match.node.range)]
                )
                return node
            }
        }
    }

    private func update(
        _ matches: [JSONPathMatcher.Match],
        _ action: Action,
        in root: Node,
        _ diagnostics: DiagnosticCollector
    ) -> Node {
        guard let update = action.update else { return root }
        func fits(_ match: JSONPathMatcher.Match) -> Bool {
            match.node.sequence != nil || match.node.mapping != nil && update.mapping != nil
        }
        let fitting = matches.filter(fits)
        // One action has the same fault at each of its matches.
        if let match = matches.first(where: { !fits($0) }) {
            diagnostics.error(
                "unfit-update",
                match.node.mapping == nil
                    ? "'\(action.targetText)' selects \(match.node.kind), which cannot be updated"
                    : "'\(action.targetText)' selects a mapping, but 'update' is \(update.kind)",
                hint: match.node.mapping == nil
                    ? "Select the mapping that contains it, and name the key in 'update'" : "List the keys to merge",
                at: match.node.mapping == nil ? action.targetRange : update.range,
                related: [.init(message: "The selected value is here", range: match.node.range)]
            )
        }
        return NodePlaces(fitting.map(\.path)).changed(in: root) { node in
            guard let list = node.sequence else { return node.merging(update) }
            // Later versions require a list as the update; a single entry is appended.
            return Node(.sequence(list + (update.sequence ?? [update])), range: node.range)
        }
    }
}
