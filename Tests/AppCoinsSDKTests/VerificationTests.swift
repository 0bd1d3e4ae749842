import APIRuntime
import APITesting
import AppCoinsAPI
import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import AppCoinsSDK

@Suite("Verification")
struct VerificationTests {
    @Test("the test vector of the service's signature scheme verifies")
    func vector() {
        #expect(PurchaseVerifier.failure(of: Vector.signed, expecting: Vector.expected, key: Vector.key) == nil)
    }

    @Test("a key is parsed with quotes, with escapes and as plain PEM")
    func keySpellings() throws {
        let der = try #require(PublicKeyText.der(Vector.key))
        let plain = Vector.key.replacing("\\r\\n", with: "\r\n").replacing("\\/", with: "/")
        #expect(PublicKeyText.der("\"\(Vector.key)\"") == der)
        #expect(PublicKeyText.der(plain) == der)
        #expect(der.count == 294)
    }

    @Test("a key in PKCS#1 form is accepted as well")
    func pkcs1() throws {
        let der = try #require(PublicKeyText.der(Vector.key))
        let inner = try #require(PublicKeyStructure.pkcs1(der))
        let check = try #require(SignatureCheck(der: inner))
        let signature = try #require(StrictBase64.decode(Vector.signature))
        #expect(check.isValid(signature, for: Array(Vector.message.utf8)))
    }

    @Test("no signature verifies in 10,000 mutations of signature, message or key")
    func mutations() throws {
        let der = try #require(PublicKeyText.der(Vector.key))
        let signature = try #require(StrictBase64.decode(Vector.signature))
        let message = Array(Vector.message.utf8)
        let whole = try #require(SignatureCheck(der: der))
        var random = SystemRandomNumberGenerator()
        var verified = 0
        for number in 0..<10_000 {
            let isValid: Bool =
                switch number % 3 {
                case 0: whole.isValid(Self.mutated(signature, &random), for: message)
                case 1: whole.isValid(signature, for: Self.mutated(message, &random))
                default: SignatureCheck(der: Self.mutated(der, &random))?.isValid(signature, for: message) ?? false
                }
            if isValid { verified += 1 }
        }
        #expect(verified == 0)
    }

    private static func mutated(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = bytes
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[index] &+= UInt8.random(in: 1...255, using: &random)
        case 2: bytes.remove(at: index)
        default: bytes.append(UInt8.random(in: 0...255, using: &random))
        }
        return bytes
    }

    @Test(
        "Base64 is decoded strictly",
        arguments: [
            ("", true), ("QQ==", true), ("QUI=", true), ("QUJD", true), ("+/+/", true), ("QQ=", false), ("QQ", false),
            ("QR==", false), ("QUJ=", false), ("QQ==\n", false), (" QQ==", false), ("Q-==", false), ("Q_==", false),
            ("====", false), ("Q===", false), ("QQ==QQ==", false), ("QÄ==", false),
        ]
    )
    func strictBase64(text: String, isValid: Bool) {
        #expect((StrictBase64.decode(text) != nil) == isValid)
        if isValid { #expect(StrictBase64.decode(text).map { Data($0) } == Data(base64Encoded: text)) }
    }

    /// A change of signed data and the expected verification failure.
    struct Tampering: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: VerificationFailure
        let change: @Sendable (inout SignedPurchaseData, inout ExpectedPurchase, inout String) -> Void
    }

    static let tamperings: [Tampering] = [
        Tampering(testDescription: "tampered data", failure: .signatureMismatch) { signed, _, _ in signed.data += " " },
        Tampering(testDescription: "wrong key", failure: .signatureMismatch) { _, _, key in key = foreignKey },
        Tampering(testDescription: "unusable key", failure: .unusableKey) { _, _, key in key = "not a key" },
        Tampering(testDescription: "error body as key", failure: .unusableKey) { _, _, key in key = "{\"code\":1}" },
        Tampering(testDescription: "empty signature", failure: .malformedSignature) { signed, _, _ in
            signed.signature = ""
        },
        Tampering(testDescription: "loose base64", failure: .malformedSignature) { signed, _, _ in
            signed.signature += "\n"
        },
        Tampering(testDescription: "wrong package", failure: .otherPackage) { _, expected, _ in
            expected.domain = "com.example.other"
        },
        Tampering(testDescription: "wrong product", failure: .otherProduct) { _, expected, _ in expected.sku = "oil" },
        Tampering(testDescription: "wrong purchase", failure: .otherPurchase) { _, expected, _ in expected.uid = "x" },
        Tampering(testDescription: "wrong payload", failure: .otherPayload) { _, expected, _ in expected.payload = "x"
        },
        Tampering(testDescription: "wrong order", failure: .otherOrder) { _, expected, _ in expected.orderUid = "x" },
    ]

    private static let foreignKey: String = {
        // The tests cannot continue without a key, and creating one does not fail.
        let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
        return key?.publicKey.pemRepresentation ?? ""
    }()

    @Test("a verification failure has the specific cause", arguments: tamperings)
    func tampered(_ tampering: Tampering) {
        var (signed, expected, key) = (Vector.signed, Vector.expected, Vector.key)
        tampering.change(&signed, &expected, &key)
        #expect(PurchaseVerifier.failure(of: signed, expecting: expected, key: key) == tampering.failure)
    }

    @Test("signed data that is cancelled, empty or not a purchase is not verified")
    func signedButWrong() throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let cases: [(String, VerificationFailure?)] = [
            (Vector.message, nil),
            (Vector.message.replacing("\"purchaseState\":0", with: "\"purchaseState\":1"), .cancelled),
            (Vector.message.replacing("\"purchaseState\":0", with: "\"purchaseState\":7"), .cancelled),
            (Vector.message.replacing("\"ZWYXGYZCPWHZDZUK4H\"", with: "\"\""), .missingField),
            (Vector.message.replacing("\"productId\":\"gas\",", with: ""), .malformedData),
            ("[]", .malformedData),
            (Vector.message.replacing(",\"developerPayload\":\"User123\"", with: ""), nil),
        ]
        for (text, failure) in cases {
            let digest = Insecure.SHA1.hash(data: Data(text.utf8))
            let signature = try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
            let signed = SignedPurchaseData(type: .google, data: text, signature: signature.base64EncodedString())
            let found = PurchaseVerifier.failure(
                of: signed,
                expecting: Vector.expected,
                key: key.publicKey.pemRepresentation
            )
            #expect(found == failure, "\(text)")
        }
    }

    @Test("an absent payload is read as an empty one")
    func absentPayload() {
        let text = Vector.message.replacing(",\"developerPayload\":\"User123\"", with: "")
        #expect(PurchaseVerificationData(signedText: text)?.developerPayload == "")
        #expect(PurchaseVerificationData(signedText: Vector.message)?.developerPayload == "User123")
    }

    @Test("every reason has a different description")
    func reasons() {
        #expect(Set(VerificationFailure.allCases.map(\.reason)).count == VerificationFailure.allCases.count)
    }
}
