import YAMLReader

/// A mapping of the document during parsing, which reports each wrong type and each unknown key once.
struct SpecObject {

    let element: Element
    let mapping: Mapping
    let context: ParseContext
    /// The groups of which the mapping has a key.
    private let groups: KeyGroups

    /// Creates an object from an element; reports an error and returns `nil` if the element is not a mapping.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - what: The description of the element in messages: `an operation`.
    ///   - keys: The keys that OpenAPI and Specwright's extensions allow; `nil` for a mapping of names.
    ///   - context: The context of the run.
    init?(_ element: Element, _ what: String, keys: KeySet?, in context: ParseContext) {
        guard let mapping = element.node.mapping ?? Self.nothing(element, what, in: context) else {
            context.slip(
                "wrong-type",
                "\(what.prefix(1).uppercased() + what.dropFirst()) must be a mapping, but this is \(element.node.kind)",
                so: "it is ignored",
                at: element.node.range
            )
            return nil
        }
        self.element = element
        self.context = context
        let groups = keys?.groups(of: mapping) ?? []
        guard let keys, groups.contains(.unknown) else {
            (self.mapping, self.groups) = (mapping, groups)
            return
        }
        self.mapping = Self.withValidCase(mapping, keys, what, in: context)
        self.groups = keys.groups(of: self.mapping)
        if has(.unknown) {
            reportUnknown(keys, what)
        }
    }

    /// Whether the mapping has a key of a group.
    func has(_ group: KeyGroups) -> Bool {
        !groups.isDisjoint(with: group)
    }

    var range: SourceRange {
        element.node.range
    }

    /// Returns the mapping with the valid spelling of keys that differ from it only in letter case, and reports them.
    private static func withValidCase(
        _ mapping: Mapping,
        _ keys: KeySet,
        _ what: String,
        in context: ParseContext
    ) -> Mapping {
        let entries = mapping.entries.map { entry in
            let text = entry.key.text
            guard !keys.contains(text), !text.hasPrefix("x-"),
                let valid = keys.standard.first(where: { $0.lowercased() == text.lowercased() }),
                !mapping.contains(valid)
            else { return entry }
            context.slip(
                "unknown-key",
                "'\(text)' is not a valid key in \(what)",
                so: "it is read as '\(valid)'",
                hint: "Write '\(valid)'",
                at: entry.key.range
            )
            return Mapping.Entry(key: Mapping.Key(valid, range: entry.key.range), value: entry.value)
        }
        return Mapping(entries)
    }

    /// Reports an element without a value and returns an empty mapping; returns `nil` for any other element.
    private static func nothing(_ element: Element, _ what: String, in context: ParseContext) -> Mapping? {
        guard element.node.isNull, !context.diagnostics.isUnreadable(element.node.range) else { return nil }
        context.diagnostics.warning(
            "empty-value",
            "\(SentenceSubject.text(what)) is empty",
            hint: "Add its keys, or write '{}'",
            at: element.node.range
        )
        return Mapping([])
    }

    /// Whether the mapping has a key, whatever its value is.
    func has(_ key: String) -> Bool {
        mapping.contains(key)
    }

    /// Returns the element for a key; reports a key without a value and returns `nil` for it.
    func element(_ key: String) -> Element? {
        guard let node = mapping[key] else { return nil }
        guard !node.isNull else {
            reportEmpty(key)
            return nil
        }
        return element.child(key, node)
    }

    /// Returns the position of a key, or of the whole mapping if the key is absent.
    func keyRange(_ key: String) -> SourceRange {
        mapping.entry(key)?.key.range ?? range
    }

    /// Returns the string for a key.
    func string(_ key: String) -> String? {
        value(key, "a string", \.string, or: \.scalarText)
    }

    /// Returns the pinned Swift name; reports a name that is not a valid identifier in Swift.
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

    /// Returns the Boolean for a key.
    func bool(_ key: String) -> Bool? {
        value(key, "true or false", \.bool, or: { $0.string?.oldBool })
    }

    /// Returns the integer for a key.
    func int(_ key: String) -> Int? {
        value(key, "a whole number", \.int)
    }

    /// Returns the nonnegative integer for a key, at most the largest `Int`; reports a negative one.
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

    /// Reports a bound that is ignored.
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

    /// Returns the digits of the number for a key.
    func number(_ key: String) -> String? {
        value(key, "a number", \.numberText, or: { node in node.string.flatMap { Double($0) == nil ? nil : $0 } })
    }

