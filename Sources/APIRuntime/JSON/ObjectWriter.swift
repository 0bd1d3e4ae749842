// Unsafe in one place: the pointer to the writer, which outlives this value for the same reason as in `ObjectReader`.

/// The properties of an object being written, by their index in the model's ``ObjectKeys``.
public struct ObjectWriter: ~Copyable {
    @usableFromInline let writer: UnsafeMutablePointer<JSONWriter>
    let keys: KeyTable
    var isFirst = true

    @usableFromInline
    init(_ writer: UnsafeMutablePointer<JSONWriter>, _ keys: ObjectKeys) {
        self.writer = writer
        self.keys = keys.table
        writer.pointee.buffer.append(ASCII.openBrace)
    }

    /// Writes a property's name.
    @usableFromInline
    mutating func name(_ index: Int) {
        if isFirst { isFirst = false } else { writer.pointee.buffer.append(ASCII.comma) }
        let entry = keys.entries[index]
        writer.pointee.buffer.append(keys.written, from: entry.writtenStart, count: entry.writtenCount)
    }

    /// Ends the object.
    @usableFromInline
    func finish() {
        writer.pointee.buffer.append(ASCII.closeBrace)
    }

    /// Writes a property.
    @inlinable @inline(never)
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(_ index: Int, _ value: T) {
        name(index)
        value.write(to: &writer.pointee)
    }

    /// Writes a property unless it is `nil`.
    @inlinable @inline(never)
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(_ index: Int, _ value: T?) {
        guard let value else { return }
        put(index, value)
    }

    /// Writes a property, or null for `nil`.
    @inlinable @inline(never)
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(_ index: Int, orNull value: T?) {
        name(index)
        if let value { value.write(to: &writer.pointee) } else { writer.pointee.writeNull() }
    }

    /// Writes a property unless it is `nil`, which means absent; writes an explicit null.
    @inlinable @inline(never)
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(_ index: Int, _ value: Nullable<T>?) {
        guard let value else { return }
        put(index, orNull: value.value)
    }

    /// Writes a property that requests omit, unless it is `nil`.
    @inlinable @inline(never)
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(readOnly index: Int, _ value: T?, fractionDigits: Int? = nil) {
        guard writer.pointee.omitted != .readOnly else { return }
        put(index, value, fractionDigits: fractionDigits ?? writer.pointee.fractionDigits)
    }

    /// Writes a property that responses omit, unless it is `nil`.
    @inlinable @inline(never)
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(writeOnly index: Int, _ value: T?, fractionDigits: Int? = nil) {
        guard writer.pointee.omitted != .writeOnly else { return }
        put(index, value, fractionDigits: fractionDigits ?? writer.pointee.fractionDigits)
    }

    /// Writes a property whose date-times have more or fewer fraction digits than usual, unless it is `nil`.
    @inlinable @inline(never)
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(_ index: Int, _ value: T?, fractionDigits: Int) {
        let usual = writer.pointee.fractionDigits
        writer.pointee.fractionDigits = fractionDigits
        put(index, value)
        writer.pointee.fractionDigits = usual
    }

    /// Writes a property whose date-times have more or fewer fraction digits than usual, or null for `nil`.
    @inlinable @inline(never)
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(_ index: Int, orNull value: T?, fractionDigits: Int) {
        let usual = writer.pointee.fractionDigits
        writer.pointee.fractionDigits = fractionDigits
        put(index, orNull: value)
        writer.pointee.fractionDigits = usual
    }

    /// Writes properties that the model does not declare.
    public mutating func put<T: JSONCodable>(additional members: [String: T]) {
        for (name, value) in members {
            if isFirst { isFirst = false } else { writer.pointee.buffer.append(ASCII.comma) }
            writer.pointee.write(string: name)
            writer.pointee.buffer.append(ASCII.colon)
            value.write(to: &writer.pointee)
        }
    }

    /// Writes the unknown properties that were preserved when the model was read.
    @_spi(Generated)
    public mutating func put(unknown members: UnknownProperties) {
        guard let raw = members.raw else { return }
        if isFirst { isFirst = false } else { writer.pointee.buffer.append(ASCII.comma) }
        writer.pointee.write(raw: raw)
    }
}

extension JSONWriter {

    /// Writes an object with its properties.
    @inlinable
    public mutating func object(_ keys: ObjectKeys, _ body: (inout ObjectWriter) -> Void) {
        withUnsafeMutablePointer(to: &self) { pointer in
            var object = ObjectWriter(pointer, keys)
            body(&object)
            object.finish()
        }
    }
}
