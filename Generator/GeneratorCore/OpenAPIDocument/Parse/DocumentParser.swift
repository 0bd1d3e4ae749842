import YAMLReader

/// Parses the OpenAPI Object and the objects directly below it.
struct DocumentParser {

    let context: ParseContext

    private static let keys = KeySet([
        "openapi", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components", "security", "tags",
        "externalDocs", "$schema", "$self", "swagger",
    ])
    private static let componentKeys = KeySet([
        "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links",
        "callbacks", "pathItems", "mediaTypes",
    ])
    private static let infoKeys = KeySet([
        "title", "summary", "description", "termsOfService", "contact", "license", "version",
    ])

    /// Parses the entire document; returns `nil` if it is not an OpenAPI document of a supported version.
    func parse() -> Document? {
        guard checkVersion(),
            let object = SpecObject(context.root, "an OpenAPI document", keys: Self.keys, in: context)
        else { return nil }
        var document = Document()
        readInfo(object, &document)
        document.servers = ServerParser(context: context).servers(object)
        document.tags = unique(object.list("tags").compactMap(tag))
        document.security = SecurityParser(context: context).requirement(ofDocument: object)
        readComponents(object, &document)
        let operations = OperationParser(context: context)
        document.operations = operations.operations(object, "paths") + operations.operations(object, "x-ms-paths")
        document.removePagingOfOtherOperations()
        document.webhooks = operations.operations(object, "webhooks") + operations.operations(object, "x-webhooks")
        markShared(&document)
        document.securitySchemes += SecurityParser(context: context).otherSchemes()
        checkParents(object)
        sortTags(&document)
        var known: Set<ElementID> = []
        document.callbacks = document.operations.flatMap(\.callbacks).filter {
            known.insert(ElementID($0.operation.pointer)).inserted
        }
        if !object.has("paths"), !object.has("components"), !object.has("webhooks"),
            !object.has("x-webhooks")
        {
            // An error in any case, because a download that was cut off would remove the whole module.
            context.diagnostics.error(
                "missing-key",
                "An OpenAPI document needs 'paths'",
                hint: "Add 'paths', 'components' or 'webhooks'",
                at: object.range
            )
        }
        return document
    }

    /// Marks the event streams whose schema is also that of a whole body.
    private func markShared(_ document: inout Document) {
        let content = document.operations.flatMap { $0.responses.flatMap(\.content) }
        guard content.contains(where: { $0.form == .events }) else { return }
        let whole = Set(content.filter { $0.form == .json }.compactMap { $0.schema?.reference?.lastToken })
        for operation in document.operations.indices {
            for response in document.operations[operation].responses.indices {
                document.operations[operation].responses[response].markShared(with: whole)
            }
        }
    }

    private func readInfo(_ object: SpecObject, _ document: inout Document) {
        object.require(
            "info",
            "An OpenAPI document",
            so: "it has no title",
            hint: "Add 'info' with 'title' and 'version'"
        )
        guard let element = object.element("info"),
            let info = SpecObject(element, "info", keys: Self.infoKeys, in: context)
        else { return }
        info.expect("title", "'info'")
        info.expect("version", "'info'")
        document.title = info.string("title") ?? ""
        document.summary = info.string("summary")
        document.description = info.string("description")
        var notes = [info.string("termsOfService").map { "Terms of service: \($0)" }]
        notes.append(people(info, "contact", ["name", "url", "email"], "Contact"))
        notes.append(people(info, "license", ["name", "identifier", "url"], "License"))
        notes.append(ExternalDocs.text(object))
        let parts = [document.description] + notes
        document.description = parts.compactMap { $0 }.joined(separator: "\n\n")
        document.version = info.mapping["version"]?.numberText ?? info.string("version") ?? ""
    }

    /// Returns the strings of a contact or a license on one line; `nil` if there are none.
    private func people(_ info: SpecObject, _ key: String, _ keys: [String], _ what: String) -> String? {
        guard let element = info.element(key),
            let object = SpecObject(element, "a \(key)", keys: KeySet(Set(keys)), in: context)
        else { return nil }
        let texts = keys.compactMap { object.string($0)?.trimmed }.filter { !$0.isEmpty }
        return texts.isEmpty ? nil : "\(what): \(texts.joined(separator: ", "))"
    }

