/// A variant of a union that is told from others by the members that an object has.
public struct Candidate<Union> {
    let keys: KeyTable
    let read: (inout JSONReader) -> Union?

    /// Creates a candidate.
    ///
    /// - Parameter variant: Makes the union's value from the variant's model, for example a case of the enumeration.
    public init<T: Model>(_ variant: @escaping (T) -> Union) {
        keys = T.keys.table
        read = { reader in reader.attempt(T.self).map(variant) }
    }
}

extension JSONReader {

    /// Reads the object at hand as the variant that knows most of its members; of equal ones the first.
    ///
    /// - Parameter candidates: The variants, the pickiest first.
    /// - Returns: `nil`, with nothing consumed, when no variant can be read.
    public mutating func closest<Union>(_ candidates: [Candidate<Union>]) -> Union? {
        let names = memberNames()
        let counts = candidates.map { candidate in names.count { candidate.keys.find($0) >= 0 } }
        for index in candidates.indices.sorted(by: { (-counts[$0], $0) < (-counts[$1], $1) }) {
            if let value = candidates[index].read(&self) { return value }
        }
        return nil
    }

    /// Names of the members of the object at hand, none when it is not JSON; nothing is consumed.
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
