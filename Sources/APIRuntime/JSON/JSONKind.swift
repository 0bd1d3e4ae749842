/// The six kinds of JSON values.
public enum JSONKind: Sendable, Hashable {
    case null, bool, number, string, array, object

    init?(firstByte byte: UInt8) {
        switch byte {
        case ASCII.quote: self = .string
        case ASCII.openBrace: self = .object
        case ASCII.openBracket: self = .array
        case ASCII.minus, 0x30...0x39: self = .number
        case 0x74, 0x66: self = .bool
        case 0x6E: self = .null
        default: return nil
        }
    }

    /// The kind's name with its article, for messages.
    var article: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
