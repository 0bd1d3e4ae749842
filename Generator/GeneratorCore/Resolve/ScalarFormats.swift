/// The Swift types of strings and numbers by their `format`.
///
/// Integers of 32 and 64 bits are `Int`, as in handwritten Swift: it holds both on every system that we support, and a
/// value that is too large for the service is the service's to refuse.
enum ScalarFormats {

    static func string(_ schema: Schema) -> SwiftType {
        switch schema.format {
        case "date-time": .date
        case "date": .calendarDate
        case "uuid": .uuid
        case "uri", "url": .url
        case "byte": .data
        case "binary": .file
        case "decimal": .string
        default: schema.contentEncoding?.lowercased() == "base64" ? .data : .string
        }
    }

    static func integer(_ schema: Schema) -> SwiftType {
        schema.format == "uint64" ? .uint64 : .int
    }

    static func number(_ schema: Schema) -> SwiftType {
        switch schema.format {
        case "float": .float
        case "decimal": .decimal
        case "int32", "int64": .int
        default: .double
        }
    }
}