    /// Returns the tags without those that repeat the name of another one, which it reports.
    private func unique(_ tags: [Tag]) -> [Tag] {
        var known: [ExactText: SourceRange] = [:]
        return tags.filter { tag in
            guard let first = known.updateValue(tag.range, forKey: ExactText(tag.name)) else { return true }
            known[ExactText(tag.name)] = first
            context.diagnostics.warning(
                "repeated-value",
                "The tag '\(tag.name)' is listed twice, so this entry is ignored",
                hint: "Remove one of them",
                at: tag.range,
                related: [.init(message: "First listed here", range: first)]
            )
            return false
        }
    }

    private func tag(_ element: Element) -> Tag? {
        let keys = KeySet(["name", "summary", "description", "externalDocs", "parent", "kind"])
        guard let object = SpecObject(element, "a tag", keys: keys, in: context) else { return nil }
        object.require("name", "A tag")
        let name = object.string("name")
        return name.map {
            let parent = object.string("parent").map { "Part of `\($0)`." }
            let texts = [object.string("summary"), object.string("description"), parent, ExternalDocs.text(object)]
                .compactMap { $0 }
            return Tag(
                name: $0,
                description: texts.isEmpty ? nil : texts.joined(separator: "\n\n"),
                kind: object.string("kind"),
                range: object.range
            )
        }
    }

    /// Reports the parents of tags that are not tags themselves.
    private func checkParents(_ object: SpecObject) {
        let tags = object.list("tags").map(\.node)
        let names = tags.compactMap { $0["name"]?.string }
        for parent in tags.compactMap({ $0["parent"] }) {
            guard let name = parent.string, !names.contains(name) else { continue }
            context.diagnostics.warning(
                "unknown-tag",
                "There is no tag '\(name)'",
                hint: Suggestion.nearest(to: name, among: names).map { "Did you mean '\($0)'?" }
                    ?? "Declare it under 'tags'",
                at: parent.range
            )
        }
        checkCycles(of: tags)
    }

    /// Reports tags that are their own parents, directly or through others; each cycle once.
    private func checkCycles(of tags: [Node]) {
        let pairs = tags.compactMap { tag in tag["name"]?.string.map { ($0, tag["parent"]) } }
        let parents = Dictionary(pairs) { first, _ in first }
        var known: Set<String> = []
        for (name, _) in pairs where !known.contains(name) {
            var path = [name]
            while let parent = parents[path[path.count - 1]]??.string, !known.contains(parent) {
                guard let start = path.firstIndex(of: parent) else {
                    path.append(parent)
                    continue
                }
                let circle = path[start...] + [parent]
                context.diagnostics.warning(
                    "reference-cycle",
                    "The parents of the tag '\(parent)' lead back to it: \(circle.joined(separator: " → "))",
                    hint: "Remove one of the parents",
                    at: parents[parent]??.range ?? tags[0].range
                )
                break
            }
            known.formUnion(path)
        }
    }

    /// Moves the tags that do not group operations, such as badges, behind the others.
    private func sortTags(_ document: inout Document) {
        let others = Set(document.tags.filter { ![nil, "nav"].contains($0.kind) }.map(\.name))
        guard !others.isEmpty else { return }
        for operation in document.operations + document.webhooks where operation.tags.contains(where: others.contains) {
            operation.tags = operation.tags.filter { !others.contains($0) } + operation.tags.filter(others.contains)
        }
    }

    private func readComponents(_ object: SpecObject, _ document: inout Document) {
        guard let element = object.element("components"),
            let components = SpecObject(element, "components", keys: Self.componentKeys, in: context)
        else { return }
        document.schemas = components.entries("schemas").map { ($0.key, context.schema(at: $0.element)) }
        let security = SecurityParser(context: context)
        document.securitySchemes = components.entries("securitySchemes").compactMap {
            security.scheme($0.key.text, $0.element)
        }
    }
}
