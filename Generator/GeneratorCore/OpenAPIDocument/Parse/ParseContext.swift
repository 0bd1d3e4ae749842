import YAMLReader

/// The state that all parsers of a run share: the files, the diagnostics and the rules for extensions.
final class ParseContext {

    let diagnostics: DiagnosticCollector

    /// Whether slips are errors.
    let isStrict: Bool

    /// Whether an unknown `x-` key is an error.
    let refusesExtensions: Bool

    /// Whether the document is OpenAPI 3.0, where `nullable` is a keyword.
    var isVersion30 = false
    /// Whether the document is OpenAPI 3.2, whose responses need no description.
    var isVersion32 = false
    /// Whether a schema has `x-sensitive`.
    var hasSensitiveSchemas = false

    /// The ranges of the references without a target in the whole document; `nil` unless parts have been removed, so
    /// that any other reference without a target refers to a removed part.
    var knownDangling: Set<SourceRange>?

    /// The schemas with variants and a discriminator, in the order of parsing.
    var taggedUnions: [Schema] = []

    /// The security schemes of other documents to which requirements refer, in the order of the first references.
    private(set) var otherSchemes: [(name: String, element: Element)] = []

    let sources: SourceStore
    private var schemas: [ElementID: Schema] = [:]
    private(set) var schemaCount = 0
    /// The target of each schema with a reference.
    private var schemaTargets = SchemaTable<Schema>()
    /// The schemas whose references cannot be resolved, which is already reported.
    private var withoutTargets = SchemaSet()
    /// The targets of references, by file number, string and base address.
    private var targets: [Target: Element] = [:]
    /// The known extensions nearest to unknown ones, which a document may repeat thousands of times.
    private var nearestExtensions: [String: [String: String?]] = [:]
    /// The schemas by `$anchor` and by `$id`, for each file that was searched.
    private var anchors: [Int: AnchorIndex] = [:]
    /// Whether each file may have schemas with an `$id`.
    private var identified: [Int: Bool] = [:]

    /// Creates the state of a run.
    ///
    /// - Parameters:
    ///   - sources: The files.
    ///   - isStrict: Whether slips are errors.
    ///   - refusesExtensions: Whether an unknown `x-` key is an error; `nil` if it is one in a strict run.
    ///   - diagnostics: Collects the diagnostics.
    init(
        sources: SourceStore,
        isStrict: Bool,
        refusesExtensions: Bool? = nil,
        diagnostics: DiagnosticCollector
    ) {
        self.sources = sources
        self.isStrict = isStrict
        self.refusesExtensions = refusesExtensions ?? isStrict
        self.diagnostics = diagnostics
    }

    /// Returns an element that must be a mapping; a string in its place is read as the value of its main key.
    func mapping(_ element: Element, _ what: String, mainKey key: String) -> Element {
        guard !isStrict, let text = element.node.string else { return element }
        slip(
            "wrong-type",
            "\(what) must be a mapping, but this is a string",
            so: "it is read as its '\(key)'",
            hint: "Write '\(key): \(text)'",
            at: element.node.range
        )
        let node = Node(.mapping(Mapping([.made(key, element.node)])), range: element.node.range)
        return Element(node: node, pointer: element.pointer)
    }

    /// Reports a slip; see ``DiagnosticCollector/slip(_:_:so:isStrict:hint:at:related:culprit:)``.
    func slip(
        _ rule: String,
        _ message: String,
        so reading: String,
        hint: String? = nil,
        at range: SourceRange,
        related: [Diagnostic.Related] = []
    ) {
        diagnostics.slip(
            rule,
            message,
            so: reading,
            isStrict: isStrict,
            hint: hint,
            at: range,
            related: related
        )
    }

    /// Returns the known extension that an unknown one is most likely a misspelling of; `nil` if none is similar.
    ///
    /// - Parameters:
    ///   - name: The unknown extension.
    ///   - kind: The kind of object that has the extension.
    ///   - known: The known extensions for that kind.
    /// - Returns: The known extension.
    func extensionNearest(to name: String, in kind: String, among known: Set<String>) -> String? {
        if let nearest = nearestExtensions[kind]?[name] { return nearest }
        let nearest = Suggestion.nearest(to: name, among: known)
        nearestExtensions[kind, default: [:]][name] = .some(nearest)
        return nearest
    }

