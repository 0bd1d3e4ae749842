extension OperationError {
    /// The type and the case, with the title of a documented problem, or with the status or the reason.
    ///
    /// Of a response's body, the description contains only the title, without control characters and truncated to a
    /// maximum length. It contains no title if the OpenAPI document marks properties of the body as sensitive.
    public var description: String { "\(Self.self).\(content.summary)" }

    /// The failure as a sentence for people: the title of a documented problem, or the status or the reason.
    ///
    /// Contains no more of a response's body than ``description``.
    public var errorDescription: String? { content.sentence }

    // A generated file does not import Foundation, so it cannot use Foundation's default implementations.

    /// Always `nil`, because ``description`` contains the reason.
    public var failureReason: String? { nil }

    /// Always `nil`.
    public var recoverySuggestion: String? { nil }

    /// Always `nil`.
    public var helpAnchor: String? { nil }
}

extension OperationErrorContent {
    /// The case, with the parts of its payload that may be logged.
    fileprivate var summary: String {
        switch kind {
        case .documented(let name, let status, _): "\(name): status \(status)"
        case .problem(let name, let status, let body): "\(name): \(Self.title(of: body) ?? "status \(status)")"
        case .failure(let failure): failure.description
        }
    }

    /// The failure as a sentence.
    fileprivate var sentence: String {
        switch kind {
        case .documented(let name, let status, _): "The request failed with status \(status) (\(name))."
        case .problem(let name, let status, let body):
            Self.title(of: body).map { "The request failed with status \(status): \($0.closed)" }
                ?? "The request failed with status \(status) (\(name))."
        case .failure(.undocumented(let response)):
            "The server responded with status \(response.status) in a way that the API does not document for this request."
        case .failure(.transport(let error)): error.message
        case .failure(.decoding(let failure)): failure.errorDescription ?? failure.description
        case .failure(.cancelled): "The call was cancelled."
        case .failure(.unauthenticated(let error)): error.message
        }
    }

    /// Returns the problem's title as a single line; `nil` when there is none that may be shown.
    private static func title(of body: any JSONCodable) -> String? {
        guard !(body is any RedactedReflectable), let title = HTTPProblem(body)?.title else { return nil }
        let line = title.singleLine(maximumLength: 120)
        return line.isEmpty ? nil : line
    }
}

extension String {
    /// The string with a full stop, unless it ends with a punctuation mark.
    fileprivate var closed: String { last.map { ".!?…".contains($0) } ?? true ? self : self + "." }

    /// Returns the words of the string without control and format characters, truncated to a number of Unicode scalars.
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
