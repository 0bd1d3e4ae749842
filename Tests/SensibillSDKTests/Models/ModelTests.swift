import Foundation
import Testing

@testable import SensibillSDK

@Suite("Hand-written models")
struct ModelTests {
    @Test(
        "a file's type is detected from its first bytes",
        arguments: [
            (Data([0xFF, 0xD8, 0xFF, 0xE1]), SensibillAPIModel.MIMEType.imageJpeg),
            (Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]), .imagePng),
            (Data("GIF89a..".utf8), .imageGif),
            (Data("%PDF-1.7".utf8), .applicationPdf),
        ]
    )
    func sniffed(data: Data, type: SensibillAPIModel.MIMEType) throws {
        #expect(try SensibillAPIModel.SourceFile(data: data).mimeType == type)
    }

    @Test("an empty or unsupported file cannot be uploaded")
    func refused() {
        typealias Failure = SensibillAPIModel.SourceFileError
        #expect(throws: Failure.empty) { try SensibillAPIModel.SourceFile(data: Data()) }
        #expect(throws: Failure.unsupportedType) { try SensibillAPIModel.SourceFile(data: Data("hello".utf8)) }
        #expect(throws: Failure.typeMismatch) {
            try SensibillAPIModel.SourceFile(data: Samples.jpeg, mimeType: .imagePng)
        }
        let limit = SensibillAPIModel.SourceFile.maximumSize
        #expect(throws: Never.self) {
            try SensibillAPIModel.SourceFile(data: Samples.jpeg + Data(count: limit - Samples.jpeg.count))
        }
        #expect(throws: Failure.dataExceedMaxFileSize) {
            try SensibillAPIModel.SourceFile(data: Samples.jpeg + Data(count: limit - Samples.jpeg.count + 1))
        }
    }

    @Test("a file on disk is validated like bytes and keeps its name")
    func fromDisk() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("receipt-\(UUID().uuidString).pdf")
        try Samples.pdf.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try SensibillAPIModel.SourceFile(file: url)
        #expect(file.mimeType == .applicationPdf)
        #expect(file.filename == url.lastPathComponent)
    }

    @Test(
        "the suggested file name of a download has no path",
        arguments: [
            (#"attachment; filename="export.zip""#, "export.zip"), (#"attachment; filename=a.csv"#, "a.csv"),
            (#"attachment; filename="../../etc/passwd""#, "passwd"), (#"attachment; filename="..""#, nil),
            ("attachment", nil), (#"inline; filename="""#, nil),
        ] as [(String, String?)]
    )
    func filename(disposition: String, name: String?) {
        let binary = SensibillAPIModel.Binary(data: Data(), contentType: nil, disposition: disposition)
        #expect(binary.filename == name)
    }

    @Test("the type of a download is taken from its header field or else from its bytes")
    func downloadType() {
        let named = SensibillAPIModel.Binary(data: Data(), contentType: "Text/CSV; charset=utf-8", disposition: nil)
        #expect(named.mimeType == .textCsv)
        let bare = SensibillAPIModel.Binary(data: Samples.pdf, contentType: nil, disposition: nil)
        #expect(bare.mimeType == .applicationPdf)
    }

    @Test(
        "a time of day has two digits for hours and minutes",
        arguments: [
            ("00:00", true), ("23:59", true), ("24:00", false), ("1:05", false), ("12:60", false), ("+1:05", false),
        ]
    )
    func documentTime(text: String, isTime: Bool) {
        #expect(SensibillAPIModel.DocumentTime(text)?.description == (isTime ? text : nil))
    }

    @Test(
        "a filter's time is in UTC with milliseconds and no zone",
        arguments: [
            (0.0, "1970-01-01T00:00:00.000"), (1_714_558_272.345, "2024-05-01T10:11:12.345"),
            (-0.001, "1969-12-31T23:59:59.999"), (.greatestFiniteMagnitude, "9999-12-31T23:59:59.999"),
            (-.greatestFiniteMagnitude, "0001-01-01T00:00:00.000"),
        ]
    )
    func filterTime(seconds: Double, text: String) {
        #expect(FilterTime.text(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test(
        "a locale becomes a code with a hyphen",
        arguments: [("en_CA", "en-CA"), ("fr-CA", "fr-CA"), ("zh-Hant_TW", "zh-TW"), ("en_US@currency=USD", "en-US")]
    )
    func locale(identifier: String, code: String) throws {
        #expect(try InputCheck.code(of: Locale(identifier: identifier)) == code)
    }

    @Test("descriptions contain no secrets")
    func redacted() {
        let client = SensibillAPIModel.ClientCredentials(key: "the-key", secret: "the-secret")
        let user = SensibillAPIModel.UserCredentials(username: "the-key", password: "the-secret")
        let token = SensibillSDK.Credentials(accessToken: "the-secret")
        var dumped = ""
        dump([client as Any, user, token], to: &dumped)
        for text in ["\(client)", "\(user)", "\(token)", dumped] {
            #expect(!text.contains("the-"))
        }
    }
}