    /// Returns the list for a key; a mapping is read as its only element.
    func list(_ key: String) -> [Element] {
        if let node = mapping[key], let entries = node.mapping?.entries, let parent = element(key),
            context.followed(parent)?.node.sequence == nil,
            // Elements by names are no single element.
            entries.isEmpty || !entries.allSatisfy({ $0.value.mapping != nil })
        {
            context.slip(
                "wrong-type",
                "'\(key)' must be a list, but this is \(node.kind)",
                so: node.mapping?.isEmpty == true ? "it is empty" : "it is read as its only element",
                hint: node.mapping?.isEmpty == true ? nil : "Begin it with '-'",
                at: node.range
            )
            return context.isStrict || node.mapping?.isEmpty == true ? [] : [parent]
        }
        guard let list = value(key, "a list", \.sequence), let parent = whole(key) else { return [] }
        return list.enumerated().map { parent.child(String($0.offset), $0.element) }
    }

    /// Returns the strings of the list for a key.
    func strings(_ key: String) -> [String] {
        if let single = mapping[key]?.scalarText, let node = mapping[key] {
            context.slip(
                "wrong-type",
                "'\(key)' must be a list, but this is \(node.kind)",
                so: "it is read as its only element",
                hint: "Enclose it in brackets",
                at: node.range
            )
            return context.isStrict ? [] : [single]
        }
        return list(key).compactMap { item in
            if let text = item.node.string {
                return text
            }
            let text = item.node.scalarText
            reportType(item.node, key: "An element of '\(key)'", expected: "a string", isRead: text != nil)
            return text
        }
    }

    /// Returns the keys and elements of the mapping for a key, in document order.
    func entries(_ key: String) -> [(key: Mapping.Key, element: Element)] {
        if let list = element(key), let entries = context.listedEntries(list, "'\(key)'") {
            return entries
        }
        guard value(key, "a mapping", \.mapping) != nil, let parent = whole(key), let inner = parent.node.mapping else {
            return []
        }
        return inner.entries.map { ($0.key, parent.child($0.key.text, $0.value)) }
    }

    /// Returns the element for a key, or its target if the element is only a reference.
    private func whole(_ key: String) -> Element? {
        element(key).map { context.followed($0) ?? $0 }
    }

    /// Returns a string that must be one of several words.
    func word<Word: RawRepresentable & CaseIterable>(_ key: String, _: Word.Type) -> Word?
    where Word.RawValue == String {
        guard let text = string(key) else { return nil }
        if let word = Word(rawValue: text) {
            return word
        }
        let words = Word.allCases.map(\.rawValue)
        let alike = Word.allCases.first { $0.rawValue.lowercased() == text.trimmed.lowercased() }
        context.slip(
            "bad-value",
            "'\(text)' is not a valid value for '\(key)'",
            so: alike.map { "it is read as '\($0.rawValue)'" } ?? "it is ignored",
            hint: Suggestion.nearest(to: text, among: words).map { "Did you mean '\($0)'?" }
                ?? "Use one of: \(words.joined(separator: ", "))",
            at: mapping[key]?.range ?? range
        )
        return context.isStrict ? nil : alike
    }

    /// Reports a missing key that is required.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - what: The description of the object, as the subject of a sentence: `A parameter`.
    ///   - reading: The reading of the object without the key.
    ///   - hint: The way to correct the object.
    func require(_ key: String, _ what: String, so reading: String = "it is ignored", hint: String? = nil) {
        guard !has(key) else { return }
        context.slip("missing-key", "\(what) needs '\(key)'", so: reading, hint: hint, at: range)
    }

    /// Reports a missing key that OpenAPI requires but the output does not need.
    func expect(_ key: String, _ what: String, hint: String? = nil) {
        // An empty object has a diagnostic already.
        guard !has(key), !element.node.isNull else { return }
        context.diagnostics.warning("missing-key", "\(what) needs '\(key)'", hint: hint, at: range)
    }

    /// Returns the value for a key; reports and converts an equivalent value of another type, and reports an empty one.
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
        // Bundlers follow references everywhere, and documents that consist of several files rely on it.
        if let element = element(key), let target = context.followed(element), let value = read(target.node) {
            return value
        }
        reportType(node, key: "'\(key)'", expected: expected)
        return nil
    }

    private func reportType(_ node: Node, key: String, expected: String, isRead: Bool = false) {
        let word = expected == "true or false" ? node.string : nil
        let flag = word.flatMap { Bool($0) == nil ? $0.oldBool : nil }
        let hint =
            expected == "a string" ? "Enclose it in quotes" : flag.map { "Write '\($0)'" } ?? "Remove the quotes"
        let message = "\(key) must be \(expected), but this is \(node.kind)"
        guard !isRead else {
            return context.diagnostics.warning("wrong-type", message, hint: hint, at: node.range)
        }
        context.slip(
            "wrong-type",
            message,
            so: "it is ignored",
            hint: node.isNull && expected == "a string" ? hint : nil,
            at: node.range
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
}

extension Node {
    /// The string of a scalar that is probably meant as a string: a string, a number or a Boolean.
    var scalarText: String? {
        string ?? numberText ?? bool.map { $0 ? "true" : "false" }
    }
}
