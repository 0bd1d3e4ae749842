/// Remembers the ends of large containers, so that no byte is skipped again at each level of nesting.
///
/// The search for a union's discriminator, or for the properties of an object in another order, skips an object before it
/// is read; at every level of a nested document that would be quadratic. Only containers of `threshold` bytes or
/// more are kept, so small documents pay nothing and memory stays below three bytes for each byte of the document.
struct SkipMemo {
    private static let threshold = 256
    // Containers nested less deep are skipped anew at each of these few levels, which costs less than to record them.
    private static let depthLimit = 8

    private struct Entry {
        let start: UInt32
        let end: UInt32
    }

    // Sorted by start, but for those of the pass that is being recorded.
    private var entries: [Entry] = []
    private var firstOfPass = 0
    // Where the containers start that are open in the pass, outermost first.
    private var open: [UInt32] = []
    private var isRecording = false
    /// Offset up to which all large containers that were skipped are known.
    private var covered = 0

    /// Starts to record while something that is read later is skipped.
    ///
    /// - Parameters:
    ///   - offset: Where skipping starts.
    ///   - depth: Number of containers around.
    /// - Returns: Whether to call ``end(at:)`` later; false inside an area that is known already.
    @inline(__always)
    mutating func begin(at offset: Int, depth: Int) -> Bool {
        depth >= Self.depthLimit && begin(at: offset)
    }

    private mutating func begin(at offset: Int) -> Bool {
        guard !isRecording, offset >= covered else { return false }
        isRecording = true
        firstOfPass = entries.count
        return true
    }

    /// Stops recording.
    mutating func end(at offset: Int) {
        isRecording = false
        open.removeAll(keepingCapacity: true)
        covered = max(covered, offset)
        // Noted when they end, so the inner ones come first.
        if entries.count > firstOfPass + 1 { entries[firstOfPass...].sort { $0.start < $1.start } }
    }

    /// Forgets what is behind an offset, where reading goes on.
    mutating func rewind(to offset: Int) {
        if isRecording {
            entries.removeSubrange(firstOfPass...)
            open.removeAll(keepingCapacity: true)
            isRecording = false
        }
        while let last = entries.last, Int(last.start) >= offset { entries.removeLast() }
        covered = min(covered, offset)
    }

    /// Notes that a container starts.
    @inline(__always)
    mutating func open(at offset: Int) {
        if isRecording { open.append(UInt32(truncatingIfNeeded: offset)) }
    }

    /// Notes that the innermost container ends.
    @inline(__always)
    mutating func close(at offset: Int) {
        guard isRecording, let start = open.popLast(), offset - Int(start) >= Self.threshold else { return }
        entries.append(Entry(start: start, end: UInt32(truncatingIfNeeded: offset)))
    }

    /// End of the container that starts at an offset, when it is large and was skipped before.
    @inline(__always)
    func end(ofContainerAt offset: Int) -> Int? {
        guard offset < covered, !entries.isEmpty else { return nil }
        return search(UInt32(truncatingIfNeeded: offset))
    }

    private func search(_ start: UInt32) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].start < start { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count, entries[low].start == start else { return nil }
        return Int(entries[low].end)
    }
}
