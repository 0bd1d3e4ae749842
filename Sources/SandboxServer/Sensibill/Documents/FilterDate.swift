import APIRuntime
import Foundation

/// The formats of dates and times in list filters.
enum FilterDate {

    /// Parses `YYYY-MM-DDTHH:mm:ss.SSS` in UTC, optionally with a space for the `T` and without trailing parts.
    ///
    /// - Returns: The date; `nil` for any other format.
    static func moment(_ text: String) -> Date? {
        var text = text.replacing(" ", with: "T")
        if text.hasSuffix("Z") { text.removeLast() }
        let template = "0000-00-00T00:00:00.000"
        guard text.count >= 10, text.count <= template.count else { return nil }
        if text.count == 13 || text.count == 16 || text.count == 10 || text.count == 19 {
            text += template.dropFirst(text.count)
        }
        return try? JSONCoding.decode(Date.self, from: Array("\"\(text)Z\"".utf8))
    }

    /// Returns whether a string is a time of day such as `09:30`.
    static func isTime(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }) else { return false }
        guard let hour = Int(parts[0]), let minute = Int(parts[1]) else { return false }
        return 0..<24 ~= hour && 0..<60 ~= minute
    }
}
