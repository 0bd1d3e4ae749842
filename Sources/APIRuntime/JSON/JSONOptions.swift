/// Options and limits for decoding.
public struct JSONReadingOptions: Sendable, Hashable {

    /// Whether values that the OpenAPI document does not list are rejected: unknown values of enumerations, other values
    /// of constants and values of no variant of a union.
    ///
    /// Servers reject them; clients preserve them.
    public var rejectsUnknownValues: Bool

    /// Whether an explicit null is rejected for a property that may be absent, but whose schema does not allow null.
    ///
    /// Servers reject it; clients read it like an absent property.
    public var rejectsUndeclaredNull: Bool

    /// The treatment of an object with a duplicate property name.
    public enum DuplicateKeys: Sendable, Hashable {

        /// The document is rejected.
        case reject

        /// The last value counts.
        case lastWins
    }

    /// The maximum nesting of arrays and objects; 1 or more.
    ///
    /// A thread whose stack is too small for it stops earlier.
    public var maximumDepth: Int

    /// The maximum length of a document in bytes; `nil` for up to 4 GiB, the limit of a reader.
    public var maximumBytes: Int?

    /// Whether the reader rejects deviations that it tolerates by default; for tests.
    ///
    /// These are: unknown properties and enumeration values, other values of constants, invalid elements of lists that
    /// skip them, and numbers written as strings.
    public var strict: Bool

    /// The treatment of an object with a duplicate property name.
    ///
    /// Names inside values that are skipped are not compared.
    public var duplicateKeys: DuplicateKeys

    /// Whether the document was made from the strings of a query or form, so that the type that reads a string
    /// interprets it; see ``TextLayout``.
    package var isText = false

    /// Whether the format of the document, such as XML, has no representation of an empty array and of null, so that an
    /// absent property may be either; also implied by ``isText``.
    package var omitsEmptyValues = false

    /// Whether the document is a server-sent event, whose member `event` comes first and selects a variant of a union;
    /// see ``JSONReader/noteEvent(_:of:)``.
    package var isEvent = false

    /// Creates options that tolerate additions by a server, and require valid JSON.
    public init(
        maximumDepth: Int = 512,
        maximumBytes: Int? = nil,
        strict: Bool = false,
        rejectsUnknownValues: Bool = false,
        rejectsUndeclaredNull: Bool = false,
        duplicateKeys: DuplicateKeys = .reject
    ) {
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
        self.strict = strict
        self.rejectsUnknownValues = rejectsUnknownValues
        self.rejectsUndeclaredNull = rejectsUndeclaredNull
        self.duplicateKeys = duplicateKeys
    }
}

/// The properties that a document omits, because of the direction in which it travels.
@usableFromInline
enum OmittedProperties: Sendable {
    case none, readOnly, writeOnly
}

/// Options for encoded documents.
public struct JSONWritingOptions: Sendable, Hashable {

    /// Writes the properties of every object in the order of their names' UTF-8 bytes.
    ///
    /// By default, properties keep the model's order, and the keys of a dictionary an order that differs between
    /// processes.
    public var sortedKeys: Bool

    /// Writes one property or element per line, indented by two spaces.
    public var prettyPrinted: Bool

    /// The most fraction digits of a date-time's second, from 0 to 9; 3, by default, are milliseconds.
    ///
    /// A property whose schema documents more digits is written with those.
    public var fractionDigits: Int

    /// Creates options; the default is compact output in the model's order, with times in milliseconds.
    public init(sortedKeys: Bool = false, prettyPrinted: Bool = false, fractionDigits: Int = 3) {
        self.sortedKeys = sortedKeys
        self.prettyPrinted = prettyPrinted
        self.fractionDigits = fractionDigits
    }

    /// Options for the body of a request, without read-only properties.
    static let request = JSONWritingOptions(omitted: .readOnly)

    /// Options for the body of a response, without write-only properties.
    package static let response = JSONWritingOptions(omitted: .writeOnly)

    /// The properties that are omitted.
    var omitted = OmittedProperties.none

    private init(omitted: OmittedProperties) {
        self.init()
        self.omitted = omitted
    }

    /// Whether the layout is the one in which models write themselves.
    var isPlain: Bool { !sortedKeys && !prettyPrinted }
}
