/// The Swift types of strings and numbers by their `format`.
///
/// Integers of 32 and 64 bits are `Int`, as in handwritten Swift: it holds both on every system that we support, and a
/// value that is too large for the service is the service's to refuse.
struct ScalarFormats {

    /// What the user maps formats to.
    let mapped: [String: ModuleOptions.FormatType]
    let diagnostics: DiagnosticCollector

    /// The type of a string.
    func string(_ schema: Schema) -> SwiftType {
        if let type = mapped(schema, Self.strings, .string) {
            return type
        }
        return switch schema.format {
        case "date-time": .date
        case "date": .calendarDate
        case "time": .timeOfDay
        case "duration": .calendarDuration
        case "uuid": .uuid
        case "uri", "url": .url
        case "byte", "binary": .data
        default: ["base64", "binary"].contains(schema.contentEncoding?.lowercased()) ? .data : .string
        }
    }

    /// Whether a string stands for bytes as they are, which only whole bodies and their parts can hold.
    func isBinary(_ schema: Schema) -> Bool {
        (schema.format == "binary" || schema.format == nil && schema.contentEncoding?.lowercased() == "binary")
            && schema.enumeration == nil && schema.kinds == [.string] && string(schema) == .data
    }

    /// The type of a whole number.
    func integer(_ schema: Schema) -> SwiftType {
        mapped(schema, Self.numbers, .number) ?? (schema.format == "uint64" || isBeyondInt(schema) ? .uint64 : .int)
    }

    /// Whether the bounds of a whole number allow those that are too large for `Int`, and none below 0.
    private func isBeyondInt(_ schema: Schema) -> Bool {
        guard schema.format == nil, let bounds = schema.bounds,
            let lower = (bounds.minimum ?? bounds.exclusiveMinimum).flatMap(Double.init), lower >= 0,
            let upper = (bounds.maximum ?? bounds.exclusiveMaximum).flatMap(Double.init)
        else { return false }
        // As a `Double`, the largest `Int` is 2^63.
        let isLargestInt = bounds.maximum.flatMap(Int.init) != nil
        return upper >= 0x1p63 && upper <= 0x1p64 && !isLargestInt
    }

    /// The type of a number.
    func number(_ schema: Schema) -> SwiftType {
        if let type = mapped(schema, Self.numbers, .number) {
            return type
        }
        return switch schema.format {
        case "float": .float
        case "decimal": .decimal
        case "int32", "int64": .int
        default: .double
        }
    }

    private func mapped(_ schema: Schema, _ known: @autoclosure () -> [String: SwiftType], _ kind: SwiftType.JSONKind)
        -> SwiftType?
    {
        guard let format = schema.format, let type = mapped[format] else { return nil }
        if type.module == nil, let own = known()[type.type] {
            return own
        }
        if type.module == nil, Self.strings[type.type] != nil || Self.numbers[type.type] != nil {
            diagnostics.warning(
                "unfit-format",
                "'\(type.type)' cannot represent \(kind == .string ? "a string" : "a number"), so '\(format)' has no effect",
                hint: "Correct 'formats' in the configuration",
                at: schema.range
            )
            return nil
        }
        let steps = type.type.split(separator: ".").map { Identifier(sanitizing: String($0)) }
        return .custom(CustomType(path: steps, module: type.module.map(Identifier.init(sanitizing:)), jsonKind: kind))
    }

    private static var strings: [String: SwiftType] {
        [
            "String": .string, "Date": .date, "CalendarDate": .calendarDate, "TimeOfDay": .timeOfDay,
            "CalendarDuration": .calendarDuration, "UUID": .uuid, "URL": .url, "Data": .data,
            "Decimal": .decimalText, "DecimalString": .decimalText,
        ]
    }

    private static var numbers: [String: SwiftType] {
        [
            "Int": .int, "UInt64": .uint64, "Double": .double, "Float": .float, "Decimal": .decimal,
            "Int32": sized("Int32"), "Int64": sized("Int64"), "UInt32": sized("UInt32"),
        ]
    }

    private static func sized(_ name: StaticString) -> SwiftType {
        .custom(CustomType(path: [Identifier(name)], module: nil, jsonKind: .number))
    }
}
