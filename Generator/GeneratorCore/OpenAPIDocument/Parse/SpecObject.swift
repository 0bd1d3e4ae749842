import YAMLReader

/// A mapping of the document while it is read: every wrong type and every unknown key is reported once.
struct SpecObject {

    let element: Element
    let mapping: Mapping
    let context: ParseContext
    /// The groups of which some key is there.
    private let groups: KeyGroups

    /// Reads an element as a mapping; `nil`, with an error reported, when it is something else.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - what: What the element is, for messages: `an operation`.
    ///   - keys: Keys that OpenAPI and our extensions allow there; `nil` for a mapping of names.
    ///   - context: The run.
    init?(_ element: Element, _ what: String, keys: KeySet?, in context: ParseContext) {
        guard let mapping = element.node.mapping ?? Self.nothing(element, what, in: context) else {
            context.diagnostics.error(
                "wrong-type",
                "\(what.prefix(1).uppercased() + what.dropFirst()) must be a mapping, but this is \(element.node.kind)",
                at: element.node.range
            )
            return nil
        }
        self.element = element
        self.mapping = mapping
        self.context = context
        groups = keys?.groups(of: mapping) ?? []
        if let keys {
            reportUnknown(keys, what)
        }
    }

    /// Whether some key of a group is there.
    func has(_ group: KeyGroups) -> Bool {
        !groups.isDisjoint(with: group)
    }

    var range: SourceRange {
        element.node.range
    }

    /// An empty mapping for an element without a value, which is told; `nil` for any other element.
    private static func nothing(_ element: Element, _ what: String, in context: ParseContext) -> Mapping? {
        guard element.node.isNull, !context.diagnostics.isUnreadable(element.node.range) else { return nil }
        context.diagnostics.warning(
            "empty-value",
            "There is no content in \(what)",
            hint: "Add the content, or write '{}'",
            at: element.node.range
        )
        return Mapping([])
    }

    /// Whether the key is there, with whatever value.
    func has(_ key: String) -> Bool {
        mapping.contains(key)
    }

    /// The element below a key; `nil` also for one without a value, which is told.
    func element(_ key: String) -> Element? {
        guard let node = mapping[key] else { return nil }
        guard !node.isNull else {
            reportEmpty(key)
            return nil
        }
        return element.child(key, node)
    }

    /// Place of a key, or of the whole mapping when the key is missing.
    func keyRange(_ key: String) -> SourceRange {
        mapping.entry(key)?.key.range ?? range
    }

    /// The text below a key.
    func string(_ key: String) -> String? {
        value(key, "a string", \.string, or: \.scalarText)
    }

    /// The name that a document pins for something; one that Swift does not allow is told, and made to fit.
    func swiftName() -> String? {
        guard let name = string(ExtensionName.swiftName.rawValue) else { return nil }
        let identifier = Identifier(sanitizing: name).text
        if identifier != name {
            context.diagnostics.warning(
                "bad-name",
                "'\(name)' is not a valid Swift identifier, so '\(identifier)' is used instead",
                hint: "Use letters, digits and '_', starting with a letter",
                at: mapping[ExtensionName.swiftName.rawValue]?.range ?? range
            )
        }
        return name
    }

    /// The Boolean below a key.
    func bool(_ key: String) -> Bool? {
        value(key, "true or false", \.bool, or: { $0.string.flatMap(Bool.init) })
    }

    /// The whole number below a key.
    func int(_ key: String) -> Int? {
        value(key, "a whole number", \.int)
    }

    /// The count below a key, which has no upper end: one beyond `Int` is the largest `Int`; a negative one is told.
    func count(_ key: String) -> Int? {
        let number = value(
            key,
            "a whole number",
            { $0.numberText.flatMap(Self.count) },
            or: { $0.string.flatMap(Self.count) }
        )
        guard let number, number < 0 else { return number }
        reportBound(key, "'\(key)' cannot be less than 0")
        return nil
    }

    /// Tells of a bound that is ignored.
    func reportBound(_ key: String, _ message: String) {
        context.diagnostics.warning(
            "bad-bound",
            "\(message), so it is ignored",
            hint: "Correct it, or remove it",
            at: mapping[key]?.range ?? range
        )
    }

    private static func count(_ digits: String) -> Int? {
        if let number = Int(digits) {
            return number
        }
        guard let value = Double(digits), value.rounded() == value else { return nil }
        return Int(exactly: value) ?? .max
    }

