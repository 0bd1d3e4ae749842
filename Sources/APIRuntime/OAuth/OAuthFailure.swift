/// Why a token endpoint gave no token.
///
/// Holds no secret, and no text of the server but its code.
public struct OAuthFailure: Error, Hashable, Sendable, StatusCarrying, CustomStringConvertible {
    /// Code of RFC 6749, section 5.2, such as `invalid_grant`; `transport` when no response came, `unreadable_response` when
    /// it was no token, `insecure_token_url` when the endpoint's address would have sent secrets in the open.
    public let code: String

    /// Status of the response; `nil` when none came.
    public let status: Int?

    /// Why no response came; `nil` when one did.
    public let failure: TransportError?

    /// Creates an error.
    public init(_ code: String, status: Int? = nil, failure: TransportError? = nil) {
        self.code = code
        self.status = status
        self.failure = failure
    }

    /// Code and status.
    public var description: String {
        let cause = status.map { "status \($0)" } ?? failure.map { "\($0)" } ?? "no response"
        return "\(code) (\(cause))"
    }

    /// The error of a response that is not a success.
    init(_ response: RawResponse) {
        let value: JSONValue? = try? response.json()
        let stated = value?["error"]?.string ?? ""
        // A code has no spaces and no quotes: anything else is a text, which may hold what nobody should read.
        let isCode = !stated.isEmpty && stated.count <= 64 && stated.utf8.allSatisfy(Self.isCodeCharacter)
        self.init(isCode ? stated : "unreadable_response", status: response.status)
    }

    /// The error of a call without a response.
    init(_ failure: CallFailure) {
        switch failure {
        case .transport(let error): self.init("transport", failure: error)
        case .cancelled: self.init("transport", failure: .cancelled)
        default: self.init("transport", status: failure.status)
        }
    }

    private static func isCodeCharacter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}
