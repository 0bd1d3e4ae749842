/// The types that were decided so far, and the schemas whose types are being decided.
struct TypeDecisions {

    /// The beginning of a decision.
    enum Beginning {
        case first
        /// The type of the schema is being decided, and refers back to itself through this schema.
        case again
        /// Too many types depend on this one.
        case tooDeep
    }

    /// The largest number of schemas whose types are being decided at a time, so that no chain exhausts the stack.
    static let mostInProgress = 20_000

    private var resolved = ViewTable<ResolvedType>()
    private var inProgress = ViewSet()
    /// The schemas that were reached a second time while their types were being decided.
    private var met = ViewSet()
    /// The types of the schemas that were reached a second time.
    private var repeated = ViewTable<ResolvedType>()

    /// The types for responses, and of all schemas that have one type.
    var received: SchemaTable<ResolvedType> { resolved.received }

    /// The type of a schema; `nil` until it is decided.
    subscript(schema: Schema, isSent: Bool) -> ResolvedType? {
        resolved[schema, isSent]
    }

    /// Whether the type of a schema is being decided.
    func isInProgress(_ schema: Schema, _ isSent: Bool) -> Bool {
        inProgress.contains(schema, isSent)
    }

    /// Begins to decide the type of a schema.
    mutating func begin(_ schema: Schema, _ isSent: Bool) -> Beginning {
        guard inProgress.insert(schema, isSent) else { return .again }
        guard inProgress.count < Self.mostInProgress else {
            inProgress.remove(schema, isSent)
            return .tooDeep
        }
        return .first
    }

    /// Ends the decision of the type of a schema.
    mutating func end(_ schema: Schema, _ isSent: Bool) {
        inProgress.remove(schema, isSent)
    }

    /// Records the type of a schema.
    mutating func record(_ type: ResolvedType, of schema: Schema, _ isSent: Bool) {
        resolved[schema, isSent] = type
    }

    /// Returns the type that a schema has where its own type refers back to it; `nil` until it is decided.
    func repeated(_ schema: Schema, _ isSent: Bool) -> ResolvedType? {
        repeated[schema, isSent]
    }

    /// Begins to decide a type a second time; returns `false` if that is being done already.
    mutating func beginAgain(_ schema: Schema, _ isSent: Bool) -> Bool {
        met.insert(schema, isSent)
    }

    /// Ends the second decision of a type.
    mutating func endAgain(_ schema: Schema, _ isSent: Bool, _ type: ResolvedType) {
        met.remove(schema, isSent)
        repeated[schema, isSent] = type
    }
}
