/// The Swift types of strings and numbers by their `format`.
///
/// Integers of 32 and 64 bits are `Int`, as in handwritten Swift: `Int` holds both on every supported platform, and the
/// service rejects a value that is too large for it.
struct ScalarFormats {

    private let texts: TextFormats

    init(_ texts: TextFormats) {
        self.texts = texts
    }

    /// Returns the type of a string.
    func string(_ schema: Schema) -> SwiftType {
        switch texts.format(of: schema) {
        case .plain: .string
        case .dateTime: .date
        case .date: .calendarDate
        case .time: .timeOfDay
        case .duration: .calendarDuration
        case .uuid: .uuid
        case .url: .url
        case .bytes: .data
        case .decimal: .decimalText
        case .custom(let type): Self.custom(type, .string)
        }
    }

    /// Whether the options map a format to no type.
    func hasNoMapping(of format: String) -> Bool { !texts.mapped.contains(format) }

    /// Whether a string is raw bytes, which only a whole body or one of its parts can contain.
    func isBinary(_ schema: Schema) -> Bool {
        (schema.format == "binary" || schema.format == nil && schema.contentEncoding?.lowercased() == "binary")
            && schema.enumeration == nil && schema.kinds == [.string] && string(schema) == .data
    }

    /// Returns the type of an integer.
    func integer(_ schema: Schema) -> SwiftType {
        mapped(schema) ?? (schema.format == "uint64" || isBeyondInt(schema) ? .uint64 : .int)
    }

    /// Whether the bounds of an integer allow values greater than the largest `Int` but none below 0.
    private func isBeyondInt(_ schema: Schema) -> Bool {
        guard schema.format == nil, let bounds = schema.bounds,
            let lower = (bounds.minimum ?? bounds.exclusiveMinimum).flatMap(Double.init), lower >= 0,
            let upper = (bounds.maximum ?? bounds.exclusiveMaximum).flatMap(Double.init)
        else { return false }
        // As a `Double`, the largest `Int` is 2^63.
        let isLargestInt = bounds.maximum.flatMap(Int.init) != nil
        return upper >= 0x1p63 && !isLargestInt
    }

    /// Returns the type of a number.
    ///
    /// Documents write `format: float` for numbers with more digits than a `Float` has, such as coordinates, so that a
    /// `Double` is the type that keeps them.
    func number(_ schema: Schema) -> SwiftType {
        if let type = mapped(schema) {
            return type
        }
        return switch schema.format {
        case "decimal", "decimal128": .decimal
        case "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32": .int
        case "uint64": .uint64
        default: .double
        }
    }

    /// Returns the type that the options map a number format to; `nil` if they map none.
    private func mapped(_ schema: Schema) -> SwiftType? {
        guard let (format, type) = texts.mapped.type(of: schema) else { return nil }
        guard type.module == nil else { return Self.custom(type, .number) }
        if let known = Self.numbers[type.type] {
            return known
        }
        guard TextFormats.types[type.type] != nil else { return Self.custom(type, .number) }
        texts.diagnostics.reportUnfit(type, for: format, of: "a number", at: schema)
        return nil
    }

    private static func custom(_ type: ModuleOptions.FormatType, _ kind: SwiftType.JSONKind) -> SwiftType {
        let path = type.type.split(separator: ".").map { Identifier(sanitizing: String($0)) }
        return .custom(CustomType(path: path, module: type.module.map(Identifier.init(sanitizing:)), jsonKind: kind))
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
