@_spi(Generated)
extension ObjectReader {

    /// Returns the properties that the model does not declare, unchanged; call it after all other methods.
    ///
    /// Problems found by this method are thrown at the end of the object.
    public mutating func unknown() -> UnknownProperties {
        guard end == nil || reader.pointee.spans.count > firstSpan else { return UnknownProperties() }
        do {
            try readRest()
            guard reader.pointee.spans.count > firstSpan else { return UnknownProperties() }
            try checkOthers()
            keepsOthers = true
            return UnknownProperties(raw: copyOthers())
        } catch {
            deferred = error
            return UnknownProperties()
        }
    }

    /// Reads all properties that the model does not declare, by their names; call it after all other methods.
    ///
    /// - Throws: ``DecodingFailure`` if a value is not a `T`, or a name is repeated and duplicates are rejected.
    public mutating func additional<T: JSONCodable>() throws(DecodingFailure) -> [String: T] {
        let isRecording = reader.pointee.memo.begin(at: reader.pointee.position, depth: reader.pointee.depth)
        try readRest()
        if isRecording { reader.pointee.memo.end(at: reader.pointee.position) }
        keepsOthers = true
        var members: [String: T] = [:]
        for index in firstSpan..<reader.pointee.spans.count {
            reader.pointee.position = Int(reader.pointee.spans[index].start)
            let name = try reader.pointee.readString()
            try reader.pointee.skipColon()
            do throws(DecodingFailure) {
                let old = members.updateValue(try T(json: &reader.pointee), forKey: name)
                if old != nil, reader.pointee.options.duplicateKeys == .reject { throw duplicate(nil) }
            } catch {
                throw error.insideMap(at: start)
            }
        }
        return members
    }

    /// Counts unknown properties, and rejects repeated names and, in strict reading, all unknown properties.
    func checkOthers() throws(DecodingFailure) {
        reader.pointee.strangers += reader.pointee.spans.count - firstSpan
        if reader.pointee.options.strict {
            throw DecodingFailure(
                .unknownProperty,
                "a property that the model does not define",
                offset: Int(reader.pointee.spans[firstSpan].start)
            )
        }
        guard reader.pointee.options.duplicateKeys == .reject, reader.pointee.spans.count > firstSpan + 1 else {
            return
        }
        if hasRepeatedName { throw duplicate(nil) }
    }

    /// Whether two unknown properties have the same name.
    ///
    /// Names are compared by hashes first, which take less memory than the names of a large object.
    private var hasRepeatedName: Bool {
        let spans = reader.pointee.spans[firstSpan...]
        var hashes = spans.indices.map { (hash: name(of: spans[$0]).hashValue, index: UInt32($0)) }
        hashes.sort { $0.hash < $1.hash }
        var start = 0
        for end in 1...hashes.count where end == hashes.count || hashes[end].hash != hashes[start].hash {
            if end - start > 1 {
                let names = hashes[start..<end].map { name(of: spans[Int($0.index)]) }
                if Set(names).count < names.count { return true }
            }
            start = end
        }
        return false
    }

    private func name(of span: JSONReader.Span) -> [UInt8] {
        Array(JSONReader.name(at: Int(span.start), in: reader.pointee.bytes).utf8)
    }

    private func copyOthers() -> [UInt8] {
        let spans = reader.pointee.spans[firstSpan...]
        var kept: [JSONReader.Span] = []
        if reader.pointee.options.duplicateKeys == .reject || spans.count == 1 {
            // All names differ.
            kept = spans.reversed()
        } else {
            var names: Set<[UInt8]> = []
            for span in spans.reversed() where names.insert(name(of: span)).inserted { kept.append(span) }
        }
        var raw: [UInt8] = []
        raw.reserveCapacity(kept.reduce(kept.count) { $0 + Int($1.end - $1.start) })
        for span in kept.reversed() {
            if !raw.isEmpty { raw.append(ASCII.comma) }
            raw.append(contentsOf: reader.pointee.bytes.buffer(from: Int(span.start), to: Int(span.end)))
        }
        return raw
    }
}

extension JSONReader {

    /// Returns the value of a validated string whose opening quotation mark is at an offset.
    static func name(at offset: Int, in bytes: JSONBytes) -> String {
        var reader = JSONReader(bytes, options: JSONReadingOptions(), isIndexed: false)
        reader.position = offset
        do {
            return try reader.readString()
        } catch {
            return ""
        }
    }
}
