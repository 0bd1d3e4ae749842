// Unsafe in one place: the pointer to the writer, which outlives this value for the same reason as in `ObjectReader`.

/// Writes the elements of an array, one after another.
public struct TupleWriter: ~Copyable {
    private let writer: UnsafeMutablePointer<JSONWriter>
    private var isFirst = true
    /// The number of omitted elements; they become null when another one follows.
    private var gaps = 0
    /// Whether null was written for an omitted element.
    private(set) var hasGap = false

    init(_ writer: UnsafeMutablePointer<JSONWriter>) {
        self.writer = writer
        writer.pointee.beginArray()
    }

    /// Writes an element.
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(_ value: T) {
        fillGaps()
        separate()
        value.write(to: &writer.pointee)
    }

    /// Writes an element; `nil` omits it, or becomes null when another one follows.
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(_ value: T?) {
        if let value { put(value) } else { gaps += 1 }
    }

    /// Writes an element, or null for `nil`.
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(orNull value: T?) {
        if let value { return put(value) }
        fillGaps()
        separate()
        writer.pointee.writeNull()
    }

    /// Writes the elements after those with individual types.
    @_spi(Generated)
    public mutating func put<T: JSONCodable>(rest elements: [T]) {
        for element in elements { put(element) }
    }

    func finish() {
        writer.pointee.endArray()
    }

    private mutating func separate() {
        // A local copy, because the thread sanitizer reports the access through `self` as overlapping.
        let writer = writer
        writer.pointee.separate(&isFirst)
    }

    private mutating func fillGaps() {
        if gaps > 0 { hasGap = true }
        for _ in 0..<gaps {
            separate()
            writer.pointee.writeNull()
        }
        gaps = 0
    }
}
