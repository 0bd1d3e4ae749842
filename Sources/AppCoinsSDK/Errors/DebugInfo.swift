import APIRuntime

/// What happened, for developers.
public struct DebugInfo: Sendable, Hashable {
    /// A short title.
    public var message: String

    /// One sentence about what failed.
    public var description: String

    /// The request that failed; `nil` when no response to one was the reason.
    public var request: DebugRequestInfo?

    /// Why a purchase is not verified; `nil` for everything else.
    public var verificationFailure: VerificationFailure?

    /// Creates the information.
    public init(
        message: String,
        description: String,
        request: DebugRequestInfo? = nil,
        verificationFailure: VerificationFailure? = nil
    ) {
        self.message = message
        self.description = description
        self.request = request
        self.verificationFailure = verificationFailure
    }

    /// The information as JSON text.
    func json(type: String) -> String {
        let value: JSONValue = [
            "type": .string(type), "message": .string(message), "description": .string(description),
            "request": request?.json ?? .null,
        ]
        return String(
            decoding: JSONCoding.encode(value, options: JSONWritingOptions(prettyPrinted: true)),
            as: UTF8.self
        )
    }
}

/// A request that failed, without its secrets.
public struct DebugRequestInfo: Sendable, Hashable {
    /// The address; the values of its query are left out.
    public var url: String

    /// The method; ``RequestMethod/unknown`` for all but the usual ones.
    public var method: RequestMethod

    /// The body as text; `No body` when there was none.
    public var body: String

    /// The response as text, its secrets masked and cut after 2,000 characters; `No response data` when none came.
    public var responseData: String

    /// Status of the response; 0 when none came.
    public var statusCode: Int

    /// Creates the information.
    public init(
        url: String,
        method: RequestMethod,
        body: String = DebugRequestInfo.noBody,
        responseData: String = DebugRequestInfo.noResponse,
        statusCode: Int = 0
    ) {
        self.url = url
        self.method = method
        self.body = body
        self.responseData = responseData
        self.statusCode = statusCode
    }

    /// What stands for an absent body.
    public static let noBody = "No body"

    /// What stands for an absent response.
    public static let noResponse = "No response data"

    fileprivate var json: JSONValue {
        [
            "url": .string(url), "method": .string(method.rawValue), "body": .string(body),
            "responseData": .string(responseData), "statusCode": .number(JSONNumber(statusCode)),
        ]
    }
}

/// Method of a request that failed.
public enum RequestMethod: String, Sendable, Hashable {
    /// A read.
    case get = "GET"

    /// A change.
    case post = "POST"

    /// Any other.
    case unknown = "UNKNOWN"

    /// The method of that name.
    public init(_ name: String) {
        self = RequestMethod(rawValue: name) ?? .unknown
    }
}
