extension OperationError {
    /// The type, the case, and the title of a documented problem, or else the status or the reason.
    ///
    /// Of a response's body, the description holds the title alone, without control characters and cut off when it is
    /// long. It holds no title where the specification marks members of the body as sensitive.
    public var description: String { "\(Self.self).\(content.summary)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }

    // The file of a generated enum does not import Foundation, whose default implementations it therefore cannot see.

    /// Nothing beyond the description.
    public var failureReason: String? { nil }

    /// Nothing beyond the description.
    public var recoverySuggestion: String? { nil }

    /// Nothing beyond the description.
    public var helpAnchor: String? { nil }
}

extension OperationErrorContent {
    /// The case, with what may be logged of its payload.
    fileprivate var summary: String {
        switch self {
        case .documented(let name, let status, _): "\(name): status \(status)"
        case .problem(let name, let status, let body): "\(name): \(Self.title(of: body) ?? "status \(status)")"
        case .undocumented(let response): "undocumented: \(response)"
        case .transport(let error): "transport: \(error)"
        case .decoding(let failure): "decoding: \(failure)"
        case .cancelled: "cancelled"
        case .unauthenticated(let error): "unauthenticated: \(error)"
        }
    }

    /// The problem's title for a single line; `nil` when there is none that may be shown.
    private static func title(of body: any JSONCodable) -> String? {
        guard !(body is any RedactedReflectable), let title = HTTPProblem(body)?.title else { return nil }
        let line = title.singleLine(maximumLength: 120)
        return line.isEmpty ? nil : line
    }
}

extension String {
    /// The words of the string without control and format characters, cut off after a number of Unicode scalars.
    fileprivate func singleLine(maximumLength: Int) -> String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard line.count < maximumLength else {
                line.append("…")
                break
            }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                if let last = line.last, last != " " { line.append(" ") }
            case .format, .privateUse, .surrogate, .unassigned: continue
            default: line.append(scalar)
            }
        }
        if line.last == " " { line.removeLast() }
        return String(line)
    }
}
