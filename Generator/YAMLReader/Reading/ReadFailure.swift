/// A problem in a document.
public struct ReadFailure: Error, Hashable, Sendable {

    /// A second location that explains a failure.
    public struct Related: Hashable, Sendable {

        /// Description of the location, as a sentence without a full stop.
        public var message: String

        /// Range of the location.
        public var range: SourceRange

        /// Creates a second location.
        ///
        /// - Parameters:
        ///   - message: Description of the location.
        ///   - range: Range of the location.
        public init(message: String, range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// Description of the problem, as a sentence without a full stop.
    public var message: String

    /// Suggested solution, as a sentence without a full stop.
    ///
    /// `nil` if the message contains it.
    public var hint: String?

    /// Range of the problem.
    public var range: SourceRange

    /// Other locations that explain the problem, such as the first of two equal keys.
    public var related: [Related]

    /// Whether the document can be used in spite of the problem.
    public var isRemark = false

    /// The reading that was used in spite of the problem, as the end of a sentence that begins with the message.
    ///
    /// `nil` if there is none.
    public var reading: String?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - message: Description of the problem.
    ///   - hint: Suggested solution.
    ///   - range: Range of the problem.
    ///   - related: Other locations that explain the problem.
    public init(_ message: String, hint: String? = nil, range: SourceRange, related: [Related] = []) {
        self.message = message
        self.hint = hint
        self.range = range
        self.related = related
    }
}
