/// The properties of an object that its model does not declare, unchanged.
///
/// They survive decoding and encoding, because the service may have added them after the client was generated. An empty
/// value is one word without further memory.
public struct UnknownProperties: Sendable {
    private final class Storage: Sendable {
        let raw: [UInt8]

        init(_ raw: [UInt8]) {
            self.raw = raw
        }
    }

    private let storage: Storage?

    /// Creates a value without properties.
    public init() {
        storage = nil
    }

    /// Creates a value from properties.
    public init(_ members: JSONObject) {
        self.init(raw: Array(JSONCoding.encode(JSONValue.object(members)).dropFirst().dropLast()))
    }

    init(raw: [UInt8]) {
        storage = raw.isEmpty ? nil : Storage(raw)
    }

    /// The properties with commas between them, as JSON; `nil` when there are none.
    var raw: [UInt8]? { storage?.raw }

    /// Whether there are no properties.
    public var isEmpty: Bool { storage == nil }

    /// The properties, parsed; empty when there are none.
    public var members: JSONObject {
        guard let raw,
            let value = try? JSONCoding.decode(JSONValue.self, from: [ASCII.openBrace] + raw + [ASCII.closeBrace]),
            case .object(let object) = value
        else { return JSONObject() }
        return object
    }

    /// The value of one property; `nil` when it is absent.
    public subscript(name: String) -> JSONValue? { members[name] }

    /// Returns the properties without some of them.
    ///
    /// Generated types for requests use it, because a service may send back properties that only requests declare, and
    /// the property that the caller sets must not have a second value.
    ///
    /// - Parameter names: The names of the properties to leave out.
    /// - Returns: The others.
    @_spi(Generated)
    public func without(_ names: [String]) -> UnknownProperties {
        let all = members.members
        let others = all.filter { !names.contains($0.name) }
        return others.count == all.count ? self : UnknownProperties(JSONObject(distinct: others))
    }
}

extension UnknownProperties: Hashable {

    /// Returns whether properties and values are equal, regardless of their order and formatting.
    public static func == (lhs: UnknownProperties, rhs: UnknownProperties) -> Bool {
        lhs.raw == rhs.raw || lhs.members == rhs.members
    }

    /// Hashes the properties.
    public func hash(into hasher: inout Hasher) {
        guard !isEmpty else { return hasher.combine(0) }
        hasher.combine(members)
    }
}

extension UnknownProperties: CustomStringConvertible {

    /// The number of properties only, because values may be private.
    public var description: String {
        isEmpty ? "no unknown properties" : "\(members.count) unknown properties"
    }
}
