/// One thing wrong with a document.
public struct ReadFailure: Error, Hashable, Sendable {

    /// A second place that explains a failure.
    public struct Related: Hashable, Sendable {

        /// What is there, as a sentence without a full stop.
        public var message: String

        /// Where it is.
        public var range: SourceRange

        /// Creates a second place.
        ///
        /// - Parameters:
        ///   - message: What is there.
        ///   - range: Where it is.
        public init(message: String, range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// What is wrong, as a sentence without a full stop.
    public var message: String

    /// What to do about it, as a sentence without a full stop; `nil` when the message says it.
    public var hint: String?

    /// Where it is.
    public var range: SourceRange

    /// Other places that explain it, such as the first of two equal keys.
    public var related: [Related]

    /// Whether the document can be used all the same.
    public var isRemark = false

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - message: What is wrong.
    ///   - hint: What to do about it.
    ///   - range: Where it is.
    ///   - related: Other places that explain it.
    public init(_ message: String, hint: String? = nil, range: SourceRange, related: [Related] = []) {
        self.message = message
        self.hint = hint
        self.range = range
        self.related = related
    }
}
