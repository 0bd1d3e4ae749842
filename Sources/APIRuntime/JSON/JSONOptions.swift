/// Options and limits for decoding.
public struct JSONReadingOptions: Sendable, Hashable {

    /// The treatment of an object with a duplicate property name.
    public enum DuplicateKeys: Sendable, Hashable {

        /// The document is refused.
        case reject

        /// The last value counts.
        case lastWins
    }

    /// Deepest nesting of arrays and objects; 1 or more.
    ///
    /// A thread whose stack is too small for that refuses earlier.
    public var maximumDepth: Int

    /// Longest document in bytes; `nil` for up to 4 GiB, the most that a reader can take.
    public var maximumBytes: Int?

    /// Refuses what is tolerated otherwise; for tests.
    ///
    /// Those are: unknown properties and enumeration values, other constants, broken elements of
    /// lists that skip invalid elements, numbers written as strings.
    public var strict: Bool

    /// The treatment of an object with a duplicate property name.
    ///
    /// Names inside values that no model reads are not compared.
    public var duplicateKeys: DuplicateKeys

    /// Whether the document was made from texts, as queries and forms hold them: a number or a boolean may be a
    /// string, and a lone string is a list of one element.
    package var isText = false

    /// Creates options: tolerant of what a server may add, strict about JSON itself.
    public init(
        maximumDepth: Int = 512,
        maximumBytes: Int? = nil,
        strict: Bool = false,
        duplicateKeys: DuplicateKeys = .reject
    ) {
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
        self.strict = strict
        self.duplicateKeys = duplicateKeys
    }
}

/// Options for the layout of encoded documents.
public struct JSONWritingOptions: Sendable, Hashable {

    /// Writes the properties of every object in the order of their names' UTF-8 bytes.
    ///
    /// Without it, properties keep the model's order, and the keys of a dictionary an order that changes by process.
    public var sortedKeys: Bool

    /// Writes one property or element a line, indented by two spaces.
    public var prettyPrinted: Bool

    /// Creates options: compact, in the model's order.
    public init(sortedKeys: Bool = false, prettyPrinted: Bool = false) {
        self.sortedKeys = sortedKeys
        self.prettyPrinted = prettyPrinted
    }
}
