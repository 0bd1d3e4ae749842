public import Foundation
public import GRDB

/// An error that occurs when a database cannot be used.
///
/// Its messages contain no folder, no SQL and no stored value.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A kind of failure.
    ///
    /// More kinds may be added: end a `switch` with `default`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind, as it appears in descriptions.
        public let rawValue: String

        /// Creates a kind by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file is no longer a database, and a new one could not replace it.
        public static let damaged = Code(rawValue: "damaged")

        /// Something other than a file, such as a folder, has the file's name.
        public static let notAFile = Code(rawValue: "notAFile")

        /// The file or its folder is not writable, or the path cannot exist.
        public static let unwritable = Code(rawValue: "unwritable")

        /// The disk is full.
        public static let full = Code(rawValue: "full")

        /// Another connection locked the file for longer than the busy timeout, or owns the file.
        public static let busy = Code(rawValue: "busy")

        /// A newer version of the app has written the file.
        public static let newer = Code(rawValue: "newer")

        /// The database was closed.
        public static let closed = Code(rawValue: "closed")

        /// The disk failed to read or write.
        public static let disk = Code(rawValue: "disk")

        /// A statement was refused, for example by a constraint.
        public static let refused = Code(rawValue: "refused")
    }

    /// The kind of failure.
    public let code: Code

    /// The failure and how to resolve it, in one or two sentences.
    public let message: String

    /// The extended result code of SQLite; `nil` if the failure occurred outside SQLite.
    public let resultCode: Int?

    /// Creates an error.
    public init(_ code: Code, _ message: String, resultCode: Int? = nil) {
        self.code = code
        self.message = message
        self.resultCode = resultCode
    }

    /// Creates an error from a GRDB error, without its SQL, values and path.
    public init(_ error: DatabaseError) {
        let code = Self.code(of: error.resultCode)
        self.init(code, Self.message(for: code), resultCode: Int(error.extendedResultCode.rawValue))
    }

    /// The kind, message and result code.
    public var description: String {
        let suffix = resultCode.map { " (SQLite \($0))" } ?? ""
        return "StorageError.\(code.rawValue): \(message)\(suffix)"
    }

    private static func code(of result: ResultCode) -> Code {
        switch result {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
        case .SQLITE_FULL: .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .unwritable
        case .SQLITE_MISUSE: .closed
        case .SQLITE_IOERR: .disk
        default: .refused
        }
    }

    private static func message(for code: Code) -> String {
        switch code {
        case .damaged: "The file is damaged."
        case .full: "The disk is full. Free some space and try again."
        case .busy: "Another user of the file holds it. Try again later."
        case .unwritable: "The file cannot be opened for writing. Choose a folder that the process may write to."
        case .closed: "The database is closed. Open it again."
        case .disk: "The disk failed to read or write."
        default: "The database refused a statement."
        }
    }
}

extension DatabaseError {
    /// Whether the file's content is corrupt, as opposed to temporarily inaccessible.
    var isDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}

extension StorageError: LocalizedError {
    /// The failure and how to resolve it.
    public var errorDescription: String? { message }
}
