/// A query that selects values of a document (RFC 9535, without functions).
struct JSONPath {

    /// One step of a query.
    struct Segment {
        /// Whether the selectors apply to every value below as well.
        let isDescendant: Bool
        let selectors: [Selector]
    }

    /// What a step picks of a value.
    indirect enum Selector {
        case name(String)
        case wildcard
        /// A position from the start, or from the end below 0.
        case index(Int)
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Condition)
    }

    /// What must hold for an element or a member to be picked.
    indirect enum Condition {
        case or([Condition])
        case and([Condition])
        case not(Condition)
        /// Whether the query selects anything.
        case exists(Query)
        case comparison(Operand, Operator, Operand)
    }

    /// A query inside a condition.
    struct Query {
        /// Whether it starts at the value that is tested, and not at the root.
        let isRelative: Bool
        let segments: [Segment]
    }

    /// One side of a comparison.
    enum Operand {
        case literal(Literal)
        case query(Query)
    }

    /// A value written in a query.
    enum Literal: Hashable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
    }

    /// How two values are compared.
    enum Operator: String, CaseIterable {
        // The longer spellings first, as they begin with the shorter ones.
        case equal = "==", notEqual = "!=", notAbove = "<=", notBelow = ">=", below = "<", above = ">"
    }

    let segments: [Segment]
}
