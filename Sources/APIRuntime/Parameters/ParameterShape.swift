/// The shape of a parameter's value before a style is applied: one string, a list of strings, or named strings.
public enum ParameterShape: Sendable {
    /// A string, not yet percent-encoded.
    case primitive(String)

    /// Strings in order, not yet percent-encoded.
    case list([String])

    /// Named strings in order, not yet percent-encoded.
    case object([(String, String)])

    /// Whether a list or an object has no elements, or the single string is empty.
    var isEmpty: Bool {
        switch self {
        case .primitive(let text): text.isEmpty
        case .list(let items): items.isEmpty
        case .object(let members): members.isEmpty
        }
    }

    /// Returns the same shape with every string transformed.
    func mapped(_ transform: (String) -> String) -> ParameterShape {
        switch self {
        case .primitive(let text): .primitive(transform(text))
        case .list(let items): .list(items.map(transform))
        case .object(let members): .object(members.map { (transform($0.0), transform($0.1)) })
        }
    }

    /// Joins a shape in the OpenAPI style `simple`.
    ///
    /// - Parameters:
    ///   - separator: The string between elements.
    ///   - explode: Whether a property is written as `key=value` instead of as two elements.
    /// - Returns: The joined string, without percent-encoding.
    func joined(by separator: String, explode: Bool) -> String {
        switch self {
        case .primitive(let text): text
        case .list(let items): items.joined(separator: separator)
        case .object(let members):
            members.map { explode ? "\($0.0)=\($0.1)" : "\($0.0)\(separator)\($0.1)" }.joined(separator: separator)
        }
    }
}
