// Imports both modules with a type of file, as an app may.
import APIRuntime
import Foundation
import SensibillAPI
import SensibillSDK
import Testing

@Suite("Files of documents")
struct SourceFileTests {
    @Test("the file of a document is created by .init(data:) or .init(file:) without naming its type")
    func unambiguous() throws {
        let upload = SensibillAPIModel.DocumentCreationRequestDto(
            sourceFile: try .init(data: Samples.jpeg),
            documentType: .receipt
        )
        #expect(upload.filePart.contentType == "image/jpeg")
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
        try Samples.jpeg.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let stored = SensibillAPI.DocumentCreationRequestDto(sourceFile: try .init(file: url), documentType: .receipt)
        #expect(stored.filePart.fileName == url.lastPathComponent)
        let plain = DocumentCreationRequestDto(filePart: .init(data: Samples.jpeg), documentType: .receipt)
        #expect(plain.filePart.contentType == "application/octet-stream")
    }
}
