/// Converts libyaml's errors to problems that an author understands.
struct SyntaxDiagnosis {

    private let file: SourceFile
    private let complaint: SyntaxComplaint
    private let place: SourcePosition
    private let context: SourcePosition?

    init(_ file: SourceFile, _ complaint: SyntaxComplaint, place: SourcePosition, context: SourcePosition?) {
        self.file = file
        self.complaint = complaint
        self.place = place
        self.context = context
    }

    /// The problem to report.
    var failure: ReadFailure {
        if complaint.isMemoryError {
            return failure("There is not enough memory to read the file", nil)
        }
        return tabFailure ?? tokenFailure ?? structureFailure ?? quoteFailure ?? rareFailure
    }

    private var byte: UInt8? {
        place.offset < file.bytes.count ? file.bytes[place.offset] : nil
    }

    /// Whether only spaces precede the position on its line.
    private var startsLine: Bool {
        let before = file.line(at: place).unicodeScalars.prefix(place.column - 1)
        return before.allSatisfy { $0 == " " }
    }

    /// The problem of a tab in the indentation, which causes most other errors outside brackets.
    private var tabFailure: ReadFailure? {
        guard !complaint.context.contains("flow"), !complaint.context.contains("quoted") else { return nil }
        let line = file.line(at: place)
        let indentation = line.utf8.prefix { $0 == 0x20 || $0 == 0x09 }
        guard let column = indentation.firstIndex(of: 0x09) else { return nil }
        let before = line.utf8.distance(from: line.utf8.startIndex, to: column)
        var start = place
        start.offset -= file.bytes[..<place.offset].reversed().prefix { $0 != 0x0A && $0 != 0x0D }.count
        start.offset = max(start.offset, file.contentStart) + before
        start.column = before + 1
        return ReadFailure(
            "A tab indents this line",
            hint: "Use spaces: YAML does not allow tabs in indentation",
            range: range(start)
        )
    }

    /// The problem of a character that cannot start a token.
    private var tokenFailure: ReadFailure? {
        guard complaint.problem == "found character that cannot start any token", let byte else { return nil }
        if byte == 0x09 {
            return failure("Found a tab instead of a value", "Use spaces between tokens")
        }
        let character = String(UnicodeScalar(byte))
        return failure(
            "A value cannot start with \(character)",
            "Put the value in quotes"
        )
    }

    /// The problem of keys, values and items at an invalid location.
    private var structureFailure: ReadFailure? {
        switch complaint.problem {
        case "mapping values are not allowed in this context":
            failure(
                "A key with a value is not allowed here",
                "Check the indentation and that colons before have a space after them; put text with \": \" in quotes"
            )
        case "mapping keys are not allowed in this context":
            failure("A key is not allowed here", "Start it on its own line")
        case "block sequence entries are not allowed in this context":
            failure("A list item is not allowed here", "Start the list on its own line")
        case "could not find expected ':'":
            failure(
                "This key has no colon",
                "Write \"key: value\", or correct the indentation of the lines around",
                atContext: true
            )
        case "did not find expected key" where !startsLine, "did not find expected '-' indicator" where !startsLine:
            failure("Text follows the end of a value", "Put the whole value in quotes, or move the text to a new line")
        case "did not find expected key":
            failure(
                "This line does not continue the mapping that contains it",
                "Align its key with the mapping's other keys",
                related: "The mapping starts here"
            )
        case "did not find expected '-' indicator":
            failure(
                "This line does not continue the list that contains it",
                "Start it with \"- \", or indent it like the value that it continues",
                related: "The list starts here"
            )
        case "did not find expected ',' or ']'":
            failure(
                "A comma or ] is missing here",
                "Close the list or separate its items",
                related: "The list starts here"
            )
        case "did not find expected ',' or '}'":
            failure(
                "A comma or } is missing here",
                "Close the mapping or separate its entries; put text that starts with { in quotes",
                related: "The mapping starts here"
            )
        case "did not find expected node content":
            failure("A value is missing here", "Write a value, or remove this character")
        case "did not find expected <document start>":
            failure("Text follows the end of the document", "Correct the indentation, or remove this text")
        default: nil
        }
    }

    /// The problem of quotes, escapes and block scalars.
    private var quoteFailure: ReadFailure? {
        switch complaint.problem {
        case "found unexpected end of stream", "found unexpected document indicator":
            failure("The closing quote is missing", "Close the text that starts here", atContext: true)
        case "found unknown escape character":
            failure("This escape does not exist", "Write \\\\ for a backslash, or use single quotes")
        case "did not find expected hexdecimal number":
            failure(
                "This escape has too few hexadecimal digits",
                "Write two after \\x, four after \\u, eight after \\U"
            )
        case "found invalid Unicode character escape code":
            failure("This escape is no Unicode character", "Write the character itself, or its whole code after \\U")
        case "found a tab character where an indentation space is expected",
            "found a tab character that violates indentation":
            failure("A tab indents this line", "Use spaces: YAML does not allow tabs in indentation")
        case "found an indentation indicator equal to 0":
            failure("A block text cannot be indented by 0", "Write a digit from 1 to 9 after | or >, or none")
        case "did not find expected comment or line break":
            failure("Nothing but a comment may follow on this line", "Move the text to the next line")
        default: nil
        }
    }

    /// The problem of anchors, tags and directives, and of errors that a later libyaml adds.
    private var rareFailure: ReadFailure {
        switch (complaint.problem, complaint.context) {
        case (_, "while scanning an anchor"), (_, "while scanning an alias"):
            return failure(
                "The name of an anchor or alias is not valid",
                "Use letters, digits, - and _, or put text that starts with & or * in quotes"
            )
        case ("found undefined tag handle", _), (_, "while scanning a tag"), (_, "while parsing a tag"):
            return failure("This tag is not valid", "Remove it, or put text that starts with ! in quotes")
        case (let problem, let context) where (problem + context).contains("directive") || problem.contains("YAML"):
            return failure("This directive is not valid", "Remove the line that starts with %")
        default:
            return failure("This is not valid YAML", "Check indentation, quotes and brackets here and before")
        }
    }

    private func failure(
        _ message: String,
        _ hint: String?,
        related: String? = nil,
        atContext: Bool = false
    ) -> ReadFailure {
        let place = atContext ? context ?? place : place
        var others: [ReadFailure.Related] = []
        if let related, let context {
            others.append(.init(message: related, range: range(context)))
        }
        return ReadFailure(message, hint: hint, range: range(place), related: others)
    }

    /// Range of the character at a position.
    ///
    /// Empty at the end of the file.
    private func range(_ start: SourcePosition) -> SourceRange {
        var end = start
        if start.offset < file.bytes.count, file.bytes[start.offset] != 0x0A, file.bytes[start.offset] != 0x0D {
            end.column += 1
            repeat {
                end.offset += 1
            } while end.offset < file.bytes.count && file.bytes[end.offset] & 0xC0 == 0x80
        }
        return SourceRange(start: start, end: end, file: file.number)
    }
}
