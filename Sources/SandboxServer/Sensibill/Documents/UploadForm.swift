import APIRuntime
import APIServer
import Foundation
import SensibillAPI

extension Upload {

    /// Reads and checks the form of an upload.
    ///
    /// Account data comes in one of three spellings: a part `accountMetadata` with JSON, two parts with dotted names,
    /// or the two parts `accountId` and `transactionId`.
    ///
    /// - Throws: A refusal with status 400.
    init(_ parts: [MultipartPart]) throws(SensibillRefusal) {
        func text(_ name: String) -> String? {
            parts.first { $0.name == name }.map(\.text).flatMap { $0.isEmpty ? nil : $0 }
        }
        guard !parts.isEmpty else { throw .badRequest("The body is no form.", .missingRequestBodyError) }
        guard let file = parts.first(where: { $0.name == "sourceFile" }) else {
            throw .badRequest("The form has no sourceFile.", .missingParameterError)
        }
        guard file.bytes.count <= SensibillFileKind.sizeLimit else {
            throw .badRequest("The file has more than 5 MB.", .validationFailedError)
        }
        guard let kind = SensibillFileKind(file.bytes) else {
            throw .badRequest("The file is no JPEG, PNG, GIF or PDF.", .validationFailedError)
        }
        guard let type = text("documentType").map(DocumentType.init(rawValue:)) else {
            throw .badRequest("The form has no documentType.", .missingParameterError)
        }
        guard type.isKnown else { throw .badRequest("The document type does not exist.", .invalidParameterError) }
        self.init(file: file.bytes, kind: kind, documentType: type)
        foreignId = text("foreignId")
        description = text("description")
        if let foreignId, foreignId.count > 75 { throw .tooLong("foreignId", 75) }
        if let description, description.count > 75 { throw .tooLong("description", 75) }
        account = try Self.account(text)
    }

    private static func account(_ text: (String) -> String?) throws(SensibillRefusal) -> AccountMetadata? {
        var metadata = AccountMetadata(
            account: text("accountMetadata.account") ?? text("accountId"),
            transactionId: text("accountMetadata.transactionId") ?? text("transactionId")
        )
        if let json = text("accountMetadata") {
            guard let decoded = try? JSON.decode(AccountMetadata.self, from: Array(json.utf8)) else {
                throw .badRequest("accountMetadata is no JSON object of texts.", .invalidParameterError)
            }
            metadata = decoded
        }
        for id in [metadata.account, metadata.transactionId].compactMap({ $0 })
        where !StoredDocument.isIdentifier(id) {
            throw .badRequest("accountMetadata has a value that is no id.", .validationFailedError)
        }
        return metadata.account == nil && metadata.transactionId == nil ? nil : metadata
    }
}
