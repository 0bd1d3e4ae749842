import APIRuntime
import APITesting
import Foundation
import SensibillAPI
import SensibillSDK
import Testing

@Suite("input is checked against the limits before a request is sent")
struct InputCheckTests {
    private let scripted = ScriptedProvider()
    private var documents: any DocumentsEndpointsProvider { scripted.provider.documents }

    private func refuses<Model>(_ make: () throws -> SensibillAPIClient.Task<Model>) -> Bool {
        do {
            _ = try make()
            return false
        } catch SensibillAPIClient.TaskError.invalidInput {
            return true
        } catch {
            return false
        }
    }

    @Test("an invalid ID", arguments: ["", "abcd", String(repeating: "a", count: 76), "../users", "ab cd", "äbcdef"])
    func badID(id: String) {
        #expect(refuses { try documents.document(id: id) })
        #expect(refuses { try documents.image(forDocumentId: id) })
        #expect(refuses { try documents.pdf(forDocumentId: id) })
        #expect(refuses { try documents.documents(status: .init(ids: [id])) })
        #expect(refuses { try documents.document(delete: .init(ids: [id])) })
    }

    @Test("IDs at the limits are accepted", arguments: ["abcde", String(repeating: "a", count: 75), "a-b_c:d.e"])
    func goodID(id: String) throws {
        _ = try documents.document(id: id)
    }

    @Test("a number of IDs outside 1 to 10", arguments: [0, 11])
    func counts(count: Int) {
        let ids = (0..<count).map { "document-\($0)" }
        #expect(refuses { try documents.documents(status: .init(ids: ids)) })
        #expect(refuses { try documents.document(delete: .init(ids: ids)) })
    }

    @Test("a long poll timeout outside 1 to 25 seconds", arguments: [(0, true), (1, false), (25, false), (26, true)])
    func timeout(seconds: Int, isRefused: Bool) {
        #expect(refuses { try documents.documents(status: .init(ids: ["document"]), timeout: seconds) } == isRefused)
    }

    @Test(
        "an offset above 100 or a limit outside 1 to 100 is refused",
        arguments: [(0, 1, false), (100, 100, false), (101, 20, true), (0, 0, true), (0, 101, true)]
            as [(UInt, UInt, Bool)]
    )
    func page(offset: UInt, limit: UInt, isRefused: Bool) {
        #expect(
            refuses { try documents.documents(page: .init(offset: offset, limit: limit), sorting: .init()) }
                == isRefused
        )
    }

    @Test("filter values outside the limits")
    func filters() {
        let filters: [SensibillAPIModel.GetDocumentListFilter] = [
            .init(account: []),
            .init(amountDue: [-1]),
            .init(amountDue: [1], amountDueGTE: 1),
            .init(categoryCode: ["ab"]),
            .init(documentDescription: [String(repeating: "a", count: 76)]),
            .init(documentType: [.receipt, .invoice, .receipt]),
            .init(id: (0..<21).map { "document-\($0)" }),
            .init(merchantName: [String(repeating: "a", count: 31)]),
            .init(returnPeriodDurationGTE: -1),
            .init(totalLTE: -0.01),
            .init(status: [.unknown("New")]),
            .init(status: [.completedFailed, .completedSuccess, .inProcessing, .inProcessing]),
        ]
        for filter in filters { #expect(refuses { try documents.documents(filter: filter) }, "\(filter)") }
        #expect(!refuses { try documents.documents(filter: .init(merchantName: ["Café Nord"], totalGTE: 0)) })
    }

    @Test("invalid uploads")
    func uploads() throws {
        let file = try SensibillAPIModel.SourceFile(data: Samples.jpeg)
        #expect(refuses { try documents.document(create: .init(sourceFile: file, documentType: .unknown("letter"))) })
        #expect(
            refuses { try documents.document(create: .init(sourceFile: file, documentType: .receipt, foreignId: "")) }
        )
        let long = String(repeating: "a", count: 76)
        #expect(
            refuses {
                try documents.document(create: .init(sourceFile: file, documentType: .receipt, description: long))
            }
        )
        #expect(
            refuses {
                try documents.document(
                    create: .init(sourceFile: file, documentType: .receipt, accountMetadata: .init(account: "a"))
                )
            }
        )
        let big = FilePart(data: Samples.jpeg + Data(count: 5 * 1024 * 1024))
        #expect(refuses { try documents.document(create: .init(filePart: big, documentType: .receipt)) })
    }

    @Test("credentials and tokens that cannot be sent are rejected")
    func credentials() {
        let authentication = scripted.provider.authentication
        #expect(refuses { try authentication.accessToken(withClientCredentials: .init(key: "a:b", secret: "c")) })
        #expect(refuses { try authentication.accessToken(withClientCredentials: .init(key: "", secret: "c")) })
        #expect(refuses { try authentication.jwtAuthenticate(jwt: "a\r\nb", clientID: "c") })
        #expect(refuses { try scripted.provider.users.emailAvailability(email: "", clientAccessToken: "t") })
        #expect(refuses { try scripted.provider.users.emailAvailability(email: "a@b.example", clientAccessToken: "") })
    }

    @Test("invalid folder and export values")
    func foldersAndExports() {
        let folders = scripted.provider.folders
        #expect(refuses { try folders.folder(create: .init(name: "Trip", color: "#AABBCC")) })
        #expect(refuses { try folders.folder(create: .init(name: "", color: "AABBCC")) })
        #expect(refuses { try folders.folders(locale: Locale(identifier: "en")) })
        let exports = scripted.provider.exports
        #expect(refuses { try exports.export(create: .init(outputFormats: [], criteria: .init())) })
        #expect(
            refuses { try exports.export(create: .init(outputFormats: [.csv], criteria: .init(), locale: "english")) }
        )
        #expect(!refuses { try exports.export(statusForId: String(repeating: "e", count: 86)) })
    }

    @Test(
        "base URLs that no client can use are refused",
        arguments: [
            "", "not a url", "ftp://host.example", "https://", "https://host.example/api/v2",
            "https://host.example/?a=b",
        ]
    )
    func addresses(baseUrl: String) {
        let scripted = ScriptedProvider(baseUrl: baseUrl)
        #expect(refuses { try scripted.provider.home.home() })
    }

    @Test("no refused input causes a request")
    func nothingSent() {
        #expect(scripted.transport.requests.isEmpty)
    }
}
