#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The document that a tree of strings is decoded from: JSON in which scalars are strings.
struct TextDocument {
    private(set) var bytes: [UInt8] = []
    private var lists: [Int: TextList] = [:]
    private var json: [Range<Int>] = []
    private var files: [Int: TextFile] = [:]
    private let options: JSONReadingOptions
    private let work: TextWork?

    /// The notes for the reader.
    var layout: TextLayout { TextLayout(lists: lists, json: json, files: files, work: work) }

    /// Writes a tree.
    ///
    /// - Throws: ``DecodingFailure`` if JSON of the sender is invalid.
    init(_ tree: TextTree, options: JSONReadingOptions, work: TextWork?) throws(DecodingFailure) {
        self.options = options
        self.work = work
        try append(tree)
        work?.add(bytes.count)
    }

    private mutating func append(_ tree: TextTree) throws(DecodingFailure) {
        work?.add(1)
        switch tree {
        case .text(let text):
            bytes += JSONCoding.quoted(text)
        case .file(let content, let text):
            files[bytes.count] = TextFile(content: content, isText: text != nil)
            bytes += JSONCoding.quoted(text ?? content.base64EncodedString())
        case .delimited(let text, let list):
            lists[bytes.count] = list
            bytes += JSONCoding.quoted(text)
        case .json(let document):
            // A document that is not valid on its own could add properties to the enclosing object.
            try Self.check(document, options)
            let document = document.drop { $0 <= ASCII.space }
            json.append(bytes.count..<bytes.count + document.count)
            bytes += document
        case .list(let trees):
            bytes.append(ASCII.openBracket)
            for (index, tree) in trees.enumerated() {
                if index > 0 { bytes.append(ASCII.comma) }
                try append(tree)
            }
            bytes.append(ASCII.closeBracket)
        case .object(let members):
            try append(members)
        }
    }

    private mutating func append(_ members: [(name: String, value: TextTree)]) throws(DecodingFailure) {
        bytes.append(ASCII.openBrace)
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(ASCII.comma) }
            bytes += JSONCoding.quoted(member.name)
            bytes.append(ASCII.colon)
            do throws(DecodingFailure) {
                try append(member.value)
            } catch {
                throw error.below(member.name)
            }
        }
        bytes.append(ASCII.closeBrace)
    }

    private static func check(_ document: [UInt8], _ options: JSONReadingOptions) throws(DecodingFailure) {
        let result = document.withUnsafeBytes { buffer -> Result<Void, DecodingFailure> in
            guard let bytes = JSONBytes(buffer) else { return .failure(DecodingFailure(.syntax, "the JSON is empty")) }
            var reader = JSONReader(bytes, options: options, isIndexed: true)
            do throws(DecodingFailure) {
                try reader.skipValue()
                try reader.finishDocument()
                return .success(())
            } catch {
                return .failure(DecodingFailure(error.reason, error.message))
            }
        }
        try result.get()
    }
}

extension JSONCoding {
    /// Decodes a value from strings in one pass.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - tree: The strings.
    ///   - options: The reading options and limits.
    ///   - work: A counter of the work, for tests.
    /// - Returns: The value.
    /// - Throws: ``DecodingFailure`` with the path of the first problem.
    package static func decode<T: JSONCodable>(
        _ type: T.Type = T.self,
        from tree: TextTree,
        options: JSONReadingOptions,
        work: TextWork? = nil
    ) throws(DecodingFailure) -> T {
        var options = options
        let document = try TextDocument(tree, options: options, work: work)
        options.isText = true
        let result = document.bytes.withUnsafeBytes { buffer -> Result<T, DecodingFailure> in
            guard let bytes = JSONBytes(buffer) else { return .failure(DecodingFailure(.syntax, "nothing to decode")) }
            var reader = JSONReader(bytes, options: options, isIndexed: true)
            reader.text = document.layout
            do throws(DecodingFailure) {
                let value = try T(json: &reader)
                if let stop = reader.stop { throw stop }
                try reader.finishDocument()
                return .success(value)
            } catch {
                return .failure((reader.stop ?? error).located(in: bytes))
            }
        }
        return try result.get()
    }
}
