/// The names of the operation groups of a document: one for each tag, and one for the operations without a tag.
struct GroupNames {

    private let options: ModuleOptions
    private let tags: Set<Identifier>

    init(_ document: Document, _ options: ModuleOptions) {
        self.options = options
        tags = Set((document.tags.map(\.name) + document.operations.compactMap(\.tags.first)).map(SwiftName.member))
    }

    /// Returns the key of an operation's group: its first tag, or `nil` without one.
    static func key(_ operation: OperationEntry) -> String? {
        operation.tags.first
    }

    /// Returns the name of a group's property in the client: `api` for the operations without a tag, unless a tag has
    /// that name.
    func member(_ tag: String?) -> Identifier {
        if let tag {
            return SwiftName.member(tag)
        }
        let names: [Identifier] = ["api", "untagged", "withoutTag"]
        return names.first { !tags.contains($0) } ?? names[0]
    }

    /// Returns the name of a group's type; that of the operations without a tag has the name of the client.
    ///
    /// - Parameters:
    ///   - tag: The tag; `nil` for the operations without one.
    ///   - member: The name of the property.
    /// - Returns: The name.
    func type(_ tag: String?, _ member: Identifier) -> Identifier {
        guard tag == nil else { return ordinaryType(member) }
        let client = options.client
        let prefix = client.hasSuffix("Client") ? String(client.dropLast("Client".count)) : client
        let others = Set(tags.map { ordinaryType($0) })
        let names = ["", "API", "Untagged"].map { SwiftName.derived(prefix + $0, "Operations", orWith: "Service") }
        return names.first { !others.contains($0) } ?? names[0]
    }

    private func ordinaryType(_ member: Identifier) -> Identifier {
        options.prefixed(SwiftName.type(member.text + "Operations"))
    }
}
