extension LiteralValue {
    /// The literal at the top level of the module, in a context with a known type.
    var code: Code { code { $0.qualifiedName } }

    /// Returns the literal in a context with a known type.
    ///
    /// - Parameter spell: Returns the spelling of a declared type.
    /// - Returns: The literal.
    func code(_ spell: (NamedType) -> Code) -> Code {
        switch self {
        case .null: "nil"
        case .string(let text): "\(literal: text)"
        case .bool(true): "true"
        case .bool(false): "false"
        case .number(let digits): Code.number(digits) ?? "0"
        case .enumCase(let name, let type): "\(type.map(spell) ?? "").\(name)"
        case .list(let values): "[\(values.map { $0.code(spell) }.joined(separator: ", "))]"
        case .dictionary(let members): Self.dictionary(members, spell)
        case .object(let arguments):
            ".init(\(Self.list(arguments, spell)))"
        case .time(let numbers, let arguments):
            "\(RuntimeNames.timeOfDay)(\(numbers.map { "\($0)" as Code }.joined(separator: ", "))\(Self.list(arguments, spell, isFirst: false)))"
        case .duration(let arguments): "\(RuntimeNames.calendarDuration)(\(Self.list(arguments, spell)))"
        case .bytes(let bytes): "Data([\(bytes.map { "\(Int($0))" as Code }.joined(separator: ", "))])"
        case .variant(let name, let value, let type):
            "\(type.map(spell) ?? "").\(name)(\(value.code(spell)))"
        case .decimal(let digits, let exponent): Self.decimal(digits, exponent)
        case .date(let seconds): "Date(timeIntervalSince1970: \(Code.number(seconds) ?? "0"))"
        case .day(let year, let month, let day): "\(RuntimeNames.calendarDate)(\(year), \(month), \(day))"
        case .uuid(let bytes):
            "UUID(uuid: (\(bytes.map { Code("\(Int($0))") }.joined(separator: ", "))))"
        case .url(let text): "URL(documented: \(literal: text))"
        }
    }

    /// The Foundation types that the literal contains.
    var foundationTypes: Set<String> {
        switch self {
        case .decimal: ["Decimal"]
        case .date: ["Date"]
        case .uuid: ["UUID"]
        case .url: ["URL"]
        case .bytes: ["Data"]
        case .time(_, let arguments), .duration(let arguments): Set(arguments.flatMap(\.value.foundationTypes))
        case .variant(_, let value, _): value.foundationTypes
        case .list(let values): Set(values.flatMap(\.foundationTypes))
        case .dictionary(let members): Set(members.flatMap(\.value.foundationTypes))
        case .object(let arguments): Set(arguments.flatMap(\.value.foundationTypes))
        default: []
        }
    }

    private static func list(
        _ arguments: [Argument],
        _ spell: (NamedType) -> Code,
        isFirst: Bool = true
    ) -> Code {
        let list = arguments.map { "\(Code.label($0.label)): \($0.value.code(spell))" as Code }.joined(separator: ", ")
        return isFirst || arguments.isEmpty ? list : ", \(list)"
    }

    private static func dictionary(_ members: [Member], _ spell: (NamedType) -> Code) -> Code {
        guard !members.isEmpty else { return "[:]" }
        return "[\(members.map { "\(literal: $0.name): \($0.value.code(spell))" }.joined(separator: ", "))]"
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

extension ListSeparator {
    /// The name of the case in the runtime.
    var code: Code {
        switch self {
        case .space: "space"
        case .tab: "tab"
        case .pipe: "pipe"
        }
    }
}
