public import APIRuntime

/// An amount of money in hundredths, as a separate type for a format.
public struct Cents: JSONCodable, Hashable {
    /// Hundredths of the unit.
    public var count: Int

    /// Creates an amount.
    public init(count: Int) {
        self.count = count
    }

    /// Reads a string such as `12.50`.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        let parts = try reader.read(String.self).split(separator: ".")
        guard parts.count == 2, let whole = Int(parts[0]), let rest = Int(parts[1]), parts[1].count == 2 else {
            throw reader.failure(.mismatch, "expected an amount")
        }
        count = whole * 100 + rest
    }

    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write("\(count / 100).\(count % 100 < 10 ? "0" : "")\(count % 100)")
    }
}

/// A protocol for all models.
public protocol Tagged {}

extension Tagged {
    /// Name of the type.
    public var tag: String { "\(Self.self)" }
}

/// A protocol for some models.
public protocol Labelled {}