    /// The source files; the index of a file is its number.
    var files: [SourceFile] { sources.files }

    /// The root of the document.
    var root: Element {
        root(of: 0)
    }

    /// Returns the root of a file; null for a file that could not be read.
    func root(of file: Int) -> Element {
        let empty = Node(.null, range: SourceRange(start: .start, end: .start, file: file))
        return Element(node: sources.roots[file] ?? empty, pointer: Pointer(file: file))
    }

    /// Returns the schema at an element, the same object for the same location.
    func schema(at element: Element) -> Schema {
        let id = ElementID(element.pointer)
        if let known = schemas[id] {
            return known
        }
        let schema = newSchema(element.pointer, range: element.node.range)
        schemas[id] = schema
        SchemaParser(context: self).fill(schema, from: element)
        return schema
    }

    /// Returns a new schema without any keywords.
    func newSchema(_ pointer: Pointer, range: SourceRange) -> Schema {
        schemaCount += 1
        return Schema(pointer, range: range, number: schemaCount - 1)
    }

    /// The schemas that were parsed from files, in no particular order.
    var locatedSchemas: some Collection<Schema> { schemas.values }

    /// Returns the JSON of a schema without the keywords that only document it; `nil` for a schema without a location.
    func text(withoutNotesOf schema: Schema) -> String? {
        let root = root(of: schema.pointer.file).node
        guard let node = root.resolve(JSONPointer(schema.pointer.tokens)) else { return nil }
        guard let mapping = node.mapping else { return JSONText(node).text }
        let notes = ["title", "description", "example", "examples", "externalDocs"]
        return JSONText(
            Node(.mapping(Mapping(mapping.entries.filter { !notes.contains($0.key.text) })), range: node.range)
        ).text
    }

    /// Returns the schema that a reference names; reports an error and returns `nil` if there is none.
    func schema(_ reference: Reference) -> Schema? {
        resolve(reference).map(schema(at:))
    }

    /// Returns the schema that a schema's reference names; `nil` without a reference.
    ///
    /// Reports an error and returns `nil` if there is no such schema.
    func target(of schema: Schema) -> Schema? {
        guard let reference = schema.reference else { return nil }
        if let known = schemaTargets[schema] {
            return known
        }
        guard !withoutTargets.contains(schema) else { return nil }
        let target = self.schema(reference)
        schemaTargets[schema] = target
        if target == nil {
            _ = withoutTargets.insert(schema)
        }
        return target
    }

    /// Returns the element that a reference names; reports an error and returns `nil` if there is none.
    ///
    /// Follows references on the path, so `#/components/schemas/A/properties/b` is valid even if `A` is a reference.
    func resolve(_ reference: Reference) -> Element? {
        var hops: [Reference] = []
        return resolve(reference, &hops)
    }

    /// Returns the name of a security scheme in another document; reports an error and returns `nil` if there is none.
    ///
    /// A scheme of another document has another credential, even if it has the name of one of this document.
    ///
    /// - Parameters:
    ///   - reference: The reference.
    ///   - isTaken: Whether this document has a scheme with a name.
    /// - Returns: The name, which is the same for each reference to the scheme.
    func otherScheme(_ reference: Reference, isTaken: (String) -> Bool) -> String? {
        guard let element = resolve(reference) else { return nil }
        let id = ElementID(element.pointer)
        if let known = otherSchemes.first(where: { ElementID($0.element.pointer) == id }) { return known.name }
        let file = files[element.pointer.file].path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        let names = [reference.lastToken, "\(file) \(reference.lastToken)"]
        let free = names.first { name in !isTaken(name) && !otherSchemes.contains { $0.name == name } }
        let name = free ?? "\(names[1]) \(otherSchemes.count + 1)"
        otherSchemes.append((name, element))
        return name
    }

    /// Follows `$ref` to an element that is not a reference.
    func follow(_ element: Element) -> Element? {
        var hops: [Reference] = []
        return follow(element, &hops)
    }

