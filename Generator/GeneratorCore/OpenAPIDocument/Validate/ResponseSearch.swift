import YAMLReader

/// Searches the body of a response for the items of a page and for the URL of the next one.
struct ResponseSearch {

    /// A property of the body, or of one of its objects.
    struct Member {
        /// One or two names of properties.
        let path: [String]
        let schema: Schema
    }

    /// The properties of the body, followed by those of its objects.
    let members: [Member]
    private let body: Schema
    private let context: ParseContext

    /// Creates the search in a body.
    init(_ body: Schema, in context: ParseContext) {
        self.body = body
        self.context = context
        let own = Self.properties(of: body, context)
        let inner = own.flatMap { outer in
            Self.properties(of: outer.schema, context).map { Member(path: [outer.name, $0.name], schema: $0.schema) }
        }
        members = own.map { Member(path: [$0.name], schema: $0.schema) } + inner
    }

    /// The path of the only list, which is empty for a body that is a list itself; `nil` if there is none or several.
    ///
    /// Lists in objects count only if the body has no other one.
    var onlyList: [String]? {
        guard !isList(body) else { return [] }
        let lists = members.filter { isList($0.schema) }
        let own = lists.filter { $0.path.count == 1 }
        let chosen = own.isEmpty ? lists : own
        guard chosen.count == 1, let name = chosen[0].path.last, !Self.remarks.contains(name) else { return nil }
        return chosen[0].path
    }

    /// Names of lists that are not the items of a page.
    private static let remarks: Set<String> = ["errors", "warnings", "messages"]

    /// Names of properties with the URL of the next page, without separators and in lower case.
    private static let links: Set<String> = ["nextlink", "odatanextlink", "nexturl", "nextpageurl", "nextpagelink"]

    /// Whether a property has the URL of the next page.
    ///
    /// One with the name `next` may be a position too, so that its format, its description or the object that contains
    /// it must indicate a URL.
    func isNextURL(_ member: Member) -> Bool {
        let name = member.path.last?.filter { $0.isLetter || $0.isNumber }.lowercased() ?? ""
        guard isPlain(member.schema, .string, formats: ["uri", "url", "uri-reference"]) else { return false }
        guard !Self.links.contains(name) else { return true }
        guard name == "next" else { return false }
        guard member.path.count == 1 || !["links", "_links"].contains(member.path[0]) else { return true }
        let parts = parts(of: member.schema)
        return parts.contains { part in
            let words = part.description?.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() } ?? []
            return part.format != nil || words.contains { ["url", "uri"].contains($0) }
        }
    }

    func isList(_ schema: Schema) -> Bool {
        let own = context.target(of: schema) ?? schema
        return own.kinds == [.array] && own.prefixItems.isEmpty
    }

    /// Whether the values of a schema are of one type, or null, and need no declared Swift type.
    ///
    /// - Parameters:
    ///   - schema: The schema; `nil` if there is none.
    ///   - kind: The type.
    ///   - formats: The formats that the schema may have.
    /// - Returns: Whether they are.
    func isPlain(_ schema: Schema?, _ kind: JSONType, formats: Set<String> = ["int32", "int64"]) -> Bool {
        guard let schema else { return false }
        let parts = parts(of: schema)
        return parts.last?.kinds == [kind]
            && parts.allSatisfy { $0.listedValues == nil && $0.format.map(formats.contains) != false }
    }

    /// Returns the number from which a parameter counts, 0 or 1; `nil` if its schema says another number.
    ///
    /// - Parameters:
    ///   - schema: The schema of the parameter.
    ///   - usual: The number if the schema does not say it; `nil` if there is no usual one.
    /// - Returns: The number.
    func start(of schema: Schema?, usual: Int?) -> Int? {
        let parts = schema.map { self.parts(of: $0) } ?? []
        guard parts.allSatisfy({ $0.bounds?.exclusiveMinimum == nil }) else { return nil }
        let least = parts.compactMap { $0.bounds?.minimum.flatMap(Double.init).flatMap(Int.init(exactly:)) }.max()
        let stated = parts.compactMap { $0.defaultValue?.int }.first ?? least
        guard let start = stated ?? usual, [0, 1].contains(start), start >= least ?? start else { return nil }
        return start
    }

    /// Returns a schema, followed by the one that it refers to or that is its only alternative to null.
    private func parts(of schema: Schema) -> [Schema] {
        var parts = [schema] + [context.target(of: schema)].compactMap { $0 }
        guard let last = parts.last, last.kinds.isEmpty else { return parts }
        let variants = last.variants.filter { $0.kinds != [.null] }
        if variants.count == 1 {
            parts += [variants[0]] + [context.target(of: variants[0])].compactMap { $0 }
        }
        return parts
    }

    /// Returns the properties of a schema and of the parts that it is composed of.
    private static func properties(of schema: Schema, _ context: ParseContext) -> [Schema.Property] {
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        var found: [Schema.Property] = []
        while let next = open.popLast() {
            guard known.insert(ObjectIdentifier(next)).inserted else { continue }
            found += next.properties
            open += next.allOf
            if let target = context.target(of: next) {
                open.append(target)
            }
        }
        return found
    }
}
