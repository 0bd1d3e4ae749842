@_spi(Generated) import APIRuntime

/// The work of selecting the variants of unions in one document.
///
/// A union without a discriminator selects the variant by reading an element as each of them. Elements of nested unions
/// would be read again for every variant of each enclosing one: therefore an element is read as a type only once, and
/// the size of all elements that are tried is limited.
final class XMLChoices {
    private struct Key: Hashable {
        let node: Int
        let type: ObjectIdentifier
    }

    private var known: [Key: JSONValue] = [:]
    private var openChoices = 0
    private var rest: Int

    /// Creates a record of the work.
    ///
    /// - Parameter limit: The size of the elements that may be tried.
    init(limit: Int) {
        rest = limit
    }

    /// Returns an element's value as a model, which is read only once inside of a union.
    func value(
        _ node: DecodedNode,
        _ type: any XMLRepresentable.Type,
        _ read: () -> JSONValue
    ) -> JSONValue {
        let key = Key(node: node.id, type: ObjectIdentifier(type))
        if let value = known[key] { return value }
        let value = read()
        // Attributes have no number, and are no larger than their text.
        if openChoices > 0, node.id > 0 { known[key] = value }
        return value
    }

    /// Returns the result of a closure that selects a variant.
    func choosing<Result>(_ select: () -> Result) -> Result {
        openChoices += 1
        defer { openChoices -= 1 }
        return select()
    }

    /// Whether an element could not be tried, so that the document is refused.
    var isExhausted: Bool { rest < 0 }

    /// Returns whether an element may be tried once more.
    func mayTry(_ node: DecodedNode) -> Bool {
        rest -= node.weight
        return !isExhausted
    }

    /// Ends the selection if a value takes too long to be decoded as a variant: the next ones would, too.
    func note(_ failure: DecodingFailure) {
        if failure.reason == .tooComplex { rest = -1 }
    }

    /// Throws an error if an element could not be tried.
    func check() throws(DecodingFailure) {
        guard isExhausted else { return }
        throw DecodingFailure(.tooComplex, "choosing between variants takes too long")
    }
}
