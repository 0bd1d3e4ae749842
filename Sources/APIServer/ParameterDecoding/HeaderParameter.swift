import APIRuntime
import APIRequestDecoding
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// A reader of values in header fields.
enum HeaderParameter {

    /// Returns the cookies of a request.
    ///
    /// - Parameters:
    ///   - headers: The header fields.
    ///   - encoded: Whether names and values are percent-encoded.
    /// - Returns: The cookies in order.
    static func cookies(_ headers: HTTPFields, encoded: Bool = true) -> [TextItem] {
        (headers[.cookie] ?? "").split(separator: ";").compactMap { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            let (name, value) = (halves[0].trimmingSpaces(), halves[1].trimmingSpaces())
            guard encoded else { return .init(name: name, rawValue: value.replacing("%", with: "%25")) }
            return .init(name: name.percentDecoded, rawValue: value)
        }
    }
}
