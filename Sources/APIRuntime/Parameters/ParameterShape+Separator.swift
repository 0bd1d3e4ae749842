#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ParameterShape {
    /// The character between the elements of a list.
    ///
    /// In a path or a header field, OpenAPI 3 has only the comma; Swagger 2.0 has the others as `ssv`, `tsv` and `pipes`.
    public enum Separator: Hashable, Sendable {
        /// `blue,black`.
        case comma
        /// `blue black`; `blue%20black` in a path.
        case space
        /// A tab; `blue%09black` in a path.
        case tab
        /// `blue|black`; `blue%7Cblack` in a path.
        case pipe
    }
}

extension ParameterShape.Separator {
    /// The character.
    package var character: Character {
        switch self {
        case .comma: ","
        case .space: " "
        case .tab: "\t"
        case .pipe: "|"
        }
    }

    /// The character in a URL; a comma is a character of URLs.
    package var escaped: String {
        switch self {
        case .comma: ","
        case .space: "%20"
        case .tab: "%09"
        case .pipe: "%7C"
        }
    }

    /// Returns the elements of a percent-encoded string, which are still percent-encoded.
    ///
    /// - Parameter raw: The string, in which an escape of the character separates elements like the character itself.
    /// - Returns: The elements; an empty string has one.
    package func split(_ raw: String) -> [String] {
        let plain: String =
            switch self {
            case .comma: raw
            case .space, .tab: raw.replacing(escaped, with: String(character))
            case .pipe: raw.replacing("%7C", with: "|").replacing("%7c", with: "|")
            }
        return plain.utf8.split(separator: character.asciiValue ?? 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Returns whether a list has elements that contain the separator, so that a receiver cannot separate them.
    ///
    /// - Parameters:
    ///   - shape: The list, or an object whose names and values are elements.
    ///   - escapesComma: Whether a comma in an element is escaped, as in most URLs, or checked otherwise.
    /// - Returns: Whether an element contains the separator.
    func isAmbiguous(in shape: ParameterShape, escapesComma: Bool = true) -> Bool {
        // A character with a combining mark still begins with the byte of the separator.
        guard self != .comma || !escapesComma, let byte = character.asciiValue else { return false }
        return switch shape {
        case .primitive: false
        case .list(let items): items.contains { $0.utf8.contains(byte) }
        case .object(let members): members.contains { $0.0.utf8.contains(byte) || $0.1.utf8.contains(byte) }
        }
    }
}
