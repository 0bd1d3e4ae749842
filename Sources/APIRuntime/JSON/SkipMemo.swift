/// A record of the ends of large containers, so that no byte is skipped again at each level of nesting.
///
/// The search for a union's discriminator, or for the properties of an object in another order, skips an object before
/// it is read; without a record this takes quadratic time in a nested document. Only containers of `threshold` bytes or
/// more are recorded, so small documents have no overhead and memory stays below three bytes for each byte of the
/// document.
struct SkipMemo {
    private static let threshold = 256
    // Containers at a lower depth are skipped again at each of these few levels, which costs less than a record.
    private static let depthLimit = 8

    private struct Entry {
        let start: UInt32
        let end: UInt32
    }

    // Sorted by start, except for the entries of the current pass.
    private var entries: [Entry] = []
    private var firstOfPass = 0
    // The offsets of the containers that are open in the pass, outermost first.
    private var open: [UInt32] = []
    private var isRecording = false
    /// The offset up to which all large skipped containers are recorded.
    private var covered = 0

    /// Starts to record while a value is skipped that is read later.
    ///
    /// - Parameters:
    ///   - offset: The offset at which skipping starts.
    ///   - depth: The number of enclosing containers.
    /// - Returns: Whether to call ``end(at:)`` later; `false` inside an area that is already recorded.
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
        // Recorded when they end, so the inner ones are first.
        if entries.count > firstOfPass + 1 { entries[firstOfPass...].sort { $0.start < $1.start } }
    }

    /// Removes the entries after an offset at which reading resumes.
    mutating func rewind(to offset: Int) {
        if isRecording {
            entries.removeSubrange(firstOfPass...)
            open.removeAll(keepingCapacity: true)
            isRecording = false
        }
        while let last = entries.last, Int(last.start) >= offset { entries.removeLast() }
        covered = min(covered, offset)
    }

    /// Records the start of a container.
    @inline(__always)
    mutating func open(at offset: Int) {
        if isRecording { open.append(UInt32(truncatingIfNeeded: offset)) }
    }

    /// Records the end of the innermost container.
    @inline(__always)
    mutating func close(at offset: Int) {
        guard isRecording, let start = open.popLast(), offset - Int(start) >= Self.threshold else { return }
        entries.append(Entry(start: start, end: UInt32(truncatingIfNeeded: offset)))
    }

    /// Returns the end of the container that starts at an offset, if it is large and was skipped before.
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
