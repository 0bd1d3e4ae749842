import APIRuntime
import Foundation

/// Checks of input against the limits of the service, made before a request is sent.
///
/// The error messages name the input and the limit, never the value.
enum InputCheck {
    typealias Failure = SensibillAPIClient.TaskError

    /// Throws an error with a reason unless a condition is met.
    static func require(_ condition: Bool, _ reason: @autoclosure () -> String) throws(Failure) {
        guard condition else { throw .invalidInput(reason()) }
    }

    /// Checks an id of the service or of the caller: 5 to 75 letters, digits, `-`, `_`, `:` and `.`.
    static func id(_ text: String, _ name: String) throws(Failure) {
        try require(
            5...75 ~= text.utf8.count && text.utf8.allSatisfy(isIDByte),
            "\(name) must have 5 to 75 letters, digits, '-', '_', ':' or '.'."
        )
    }

    /// Checks the id of an export, which may be longer than other ids.
    static func exportID(_ text: String) throws(Failure) {
        try require(
            5...512 ~= text.utf8.count && text.utf8.allSatisfy(isIDByte),
            "An export id must have 5 to 512 letters, digits, '-', '_', ':' or '.'."
        )
    }

    /// Checks a list of ids.
    static func ids(_ texts: [String], _ name: String, count: ClosedRange<Int>) throws(Failure) {
        try require(
            count.contains(texts.count),
            "\(name): \(count.lowerBound) to \(count.upperBound) values are allowed, not \(texts.count)."
        )
        for text in texts { try id(text, name) }
    }

    /// Checks that a string is not empty.
    static func nonEmpty(_ text: String, _ name: String) throws(Failure) {
        try require(!text.isEmpty, "\(name) must not be empty.")
    }

    /// Checks the length of a string, in Unicode scalars.
    static func text(_ text: String?, _ name: String, atMost limit: Int) throws(Failure) {
        try require((text?.unicodeScalars.count ?? 0) <= limit, "\(name) must have at most \(limit) characters.")
    }

    /// Checks a description or foreign id of an upload.
    static func plainText(_ text: String?, _ name: String) throws(Failure) {
        try self.text(text, name, atMost: 75)
        let allowed = (text ?? "").utf8.allSatisfy { isLetterOrDigit($0) || plainMarks.contains($0) }
        try require(allowed, "\(name) may contain only letters, digits, spaces and the characters .?!-,\\/:_@#'\".")
    }

    /// Checks that a number is in a range.
    static func range(_ value: Int?, _ name: String, _ range: ClosedRange<Int>) throws(Failure) {
        guard let value else { return }
        try require(range.contains(value), "\(name) must be from \(range.lowerBound) to \(range.upperBound).")
    }

    /// Checks that an enumeration value is known; unknown values can be received but not sent.
    static func known<Value: OpenEnum>(_ value: Value?, _ name: String) throws(Failure) {
        try require(value?.isKnown ?? true, "\(name) is not one of the values that the service accepts.")
    }

    /// Checks a color: six hexadecimal digits without `#`.
    static func color(_ text: String?) throws(Failure) {
        guard let text else { return }
        try require(
            text.utf8.count == 6 && text.allSatisfy(\.isHexDigit) && text.allSatisfy(\.isASCII),
            "A folder's color must be six hexadecimal digits without '#'."
        )
    }

    /// Checks a name and a secret for Basic authentication.
    static func basic(_ name: String, _ secret: String, _ what: String) throws(Failure) {
        try require(!name.isEmpty && !secret.isEmpty, "\(what) must not be empty.")
        try require(!name.utf8.contains(UInt8(ascii: ":")), "\(what): the name must not contain a colon.")
    }

    /// Checks a bearer token or JWT: only visible ASCII characters, as a header field requires.
    static func token(_ text: String, _ name: String) throws(Failure) {
        try require(
            !text.isEmpty && text.utf8.allSatisfy { 0x21...0x7E ~= $0 },
            "\(name) must consist of visible ASCII characters."
        )
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    static func isIDByte(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-_:.".utf8.contains(byte)
    }

    private static let plainMarks = Array(#".?!-,\/:_@#'" "#.utf8)
}
