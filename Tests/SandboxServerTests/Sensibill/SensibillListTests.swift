import APIRuntime
import Foundation
import HTTPTypes
import SandboxServer
import SensibillAPI
import Testing

@Suite("Sensibill: document lists")
struct SensibillListTests {

    @Test("the offset counts pages, and the count is the total of all pages")
    func pages() async throws {
        try await SensibillHarness.run { sandbox in
            let user = try await sandbox.readyMadeUser()
            let first = try await user.documents.list(limit: 10)
            let last = try await user.documents.list(limit: 10, offset: 2)
            #expect(first.count == 25 && last.count == 25)
            #expect(first.documents?.count == 10 && last.documents?.count == 5)
            let times = first.documents?.compactMap(\.arrivalDateTime) ?? []
            #expect(times == times.sorted(by: >))

            var ids: Set<String> = []
            for try await page in user.documents.listPages(limit: 10) { ids.formUnion(page.items.map(\.id)) }
            #expect(ids.count == 25)
        }
    }

    @Test("every filter finds only its document")
    func filters() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            let wanted = try await user.upload(
                "MERCHANT=Cafe Nord;TOTAL=25.60;DATE=2024-04-30;TIME=12:31:00;CURRENCY=EUR;NUMBER=N-1001;TENDER=Visa",
                foreignId: "wanted-1",
                description: "Team lunch",
                account: AccountMetadata(account: "acc-12345")
            )
            sandbox.server.clock.advance(by: 60)
            _ = try await user.upload(
                "MERCHANT=Corner Books;TOTAL=9.00;DATE=2024-01-02;TIME=08:05:00;CURRENCY=CAD;NUMBER=N-2002;TENDER=Cash",
                foreignId: "other-1",
                description: "Books"
            )
            let documents = user.documents
            let responses = [
                try await documents.list(account: ["acc-12345"]),
                try await documents.list(accountExists: true),
                try await documents.list(arrivalDateTimeLTE: "2024-05-01T12:00:30.000"),
                try await documents.list(categoryCode: ["meals"]),
                try await documents.list(currencyCode: ["EUR", "USD"]),
                try await documents.list(description: ["LUNCH"]),
                try await documents.list(documentDateGTE: CalendarDate("2024-04-01")),
                try await documents.list(documentNumber: ["N-1001"]),
                try await documents.list(documentTimeGTE: "12:00", documentTimeLTE: "13:00"),
                try await documents.list(foreignId: ["wanted-1"]),
                try await documents.list(fulltext: "nord"),
                try await documents.list(fulltext: "25.60"),
                try await documents.list(id: [wanted]),
                try await documents.list(merchantName: ["cafe nord"]),
                try await documents.list(paymentTender: [.visa]),
                try await documents.list(total: [25.6]),
                try await documents.list(totalGTE: 10, totalLTE: 30),
                try await documents.list(status: [.completedSuccess], sourceFormat: [.image]).without("other-1"),
            ]
            for (index, response) in responses.enumerated() {
                #expect(response.documents?.map(\.id) == [wanted], "filter \(index)")
            }
            #expect(try await documents.list(accountExists: false).documents?.map(\.foreignId) == ["other-1"])
        }
    }

    @Test("lists are sorted by arrival, date or time, in both directions")
    func sorting() async throws {
        let spelling = "GET /api/v2/documents: request query orderBy: '\"asc\"' is not one of the documented values"
        try await SensibillHarness.run(delay: 0, violations: [spelling]) { sandbox in
            let user = try await sandbox.newUser()
            _ = try await user.upload("DATE=2024-03-01;TIME=09:00:00", foreignId: "first")
            _ = try await user.upload("DATE=2024-01-01;TIME=11:00:00", foreignId: "second")
            func order(_ sortBy: SortBy?, _ orderBy: OrderBy?) async throws -> [String?]? {
                try await user.documents.list(sortBy: sortBy, orderBy: orderBy).documents?.map(\.foreignId)
            }
            #expect(try await order(nil, nil) == ["second", "first"])
            #expect(try await order(.arrivalDateTime, .asc) == ["first", "second"])
            #expect(try await order(.documentDate, .desc) == ["first", "second"])
            #expect(try await order(.documentTime, OrderBy(rawValue: "asc")) == ["first", "second"])
        }
    }

    @Test(
        "invalid values are refused with 400 and an error name",
        arguments: [
            ("limit=0", ErrorName.invalidParameterError), ("limit=many", .invalidParameterError),
            ("offset=101", .invalidParameterError), ("sortBy=size", .invalidParameterError),
            ("filter.colour=red", .parameterNotAllowedError), ("filter.documentTime=noon", .invalidParameterError),
            ("filter.documentDate=yesterday", .invalidParameterError),
            ("filter.total=1&filter.total.gte=1", .invalidParametersError),
            ("filter.status=Lost", .invalidParameterError),
        ]
    )
    func refusals(_ query: String, _ name: ErrorName) async throws {
        try await SensibillHarness.run { sandbox in
            let token = try await sandbox.tokens().accessToken ?? ""
            let headers: HTTPFields = [.authorization: "Bearer \(token)"]
            let response = try await sandbox.send(.get, "/api/v2/documents?\(query)", headers: headers)
            #expect(response.status == 400)
            #expect(try JSONCoding.decode(ErrorResponse.self, from: response.body).name == name)
        }
    }

    @Test("quotation marks around a filter date are ignored")
    func quotes() async throws {
        try await SensibillHarness.run(delay: 0) { sandbox in
            let user = try await sandbox.newUser()
            _ = try await user.upload("DATE=2024-04-04")
            let token = try await sandbox.tokens(accessID: "customer-000777", secret: "secret-1").accessToken ?? ""
            let headers: HTTPFields = [.authorization: "Bearer \(token)"]
            let path = "/api/v2/documents?filter.documentDate='2024-04-04'"
            let response = try await sandbox.send(.get, path, headers: headers)
            #expect(try JSONCoding.decode(GetDocumentListResponseDto.self, from: response.body).count == 1)
        }
    }
}

extension GetDocumentListResponseDto {
    /// Returns the list without one document.
    fileprivate func without(_ foreignId: String) -> GetDocumentListResponseDto {
        var list = self
        list.documents?.removeAll { $0.foreignId == foreignId }
        return list
    }
}
