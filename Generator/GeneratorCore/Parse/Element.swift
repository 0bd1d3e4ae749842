import YAMLReader

/// A value of a document together with the path that leads to it.
struct Element {
    /// The value and its place.
    let node: Node
    /// The path from the root of its file.
    let pointer: Pointer

    /// The element below a key.
    func child(_ key: String, _ node: Node) -> Element {
        Element(node: node, pointer: Pointer(parent: pointer, token: key))
    }
}

/// A path in a file as a linked list: thousands share their beginnings.
final class Pointer {
    let file: Int
    let parent: Pointer?
    let token: String

    /// The root of a file.
    init(file: Int) {
        self.file = file
        parent = nil
        token = ""
    }

    init(parent: Pointer, token: String) {
        file = parent.file
        self.parent = parent
        self.token = token
    }

    /// Keys from the root, not escaped.
    var tokens: [String] {
        (parent?.tokens ?? []) + (parent == nil ? [] : [token])
    }

    /// The path as a `$ref` within its file: `#/components/schemas/Note`.
    var text: String {
        JSONPointer(tokens).description
    }
}

/// The path with its file, which names one element of a run.
struct ElementID: Hashable {
    let file: Int
    let path: String

    init(_ pointer: Pointer) {
        file = pointer.file
        path = pointer.text
    }
}