    /// The digits of the number below a key.
    func number(_ key: String) -> String? {
        value(key, "a number", \.numberText, or: { node in node.string.flatMap { Double($0) == nil ? nil : $0 } })
    }

    /// The list below a key.
    func list(_ key: String) -> [Element] {
        guard let list = value(key, "a list", \.sequence), let parent = whole(key) else { return [] }
        return list.enumerated().map { parent.child(String($0.offset), $0.element) }
    }

    /// The texts of the list below a key.
    func strings(_ key: String) -> [String] {
        list(key).compactMap { item in
            if let text = item.node.string {
                return text
            }
            let text = item.node.scalarText
            reportType(item.node, key: "An element of '\(key)'", expected: "a string", isRead: text != nil)
            return text
        }
    }

    /// Keys and elements of the mapping below a key, in the document's order.
    func entries(_ key: String) -> [(key: Mapping.Key, element: Element)] {
        guard value(key, "a mapping", \.mapping) != nil, let parent = whole(key), let inner = parent.node.mapping else {
            return []
        }
        return inner.entries.map { ($0.key, parent.child($0.key.text, $0.value)) }
    }

    /// The element below a key, or the one that it refers to where nothing but a reference stands there.
    private func whole(_ key: String) -> Element? {
        element(key).map { context.followed($0) ?? $0 }
    }

    /// A text that must be one of some words.
    func word<Word: RawRepresentable & CaseIterable>(_ key: String, _: Word.Type) -> Word?
    where Word.RawValue == String {
        guard let text = string(key) else { return nil }
        if let word = Word(rawValue: text) {
            return word
        }
        let words = Word.allCases.map(\.rawValue)
        context.diagnostics.error(
            "bad-value",
            "'\(text)' is not a valid value for '\(key)'",
            hint: Suggestion.nearest(to: text, among: words).map { "Did you mean '\($0)'?" }
                ?? "Use one of: \(words.joined(separator: ", "))",
            at: mapping[key]?.range ?? range
        )
        return nil
    }

    /// Reports a key that must be there and is not.
    func require(_ key: String, _ what: String, hint: String? = nil) {
        guard !has(key) else { return }
        context.diagnostics.error("missing-key", "\(what) needs '\(key)'", hint: hint, at: range)
    }

    /// Tells of a key that OpenAPI asks for, and that the output can do without.
    func expect(_ key: String, _ what: String, hint: String? = nil) {
        // Of an empty place it is told that it is empty.
        guard !has(key), !element.node.isNull else { return }
        context.diagnostics.warning("missing-key", "\(what) needs '\(key)'", hint: hint, at: range)
    }

    /// The value below a key; one of another kind that says the same is told and read, one that is empty is told.
    private func value<T>(
        _ key: String,
        _ expected: String,
        _ read: (Node) -> T?,
        or readOther: (Node) -> T? = { _ in nil }
    ) -> T? {
        guard let node = mapping[key] else { return nil }
        if let value = read(node) {
            return value
        }
        guard !node.isNull else {
            reportEmpty(key)
            return nil
        }
        if let value = readOther(node) {
            reportType(node, key: "'\(key)'", expected: expected, isRead: true)
            return value
        }
        // Bundlers follow references everywhere, and documents of many files count on it.
        if let element = element(key), let target = context.followed(element), let value = read(target.node) {
            return value
        }
        reportType(node, key: "'\(key)'", expected: expected)
        return nil
    }

    private func reportType(_ node: Node, key: String, expected: String, isRead: Bool = false) {
        let hint = expected == "a string" ? "Enclose it in quotes" : "Remove the quotes"
        context.diagnostics.add(
            Diagnostic(
                isRead ? .warning : .error,
                "wrong-type",
                "\(key) must be \(expected), but this is \(node.kind)",
                hint: isRead || node.isNull && expected == "a string" ? hint : nil,
                at: node.range
            )
        )
    }

    private func reportEmpty(_ key: String) {
        guard let node = mapping[key], !context.diagnostics.isUnreadable(node.range) else { return }
        context.diagnostics.warning(
            "empty-value",
            "'\(key)' has no value",
            hint: "Add a value, or remove the key",
            at: keyRange(key)
        )
    }

