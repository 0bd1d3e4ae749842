#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Notes about a document that was made from the strings of a query, a form or a header field.
///
/// Scalars are strings in such a document. The notes let a reader interpret a string by the type that it reads.
final class TextLayout: Sendable {
    /// The delimited strings, by the offset of their quotation mark.
    let lists: [Int: TextList]

    /// The ranges that are JSON of the sender, in ascending order; their strings are strings.
    let json: [Range<Int>]

    /// The strings that are files, by the offset of their quotation mark.
    let files: [Int: TextFile]

    /// The counter of the work; `nil` if the work is not counted.
    let work: TextWork?

    init(lists: [Int: TextList] = [:], json: [Range<Int>] = [], files: [Int: TextFile] = [:], work: TextWork? = nil) {
        self.lists = lists
        self.json = json
        self.files = files
        self.work = work
    }

    /// Returns whether JSON of the sender starts at an offset.
    func startsJSON(_ offset: Int) -> Bool {
        range(with: offset)?.lowerBound == offset
    }

    /// Returns whether an offset is inside JSON of the sender.
    func isJSON(_ offset: Int) -> Bool {
        range(with: offset) != nil
    }

    private func range(with offset: Int) -> Range<Int>? {
        var (low, high) = (0, json.count)
        while low < high {
            let middle = (low + high) / 2
            if json[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low < json.count && json[low].contains(offset) ? json[low] : nil
    }
}

/// A file of a form, whose string is its text or its content in Base64.
struct TextFile: Sendable {
    let content: Data
    /// Whether the string is the text.
    let isText: Bool
}

/// A delimited string, which is split only for a list or an object.
package struct TextList: Sendable {
    /// Returns the decoded parts.
    package let parts: @Sendable () -> [String]

    /// Creates a delimited string.
    package init(_ parts: @escaping @Sendable () -> [String]) {
        self.parts = parts
    }
}

/// A counter of the work of decoding strings: one for each item, each node of a tree and each byte of a document.
///
/// Tests compare counts of inputs of different lengths instead of times.
package final class TextWork: Sendable {
    private let state = LockedState(0)

    /// Creates a counter.
    package init() {}

    /// The work so far.
    package var count: Int { state.withLock { $0 } }

    /// Adds work.
    package func add(_ count: Int) { state.withLock { $0 += count } }
}
