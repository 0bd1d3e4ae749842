/// A file to read.
public struct InputFile: Hashable, Sendable {
    /// The name of the file in diagnostics.
    public var path: String
    /// The content of the file.
    public var bytes: [UInt8]

    /// Creates a file.
    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// A file of the output.
public struct OutputFile: Hashable, Sendable {
    /// The path inside the output folder, with slashes.
    public var path: String
    /// The content in UTF-8.
    public var bytes: [UInt8]

    /// The content as a string.
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }
}
