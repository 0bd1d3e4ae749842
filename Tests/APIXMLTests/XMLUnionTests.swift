import APIRuntime
import APITesting
import APIWebhooks
import APIXML
import Foundation
import HTTPTypes
import Testing
import XMLAPI

/// Tests of unions in XML bodies.
@Suite("XML unions")
struct XMLUnionTests {

    private let codec = XMLBodyCodec()

    private func text(_ value: some JSONCodable) throws -> String {
        let bytes = try codec.encode(JSONValue(value), as: Swift.type(of: value), root: nil)
        return String(
            String(decoding: bytes, as: UTF8.self).dropFirst(#"<?xml version="1.0" encoding="UTF-8"?>"#.count)
        )
    }

    private func value<T: JSONCodable>(_ text: String) throws -> T {
        try codec.decode(Array(text.utf8), as: T.self).decode(T.self)
    }

    private static let loan = """
        <loan><medium type="vhs"><minutes>90</minutes></medium><others><other born="1815"><name>Ada</name></other>\
        <other><code>4</code></other></others><until>2024-02-29</until></loan>
        """

    private var loan: Loan {
        Loan(
            medium: .tape(Tape(minutes: 90)),
            others: [.author(Author(name: "Ada", born: 1815)), .fault(Fault(code: 4))],
            until: .date(CalendarDate(2024, 2, 29))
        )
    }

    @Test("an XML union is decoded by its discriminator, its properties or its text")
    func members() throws {
        #expect(try value(Self.loan) == loan)
        #expect(try text(loan) == Self.loan)
        let number: Loan = try value(Self.loan.replacing("2024-02-29", with: "7"))
        #expect(number.until == .integer(7))
        let unknown: Loan = try value("<loan><medium type='lp'><sides>2</sides></medium></loan>")
        guard case .unknown(let medium) = unknown.medium else {
            Issue.record("\(unknown.medium)")
            return
        }
        #expect(medium["sides"] == "2")
    }

    @Test("a top-level union has the element name of its variant, in lists too")
    func roots() async throws {
        let transport = ScriptedTransport([
            .bytes(
                Array(
                    "<media><tape type='vhs'/><disc kind='cd' tracks='9'/><tape type='vhs'><minutes>1</minutes></tape></media>"
                        .utf8
                ),
                contentType: "application/xml"
            )
        ])
        var configuration = ClientConfiguration.testing(transport)
        configuration.bodyCodecs = [codec]
        let client = XMLClient(
            servers: XMLServers(main: URL(string: "https://library.example")),
            configuration: configuration
        )
        let media = try await client.media.putMedium(body: .disc(Disc(tracks: 9)))
        #expect(
            media == [
                .tape(Tape()), .disc(Disc(tracks: 9)), .tape(Tape(minutes: 1)),
            ]
        )
        #expect(transport.requests[0].text.hasSuffix(#"<disc kind="cd" tracks="9"></disc>"#))
        #expect(try value(#"<disc kind="cd" tracks="9"/>"#) == Medium.disc(Disc(tracks: 9)))
        #expect(
            try text(media) == #"<root><tape type="vhs"></tape><disc kind="cd" tracks="9"></disc>"#
                + #"<tape type="vhs"><minutes>1</minutes></tape></root>"#
        )
    }

    @Test("a webhook's XML body is decoded if its reader has a codec")
    func webhook() throws {
        var headers = HTTPFields()
        headers[.contentType] = "application/xml; charset=utf-8"
        let request = WebhookRequest(headers: headers, body: Self.loan.utf8, codecs: [codec])
        #expect(try XMLWebhooks.returned(request, verifiedBy: UnverifiedWebhooks()) == loan)
        let bare = WebhookRequest(headers: headers, body: Self.loan.utf8)
        #expect(throws: WebhookError.self) { try XMLWebhooks.returned(bare, verifiedBy: UnverifiedWebhooks()) }
    }
}
