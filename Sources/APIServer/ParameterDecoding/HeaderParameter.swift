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
    static func cookies(_ headers: HTTPFields) -> [TextItem] {
        (headers[.cookie] ?? "").split(separator: ";").compactMap { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else { return nil }
            let name = halves[0].trimmingSpaces().percentDecoded
            return .init(name: name, rawValue: halves[1].trimmingSpaces())
        }
    }
}
