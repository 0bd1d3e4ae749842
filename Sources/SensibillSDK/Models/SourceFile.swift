import APIRuntime
public import Foundation
public import SensibillAPI

extension SensibillAPIModel {
    /// A picture or PDF to upload: a JPEG, PNG, GIF or PDF file of 1 byte to 5 MB (5,242,880 bytes).
    public struct SourceFile: Sendable {
        /// The largest size in bytes that the service accepts: 5 MB (5,242,880).
        public static let maximumSize = 5 * 1024 * 1024

        /// Media type.
        public let mimeType: MIMEType

        /// The file name sent to the service; never empty.
        public let filename: String

        let part: FilePart

        /// Creates a source file from bytes.
        ///
        /// - Parameters:
        ///   - data: The bytes of the file.
        ///   - filename: The name of the file; `nil` derives one from the media type.
        ///   - mimeType: The media type; `nil` detects it from the first bytes.
        /// - Throws: ``SourceFileError`` if the file is empty or too large, if its type cannot be uploaded, or if the
        ///   type contradicts the first bytes.
        public init(data: Data, filename: String? = nil, mimeType: MIMEType? = nil) throws {
            let type = try Self.check(size: data.count, head: data.prefix(8), claimed: mimeType)
            self.mimeType = type
            self.filename = Self.name(filename, type)
            part = FilePart(data: data, fileName: self.filename, contentType: type.rawValue)
        }

        /// Creates a source file from a file on disk, which is read while it is sent.
        ///
        /// - Parameters:
        ///   - file: A file URL. The file must not change until the upload has ended.
        ///   - filename: The file name sent to the service; `nil` uses the name of the file.
        ///   - mimeType: The media type; `nil` detects it from the first bytes.
        /// - Throws: ``SourceFileError`` for the same reasons as ``init(data:filename:mimeType:)``; an error of the
        ///   file system if the file cannot be read.
        public init(file: URL, filename: String? = nil, mimeType: MIMEType? = nil) throws {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            let head = try handle.read(upToCount: 8) ?? Data()
            let size = try handle.seekToEnd()
            let type = try Self.check(size: Int(clamping: size), head: head, claimed: mimeType)
            self.mimeType = type
            self.filename = Self.name(filename ?? file.lastPathComponent, type)
            part = FilePart(file: file, fileName: self.filename, contentType: type.rawValue)
        }

        private static func name(_ given: String?, _ type: MIMEType) -> String {
            guard let given, !given.isEmpty else { return "document.\(type.fileExtension)" }
            return given
        }

        /// Checks a file and returns its media type.
        static func check(
            size: Int,
            head: some Collection<UInt8>,
            claimed: MIMEType?
        ) throws(SourceFileError) -> MIMEType {
            guard size > 0 else { throw .empty }
            guard size <= maximumSize else { throw .dataExceedMaxFileSize }
            guard let found = MIMEType.sniff(head) else { throw .unsupportedType }
            guard claimed == nil || claimed == found else { throw .typeMismatch }
            return found
        }
    }

    /// An error for a file that cannot be uploaded.
    public enum SourceFileError: Error, Hashable, Sendable {
        /// The file is empty.
        case empty
        /// The file is larger than 5 MB (5,242,880 bytes).
        case dataExceedMaxFileSize
        /// The file is not a JPEG, PNG, GIF or PDF.
        case unsupportedType
        /// The first bytes do not match the given media type.
        case typeMismatch
    }
}

extension SensibillAPIModel.SourceFileError: LocalizedError {
    /// A description of the problem with the file.
    public var errorDescription: String? {
        switch self {
        case .empty: "The file is empty."
        case .dataExceedMaxFileSize: "The file is larger than 5 MB (5,242,880 bytes). Send a smaller picture."
        case .unsupportedType: "The file is not a JPEG, PNG, GIF or PDF."
        case .typeMismatch: "The file's first bytes do not match its media type."
        }
    }
}

extension SensibillAPI.DocumentCreationRequestDto {
    /// Creates an upload.
    ///
    /// - Parameters:
    ///   - sourceFile: The file.
    ///   - documentType: The document's type; an invoice only for clients that support invoices.
    ///   - foreignId: The caller's id, unique for the user; a second upload with the same id creates no second
    ///     document.
    ///   - description: The user's description; at most 75 characters.
    ///   - accountMetadata: The bank account and transaction.
    public init(
        sourceFile: SensibillAPIModel.SourceFile,
        documentType: SensibillAPIModel.DocumentType,
        foreignId: String? = nil,
        description: String? = nil,
        accountMetadata: SensibillAPIModel.AccountMetadata? = nil
    ) {
        self.init(
            filePart: sourceFile.part,
            documentType: documentType,
            foreignId: foreignId,
            description: description,
            accountMetadata: accountMetadata
        )
    }

    /// Creates an upload with the argument label as the service's documentation spells it.
    @available(
        *,
        deprecated,
        renamed: "init(sourceFile:documentType:foreignId:description:accountMetadata:)"
    )
    public init(
        sourceFile: SensibillAPIModel.SourceFile,
        documentType: SensibillAPIModel.DocumentType,
        foreignId: String? = nil,
        description: String? = nil,
        accountMetdata: SensibillAPIModel.AccountMetadata?
    ) {
        self.init(
            sourceFile: sourceFile,
            documentType: documentType,
            foreignId: foreignId,
            description: description,
            accountMetadata: accountMetdata
        )
    }
}
