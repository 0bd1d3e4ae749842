import YAMLReader

extension Filter {

    static let keys = KeySet(["tags", "paths", "operations", "exclude"], isExtension: true, others: .refused)
    static let excludedKeys = KeySet(["tags", "paths", "operations"], isExtension: true, others: .refused)

    /// Creates a filter from `filter` of a module.
    init(_ element: Element, in context: ParseContext) {
        self.init(path: context.files[0].path, bytes: context.files[0].bytes)
        guard let object = SpecObject(element, "a filter", keys: Self.keys, in: context) else { return }
        add(object, isExcluding: false)
        if let excluded = object.element("exclude"),
            let inner = SpecObject(excluded, "'exclude'", keys: Self.excludedKeys, in: context)
        {
            add(inner, isExcluding: true)
        }
    }

    private mutating func add(_ object: SpecObject, isExcluding: Bool) {
        for kind in Kind.allCases {
            // Reports other elements, and a value that is not a list.
            let texts = Set(object.strings(kind.key))
            guard object.mapping[kind.key]?.scalarText == nil else { continue }
            for element in object.list(kind.key) {
                guard let text = element.node.scalarText, texts.contains(text) else { continue }
                entries.append(Entry(kind: kind, text: text, isExcluding: isExcluding, range: element.node.range))
            }
        }
    }
}
