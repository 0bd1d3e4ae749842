// Unsafe in one place: the pointer to the reader. It is made by `JSONReader.object(_:_:)`, whose `inout` access lasts
// longer than this value, and a value that can be neither copied nor created by others cannot outlive that call.

/// The members of the object at hand, read by their index in the model's ``ObjectKeys``.
///
/// Ask for each index once, in ascending order, then for ``unknown()`` or ``additional()``. A document whose members
/// come in the same order is read in one pass.
public struct ObjectReader: ~Copyable {
    @usableFromInline let reader: UnsafeMutablePointer<JSONReader>
    let keys: KeyTable
    /// Offset of the opening brace.
    let start: Int
    let firstSpan: Int
    let firstPlace: Int
    let isIndexed: Bool

    /// The member whose value is at hand because a later one was found when it was looked for; -1 for none.
    var pending = -1
    /// The last member that was asked for.
    var asked = -1
    var isFirst = true
    /// Offset behind the closing brace, once it was seen.
    var end: Int?
    /// A failure in a call that cannot throw.
    var deferred: DecodingFailure?
    var keepsOthers = false

    @usableFromInline
    init(_ reader: UnsafeMutablePointer<JSONReader>, _ keys: ObjectKeys) throws(DecodingFailure) {
        let byte = reader.pointee.nextByte()
        self.reader = reader
        self.keys = keys.table
        start = reader.pointee.position
        firstSpan = reader.pointee.spans.count
        firstPlace = reader.pointee.places.count
        isIndexed = reader.pointee.isIndexed
        guard byte == ASCII.openBrace else { throw reader.pointee.expected("an object") }
        try reader.pointee.descend()
        reader.pointee.position += 1
        if isIndexed { try buildIndex() }
    }

    /// Moves to the value of a member; false when it is absent as far as seen.
    @usableFromInline
    mutating func seek(_ index: Int) throws(DecodingFailure) -> Bool {
        guard !isIndexed else { return seekPlace(index) }
        asked = index
        if pending >= 0 {
            if pending > index { return false }
            let found = pending
            pending = -1
            if found == index { return true }
            try reader.pointee.skipValue()
        }
        while end == nil, try nextMember() {
            let found = try readName(index)
            if found == index { return true }
            if found > index {
                pending = found
                return false
            }
            if found >= 0 { throw reorder() }
        }
        return false
    }

    /// Moves to the value of a member; false when it is absent or null.
    @usableFromInline
    mutating func seekValue(_ index: Int) throws(DecodingFailure) -> Bool {
        guard try seek(index) else { return false }
        return try !reader.pointee.readNull()
    }

    /// The failure for a member that ``seek(_:)`` did not find.
    ///
    /// Members that were not looked at yet may hold it: then the document is read again with an index.
    @usableFromInline @inline(never)
    mutating func missing(_ index: Int) -> DecodingFailure {
        guard isIndexed || end != nil else { return reorder() }
        return DecodingFailure(
            .missing,
            "a required member is missing",
            offset: start + 1,
            member: keys.names[index]
        )
    }

    /// Reads what is left of the object, and leaves it.
    @usableFromInline
    mutating func finish() throws(DecodingFailure) {
        if deferred == nil { try readRest() }
        if let deferred { throw deferred }
        if !keepsOthers, reader.pointee.spans.count > firstSpan { try checkOthers() }
        if let end { reader.pointee.position = end }
        reader.pointee.depth -= 1
        if reader.pointee.spans.count > firstSpan {
            reader.pointee.spans.removeLast(reader.pointee.spans.count - firstSpan)
        }
        if isIndexed { reader.pointee.places.removeLast(keys.count) }
    }

    /// Notes all members that are left, in a document in the model's order.
    mutating func readRest() throws(DecodingFailure) {
        guard end == nil else { return }
        if pending >= 0 {
            pending = -1
            try reader.pointee.skipValue()
        }
        while end == nil, try nextMember() {
            let found = try readName(keys.count)
            if found > asked { try reader.pointee.skipValue() } else if found >= 0 { throw reorder() }
        }
    }

