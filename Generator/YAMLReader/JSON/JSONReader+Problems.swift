extension JSONReader {

    /// Stops reading with a problem, or with a more specific one about the next byte.
    ///
    /// - Parameters:
    ///   - message: Description of the problem.
    ///   - hint: Suggested solution.
    ///   - start: Start of the invalid part. `nil` for the next character.
    /// - Returns: The error to throw.
    mutating func unexpected(_ message: String, _ hint: String, at start: SourcePosition? = nil) -> ReadingStopped {
        if start == nil, next == UInt8(ascii: "/") || next == UInt8(ascii: "#") {
            return session.stop(
                ReadFailure("JSON has no comments", hint: "Remove the comment, or use YAML", range: nextCharacter())
            )
        }
        guard let start else {
            return session.stop(ReadFailure(message, hint: hint, range: nextCharacter()))
        }
        var end = position
        if end <= start {
            end = nextCharacter().end
        }
        let range = SourceRange(start: start, end: end, file: file.number)
        return session.stop(ReadFailure(message, hint: hint, range: range))
    }

    /// Stops reading with a problem about an invalid key.
    mutating func notAKey() -> ReadingStopped {
        switch next {
        case 0:
            unexpected("The file ends before its last mapping does", "Close it with }")
        case UInt8(ascii: ","):
            unexpected("A key is missing before this comma", "Remove the comma")
        case UInt8(ascii: "'"):
            unexpected("JSON takes no single quotes", "Use double quotes")
        default:
            unexpected("A key must be in double quotes", "Write \"key\": value")
        }
    }

    /// Stops reading with a problem about an invalid value.
    ///
    /// - Parameters:
    ///   - word: Letters and digits that were read at this position. Can be empty.
    ///   - start: Position of the word.
    /// - Returns: The error to throw.
    mutating func notAValue(_ word: String, from start: SourcePosition) -> ReadingStopped {
        guard word.isEmpty else {
            return notAValue(word: word, from: start)
        }
        return switch next {
        case 0:
            unexpected("The file ends where a value should start", "Add the value and the closing brackets")
        case UInt8(ascii: "'"):
            unexpected("JSON takes no single quotes", "Use double quotes")
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
            unexpected("A value is missing here", "Write a value, or remove what asks for one")
        default:
            unexpected("A value cannot start with this character", "Put text in double quotes")
        }
    }

    private mutating func notAValue(word: String, from start: SourcePosition) -> ReadingStopped {
        switch word.lowercased() {
        case let lower where lower != word && ["true", "false", "null"].contains(lower):
            unexpected("JSON spells this value \(lower)", "Write it in lower case", at: start)
        case "nan", "infinity", "+infinity":
            unexpected("JSON has no \(word)", "Use null or a string", at: start)
        case let lower where "+.".contains(lower.prefix(1)):
            unexpected("This is not a JSON number", "Write it as -12, 0.5 or 1e9, or put it in quotes", at: start)
        default:
            unexpected("\(quoted(word)) is not a JSON value", "Put text in double quotes", at: start)
        }
    }

    /// Stops reading with a problem about a comma before a closing bracket.
    mutating func trailingComma(_ comma: SourcePosition, _ close: UInt8) -> ReadingStopped {
        var end = comma
        end.offset += 1
        end.column += 1
        return session.stop(
            ReadFailure(
                "Found a comma before the closing \(UnicodeScalar(close))",
                hint: "Remove the comma",
                range: SourceRange(start: comma, end: end, file: file.number)
            )
        )
    }

    /// Stops reading with a problem about a missing comma or an unclosed collection.
    mutating func notSeparated(_ close: UInt8, openedAt start: SourcePosition) -> ReadingStopped {
        let isMapping = close == UInt8(ascii: "}")
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "#") {
            return unexpected("", "")
        }
        var opened = start
        opened.offset += 1
        opened.column += 1
        let opening = SourceRange(start: start, end: opened, file: file.number)
        let related = ReadFailure.Related(
            message: isMapping ? "The mapping starts here" : "The list starts here",
            range: opening
        )
        return session.stop(
            ReadFailure(
                "A comma or \(UnicodeScalar(close)) is missing here",
                hint: isMapping ? "Close the mapping or separate its entries" : "Close the list or separate its items",
                range: nextCharacter(),
                related: [related]
            )
        )
    }

    /// Stops reading with a problem about an unescaped control character in a string.
    mutating func rawControl() -> ReadingStopped {
        switch next {
        case 0x0A, 0x0D:
            unexpected("A line ends inside a string", "Close the string, or write \\n for a line break")
        default:
            unexpected(
                "The character \(unicodeName(UnicodeScalar(next))) must be escaped in a string",
                next == 0x09 ? "Write \\t" : "Write \\u\(unicodeName(UnicodeScalar(next)).dropFirst(2))"
            )
        }
    }

    /// Range of the next character.
    ///
    /// Empty at the end of a line or of the file.
    private func nextCharacter() -> SourceRange {
        var end = position
        if next != 0, next != 0x0A, next != 0x0D {
            end.column += 1
            repeat {
                end.offset += 1
            } while end.offset < bytes.count && bytes[end.offset] & 0xC0 == 0x80
        }
        return SourceRange(start: position, end: end, file: file.number)
    }
}
