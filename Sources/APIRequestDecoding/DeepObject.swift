import APIRuntime

/// A reader of objects in the style `deepObject`, such as `range[from]=…&range[labels][0]=…`.
struct DeepObject {
    let name: String

    /// The maximum nesting depth; a value that is nested more deeply counts as absent.
    private static let maximumDepth = 32

    /// Returns the object with the parameter's name; `nil` if no item belongs to it.
    func value(in items: [TextItem]) -> JSONValue? {
        var root = Node()
        for item in items where item.name.hasPrefix("\(name)[") && item.name.hasSuffix("]") {
            let inner = item.name.dropFirst(name.count + 1).dropLast()
            let steps = inner.split(separator: "]", omittingEmptySubsequences: false).enumerated().map { index, step in
                String(index == 0 ? step : step.dropFirst())
            }
            guard steps.count <= Self.maximumDepth else { continue }
            root.add(item.value, at: steps[...])
        }
        // This check is not part of a conditional expression, in which `nil` would be the JSON null.
        guard !root.children.isEmpty else { return nil }
        return root.value
    }

    /// A string, or the properties below a name.
    private struct Node {
        var text: String?
        var children: [(name: String, node: Node)] = []

        mutating func add(_ value: String, at steps: ArraySlice<String>) {
            guard var step = steps.first else {
                text = text ?? value
                return
            }
            // The elements of `name[]=a&name[]=b` are numbered in order.
            if step.isEmpty { step = String(children.count) }
            let index = children.firstIndex { $0.name == step } ?? children.count
            if index == children.count { children.append((step, Node())) }
            children[index].node.add(value, at: steps.dropFirst())
        }

        var value: JSONValue {
            guard !children.isEmpty else { return .string(text ?? "") }
            let isList = children.enumerated().allSatisfy { $0.element.name == String($0.offset) }
            guard !isList else { return .array(children.map(\.node.value)) }
            return .object(JSONObject(children.map { JSONObject.Member(name: $0.name, value: $0.node.value) }))
        }
    }
}