    /// Moves to the next member's opening quotation mark, or leaves the object.
    private mutating func nextMember() throws(DecodingFailure) -> Bool {
        var byte = reader.pointee.nextByte()
        if byte == ASCII.comma, !isFirst {
            reader.pointee.position += 1
            byte = reader.pointee.nextByte()
        } else if byte == ASCII.closeBrace {
            reader.pointee.position += 1
            end = reader.pointee.position
            return false
        } else if !isFirst {
            throw reader.pointee.separatorExpected("a comma or the object's end")
        }
        isFirst = false
        guard byte == ASCII.quote else { throw reader.pointee.failure(.syntax, "expected a member's name") }
        return true
    }

    /// Reads a name and moves to its value.
    ///
    /// A member that the model does not know is noted and skipped.
    ///
    /// - Parameter expected: The index that is likely; the number of keys for none.
    /// - Returns: The name's index, or -1.
    /// - Throws: ``DecodingFailure`` when name, colon or skipped value are not JSON.
    private mutating func readName(_ expected: Int) throws(DecodingFailure) -> Int {
        let start = reader.pointee.position
        if expected < keys.count, keys.matches(expected, reader.pointee.bytes, at: start + 1) {
            reader.pointee.position = start + keys.entries[expected].count + 2
            try reader.pointee.skipColon()
            return expected
        }
        return try readOtherName(start, expected)
    }

    private mutating func readOtherName(_ start: Int, _ expected: Int) throws(DecodingFailure) -> Int {
        let token = try reader.pointee.scanString()
        let found =
            token.hasEscapes
            ? keys.find(reader.pointee.text(of: token))
            : keys.find(reader.pointee.bytes, at: start + 1, from: expected)
        try reader.pointee.skipColon()
        guard found < 0 else { return found }
        try reader.pointee.skipValue()
        reader.pointee.spans.append(
            JSONReader.Span(
                start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: reader.pointee.position)
            )
        )
        return -1
    }

    @inline(never)
    private mutating func reorder() -> DecodingFailure {
        reader.pointee.halt(DecodingFailure(.reorder, "members in another order", offset: start))
    }

    private mutating func seekPlace(_ index: Int) -> Bool {
        let place = Int(reader.pointee.places[firstPlace + index])
        guard place > 0 else { return false }
        reader.pointee.position = place
        return true
    }

    /// Notes where every member is, in one pass over the object.
    private mutating func buildIndex() throws(DecodingFailure) {
        let isRecording = reader.pointee.memo.begin(at: start)
        reader.pointee.places.append(contentsOf: repeatElement(0, count: keys.count))
        var expected = 0
        while end == nil, try nextMember() {
            let found = try readName(expected)
            guard found >= 0 else { continue }
            expected = found + 1
            _ = reader.pointee.nextByte()
            let place = UInt32(truncatingIfNeeded: reader.pointee.position)
            if reader.pointee.places[firstPlace + found] > 0, reader.pointee.options.duplicateKeys == .reject {
                throw duplicate(keys.names[found])
            }
            reader.pointee.places[firstPlace + found] = place
            try reader.pointee.skipValue()
        }
        if isRecording { reader.pointee.memo.end(at: reader.pointee.position) }
    }

    /// The failure for a name that comes twice.
    func duplicate(_ name: String?) -> DecodingFailure {
        DecodingFailure(.duplicateKey, "an object names a member twice", offset: start + 1, member: name)
    }
}

extension JSONReader {

    /// Reads the object at hand through its members.
    ///
    /// - Parameters:
    ///   - keys: The members' names; an index into them stands for a member.
    ///   - body: Reads the members.
    /// - Returns: What `body` returns.
    /// - Throws: ``DecodingFailure`` when no object is at hand, or what `body` throws.
    @inlinable
    public mutating func object<T>(
        _ keys: ObjectKeys,
        _ body: (inout ObjectReader) throws(DecodingFailure) -> T
    ) throws(DecodingFailure) -> T {
        try withUnsafeMutablePointer(to: &self) { (pointer) throws(DecodingFailure) -> T in
            var object = try ObjectReader(pointer, keys)
            let value = try body(&object)
            try object.finish()
            return value
        }
    }
}
