public import HTTPTypes

/// A part of a multipart response that is read while it arrives.
public struct ResponsePart<Value: Sendable>: Sendable {
    /// Header fields of the part.
    public let headers: HTTPFields

    /// The decoded content.
    public let value: Value

    /// Creates a part.
    public init(headers: HTTPFields = [:], value: Value) {
        self.headers = headers
        self.value = value
    }
}

extension ResponsePart: Equatable where Value: Equatable {}