    /// Returns the target of an element that is only a reference; `nil` for any other element.
    func followed(_ element: Element) -> Element? {
        guard let mapping = element.node.mapping, mapping.count == 1, element.node["$ref"]?.string != nil else {
            return nil
        }
        return follow(element)
    }

    private func follow(_ element: Element, _ hops: inout [Reference]) -> Element? {
        guard let node = element.node["$ref"], let text = node.string else {
            // A mapping below `$ref` is a property named `$ref`.
            if let node = element.node["$ref"], node.mapping == nil {
                reportReference(node, "$ref")
                return nil
            }
            return element
        }
        return resolve(Reference(text, at: element.pointer, range: node.range, in: self), &hops)
            .flatMap { follow($0, &hops) }
    }

    private func resolve(_ reference: Reference, _ hops: inout [Reference]) -> Element? {
        // Already resolved references count as well, because a cycle may consist only of them.
        hops.append(reference)
        guard hops.count < 100 else {
            reportCycle(hops)
            return nil
        }
        let target = Target(file: reference.file, text: ExactText(reference.text), base: ExactText(reference.base))
        if let known = targets[target] {
            return known
        }
        let element = find(reference, &hops)
        targets[target] = element
        return element
    }

    /// Returns the element that a reference names, or the component that it is probably meant to name.
    private func find(_ reference: Reference, _ hops: inout [Reference]) -> Element? {
        guard !isStrict, let tokens = meant(by: reference) else { return found(reference, &hops) }
        slip(
            "dangling-reference",
            "'\(reference.text)' cannot be resolved",
            so: "it is read as '\(written(tokens))'",
            hint: "Correct the reference",
            at: reference.range
        )
        return found(Reference(JSONPointer(tokens).description, file: 0, range: reference.range), &hops)
    }

    private func found(_ reference: Reference, _ hops: inout [Reference]) -> Element? {
        if let resource = resource(of: reference) {
            if let element = element(reference, in: resource.element, at: resource.address, &hops) {
                return element
            }
            // A fragment inside a schema with an `$id` often refers to the components of the document.
            guard reference.filePath.isEmpty else {
                reportDangling(reference, token: String(reference.fragment.dropFirst()), in: resource.element.node)
                return nil
            }
        }
        guard let file = number(of: reference) else { return nil }
        guard !sources.omittedFiles.contains(file) else {
            reportDangling(reference, token: files[file].path, in: Node(.null, range: reference.range))
            return nil
        }
        if let element = anchored(reference, in: file) {
            return element
        }
        guard let pointer = JSONPointer(parsing: reference.fragment) else {
            // A fragment without a slash is the name of an anchor.
            guard reference.fragment.contains("/") else {
                reportDangling(
                    reference,
                    token: "$anchor: " + reference.fragment.dropFirst(),
                    in: Node(.null, range: reference.range)
                )
                return nil
            }
            slip(
                "bad-reference",
                "'\(reference.text)' is not a valid reference",
                so: "it is ignored",
                hint: referenceHint,
                at: reference.range
            )
            return nil
        }
        guard let root = sources.roots[file] else { return nil }
        var element = Element(node: root, pointer: Pointer(file: file))
        let path = sources.path(pointer.tokens, in: file)
        for (index, token) in path.enumerated() {
            if element.node["$ref"] != nil, element.node[token] == nil {
                guard let target = follow(element, &hops) else { return nil }
                element = target
            }
            guard let next = child(token, of: element) else {
                let isMoved = index < 3 && path != pointer.tokens && path[0] == "components"
                reportDangling(
                    reference,
                    token: isMoved ? path[2] : token,
                    in: isMoved ? sources.locations(in: file)?.siblings(of: path) ?? element.node : element.node
                )
                return nil
            }
            element = next
        }
        return element
    }

