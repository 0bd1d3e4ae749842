import APIRuntime
import APIServer
import Foundation
import SensibillAPI

extension Upload {

    /// Creates an upload after validating the form.
    ///
    /// - Throws: A refusal with status 400.
    init(_ form: DocumentCreationRequestDto) throws(SensibillRefusal) {
        guard case .bytes(let file) = form.filePart.content, file.count <= SensibillFileKind.sizeLimit else {
            throw .badRequest("The file has more than 5 MB.", .validationFailedError)
        }
        guard let kind = SensibillFileKind(file) else {
            throw .badRequest("The file is no JPEG, PNG, GIF or PDF.", .validationFailedError)
        }
        guard form.documentType.isKnown else {
            throw .badRequest("The document type does not exist.", .invalidParameterError)
        }
        self.init(file: file, kind: kind, documentType: form.documentType)
        foreignId = form.foreignId.flatMap { $0.isEmpty ? nil : $0 }
        description = form.description.flatMap { $0.isEmpty ? nil : $0 }
        if let foreignId, foreignId.count > 75 { throw .tooLong("foreignId", 75) }
        if let description, description.count > 75 { throw .tooLong("description", 75) }
        for id in [form.accountMetadata?.account, form.accountMetadata?.transactionId].compactMap({ $0 })
        where !StoredDocument.isIdentifier(id) {
            throw .badRequest("accountMetadata has a value that is no id.", .validationFailedError)
        }
        let isEmpty = form.accountMetadata?.account == nil && form.accountMetadata?.transactionId == nil
        account = isEmpty ? nil : form.accountMetadata
    }
}

extension ServerInput {
    /// Converts account data to the form in the specification: a part `accountMetadata` with JSON.
    ///
    /// Clients also send two parts with dotted names, or the parts `accountId` and `transactionId`.
    mutating func joinAccountParts() throws {
        let form = try MultipartForm(self)
        func text(_ name: String) -> String? {
            form.parts(named: name).first.map(\.text).flatMap { $0.isEmpty ? nil : $0 }
        }
        let metadata = AccountMetadata(
            account: text("accountMetadata.account") ?? text("accountId"),
            transactionId: text("accountMetadata.transactionId") ?? text("transactionId")
        )
        guard metadata != AccountMetadata(), text("accountMetadata") == nil else { return }
        var part = Array(body.prefix { $0 != UInt8(ascii: "\r") })
        part += "\r\nContent-Disposition: form-data; name=\"accountMetadata\"\r\n\r\n".utf8
        part += JSONCoding.encode(metadata)
        part += "\r\n".utf8
        body = part + body
    }
}
