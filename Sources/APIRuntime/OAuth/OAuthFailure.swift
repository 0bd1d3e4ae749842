#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error that describes why an OAuth 2.0 server returned no token, or no code for a device.
///
/// It contains no secret, and no string of the server other than its error code.
public struct OAuthFailure: Error, Hashable, Sendable, StatusCarrying, CustomStringConvertible {
    /// The error code of RFC 6749, section 5.2, such as `invalid_grant`; `transport` when no response was received,
    /// `unreadable_response` when the response was not the expected one, `insecure_token_url` when the endpoint's URL would
    /// have sent secrets unencrypted, `unsupported_token_type` when the token is not a bearer token, `no_device_authorization_url` when the client has no such endpoint.
    public let code: String

    /// The status of the response; `nil` when none was received.
    public let status: Int?

    /// The reason why no response was received; `nil` when one was.
    public let failure: TransportError?

    /// Creates an error.
    public init(_ code: String, status: Int? = nil, failure: TransportError? = nil) {
        self.code = code
        self.status = status
        self.failure = failure
    }

    /// The code and the status.
    public var description: String {
        let cause = status.map { "status \($0)" } ?? failure.map { "\($0)" } ?? "no response"
        return "\(code) (\(cause))"
    }

    /// Creates the error for a response that is not the expected one.
    init(_ response: RawResponse) {
        let value: JSONValue? = try? response.json()
        let stated = value?["error"]?.string ?? ""
        self.init(Self.isCode(stated) ? stated : "unreadable_response", status: response.status)
    }

    /// Creates the error for a call without a response.
    init(_ failure: CallFailure) {
        switch failure {
        case .transport(let error): self.init("transport", failure: error)
        case .cancelled: self.init("transport", failure: .cancelled)
        default: self.init("transport", status: failure.status)
        }
    }

    /// Returns whether a string of the server is an error code.
    ///
    /// A code has no spaces and no quotes: any other string may contain private data.
    static func isCode(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 64 && text.utf8.allSatisfy(isCodeCharacter)
    }

    private static func isCodeCharacter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}

extension OAuthFailure: LocalizedError {
    /// The reason, in one sentence.
    public var errorDescription: String? {
        if let failure { return failure.message }
        let suffix = status.map { ", status \($0)" } ?? ""
        return switch code {
        case "insecure_token_url": "The URL of the OAuth server must be https, because the request contains secrets."
        case "unreadable_response":
            "The response of the OAuth server is not the expected one\(status.map { " (status \($0))" } ?? "")."
        case "no_device_authorization_url": "The client was created without a device authorization endpoint."
        case "unsupported_token_type": "The OAuth server returned a token that is not a bearer token."
        case "access_denied": "The user or the server denied the sign-in."
        case "expired_token": "The user did not sign in in time. Start the sign-in again."
        default: "The OAuth server refused the request (\(code)\(suffix))."
        }
    }
}
