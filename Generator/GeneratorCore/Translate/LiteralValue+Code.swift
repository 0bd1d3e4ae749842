extension LiteralValue {
    /// The literal as it is written, where its type is known.
    var code: Code {
        switch self {
        case .null: "nil"
        case .string(let text): "\(literal: text)"
        case .bool(true): "true"
        case .bool(false): "false"
        case .number(let digits): Code.number(digits) ?? "0"
        case .enumCase(let name): ".\(name)"
        case .list(let values): "[\(values.map(\.code).joined(separator: ", "))]"
        case .dictionary(let members): Self.dictionary(members)
        case .object(let arguments):
            ".init(\(Self.list(arguments)))"
        case .time(let numbers, let arguments):
            "TimeOfDay(\(numbers.map { "\($0)" as Code }.joined(separator: ", "))\(Self.list(arguments, isFirst: false)))"
        case .duration(let arguments): "CalendarDuration(\(Self.list(arguments)))"
        case .bytes(let bytes): "Data([\(bytes.map { "\(Int($0))" as Code }.joined(separator: ", "))])"
        case .variant(let name, let value): ".\(name)(\(value.code))"
        case .decimal(let digits, let exponent): Self.decimal(digits, exponent)
        case .date(let seconds): "Date(timeIntervalSince1970: \(Code.number(seconds) ?? "0"))"
        case .day(let year, let month, let day): "CalendarDate(\(year), \(month), \(day))"
        case .uuid(let bytes):
            "UUID(uuid: (\(bytes.map { Code("\(Int($0))") }.joined(separator: ", "))))"
        }
    }

    /// Whether a type of Foundation is spelled somewhere in the literal.
    var needsFoundation: Bool {
        switch self {
        case .decimal, .date, .uuid, .bytes: true
        case .variant(_, let value): value.needsFoundation
        case .list(let values): values.contains(where: \.needsFoundation)
        case .dictionary(let members): members.contains { $0.value.needsFoundation }
        case .object(let arguments): arguments.contains { $0.value.needsFoundation }
        default: false
        }
    }

    private static func list(_ arguments: [Argument], isFirst: Bool = true) -> Code {
        let list = arguments.map { "\(Code.label($0.label)): \($0.value.code)" as Code }.joined(separator: ", ")
        return isFirst || arguments.isEmpty ? list : ", \(list)"
    }

    private static func dictionary(_ members: [Member]) -> Code {
        guard !members.isEmpty else { return "[:]" }
        return "[\(members.map { "\(literal: $0.name): \($0.value.code)" }.joined(separator: ", "))]"
    }

    private static func decimal(_ digits: String, _ exponent: Int) -> Code {
        let isNegative = digits.hasPrefix("-")
        let significand = Code.number(isNegative ? String(digits.dropFirst()) : digits) ?? "0"
        if exponent == 0 {
            return isNegative ? "-\(significand)" : significand
        }
        let sign: Code = isNegative ? ".minus" : ".plus"
        return "Decimal(sign: \(sign), exponent: \(exponent), significand: \(significand))"
    }
}
