extension ValidatedTypes {

    /// Creates the set of types with bounds.
    ///
    /// - Parameters:
    ///   - topLevel: The types of the module's top level.
    ///   - imports: The modules whose types the top-level types use.
    ///   - options: The options of the module.
    init(in topLevel: [NamedType], importing imports: [ImportedModule], _ options: ModuleOptions) {
        self.init()
        guard options.validation != .off else { return }
        for module in imports {
            types.formUnion(module.validation.types)
        }
        var all: [NamedType] = []
        var open = topLevel
        while let type = open.popLast() {
            all.append(type)
            open += type.nested
        }
        var count = -1
        // A type may precede the types that it contains; reversing the order finds chains in either direction.
        while count != types.count {
            count = types.count
            for type in all where !types.contains(type) && hasBounds(type) {
                types.insert(type)
            }
            all.reverse()
        }
    }

    private func hasBounds(_ type: NamedType) -> Bool {
        switch type.content {
        case .object(let object), .form(let object):
            object.properties.contains { !$0.rules.isEmpty || isChecked($0.type) } || checksOthers(object)
        case .union(let union): union.variants.contains { !$0.rules.isEmpty || isChecked($0.type) }
        default: false
        }
    }
}
