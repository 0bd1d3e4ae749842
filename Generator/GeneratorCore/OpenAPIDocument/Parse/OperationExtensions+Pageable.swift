import YAMLReader

/// The extension `x-ms-pageable` of AutoRest, which states the pages of a list in Microsoft's documents.
extension OperationExtensions {

    /// What `x-ms-pageable` declares and `x-paging` does not.
    struct Pageable {
        /// The method of the requests for further pages.
        var method: String
        /// The name of the operation that returns further pages, which the document may lack; `nil` for the URL alone.
        var operation: String?
    }

    static let pageableKey = "x-ms-pageable"

    /// Returns the paging that `x-ms-pageable` declares; `nil` without it, and for a list that has only one page.
    static func pageable(_ object: SpecObject) -> Paging? {
        guard let node = object.mapping[pageableKey], !node.isNull else { return nil }
        guard let mapping = node.mapping else {
            object.context.diagnostics.warning(
                "unfit-paging",
                "'\(pageableKey)' must be a mapping, but this is \(node.kind), so it is ignored",
                hint: "Name the property with the URL of the next page: '{ nextLinkName: nextLink }'",
                at: node.range
            )
            return nil
        }
        guard mapping["nextLinkName"]?.isNull != true else { return nil }
        return Paging(
            style: .url,
            first: 0,
            size: nil,
            position: nil,
            items: [.body([mapping["itemName"]?.string ?? "value"])],
            next: [.body([mapping["nextLinkName"]?.string ?? "nextLink"])],
            total: [],
            range: node.range,
            pageable: Pageable(
                method: mapping["nextLinkVerb"]?.string?.lowercased() ?? "get",
                operation: mapping["operationName"]?.string
            )
        )
    }
}

extension Document {

    /// Removes the paging of operations whose further pages another operation of the document returns.
    ///
    /// AutoRest makes that operation if the document does not have it; its requests are those for the URL.
    func removePagingOfOtherOperations() {
        guard operations.contains(where: { $0.extensions.paging?.pageable?.operation != nil }) else { return }
        let ids = Set(operations.compactMap(\.operationID))
        for operation in operations {
            guard let name = operation.extensions.paging?.pageable?.operation else { continue }
            // A name without a group means an operation of the same group.
            let group = operation.operationID?.split(separator: "_", maxSplits: 1).first.map { String($0) + "_" } ?? ""
            if ids.contains(name) || ids.contains(group + name) {
                operation.extensions.paging = nil
            }
        }
    }
}
