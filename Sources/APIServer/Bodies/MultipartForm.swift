public import APIRuntime
import APIRequestDecoding
import Foundation
import HTTPTypes

/// A received multipart body whose parts are read by name.
public struct MultipartForm: Sendable {
    /// The parts in their order.
    public let parts: [MultipartPart]

    private let options: JSONReadingOptions
    private let encodings: [String: FormEncoding]

    /// Splits the body of a request into its parts.
    ///
    /// - Parameters:
    ///   - input: The request.
    ///   - encodings: Encodings of single properties, by name, where they have a style.
    /// - Throws: ``UnreadableInput`` for a body that is not a form.
    public init(_ input: ServerInput, encodings: [String: FormEncoding] = [:]) throws(UnreadableInput) {
        self.encodings = encodings
        let reader = MultipartReader(contentType: input.about.headers[.contentType] ?? "")
        guard let reader else { throw UnreadableInput(.body, "", .missing) }
        parts = reader.parts(of: input.body).map { part in
            MultipartPart(name: part.name, fileName: part.fileName, contentType: part.contentType, bytes: part.bytes)
        }
        options = input.options.reading
    }

    /// Returns the parts with a name.
    public func parts(named name: String) -> [MultipartPart] { parts.filter { $0.name == name } }

    /// Returns a required file.
    ///
    /// - Throws: ``UnreadableInput`` when it is absent.
    public func file(_ name: String) throws(UnreadableInput) -> FilePart {
        guard let file = fileIfPresent(name) else { throw UnreadableInput(.body, name, .missing) }
        return file
    }

    /// Returns a file; `nil` when it is absent.
    public func fileIfPresent(_ name: String) -> FilePart? { files(name).first }

    /// Returns all files with a name.
    public func files(_ name: String) -> [FilePart] {
        parts(named: name).map { part in
            let type = part.contentType ?? "application/octet-stream"
            return FilePart(.bytes(part.bytes), fileName: part.fileName, contentType: type)
        }
    }

    /// Returns all files with a name; `nil` without one.
    public func filesIfPresent(_ name: String) -> [FilePart]? {
        let files = files(name)
        return files.isEmpty ? nil : files
    }

    /// Reads a property that is not a file: text, or JSON where its part declares it or its type is an object.
    ///
    /// - Throws: ``UnreadableInput`` when it is required and absent, or not of its type.
    public func value<T: JSONCodable>(_ name: String) throws(UnreadableInput) -> T {
        guard let tree = tree(of: name) else { return try TextTreeDecoding.absent(.body, name) }
        do {
            return try TextTreeDecoding(options: options).decode(T.self, tree)
        } catch {
            throw UnreadableInput(.body, name, .unreadable(error))
        }
    }

    /// All properties as one object.
    var tree: JSONValue { ReceivedPart.object(parts.map(\.received), encodings: encodings) }

    /// The value of a property; `nil` without a part.
    private func tree(of name: String) -> JSONValue? {
        guard encodings[name] == nil else { return ReceivedPart.styled(name, parts.map(\.received), encodings) }
        let own = parts(named: name)
        return own.isEmpty ? nil : ReceivedPart.tree(own.map(\.received))
    }
}

extension MultipartPart {
    /// The part as the reader of forms takes it.
    fileprivate var received: ReceivedPart {
        ReceivedPart(name: name, fileName: fileName, contentType: contentType, bytes: bytes)
    }
}
