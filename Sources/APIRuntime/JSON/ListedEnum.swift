/// A string enumeration of listed values that preserves all other values in a separate case.
///
/// Generated enumerations conform to it. They list each value once, in ``listing``.
///
/// ```swift
/// enum Color: ListedEnum {
///     case red, green
///     case unknown(String)
///     static let listing: EnumListing<Color, String> = ["red": .red, "green": .green]
///     var unlisted: String? { if case .unknown(let value) = self { value } else { nil } }
/// }
/// ```
public protocol ListedEnum: OpenEnum {
    /// The listed values by their raw values.
    static var listing: EnumListing<Self, String> { get }

    /// Returns the value for a raw value that is not listed.
    static func unknown(_ rawValue: String) -> Self

    /// The raw value of a value that is not listed; `nil` for a listed one.
    var unlisted: String? { get }
}

extension ListedEnum {
    /// Creates a value, listed or not.
    public init(rawValue: String) {
        self = Self.listing.value(spelled: rawValue) ?? .unknown(rawValue)
    }

    /// The raw value in JSON.
    public var rawValue: String {
        unlisted ?? Self.listing.rawValue(of: self) ?? ""
    }

    /// The listed values in the order of the OpenAPI document.
    public static var knownValues: [Self] { listing.values }

    /// Whether the OpenAPI document lists this value.
    public var isKnown: Bool { unlisted == nil }
}

/// A string enumeration that lists common values but allows any string, such as the names of language models.
///
/// ```swift
/// enum Voice: OpenListedEnum {
///     case alto, bass
///     case unknown(String)
///     static let listing: EnumListing<Voice, String> = ["alto": .alto, "bass": .bass]
///     var unlisted: String? { if case .unknown(let value) = self { value } else { nil } }
/// }
/// let mine: Voice = "tenor"
/// ```
public protocol OpenListedEnum: ListedEnum, ExpressibleByStringLiteral {}

extension OpenListedEnum {
    /// Creates a value, listed or not.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

/// An integer enumeration of listed values that preserves all other values in a separate case.
public protocol ListedIntEnum: OpenIntEnum {
    /// The listed values by their raw values.
    static var listing: EnumListing<Self, Int> { get }

    /// Returns the value for a raw value that is not listed.
    static func unknown(_ rawValue: Int) -> Self

    /// The raw value of a value that is not listed; `nil` for a listed one.
    var unlisted: Int? { get }
}

extension ListedIntEnum {
    /// Creates a value, listed or not.
    public init(rawValue: Int) {
        self = Self.listing[rawValue] ?? .unknown(rawValue)
    }

    /// The raw value in JSON.
    public var rawValue: Int {
        unlisted ?? Self.listing.rawValue(of: self) ?? 0
    }

    /// The listed values in the order of the OpenAPI document.
    public static var knownValues: [Self] { listing.values }

    /// Whether the OpenAPI document lists this value.
    public var isKnown: Bool { unlisted == nil }
}

/// The values of an enumeration by their raw values.
///
/// Short lists are searched linearly, longer ones use a dictionary.
public struct EnumListing<Value: Hashable & Sendable, RawValue: Hashable & Sendable>: ExpressibleByDictionaryLiteral,
    Sendable
{
    /// The values in the order of the listing.
    package let values: [Value]

    private let rawValues: [RawValue]
    private let positions: [RawValue: Int]
    private let places: [Value: Int]

    private static var searchLimit: Int { 8 }

    /// Creates a listing; if a raw value is repeated, the first one counts.
    public init(dictionaryLiteral elements: (RawValue, Value)...) {
        values = elements.map(\.1)
        rawValues = elements.map(\.0)
        let isLong = elements.count > Self.searchLimit
        positions = isLong ? Dictionary(zip(rawValues, values.indices)) { first, _ in first } : [:]
        places = isLong ? Dictionary(zip(values, values.indices)) { first, _ in first } : [:]
    }

    /// Returns the value for a raw value; `nil` when it is not listed.
    package subscript(_ rawValue: RawValue) -> Value? {
        let position = positions.isEmpty ? rawValues.firstIndex(of: rawValue) : positions[rawValue]
        return position.map { values[$0] }
    }

    /// Returns the value whose raw value has the same bytes; `nil` when it is not listed.
    func value(spelled rawValue: String) -> Value? where RawValue == String {
        let position = positions.isEmpty ? rawValues.firstIndex(of: rawValue) : positions[rawValue]
        guard let position else { return nil }
        if rawValues[position].utf8.elementsEqual(rawValue.utf8) { return values[position] }
        // Unicode considers the two strings equivalent, but in JSON they are different.
        return rawValues.firstIndex { $0.utf8.elementsEqual(rawValue.utf8) }.map { values[$0] }
    }

    /// Returns the raw value of a listed value; `nil` for any other value.
    package func rawValue(of value: Value) -> RawValue? {
        let position = places.isEmpty ? values.firstIndex(of: value) : places[value]
        return position.map { rawValues[$0] }
    }
}
