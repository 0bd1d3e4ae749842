import Foundation
import Testing

/// A public error with its printed form and its localized description.
///
/// The values that an error is created from contain ``secret`` wherever the caller may pass a credential, a body, a
/// query value or the content of a file.
struct ErrorRow: CustomTestStringConvertible, Sendable {
    let error: any Error
    let printed: String
    let sentence: String

    /// Creates a row.
    init(_ error: any Error, _ printed: String, _ sentence: String) {
        self.error = error
        self.printed = printed
        self.sentence = sentence
    }

    /// A string that no error may show.
    static let secret = "s3cr3t"

    /// The module and the name of the error's type, without enclosing types: `AnybillServer.Refusal`.
    var type: String {
        let steps = String(reflecting: Swift.type(of: error)).split(separator: ".")
        return "\(steps.first ?? "").\(steps.last ?? "")"
    }

    /// The name of the error's case; `nil` for an error that is not an enum.
    var caseName: String? {
        let mirror = Mirror(reflecting: error)
        guard mirror.displayStyle == .enum else { return nil }
        return mirror.children.first?.label ?? "\(error)"
    }

    /// All forms in which an app or a log may show the error.
    var forms: [String] {
        let cast = error as NSError
        return [
            "\(error)", String(describing: error), String(reflecting: error), "\([error])", error.localizedDescription,
            cast.localizedFailureReason ?? "", cast.localizedRecoverySuggestion ?? "",
        ]
    }

    var testDescription: String { "\(type): \(printed)" }
}