    private func reportUnknown(_ keys: KeySet, _ what: String) {
        guard has(.unknown) else { return }
        for entry in mapping.entries where !keys.contains(entry.key.text) {
            if entry.key.text.hasPrefix("x-") {
                reportExtension(entry.key, keys, what)
            } else {
                reportKey(entry.key, keys, what)
            }
        }
    }

    /// A slip in one of our extensions must not pass silently; elsewhere documents carry all sorts of keys.
    private func reportKey(_ key: Mapping.Key, _ keys: KeySet, _ what: String) {
        let nearest = Suggestion.nearest(to: key.text, among: keys.standard)
        context.diagnostics.add(
            Diagnostic(
                keys.isExtension ? .error : .warning,
                "unknown-key",
                "'\(key.text)' is not a valid key in \(what)\(keys.isExtension ? "" : " and is ignored")",
                hint: nearest.map { "Did you mean '\($0)'?" }
                    ?? (keys.isExtension ? "Valid keys: \(keys.standard.sorted().joined(separator: ", "))" : nil),
                at: key.range
            )
        )
    }

    /// In strict documents an unknown extension is an error, else only one that looks like a slip of the pen speaks.
    private func reportExtension(_ key: Mapping.Key, _ keys: KeySet, _ what: String) {
        let nearest = context.extensionNearest(to: key.text, in: what, among: keys.extensions)
        guard context.isStrict || nearest != nil else { return }
        let place =
            ExtensionName.all.contains(key.text)
            ? "is not supported in \(what)" : "is not an extension that specwright supports"
        context.diagnostics.add(
            Diagnostic(
                context.isStrict ? .error : .warning,
                "unknown-extension",
                "'\(key.text)' \(place)",
                hint: nearest.map { "Did you mean '\($0)'?" }
                    ?? (keys.extensions.isEmpty
                        ? nil : "Valid extensions: \(keys.extensions.sorted().joined(separator: ", "))")
                        ?? "Correct it, or set 'extensions: lenient' for a document that you do not control",
                at: key.range
            )
        )
    }
}

/// The keys that a kind of object may have.
struct KeySet: Sendable {

    let standard: Set<String>
    let extensions: Set<String>
    /// Whether the object belongs to an extension of ours, where other keys are errors.
    let isExtension: Bool
    /// The group of each key.
    private let groups: [String: KeyGroups]

    /// Creates a set.
    ///
    /// - Parameters:
    ///   - plain: Keys in no group.
    ///   - grouped: Keys in groups.
    ///   - extensions: Extensions of ours, all in ``KeyGroups/rare``.
    ///   - isExtension: Whether the object belongs to an extension of ours.
    init(
        _ plain: Set<String>,
        grouped: [(KeyGroups, Set<String>)] = [],
        extensions: Set<ExtensionName> = [],
        isExtension: Bool = false
    ) {
        standard = grouped.reduce(plain) { $0.union($1.1) }
        self.extensions = Set(extensions.map(\.rawValue))
        self.isExtension = isExtension
        var groups = Dictionary(uniqueKeysWithValues: standard.map { ($0, KeyGroups()) })
        for (group, keys) in grouped + [(.rare, self.extensions)] {
            for key in keys {
                groups[key] = group
            }
        }
        self.groups = groups
    }

    func contains(_ key: String) -> Bool {
        groups[key] != nil
    }

    /// The groups of which a mapping has keys.
    func groups(of mapping: Mapping) -> KeyGroups {
        mapping.entries.reduce(into: []) { $0.formUnion(groups[$1.key.text] ?? .unknown) }
    }
}

/// Kinds of keys, so that an object that has none of a kind need not be asked for each of them.
struct KeyGroups: OptionSet, Sendable {
    let rawValue: UInt8

    /// Keys that mean nothing there.
    static let unknown = KeyGroups(rawValue: 1)
    /// What a schema says for its readers, and about the use of its values.
    static let notes = KeyGroups(rawValue: 2)
    /// Limits on the values of a schema.
    static let bounds = KeyGroups(rawValue: 4)
    /// What a schema is put together from.
    static let composition = KeyGroups(rawValue: 8)
    /// What few objects have.
    static let rare = KeyGroups(rawValue: 16)
}

extension Node {
    /// The text of a scalar that was meant as one: a string, a number or a truth value.
    fileprivate var scalarText: String? {
        string ?? numberText ?? bool.map { $0 ? "true" : "false" }
    }
}
