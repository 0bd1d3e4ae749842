// Unsafe in one place: the pointer to the reader. It is created by `JSONReader.object(_:_:)`, whose `inout` access
// lasts longer than this value, and a value that can be neither copied nor created by others cannot outlive that call.

/// Reads the properties of the current object by their index in the model's ``ObjectKeys``.
///
/// Read each index once, in ascending order, then `unknown()` or `additional()`. A document whose properties are in
/// the same order is read in one pass. In another order, the values before the requested one are validated, their
/// positions recorded, and their contents read when they are requested.
public struct ObjectReader: ~Copyable {
    @usableFromInline let reader: UnsafeMutablePointer<JSONReader>
    let keys: KeyTable
    /// The offset of the opening brace.
    let start: Int
    let firstSpan: Int
    let firstPlace: Int
    let isIndexed: Bool

    /// The property whose value is next because it was found in the search for an earlier one; -1 for none.
    var pending = -1
    /// The last requested property.
    var asked = -1
    /// The offset after the last scanned property, while a recorded value is read; -1 when that is the current
    /// position.
    private var resume = -1
    /// One more than the last recorded property; 0 at the object's start.
    private var last = 0
    /// The index of the first guess for this type.
    private var order = 0
    var isFirst = true
    /// The offset after the closing brace, once it was found.
    var end: Int?
    /// A failure of a call that cannot throw.
    var deferred: DecodingFailure?
    var keepsOthers = false

    @usableFromInline
    init(_ reader: UnsafeMutablePointer<JSONReader>, _ keys: consuming ObjectKeys) {
        self.reader = reader
        self.keys = keys.table
        _ = reader.pointee.nextByte()
        start = reader.pointee.position
        firstSpan = reader.pointee.spans.count
        firstPlace = reader.pointee.places.count
        isIndexed = reader.pointee.isIndexed
    }

    /// Enters the object.
    ///
    /// - Returns: Whether there is an object; `false` for a string that may contain one.
    @usableFromInline
    mutating func begin() throws(DecodingFailure) -> Bool {
        guard reader.pointee.bytes[start] == ASCII.openBrace else {
            guard reader.pointee.isLoneText else { throw reader.pointee.expected("an object") }
            return false
        }
        try reader.pointee.descend()
        reader.pointee.position += 1
        if isIndexed { try beginIndex() }
        return true
    }

    /// Moves to the value of a property; returns `false` if it was not found so far.
    @usableFromInline
    mutating func seek(_ index: Int) throws(DecodingFailure) -> Bool {
        if isIndexed { return try seekPlace(index) }
        asked = index
        if pending < 0, isNext(index) { return true }
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

    /// Moves to the value of the property if it is next after at most a comma; returns `false` if not.
    @inline(__always)
    private mutating func isNext(_ index: Int) -> Bool {
        let bytes = reader.pointee.bytes
        var offset = reader.pointee.position
        if !isFirst {
            guard bytes[offset] == ASCII.comma else { return false }
            offset += 1
        }
        guard end == nil, bytes[offset] == ASCII.quote, keys.matches(index, bytes, at: offset + 1) else { return false }
        let colon = offset + keys.entries[index].count + 2
        guard bytes[colon] == ASCII.colon else { return false }
        reader.pointee.position = colon + 1
        isFirst = false
        return true
    }

    /// Moves to the value of a property whose schema does not allow null; returns `false` when it is absent or null.
    ///
    /// If undeclared nulls are rejected, it moves to a null like to any value, which the property's type then rejects.
    @usableFromInline
    mutating func seekValue(_ index: Int) throws(DecodingFailure) -> Bool {
        guard reader.pointee.options.rejectsUndeclaredNull else { return try seekUnlessNull(index) }
        return try seek(index)
    }

    /// Moves to the value of a property; returns `false` when it is absent or null.
    mutating func seekUnlessNull(_ index: Int) throws(DecodingFailure) -> Bool {
        guard try seek(index) else { return false }
        return try !reader.pointee.readNull()
    }

    /// Returns the failure for a property that ``seek(_:)`` did not find.
    ///
    /// If properties that were not scanned may include it, the document is read again with an index.
    @usableFromInline @inline(never)
    mutating func missing(_ index: Int) -> DecodingFailure {
        guard isIndexed || end != nil else { return reorder() }
        return DecodingFailure(
            .missing,
            "a required property is missing",
            offset: start + 1,
            member: keys.names[index]
        )
    }

    /// Returns an empty array for a required property that ``seek(_:)`` did not find, if the document's format cannot
    /// represent an empty array.
    @usableFromInline @inline(never)
    mutating func empty<T: JSONCodable>(_ index: Int) throws(DecodingFailure) -> T {
        let failure = missing(index)
        guard failure.reason == .missing, omitsEmptyValues, let list = T.self as? any JSONArray.Type,
            let value = list.init() as? T
        else { throw failure }
        return value
    }

    /// Whether an absent property may be null.
    @usableFromInline var mayOmitNull: Bool { (isIndexed || end != nil) && omitsEmptyValues }

    private var omitsEmptyValues: Bool {
        let options = reader.pointee.options
        guard !reader.pointee.isChoosing else { return false }
        // JSON inside of a form has both.
        return options.omitsEmptyValues || options.isText && reader.pointee.text?.isJSON(start) != true
    }

    /// Reads the remaining properties, and leaves the object.
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
        if isIndexed { reader.pointee.places.pop(to: firstPlace) }
    }

