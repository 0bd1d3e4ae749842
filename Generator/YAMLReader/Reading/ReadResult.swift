/// The result of reading a file: a tree, problems, or both.
public struct ReadResult: Sendable {

    /// The file, in UTF-8.
    public var file: SourceFile

    /// The root value of the document.
    ///
    /// `nil` after a problem that ends reading, such as wrong indentation. Present after other problems, such as a
    /// repeated key, so that one run can report more of them.
    public var root: Node?

    /// All problems, in the order of the file.
    ///
    /// The document is valid only if all of them are remarks.
    public var problems: [ReadFailure]

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - file: The file, in UTF-8.
    ///   - root: The root value of the document.
    ///   - problems: All problems.
    public init(file: SourceFile, root: Node?, problems: [ReadFailure]) {
        self.file = file
        self.root = root
        self.problems = problems
    }
}
