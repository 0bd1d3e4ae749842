public import APIRuntime
import APIRequestDecoding
import Foundation
import HTTPTypes

/// The parts of a multipart body, accessed by name.
public struct MultipartForm: Sendable {
    /// The parts in the order in which they were received.
    public let parts: [MultipartPart]

    private let options: JSONReadingOptions
    private let encodings: [String: FormEncoding]

    /// Parses the body of a request.
    ///
    /// - Parameters:
    ///   - input: The request.
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    /// - Throws: ``UnreadableInput`` if the body is not a form.
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
    /// - Throws: ``UnreadableInput`` if the file is missing.
    public func file(_ name: String) throws(UnreadableInput) -> FilePart {
        guard let file = fileIfPresent(name) else { throw UnreadableInput(.body, name, .missing) }
        return file
    }

    /// Returns a file, or `nil` if it is absent.
    public func fileIfPresent(_ name: String) -> FilePart? { files(name).first }

    /// Returns all files with a name.
    public func files(_ name: String) -> [FilePart] {
        parts(named: name).map { part in
            let type = part.contentType ?? "application/octet-stream"
            return FilePart(.bytes(part.bytes), fileName: part.fileName, contentType: type)
        }
    }

    /// Returns all files with a name, or `nil` if there are none.
    public func filesIfPresent(_ name: String) -> [FilePart]? {
        let files = files(name)
        return files.isEmpty ? nil : files
    }

    /// Decodes a property that is not a file.
    ///
    /// Decodes the part as JSON if its content type is JSON or if the type is an object, and as a string in all other
    /// cases.
    ///
    /// - Throws: ``UnreadableInput`` if the property is required and absent, or cannot be decoded as its type.
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

    /// Returns the content of a property's parts, or `nil` if there are none.
    private func tree(of name: String) -> JSONValue? {
        guard encodings[name] == nil else { return ReceivedPart.styled(name, parts.map(\.received), encodings) }
        let own = parts(named: name)
        return own.isEmpty ? nil : ReceivedPart.tree(own.map(\.received))
    }
}

extension MultipartPart {
    /// The part in the form that the form reader requires.
    fileprivate var received: ReceivedPart {
        ReceivedPart(name: name, fileName: fileName, contentType: contentType, bytes: bytes)
    }
}
