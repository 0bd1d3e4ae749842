/// A variant of a union that is identified by the properties of an object, or of the objects in an array.
@_spi(Generated)
public struct UnionCandidate<Union> {
    /// The names of the object's properties; `nil` for an array.
    let keys: KeyTable?
    let read: (inout JSONReader) -> Union?

    /// Creates a candidate.
    ///
    /// - Parameter variant: Creates the union's value from the variant's model, for example a case of the enumeration.
    public init<T: JSONModel>(_ variant: @escaping (T) -> Union) {
        keys = T.keys.table
        read = { reader in
            reader.attempt(T.self) { (reader, failure) in reader.noteEvent(failure, of: T.self) }.map(variant)
        }
    }

    /// Creates a candidate that is an array of objects.
    ///
    /// - Parameter variant: Creates the union's value from the array, for example a case of the enumeration.
    public init<T: JSONModel>(list variant: @escaping ([T]) -> Union) {
        keys = nil
        read = { reader in reader.attempt([T].self).map(variant) }
    }
}

extension JSONReader {

    /// Reads the current object or array as the variant that declares the largest number of its properties.
    ///
    /// Among equals, the variant that declares the largest number of nested properties is selected, and then the first.
    /// If no variant can be read, and the document's format omits empty lists, variants whose required lists are absent
    /// are tried as well.
    ///
    /// - Parameter candidates: The variants, most specific first.
    /// - Returns: The union's value; `nil`, with nothing consumed, when no variant can be read.
    @_spi(Generated)
    public mutating func closest<Union>(_ candidates: [UnionCandidate<Union>]) -> Union? {
        if isLoneText, let value = textClosest(candidates) { return value }
        if let value = firstReadable(candidates) { return value }
        guard options.omitsEmptyValues || options.isText, !isChoosing else { return nil }
        acceptsOmissions = true
        defer { acceptsOmissions = false }
        return firstReadable(candidates)
    }

    /// Reads the current value as the best of the variants that can be read.
    private mutating func firstReadable<Union>(_ candidates: [UnionCandidate<Union>]) -> Union? {
        let names = memberNames()
        let counts = candidates.map { candidate in names.count { (candidate.keys?.find($0) ?? -1) >= 0 } }
        var order = candidates.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
        if isAtEvent {
            // A variant with the name of an event precedes those for events of any name.
            let nameless = order.filter { isNameless(candidates[$0].keys) }
            order.removeAll { nameless.contains($0) }
            order += nameless
        }
        for (place, index) in order.enumerated() {
            if isOfOtherVariant(candidates[index].keys) { return nil }
            let mark = self.mark
            guard let value = candidates[index].read(&self) else { continue }
            let reading = Reading(value, by: self, since: mark)
            guard reading.strangers > names.count - counts[index] else { return value }
            let rivals = order[(place + 1)...].prefix { rival in
                counts[rival] == counts[index]
                    && isNameless(candidates[rival].keys) == isNameless(candidates[index].keys)
            }
            return nearest(of: rivals.map { candidates[$0] }, or: reading, since: mark)
        }
        return nil
    }

    /// Reads a value that no variant of a union describes, unchanged.
    ///
    /// All of its properties count as unknown when enclosing unions choose between similar variants.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not valid JSON.
    @_spi(Generated)
    public mutating func readUnknown() throws(DecodingFailure) -> JSONValue {
        if isAtEvent, let eventFailure { throw eventFailure }
        guard !options.rejectsUnknownValues || isLoneText else {
            throw failure(.unknownValue, "a value that no variant of the union describes")
        }
        let value = try read(JSONValue.self)
        strangers += value.memberCount + 1
        return value
    }

    /// Reads the object again as each competing variant if the best one does not declare all nested properties.
    ///
    /// The work is limited: where nested variants would double it at every level, the first variant is used.
    private mutating func nearest<Union>(
        of rivals: [UnionCandidate<Union>],
        or first: Reading<Union>,
        since mark: Mark
    ) -> Union? {
        var best = first
        for rival in rivals where best.strangers > 0 && wasted < 4 * bytes.count {
            do { try rewind(to: mark) } catch { return nil }
            guard let value = rival.read(&self) else { continue }
            let reading = Reading(value, by: self, since: mark)
            if reading.strangers < best.strangers { best = reading }
        }
        position = best.end
        strangers = mark.strangers + best.strangers
        skipped.replaceSubrange(mark.skipped..., with: best.skipped)
        omitted = best.omitted
        outermost = best.outermost
        return best.value
    }

    /// A variant that was read, with the resulting state of the reader.
    private struct Reading<Union> {
        let value: Union
        /// The number of properties that it does not declare.
        let strangers: Int
        let end: Int
        let skipped: ArraySlice<DecodingFailure>
        let omitted: Int
        let outermost: OutermostList

        init(_ value: Union, by reader: borrowing JSONReader, since mark: Mark) {
            self.value = value
            strangers = reader.strangers - mark.strangers
            end = reader.position
            skipped = reader.skipped[mark.skipped...]
            omitted = reader.omitted
            outermost = reader.outermost
        }
    }

    /// Returns the property names of the current object without consuming anything; empty when it is not valid JSON.
    private mutating func memberNames() -> [String] {
        guard nextByte() == ASCII.openBrace else { return [] }
        let mark = self.mark
        let isRecording = memo.begin(at: position, depth: depth)
        position += 1
        defer { position = mark.position }
        var names: [String] = []
        var isFirst = true
        do {
            while try nextName(&isFirst) {
                names.append(try readString())
                try skipColon()
                try skipValue()
            }
        } catch {
            memo.rewind(to: mark.position)
            return []
        }
        if isRecording { memo.end(at: position) }
        return names
    }
}

extension JSONValue {
    /// The number of properties, including those of nested values.
    fileprivate var memberCount: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { $0 + $1.memberCount }
        case .object(let object): object.members.reduce(0) { $0 + 1 + $1.value.memberCount }
        default: 0
        }
    }
}
