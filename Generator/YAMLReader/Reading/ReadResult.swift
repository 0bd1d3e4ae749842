/// What reading a file gave: a tree, or problems, or both.
public struct ReadResult: Sendable {

    /// The file that was read.
    public var file: SourceFile

    /// The document's value.
    ///
    /// `nil` after a problem that ends reading, such as bad indentation. Present beside problems that do not, such as
    /// a repeated key, so that one run can report more.
    public var root: Node?

    /// Every problem found, in the order of the file.
    ///
    /// The document is good only when all of them are remarks.
    public var problems: [ReadFailure]

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - file: The file that was read.
    ///   - root: The document's value.
    ///   - problems: Every problem found.
    public init(file: SourceFile, root: Node?, problems: [ReadFailure]) {
        self.file = file
        self.root = root
        self.problems = problems
    }
}
