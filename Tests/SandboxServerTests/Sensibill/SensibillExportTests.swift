import APIRuntime
import Foundation
import HTTPTypes
import SandboxServer
import SensibillAPI
import Testing

@Suite("Sensibill: exports")
struct SensibillExportTests {

    @Test("an export is queued, then running, then completed with a file")
    func life() async throws {
        try await SensibillHarness.run(delay: 10) { sandbox in
            let user = try await sandbox.readyMadeUser()
            let body = ExportCreateDto(outputFormats: [.csv], criteria: ListDocumentsCriteriaDto(totalGTE: 0))
            let order = try await user.exports.create(body: body)
            #expect(order.status == .queued)
            #expect(order.documentsCount == 25)
            #expect(order.id.count == 86)
            #expect(order.destructionTime == SensibillHarness.start.addingTimeInterval(14 * 86_400))
            let early = try await #require(throws: GetExportContentsError.self) {
                try await user.exports.contents(id: order.id)
            }
            #expect(early.status == 409)

            sandbox.server.clock.advance(by: 10)
            #expect(try await user.exports.get(id: order.id).status == .running)
            sandbox.server.clock.advance(by: 10)
            let export = try await user.exports.get(id: order.id)
            #expect(export.status == .completed)
            #expect(export.documents.count == 25)
            let response = try await user.exports.withResponse { try await $0.contents(id: order.id) }
            #expect(response.headers[.contentDisposition] == "attachment; filename=\"export.csv\"")
            let lines = String(decoding: response.body, as: UTF8.self).split(whereSeparator: \.isNewline)
            #expect(lines.count == 26)
            #expect(response.body.count == export.filesize)

            sandbox.server.clock.advance(by: 14 * 86_400)
            let later = try await sandbox.readyMadeUser()
            #expect(try await later.exports.list().isEmpty)
        }
    }

    @Test("an export without matching documents has no file")
    func nothing() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            let order = try await user.exports.create(
                body: ExportCreateDto(outputFormats: [.pdf], criteria: ListDocumentsCriteriaDto())
            )
            #expect(order.status == .noDocumentsFound)
            #expect(try await user.exports.list().map(\.status) == [.noDocumentsFound])
            let error = try await #require(throws: GetExportContentsError.self) {
                try await user.exports.contents(id: order.id)
            }
            #expect(error.status == 409)
        }
    }

    @Test(
        "the media type depends on the formats",
        arguments: [
            ([ExportOutputFormat.csv], "text/csv", "id,type"),
            ([.pdf], "application/pdf", "%PDF-"),
            ([.xlsx], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"),
            ([.csv, .pdf], "application/zip", "PK"),
        ]
    )
    func mediaTypes(_ formats: [ExportOutputFormat], _ type: String, _ beginning: String) async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            let token = try await sandbox.tokens(accessID: "customer-000777", secret: "secret-1").accessToken ?? ""
            _ = try await user.upload("TOTAL=25.60")
            let order = try await user.exports.create(
                body: ExportCreateDto(outputFormats: formats, criteria: ListDocumentsCriteriaDto())
            )
            let path = try #require(try await user.exports.get(id: order.id).fileURL?.path)
            let response = try await sandbox.send(.get, path, headers: [.authorization: "Bearer \(token)"])
            #expect(response.status == 200)
            #expect(response.headers[.contentType] == type)
            #expect(response.body.starts(with: Array(beginning.utf8)))
        }
    }
}
