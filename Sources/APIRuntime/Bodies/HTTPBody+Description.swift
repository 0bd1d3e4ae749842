extension HTTPBody: CustomStringConvertible, RedactedReflectable {
    /// The kind of body and its length.
    public var description: String {
        let size =
            switch self {
            case .bytes(let bytes): "\(bytes.count) bytes"
            case .file: "a file"
            case .stream(let stream): stream.length.map { "a stream of \($0) bytes" } ?? "a stream"
            }
        return "HTTPBody(\(size))"
    }
}
