import APIRuntime
public import Foundation
public import SensibillAPI

extension SensibillAPIModel {
    /// A picture or PDF to upload: JPEG, PNG, GIF or PDF, not empty and of at most 5 MB (5,242,880).
    public struct SourceFile: Sendable {
        /// Most bytes that the service takes: 5 MB (5,242,880).
        public static let maximumSize = 5 * 1024 * 1024

        /// Media type.
        public let mimeType: MIMEType

        /// Name given to the service; never empty.
        public let filename: String

        let part: FilePart

        /// Takes bytes.
        ///
        /// - Parameters:
        ///   - data: The file's bytes.
        ///   - filename: Its name; `nil` makes one from the type.
        ///   - mimeType: Its type; `nil` finds it by the first bytes.
        /// - Throws: ``SourceFileError`` for an empty file, one above the limit, and a type that cannot be uploaded or
        ///   is not what the first bytes say.
        public init(data: Data, filename: String? = nil, mimeType: MIMEType? = nil) throws {
            let type = try Self.check(size: data.count, head: data.prefix(8), claimed: mimeType)
            self.mimeType = type
            self.filename = Self.name(filename, type)
            part = FilePart(data: data, fileName: self.filename, contentType: type.rawValue)
        }

        /// Takes a file, which is read while it is sent.
        ///
        /// - Parameters:
        ///   - file: A file URL. The file must not change until the upload has ended.
        ///   - filename: Name given to the service; `nil` takes the file's own.
        ///   - mimeType: Its type; `nil` finds it by the first bytes.
        /// - Throws: As for data; an error of the file system when the file cannot be read.
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

        /// The file's type, when it may be uploaded.
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

    /// Why a file cannot be uploaded.
    public enum SourceFileError: Error, Hashable, Sendable {
        /// The file has no bytes.
        case empty
        /// The file has more than 5 MB (5,242,880).
        case dataExceedMaxFileSize
        /// The file is no JPEG, PNG, GIF or PDF.
        case unsupportedType
        /// The first bytes say another type than the one given.
        case typeMismatch
    }
}

extension SensibillAPIModel.SourceFileError: LocalizedError {
    /// What is wrong with the file.
    public var errorDescription: String? {
        switch self {
        case .empty: "The file is empty."
        case .dataExceedMaxFileSize: "The file is larger than 5 MB (5,242,880). Send a smaller picture."
        case .unsupportedType: "The file is no JPEG, PNG, GIF or PDF."
        case .typeMismatch: "The file's first bytes do not fit the type given for it."
        }
    }
}

extension SensibillAPI.DocumentCreationRequestDto {
    /// Creates an upload.
    ///
    /// - Parameters:
    ///   - sourceFile: The file.
    ///   - documentType: Receipt, or invoice for clients that may handle invoices.
    ///   - foreignId: The caller's own id, unique for the user; a second upload with it makes no second document.
    ///   - description: The user's words; at most 75 characters.
    ///   - accountMetadata: Bank account and transaction.
    public init(
        sourceFile: SensibillAPIModel.SourceFile,
        documentType: SensibillAPIModel.DocumentType,
        foreignId: String? = nil,
        description: String? = nil,
        accountMetadata: SensibillAPIModel.AccountMetadata? = nil
    ) {
        self.init(
            sourceFile: sourceFile.part,
            documentType: documentType,
            foreignId: foreignId,
            description: description,
            accountMetadata: accountMetadata
        )
    }

    /// Creates an upload with the label as the documentation spells it.
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
