import YAMLReader

/// A value of a document with the path that leads to it.
struct Element {
    /// The value, with its position.
    let node: Node
    /// The path from the root of its file.
    let pointer: Pointer

    /// Returns the element for a key.
    func child(_ key: String, _ node: Node) -> Element {
        Element(node: node, pointer: Pointer(parent: pointer, token: key))
    }
}

/// A path in a file, as a linked list, because thousands of paths share their prefixes.
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

    /// The keys from the root, without escapes.
    var tokens: [String] {
        var tokens: [String] = []
        var step = self
        while let next = step.parent {
            tokens.append(step.token)
            step = next
        }
        return tokens.reversed()
    }

    /// A hash that is the same for equal paths, computed once.
    fileprivate private(set) lazy var digest: Int = {
        var hasher = Hasher()
        hasher.combine(parent?.digest ?? file)
        hasher.combine(token)
        return hasher.finalize()
    }()

    /// Whether two paths have the same tokens, regardless of their files.
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

/// A path with its file, which identifies an element of a run.
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
