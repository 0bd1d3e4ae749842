/// The meaning of a string schema, by its `format` or `contentEncoding`.
///
/// Two string schemas of different formats have no value type in common.
enum TextFormat: Hashable {
    /// Any string.
    case plain
    case dateTime, date, time, duration, uuid, url, bytes, decimal
    /// A type that the options map the format to.
    case custom(ModuleOptions.FormatType)
}

/// The types that the options map formats to, and the formats that occur.
///
/// A class, because all lookups of a run record their formats in it.
final class MappedFormats {

    private let types: [String: ModuleOptions.FormatType]

    /// The formats whose types were looked up.
    private(set) var known: Set<String> = []

    init(_ types: [String: ModuleOptions.FormatType]) {
        self.types = types
    }

    /// Whether the options map a format to a type.
    func contains(_ format: String) -> Bool { types[format] != nil }

    /// Returns the format of a schema and the type that the options map it to; `nil` if they map it to none.
    func type(of schema: Schema) -> (format: String, type: ModuleOptions.FormatType)? {
        guard let format = schema.format else { return nil }
        known.insert(format)
        return types[format].map { (format, $0) }
    }
}

/// Determines the formats of string schemas.
struct TextFormats {

    let mapped: MappedFormats
    let diagnostics: DiagnosticCollector

    /// Returns the format of a string schema.
    func format(of schema: Schema) -> TextFormat {
        if let (format, type) = mapped.type(of: schema) {
            guard type.module == nil else { return .custom(type) }
            if let known = Self.types[type.type] {
                return known
            }
            guard Self.numbers.contains(type.type) else { return .custom(type) }
            diagnostics.reportUnfit(type, for: format, of: "a string", at: schema)
        }
        return Self.standard(schema)
    }

    private static func standard(_ schema: Schema) -> TextFormat {
        switch schema.format.map(FormatName.standard) {
        case "date-time": .dateTime
        case "date": .date
        case "time": .time
        case "duration": .duration
        case "uuid": .uuid
        case "uri", "url": .url
        case "byte", "binary": .bytes
        default: ["base64", "binary"].contains(schema.contentEncoding?.lowercased()) ? .bytes : .plain
        }
    }

    /// Formats by the names of the types that the options may map a format to.
    static let types: [String: TextFormat] = [
        "String": .plain, "Date": .dateTime, "CalendarDate": .date, "TimeOfDay": .time, "CalendarDuration": .duration,
        "UUID": .uuid, "URL": .url, "Data": .bytes, "Decimal": .decimal, "DecimalString": .decimal,
    ]

    /// The names of the known types that represent only numbers.
    static let numbers: Set<String> = ["Int", "UInt64", "Double", "Float", "Int32", "Int64", "UInt32"]
}

extension DiagnosticCollector {

    /// Reports a mapped type that cannot represent the values of a schema.
    func reportUnfit(_ type: ModuleOptions.FormatType, for format: String, of kind: String, at schema: Schema) {
        self.warning(
            "unfit-format",
            "'\(type.type)' cannot hold \(kind), so '\(format)' has no effect",
            hint: "Correct 'formats' in the configuration",
            at: schema.range
        )
    }
}