    /// Returns the schema with the `$id` that a reference names or is inside of, and its address; `nil` if there is
    /// none.
    private func resource(of reference: Reference) -> (element: Element, address: String)? {
        guard !(reference.filePath + reference.base).isEmpty else { return nil }
        let base = reference.base.isEmpty ? address(of: reference.file) ?? "" : reference.base
        let address =
            reference.filePath.isEmpty ? reference.base : URIText.resolved(reference.filePath, against: base)
        if let own = schema(identifiedBy: address, in: reference.file) { return (own, address) }
        guard address.contains("://") else { return nil }
        // A schema of a file that only later references name by its path. Text that looks like a path may also be
        // relative to an '$id'.
        if path(of: reference) == nil || !reference.base.isEmpty { sources.readReferenced { _ = file(of: $0) } }
        for number in sources.roots.indices {
            if let other = schema(identifiedBy: address, in: number) { return (other, address) }
        }
        return nil
    }

    /// Returns the schema of a file with an `$id`; `nil` if there is none.
    private func schema(identifiedBy address: String, in file: Int) -> Element? {
        guard sources.roots[file] != nil, hasIdentifiers(in: file) else { return nil }
        return anchors(in: file).resources[address]
    }

    /// Returns the target of a reference's fragment in a schema with an `$id`; `nil`, without a diagnostic, if there is
    /// none.
    private func element(
        _ reference: Reference,
        in resource: Element,
        at address: String,
        _ hops: inout [Reference]
    ) -> Element? {
        guard let pointer = JSONPointer(parsing: reference.fragment) else {
            return anchors(in: resource.pointer.file).anchors[address + reference.fragment]
        }
        var element = resource
        for token in pointer.tokens {
            if element.node["$ref"] != nil, element.node[token] == nil {
                guard let target = follow(element, &hops) else { return nil }
                element = target
            }
            guard let next = child(token, of: element) else { return nil }
            element = next
        }
        return element
    }

    /// Returns the schema whose `$anchor` is the reference's fragment.
    private func anchored(_ reference: Reference, in file: Int) -> Element? {
        let name = String(reference.fragment.dropFirst())
        guard !name.isEmpty, !name.hasPrefix("/") else { return nil }
        let index = anchors(in: file)
        return index.anchors[(reference.filePath.isEmpty ? reference.base : "") + "#" + name] ?? index.loose[name]
    }

    /// Returns the address of the nearest schema with an `$id` at or around a location; empty without such a schema.
    func base(of pointer: Pointer) -> String {
        hasIdentifiers(in: pointer.file) ? anchors(in: pointer.file).base(of: pointer) : ""
    }

    /// Returns the components that a reference may name by `$id` or `$anchor`, each as its kind and name.
    func components(named reference: Reference) -> [[String]] {
        anchors(in: 0).candidates(for: reference).map(\.pointer.tokens)
            .filter { $0.count >= 3 && $0[0] == "components" }.map { Array($0[1...2]) }
    }

    /// Whether some schema of a file may have an `$id`.
    func hasIdentifiers(in file: Int) -> Bool {
        if let known = identified[file] {
            return known
        }
        // The tree of the document includes additions from overlays.
        let texts = file == 0 ? files : [files[file]]
        let result = texts.contains { $0.mentions("$id") }
        identified[file] = result
        return result
    }

    private func anchors(in file: Int) -> AnchorIndex {
        if let known = anchors[file] {
            return known
        }
        let root = sources.roots[file].map { Element(node: $0, pointer: Pointer(file: file)) }
        let index = root.map(AnchorIndex.init) ?? AnchorIndex()
        anchors[file] = index
        return index
    }

    /// Returns the path of a value in its file as the author wrote it, as the text of a reference.
    func writtenText(of pointer: Pointer) -> String {
        guard let locations = sources.locations(in: pointer.file) else { return pointer.text }
        return JSONPointer(locations.original(pointer.tokens)).description
    }

    /// Returns the path that a reference within a file names.
    func targetPath(of reference: Reference) -> [String] {
        sources.path(JSONPointer(parsing: reference.fragment)?.tokens ?? [], in: reference.file)
    }

    private func child(_ token: String, of element: Element) -> Element? {
        element.node.resolve(JSONPointer([token])).map { element.child(token, $0) }
    }

}

/// A reference without its position.
private struct Target: Hashable {
    let file: Int
    let text: ExactText
    let base: ExactText
}
