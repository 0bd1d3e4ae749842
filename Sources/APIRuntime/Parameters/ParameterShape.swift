/// The shape of a parameter's value before a style is applied: one string, a list of strings, or named strings.
public enum ParameterShape: Sendable {
    /// One text, not yet percent-encoded.
    case primitive(String)

    /// Texts in order, not yet percent-encoded.
    case list([String])

    /// Named texts in order, not yet percent-encoded.
    case object([(String, String)])

    /// The elements of a list or object, or the one text.
    var isEmpty: Bool {
        switch self {
        case .primitive(let text): text.isEmpty
        case .list(let items): items.isEmpty
        case .object(let members): members.isEmpty
        }
    }

    /// The same shape with every text rewritten.
    func mapped(_ transform: (String) -> String) -> ParameterShape {
        switch self {
        case .primitive(let text): .primitive(transform(text))
        case .list(let items): .list(items.map(transform))
        case .object(let members): .object(members.map { (transform($0.0), transform($0.1)) })
        }
    }

    /// Joins a shape the way that the OpenAPI style `simple` does.
    ///
    /// - Parameters:
    ///   - separator: Text between elements.
    ///   - explode: Whether a property is written `key=value` instead of as two elements.
    /// - Returns: The joined text; nothing is encoded.
    func joined(by separator: String, explode: Bool) -> String {
        switch self {
        case .primitive(let text): text
        case .list(let items): items.joined(separator: separator)
        case .object(let members):
            members.map { explode ? "\($0.0)=\($0.1)" : "\($0.0)\(separator)\($0.1)" }.joined(separator: separator)
        }
    }
}
