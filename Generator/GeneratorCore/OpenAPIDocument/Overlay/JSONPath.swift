/// A query that selects values of a document (RFC 9535, without functions).
struct JSONPath {

    /// One step of a query.
    struct Segment {
        /// Whether the selectors apply to every value below as well.
        let isDescendant: Bool
        let selectors: [Selector]
    }

    /// A selector of a step.
    indirect enum Selector {
        case name(String)
        case wildcard
        /// A position from the start, or from the end if it is negative.
        case index(Int)
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Condition)
    }

    /// A condition for selecting an element or a property.
    indirect enum Condition {
        case or([Condition])
        case and([Condition])
        case not(Condition)
        /// Tests that the query selects at least one value.
        case exists(Query)
        case comparison(Operand, Operator, Operand)
    }

    /// A query inside a condition.
    struct Query {
        /// Whether the query starts at the tested value instead of the root.
        let isRelative: Bool
        let segments: [Segment]
    }

    /// An operand of a comparison.
    enum Operand {
        case literal(Literal)
        case query(Query)
    }

    /// A literal value in a query.
    enum Literal: Hashable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
    }

    /// A comparison operator.
    enum Operator: String, CaseIterable {
        // Longer spellings first, because they start with the shorter ones.
        case equal = "==", notEqual = "!=", notAbove = "<=", notBelow = ">=", below = "<", above = ">"
    }

    let segments: [Segment]
}
