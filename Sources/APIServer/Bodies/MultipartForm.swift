public import APIRuntime
import APIRequestDecoding
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import HTTPTypes

/// The parts of a multipart body, accessed by name.
public struct MultipartForm: Sendable, RedactedReflectable {
    /// The parts in the order in which they were received.
    public let parts: [MultipartPart]

    private let options: JSONReadingOptions
    private let received: ReceivedParts
    /// The failure of a method that does not throw, for ``ServerInput``.
    private let failure = LockedState<UnreadableInput?>(nil)

    /// Parses the body of a request.
    ///
    /// - Parameters:
    ///   - input: The request.
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    /// - Throws: ``UnreadableInput`` if the body is not a form, has a part without a name or exceeds a limit.
    public init(
        _ input: ServerInput,
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:]
    ) throws(UnreadableInput) {
        let type = input.about.headers[.contentType]
        guard let reader = MultipartReader(contentType: type ?? "") else {
            throw UnreadableInput(notFormWithType: type)
        }
        let parts: [ReceivedPart]
        do {
            parts = try reader.parts(of: input.body, limits: input.options.formLimits)
        } catch {
            throw UnreadableInput(.body, failure: error)
        }
        try self.init(parts, type, encodings, exploded, input.options)
    }

    /// Parses the body of a request while it arrives, or one that was read before.
    ///
    /// A file of more than 64 KiB is not in memory, but in a temporary file that is deleted with the last use of its
    /// content. All other parts are in memory, up to ``ServerOptions/maximumBodyBytes`` together.
    ///
    /// - Parameters:
    ///   - input: The request.
    ///   - files: The names of the parts that are files.
    ///   - values: The names of the parts that are not files, if all others are; `nil` if only those of `files` are.
    ///   - encodings: The encodings of single properties, by name, for properties with a style.
    ///   - exploded: The names that the form has in place of properties that are objects, by the properties' names.
    /// - Throws: ``UnreadableInput`` if the body is not a form, has a part without a name, ends within a part or exceeds a
    ///   limit; or an error of the connection or the file system.
    public init(
        _ input: ServerInput,
        files: [String],
        values: [String]? = nil,
        encodings: [String: FormEncoding] = [:],
        exploded: [String: [String]] = [:]
    ) async throws {
        var collector = try FormCollector(input, files: files, values: values)
        for try await chunk in input.stream ?? BodyChunks(input.body) { try collector.add(chunk) }
        let type = input.about.headers[.contentType]
        try self.init(try collector.finish(), type, encodings, exploded, input.options)
    }

    private init(
        _ parts: [ReceivedPart],
        _ type: String?,
        _ encodings: [String: FormEncoding],
        _ exploded: [String: [String]],
        _ options: ServerOptions
    ) throws(UnreadableInput) {
        // Only the parts of a form need names (RFC 7578, section 4.2).
        guard type?.mediaType != "multipart/form-data" || parts.allSatisfy(\.isNamed) else {
            let failure = DecodingFailure(.syntax, "a part of the form has no name")
            throw UnreadableInput(.body, "", .unreadable(failure))
        }
        received = ReceivedParts(parts, encodings: encodings, exploded: exploded, limits: options.formLimits)
        self.parts = parts.map(MultipartPart.init)
        self.options = options.reading
    }

    /// Returns the parts with a name.
    public func parts(named name: String) -> [MultipartPart] { received[name].map(MultipartPart.init) }

    /// Returns a required file.
    ///
    /// - Throws: ``UnreadableInput`` if the file is missing, or if there are several with the name.
    public func file(_ name: String) throws(UnreadableInput) -> FilePart {
        let files = files(name)
        guard let file = files.first else { throw UnreadableInput(.body, name, .missing) }
        guard files.count == 1 else { throw Self.severalFiles(name) }
        return file
    }

    /// Returns a file, or `nil` if it is absent.
    ///
    /// Of several files with the name, returns the first, and the method of ``ServerInput`` that reads the form throws
    /// ``UnreadableInput``.
    public func fileIfPresent(_ name: String) -> FilePart? {
        let files = files(name)
        if files.count > 1 { failure.withLock { $0 = $0 ?? Self.severalFiles(name) } }
        return files.first
    }

    private static func severalFiles(_ name: String) -> UnreadableInput {
        UnreadableInput(.body, name, .unreadable(DecodingFailure(.mismatch, "expected one file, found several")))
    }

    /// Throws the failure of a method that does not throw itself.
    func checkFiles() throws(UnreadableInput) {
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Returns all files with a name.
    public func files(_ name: String) -> [FilePart] {
        received[name].map { part in
            let type = part.contentType ?? "application/octet-stream"
            var file = FilePart(part.content, fileName: part.fileName, contentType: type)
            file.headers = part.headers
            return file
        }
    }

    /// Returns the files whose names are not declared, by name; each as ``fileIfPresent(_:)`` does.
    public func additionalFiles(except names: [String]) -> [String: FilePart] {
        var files: [String: FilePart] = [:]
        for name in additionalNames(except: names) { files[name] = fileIfPresent(name) }
        return files
    }

    /// Returns the lists of files whose names are not declared, by name.
    public func additionalFileLists(except names: [String]) -> [String: [FilePart]] {
        var lists: [String: [FilePart]] = [:]
        for name in additionalNames(except: names) { lists[name] = files(name) }
        return lists
    }

    /// Decodes the properties whose names are not declared.
    ///
    /// - Parameter names: The names of the declared properties.
    /// - Returns: The values by name.
    /// - Throws: ``UnreadableInput`` if a value cannot be decoded as its type.
    public func additional<T: JSONCodable>(except names: [String]) throws(UnreadableInput) -> [String: T] {
        var values: [String: T] = [:]
        for name in additionalNames(except: names) { values[name] = try value(name) as T }
        return values
    }

    private func additionalNames(except names: [String]) -> [String] {
        let declared = Set(names)
        return received.names.filter { !declared.contains($0) && !$0.isEmpty }
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
        var value: T?
        do throws(DecodingFailure) {
            if let tree = try received.tree(of: name) {
                value = try JSONCoding.decode(T.self, from: tree, options: options)
            }
        } catch {
            throw UnreadableInput(.body, name, failure: error)
        }
        guard let value else { return try AbsentValue.read(.body, name) }
        return value
    }

    /// Decodes all properties as one value.
    ///
    /// One part that contains JSON may be a whole list, or the only element of one. A property that cannot be read as the
    /// former is read as the latter, for a few properties.
    func object<T: JSONCodable>() throws(DecodingFailure) -> T {
        // The failures of the parts that are read as the only element of a list.
        var single: [String: DecodingFailure] = [:]
        while true {
            do throws(DecodingFailure) {
                return try JSONCoding.decode(T.self, from: received.object(listing: Set(single.keys)), options: options)
            } catch {
                guard case .member(let name)? = error.steps.first else { throw error }
                if let first = single[name] { throw first }
                guard received.isOneArray(name), single.count < 8 else { throw error }
                single[name] = error
            }
        }
    }
}

extension MultipartPart {
    /// Creates a part from the form that the form reader returns.
    fileprivate init(_ part: ReceivedPart) {
        self.init(name: part.name, fileName: part.fileName, contentType: part.contentType, bytes: part.bytes)
        content = part.content
    }
}

extension ReceivedPart {
    /// The content, in memory or in a temporary file.
    fileprivate var content: APIRuntime.HTTPBody { largeFile ?? .bytes(bytes) }
}