    /// Scans all remaining properties.
    mutating func readRest() throws(DecodingFailure) {
        guard end == nil else { return }
        guard !isIndexed else {
            _ = try noteMembers(upTo: keys.count)
            return
        }
        if pending >= 0 {
            pending = -1
            try reader.pointee.skipValue()
        }
        while end == nil, try nextMember() {
            let found = try readName(keys.count)
            if found > asked { try reader.pointee.skipValue() } else if found >= 0 { throw reorder() }
        }
    }

    /// Moves to the next property's opening quotation mark, or leaves the object.
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
        guard byte == ASCII.quote else { throw reader.pointee.failure(.syntax, "expected the name of a property") }
        return true
    }

    /// Reads a name and moves to its value.
    ///
    /// A property that the model does not declare is recorded and skipped.
    ///
    /// - Parameter expected: The likely index; the number of keys for none.
    /// - Returns: The name's index, or -1.
    /// - Throws: ``DecodingFailure`` if name, colon or skipped value are not valid JSON.
    private mutating func readName(_ expected: Int) throws(DecodingFailure) -> Int {
        let start = reader.pointee.position
        if expected < keys.count, keys.matches(expected, reader.pointee.bytes, at: start + 1) {
            reader.pointee.position = start + keys.entries[expected].count + 2
            try reader.pointee.skipColon()
            return expected
        }
        return try readOtherName(start)
    }

    private mutating func readOtherName(_ start: Int) throws(DecodingFailure) -> Int {
        let found: Int
        let end = reader.pointee.bytes.endOfPlainRun(from: start + 1)
        if reader.pointee.bytes[end] == ASCII.quote {
            reader.pointee.position = end + 1
            found = keys.find(reader.pointee.bytes, from: start + 1, to: end)
        } else {
            found = keys.find(reader.pointee.text(of: try reader.pointee.scanString()))
        }
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

    private mutating func beginIndex() throws(DecodingFailure) {
        reader.pointee.places.push(keys.count)
        order = reader.pointee.order.base(of: keys)
        // The last of several values with the same name is only known at the end.
        if reader.pointee.options.duplicateKeys == .lastWins { _ = try noteMembers(upTo: keys.count) }
    }

    private mutating func seekPlace(_ index: Int) throws(DecodingFailure) -> Bool {
        let place = Int(reader.pointee.places[firstPlace + index])
        guard place > 0 else { return try noteMembers(upTo: index) }
        if resume < 0 { resume = reader.pointee.position }
        reader.pointee.position = place
        return true
    }

    /// Records the positions of properties up to one whose value is then next; the number of keys records all.
    ///
    /// - Returns: Whether the property was found.
    private mutating func noteMembers(upTo index: Int) throws(DecodingFailure) -> Bool {
        if resume >= 0 {
            reader.pointee.position = resume
            resume = -1
        }
        while end == nil {
            let likely = reader.pointee.order.likely(at: order + last)
            var found = likely
            if likely >= keys.count || !isNext(likely) {
                guard try nextMember() else { break }
                found = try readOtherName(reader.pointee.position)
                guard found >= 0 else { continue }
                if found != likely { reader.pointee.order.note(found, at: order + last) }
            }
            last = found + 1
            let offset = reader.pointee.bytes.endOfSpace(from: reader.pointee.position)
            reader.pointee.position = offset
            let place = firstPlace + found
            if reader.pointee.places[place] > 0, reader.pointee.options.duplicateKeys == .reject {
                throw duplicate(keys.names[found])
            }
            reader.pointee.places[place] = UInt32(truncatingIfNeeded: offset)
            if found == index { return true }
            try skipValue()
        }
        return false
    }

    /// Skips a value that is read later.
    @inline(__always)
    private mutating func skipValue() throws(DecodingFailure) {
        let bytes = reader.pointee.bytes
        let start = reader.pointee.position
        let byte = bytes[start]
        let end = byte == ASCII.quote ? bytes.endOfPlainString(from: start) : bytes.endOfPlainNumber(from: start)
        if end > 0 {
            reader.pointee.position = end
        } else if byte == ASCII.openBrace || byte == ASCII.openBracket {
            let isRecording = reader.pointee.memo.begin(at: start, depth: reader.pointee.depth)
            try reader.pointee.skipValue()
            if isRecording { reader.pointee.memo.end(at: reader.pointee.position) }
        } else {
            try reader.pointee.skipValue()
        }
    }

    /// Returns the failure for a repeated name.
    func duplicate(_ name: String?) -> DecodingFailure {
        DecodingFailure(.duplicateKey, "an object has a property twice", offset: start + 1, member: name)
    }
}

extension JSONReader {

    /// Reads the current object by its properties.
    ///
    /// - Parameters:
    ///   - keys: The properties' names; an index into them identifies a property.
    ///   - body: Reads the properties.
    /// - Returns: The result of `body`.
    /// - Throws: ``DecodingFailure`` if the current value is not an object, or the error of `body`.
    @inlinable
    public mutating func object<T>(
        _ keys: ObjectKeys,
        _ body: (inout ObjectReader) throws(DecodingFailure) -> T
    ) throws(DecodingFailure) -> T {
        try withUnsafeMutablePointer(to: &self) { (pointer) throws(DecodingFailure) -> T in
            var object = ObjectReader(pointer, keys)
            guard try object.begin() else { return try pointer.pointee.readTextObject(keys, body) }
            let value = try body(&object)
            try object.finish()
            return value
        }
    }
}
