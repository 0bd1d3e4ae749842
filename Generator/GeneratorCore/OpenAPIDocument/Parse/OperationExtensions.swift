import YAMLReader

/// The extensions of an operation.
struct OperationExtensions {

    /// The `x-paging` extension, or `x-ms-pageable` in its place: how to request the next page.
    struct Paging {
        var style: PagingStyle
        /// The number of the first page; 0 for styles other than ``PagingStyle/page``.
        var first: Int
        var size: String?
        var position: String?
        var items: [Location]
        var next: [Location]
        var total: [Location]
        var range: SourceRange
        /// What only `x-ms-pageable` declares; `nil` for `x-paging`.
        var pageable: Pageable?
    }

    /// The location of a value in a response.
    enum Location: Hashable {
        case header(String)
        /// The property names that lead to a value in the body; empty for the body itself.
        case body([String])

        /// The location in the syntax of the document.
        var text: String {
            switch self {
            case .header(let name): "header:" + name
            case .body(let tokens): "body:" + (tokens.isEmpty ? "" : JSONPointer(tokens).description.dropFirst())
            }
        }
    }

    /// The `x-polling` extension: how to wait for a long-running operation.
    struct Polling {
        var interval: Int
        var member: [String]
        var values: [String]
        var waitParameter: String?
        var range: SourceRange
    }

    var swiftName: String?
    var evidence: Evidence?
    var cache: CachePolicy?
    var replay: ReplayPolicy?
    var timeout: Int?
    var paging: Paging?
    var polling: Polling?

    /// The keys of `x-paging`.
    static let pagingKeys = KeySet(["style", "first", "size", "position", "items", "next", "total"], isExtension: true)

    static let names: Set<ExtensionName> = [.swiftName, .evidence, .cache, .replay, .timeout, .paging, .polling]
}

extension OperationExtensions {

    /// Parses the extensions of an operation.
    init(_ object: SpecObject) {
        swiftName = object.swiftName()
        evidence = object.word("x-evidence", Evidence.self)
        timeout = object.int("x-timeout")
        cache = object.element("x-cache").flatMap { Self.cache($0, object.context) }
        replay = object.element("x-replay").flatMap { Self.replay($0, object) }
        paging =
            object.has("x-paging")
            ? object.element("x-paging").flatMap { Self.paging($0, object.context) } : Self.pageable(object)
        polling = object.element("x-polling").flatMap { Self.polling($0, object.context) }
    }

    private static func cache(_ element: Element, _ context: ParseContext) -> CachePolicy? {
        enum Partition: String, CaseIterable { case credential, shared }
        let keys = KeySet(["lifetime", "partition", "stale-while-revalidate", "stale-if-error"], isExtension: true)
        guard let object = SpecObject(element, "x-cache", keys: keys, in: context) else { return nil }
        return CachePolicy(
            lifetime: object.int("lifetime"),
            isShared: object.word("partition", Partition.self) == .shared,
            staleWhileRevalidate: object.int("stale-while-revalidate"),
            staleIfError: object.int("stale-if-error")
        )
    }

    private static func replay(_ element: Element, _ parent: SpecObject) -> ReplayPolicy? {
        enum Word: String, CaseIterable { case safe, unsafe }
        if element.node.mapping == nil {
            return parent.word("x-replay", Word.self) == .safe ? .safe : .unsafe
        }
        let keys = KeySet(["key"], isExtension: true)
        guard let object = SpecObject(element, "x-replay", keys: keys, in: parent.context) else { return nil }
        object.require(
            "key",
            "x-replay",
            hint: "Use 'safe', 'unsafe', or the name of the header or property with the key"
        )
        return object.string("key").map(ReplayPolicy.keyed)
    }

    private static func paging(_ element: Element, _ context: ParseContext) -> Paging? {
        guard let object = SpecObject(element, "x-paging", keys: pagingKeys, in: context) else { return nil }
        object.require("style", "x-paging")
        object.require("items", "x-paging")
        guard let style = object.word("style", PagingStyle.self) else { return nil }
        if style != .url {
            object.require("position", "x-paging of style \(style.rawValue)")
        }
        if style == .cursor || style == .url {
            object.require("next", "x-paging of style \(style.rawValue)")
        }
        guard let first = firstPage(object, style), let items = locations("items", object),
            let next = locations("next", object), let total = locations("total", object)
        else { return nil }
        return Paging(
            style: style,
            first: first,
            size: object.string("size"),
            position: object.string("position"),
            items: items,
            next: next,
            total: total,
            range: object.range
        )
    }

    /// Returns the number of the first page, 0 by default; returns `nil` if it is invalid, which is reported.
    private static func firstPage(_ object: SpecObject, _ style: PagingStyle) -> Int? {
        guard let node = object.mapping["first"] else { return 0 }
        guard style == .page else {
            object.context.slip(
                "bad-value",
                "'first' applies to the style 'page' only",
                so: "the extension is ignored",
                hint: "Remove it",
                at: object.keyRange("first")
            )
            return nil
        }
        guard let first = node.int, first >= 0 else {
            object.context.slip(
                "bad-value",
                "'first' must be a whole number, 0 or more",
                so: "the extension is ignored",
                hint: "Use the number of the first page",
                at: node.range
            )
            return nil
        }
        return first
    }

    private static func polling(_ element: Element, _ context: ParseContext) -> Polling? {
        let keys = KeySet(["interval", "until", "wait-parameter"], isExtension: true)
        guard let object = SpecObject(element, "x-polling", keys: keys, in: context) else { return nil }
        object.require("interval", "x-polling", so: "it is 1 second")
        object.require("until", "x-polling")
        let untilKeys = KeySet(["property", "values"], isExtension: true)
        guard let untilElement = object.element("until"),
            let until = SpecObject(untilElement, "until", keys: untilKeys, in: context)
        else { return nil }
        until.require("property", "'until' of x-polling")
        until.require("values", "'until' of x-polling")
        guard let text = until.string("property"), until.has("values") else { return nil }
        guard let member = JSONPointer(parsing: text), !member.tokens.isEmpty else {
            context.slip(
                "bad-value",
                "'\(text)' is not a location in a response",
                so: "the extension is ignored",
                hint: "Begin with a slash, as in '/state'",
                at: until.mapping["property"]?.range ?? until.range
            )
            return nil
        }
        return Polling(
            interval: object.int("interval") ?? 1,
            member: member.tokens,
            values: until.strings("values"),
            waitParameter: object.string("wait-parameter"),
            range: object.range
        )
    }

    /// Parses a location or a list of locations, each `header:Name` or `body:/member`; returns `nil` if one is invalid.
    private static func locations(_ key: String, _ object: SpecObject) -> [Location]? {
        guard let node = object.mapping[key] else { return [] }
        let nodes = node.sequence ?? [node]
        let places = nodes.compactMap { node -> Location? in
            guard let location = node.string.flatMap(location) else {
                object.context.slip(
                    "bad-value",
                    "This is not a location in a response",
                    so: "the extension is ignored",
                    hint: "Use 'header:Name', 'body:' or 'body:/property'",
                    at: node.range
                )
                return nil
            }
            return location
        }
        return places.count == nodes.count ? places : nil
    }

    private static func location(_ text: String) -> Location? {
        if text.hasPrefix("header:") {
            let name = text.dropFirst("header:".count)
            return name.isEmpty ? nil : .header(String(name))
        }
        guard text.hasPrefix("body:") else { return nil }
        return JSONPointer(parsing: String(text.dropFirst("body:".count))).map { .body($0.tokens) }
    }
}
