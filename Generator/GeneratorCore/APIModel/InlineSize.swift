/// Estimates of the sizes of values in bytes, without the values that they refer to.
///
/// An enum whose cases have large structs as payloads is large itself, and the compile time grows with the square of
/// its size: the responses of Stripe, which contain each other, took minutes. Therefore enums store large payloads by
/// reference.
enum InlineSize {
    /// The size in bytes above which an enum stores a payload by reference.
    static let large = 64
    static let reference = 8
}

extension SwiftType {

    /// The estimated size of a value in bytes; valid once the declared types have their sizes.
    var inlineSize: Int {
        inlineSize(\.inlineSize)
    }

    /// Returns the estimated size of a value in bytes, computed with the sizes of declared types.
    func inlineSize(_ size: (NamedType) -> Int) -> Int {
        switch self {
        case .bool: 1
        case .int, .uint64, .double, .float, .date, .url, .array, .arraySkippingInvalidElements, .dictionary: 8
        case .string, .uuid, .data, .calendarDate, .timeOfDay: 16
        case .decimal, .calendarDuration, .decimalText, .json, .custom, .file: 24
        case .optional(let wrapped): wrapped.inlineSize(size) + 1
        case .named(let type): size(type)
        }
    }

    /// Whether a value is so large that enums store it by reference.
    var isLarge: Bool {
        inlineSize > InlineSize.large
    }
}
