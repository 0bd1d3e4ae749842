#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
/// The reason why a document could not be read, with its location.
///
/// It contains no value of the document, so a description may be logged. Names of properties that a model declares are
/// part of the path; names used as keys of a map are data and appear as `*`.
public struct DecodingFailure: Error, Sendable, Hashable, CustomStringConvertible {

    /// A kind of failure, as an extensible code.
    public struct Reason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {

        /// The stable name of the code.
        public let rawValue: String

        /// Creates a code; compare with the constants of this type.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The stable name of the code.
        public var description: String { rawValue }
    }

    /// One step from the document's root to a value.
    package enum Step: Hashable, Sendable {
        case member(String)
        case element(Int)
    }

    private struct Details: Sendable {
        var reason: Reason
        var message: String
        var offset: Int?
        var member: String?
        var maps: [Int] = []
        var steps: [Step] = []
        /// The steps inside a document in a string of this document.
        var inner: [Step] = []
        var source: (any Sendable)?
    }

    // A single reference, so that a throwing function returns its failure in a register.
    private final class Box: Sendable {
        let details: Details

        init(_ details: Details) {
            self.details = details
        }
    }

    private let box: Box
    private var details: Details { box.details }

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - reason: The kind of failure.
    ///   - message: One line for a developer, without values of the document.
    ///   - offset: The position in bytes from the document's start; `nil` when there is none.
    public init(_ reason: Reason, _ message: String, offset: Int? = nil) {
        self.init(reason, message, offset: offset, member: nil)
    }

    init(_ reason: Reason, _ message: String, offset: Int?, member: String?) {
        let steps = member.map { [Step.member($0)] } ?? []
        self.init(Details(reason: reason, message: message, offset: offset, member: member, steps: steps))
    }

    private init(_ details: Details) {
        box = Box(details)
    }

    /// The kind of failure.
    public var reason: Reason { details.reason }

    /// One line for a developer, without values of the document.
    public var message: String { details.message }

    /// The position in bytes from the document's start; `nil` when the failure has none.
    public var offset: Int? { details.offset }

    /// The steps from the root to the value; empty for the root itself.
    package var steps: [Step] { details.steps }

    /// The path from the root to the value, such as `receipts[3].head.date`; empty for the root itself.
    public var path: String {
        details.steps.text
    }

    /// The path, message and position on one line.
    public var description: String {
        let place = offset.map { " (byte \($0))" } ?? ""
        return path.isEmpty ? message + place : "\(path): \(message)\(place)"
    }

    /// Returns whether reason, message, path and offset are equal.
    public static func == (lhs: DecodingFailure, rhs: DecodingFailure) -> Bool {
        lhs.reason == rhs.reason && lhs.message == rhs.message && lhs.offset == rhs.offset
            && lhs.details.steps == rhs.details.steps
    }

    /// Hashes reason and offset.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(offset)
    }
}

extension Sequence<DecodingFailure.Step> {

    /// The steps as a path.
    var text: String {
        var text = ""
        for step in self {
            switch step {
            case .member(let name): text += text.isEmpty ? name : "." + name
            case .element(let index): text += "[\(index)]"
            }
        }
        return text
    }
}

extension DecodingFailure {

    /// Returns the same failure with a note that the object at `offset` is a map, whose keys are data.
    @usableFromInline
    func insideMap(at offset: Int) -> DecodingFailure {
        changed { $0.maps.append(offset) }
    }

    /// Returns the same failure with its path, found by scanning the document up to the failure's offset.
    func located(in bytes: JSONBytes) -> DecodingFailure {
        Self.located([self], in: bytes)[0]
    }

    /// Returns the same failures with their paths, found in one scan of the document.
    static func located(_ failures: [DecodingFailure], in bytes: JSONBytes) -> [DecodingFailure] {
        let finder = PathFinder(bytes: bytes, maps: Set(failures.flatMap(\.details.maps)))
        let paths = finder.steps(to: failures.map { $0.offset ?? 0 })
        return zip(failures, paths).map { failure, steps in
            guard failure.offset != nil else { return failure }
            return failure.changed { $0.steps = steps + ($0.member.map { [.member($0)] } ?? []) + $0.inner }
        }
    }

    /// Returns the same failure for a value that is part of a larger document.
    ///
    /// - Parameters:
    ///   - parents: The names of the properties that lead to the value.
    ///   - element: The value's index in its array; `nil` for a value that is not an element.
    ///   - start: The offset of the value in the larger document.
    /// - Returns: The failure with path and offset in the larger document.
    func inside(_ parents: [String], element: Int?, start: Int) -> DecodingFailure {
        let prefix = parents.map { Step.member($0) } + (element.map { [.element($0)] } ?? [])
        return changed {
            $0.offset = $0.offset.map { $0 + start } ?? start
            $0.steps = prefix + $0.steps
        }
    }

    /// Returns the same failure with the name of a property before its path.
    package func below(_ name: String) -> DecodingFailure {
        changed { $0.steps.insert(.member(name), at: 0) }
    }

    /// Returns the located failure of a document that a string of another document contains.
    ///
    /// - Parameter offset: The offset of the string in the other document.
    /// - Returns: The failure at the string, still to be located in the other document.
    func nested(at offset: Int) -> DecodingFailure {
        changed {
            $0.inner = $0.steps
            $0.steps = []
            $0.member = nil
            $0.maps = []
            $0.offset = offset
        }
    }

    /// Returns the same failure with the source of the document.
    func from(_ source: any Sendable) -> DecodingFailure {
        changed { $0.source = source }
    }

    /// The source of the document; `nil` if not recorded.
    var source: (any Sendable)? { details.source }

    private func changed(_ change: (inout Details) -> Void) -> DecodingFailure {
        var details = details
        change(&details)
        return DecodingFailure(details)
    }
}

extension DecodingFailure: LocalizedError {
    /// The path to the value and the reason, in one sentence without a value of the document.
    public var errorDescription: String? {
        path.isEmpty ? "The data cannot be read: \(message)." : "The data cannot be read at '\(path)': \(message)."
    }
}
