/// Remembers where large containers end, so that no byte is skipped again and again at each level of nesting.
///
/// Looking ahead for a union's discriminator, or for the members of an object in another order, skips an object before
/// it is read; at every level of a nested document that would be quadratic. Only containers of `threshold` bytes or
/// more are kept, so small documents pay nothing and memory stays below three bytes for each byte of the document.
struct SkipMemo {
    private static let threshold = 256

    private struct Entry {
        let start: UInt32
        var end: UInt32
    }

    // Sorted by start: containers are entered in document order.
    private var entries: [Entry] = []
    // Entries whose container is still open, outermost first.
    private var open: [Int32] = []
    private var isRecording = false
    private var region = 0..<0

    /// Starts to record while the object at an offset is looked through.
    ///
    /// - Returns: Whether to call ``end(at:)`` later; false inside an area that is known already.
    mutating func begin(at offset: Int) -> Bool {
        guard !isRecording, !region.contains(offset) else { return false }
        entries.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        isRecording = true
        region = offset..<offset
        return true
    }

    /// Stops recording.
    mutating func end(at offset: Int) {
        isRecording = false
        for index in open { entries[Int(index)].end = 0 }
        open.removeAll(keepingCapacity: true)
        region = region.lowerBound..<max(offset, region.lowerBound)
    }

    /// Forgets everything when a failure ended the pass that was recorded.
    mutating func abandonPass() {
        if isRecording { self = SkipMemo() }
    }

    /// Notes that a container starts.
    @inline(__always)
    mutating func open(at offset: Int) {
        guard isRecording else { return }
        open.append(Int32(truncatingIfNeeded: entries.count))
        entries.append(Entry(start: UInt32(truncatingIfNeeded: offset), end: 0))
    }

    /// Notes that the innermost container ends.
    @inline(__always)
    mutating func close(at offset: Int) {
        guard isRecording, let index = open.popLast() else { return }
        if offset - Int(entries[Int(index)].start) < Self.threshold {
            entries.removeLast(entries.count - Int(index))
        } else {
            entries[Int(index)].end = UInt32(truncatingIfNeeded: offset)
        }
    }

    /// End of the container that starts at an offset, when it is large and was skipped before.
    @inline(__always)
    func end(ofContainerAt offset: Int) -> Int? {
        guard !entries.isEmpty, !isRecording, region.contains(offset) else { return nil }
        return search(UInt32(truncatingIfNeeded: offset))
    }

    private func search(_ start: UInt32) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].start < start { low = middle + 1 } else { high = middle }
        }
        guard low < entries.count, entries[low].start == start, entries[low].end > 0 else { return nil }
        return Int(entries[low].end)
    }
}
