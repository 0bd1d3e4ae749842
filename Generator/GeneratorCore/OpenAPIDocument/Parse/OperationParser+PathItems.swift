import YAMLReader

/// Readings of path items and parameters.
extension OperationParser {

    /// Returns a path item; reports an error for a value from which no operation can be read.
    func pathItem(_ element: Element) -> SpecObject? {
        var element = element
        if let entries = context.listedEntries(element, "A path item") {
            let mapping = Mapping(entries.map { Mapping.Entry(key: $0.key, value: $0.element.node) })
            element = Element(node: Node(.mapping(mapping), range: element.node.range), pointer: element.pointer)
        }
        guard element.node.mapping != nil || element.node.isNull else {
            context.diagnostics.error(
                "wrong-type",
                "A path item must be a mapping, but this is \(element.node.kind)",
                hint: "Write a mapping from methods to operations",
                at: element.node.range
            )
            return nil
        }
        reportGateway(element)
        return SpecObject(element, "a path item", keys: Self.pathKeys, in: context)
    }

    /// Reports the operation of an Amazon gateway for any other method, which a client cannot call.
    private func reportGateway(_ item: Element) {
        guard let entry = item.node.mapping?.entry("x-amazon-apigateway-any-method") else { return }
        context.diagnostics.warning(
            "no-effect",
            "'\(entry.key.text)' names no method, so it has no operation",
            hint: "Document the operation of each method that is used",
            at: entry.key.range
        )
    }

    /// Returns the parameters of a path item or an operation, also from a mapping of parameters by their names.
    func parameters(of object: SpecObject) -> [ParameterEntry] {
        (namedParameters(object) ?? object.list("parameters")).compactMap(ParameterParser(context: context).parameter)
    }

    /// Returns the parameters in a mapping by their names, which it reports; `nil` for any other value.
    private func namedParameters(_ object: SpecObject) -> [Element]? {
        guard !context.isStrict, let parent = object.element("parameters"), let mapping = parent.node.mapping,
            !mapping.isEmpty, mapping.entries.allSatisfy({ $0.value["in"] != nil || $0.value["$ref"] != nil })
        else { return nil }
        context.slip(
            "wrong-type",
            "'parameters' must be a list, but this is a mapping",
            so: "its keys are read as the names of the parameters",
            hint: "Write '- name: …' in place of each key",
            at: parent.node.range
        )
        return mapping.entries.map { entry in
            let own = entry.value.mapping ?? Mapping([])
            let name = Mapping.Entry.made("name", .string(entry.key.text), at: entry.key.range)
            let isNamed = own.contains("name") || own.contains("$ref")
            let value = Node(.mapping(isNamed ? own : Mapping(own.entries + [name])), range: entry.value.range)
            return parent.child(entry.key.text, value)
        }
    }
}
