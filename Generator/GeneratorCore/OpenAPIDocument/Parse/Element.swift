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
        var tokens: [String] = []
        var step = self
        while let next = step.parent {
            tokens.append(step.token)
            step = next
        }
        return tokens.reversed()
    }

    /// The same for equal paths, worked out once.
    fileprivate private(set) lazy var digest: Int = {
        var hasher = Hasher()
        hasher.combine(parent?.digest ?? file)
        hasher.combine(token)
        return hasher.finalize()
    }()

    /// Whether two paths have the same tokens, in whatever files.
    fileprivate static func haveSameTokens(_ first: Pointer, _ second: Pointer) -> Bool {
        var (one, other) = (first, second)
        while one !== other {
            guard ExactText(one.token) == ExactText(other.token), let next = one.parent, let following = other.parent
            else {
                return one.parent == nil && other.parent == nil
            }
            (one, other) = (next, following)
        }
        return true
    }

    /// The path as a `$ref` within its file: `#/components/schemas/Note`.
    var text: String {
        JSONPointer(tokens).description
    }
}

/// The path with its file, which names one element of a run.
struct ElementID: Hashable {
    private let pointer: Pointer

    init(_ pointer: Pointer) {
        self.pointer = pointer
    }

    static func == (first: ElementID, second: ElementID) -> Bool {
        first.pointer.file == second.pointer.file && first.pointer.digest == second.pointer.digest
            && Pointer.haveSameTokens(first.pointer, second.pointer)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(pointer.digest)
    }
}
