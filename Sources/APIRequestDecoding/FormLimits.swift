package import APIRuntime

/// The limits of a form or a query.
package struct FormLimits: Sendable, Hashable {
    /// The maximum number of fields.
    package var fields: Int
    /// The maximum number of names in brackets.
    package var depth: Int

    /// Creates limits.
    package init(fields: Int = 10_000, depth: Int = 32) {
        self.fields = fields
        self.depth = depth
    }

    /// Throws an error if there are more fields than allowed.
    package func check(fields count: Int) throws(DecodingFailure) {
        guard count <= fields else { throw DecodingFailure(.tooLarge, "more than \(fields) fields") }
    }
}
