import APIRuntime

/// The details of an error, for developers.
public struct DebugInfo: Sendable, Hashable {
    /// A short title.
    public var message: String

    /// A sentence that describes the failure.
    public var description: String

    /// The request that failed; `nil` if the error has another cause.
    public var request: DebugRequestInfo?

    /// The reason why the verification of a purchase failed; `nil` for all other errors.
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

    /// Returns the information as a JSON string.
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
    /// The URL, without the values of its query.
    public var url: String

    /// The HTTP method; ``RequestMethod/unknown`` for all except GET and POST.
    public var method: RequestMethod

    /// The body as a string; `No body` if there was none.
    public var body: String

    /// The response as a string, with its secrets masked and truncated after 2,000 characters; `No response data` if
    /// none was received.
    public var responseData: String

    /// The status of the response; 0 if none was received.
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

    /// The placeholder for a missing body.
    public static let noBody = "No body"

    /// The placeholder for a missing response.
    public static let noResponse = "No response data"

    fileprivate var json: JSONValue {
        [
            "url": .string(url), "method": .string(method.rawValue), "body": .string(body),
            "responseData": .string(responseData), "statusCode": .number(JSONNumber(statusCode)),
        ]
    }
}

/// The HTTP method of a request that failed.
public enum RequestMethod: String, Sendable, Hashable {
    /// The GET method.
    case get = "GET"

    /// The POST method.
    case post = "POST"

    /// Any other method.
    case unknown = "UNKNOWN"

    /// Creates the method with a name.
    public init(_ name: String) {
        self = RequestMethod(rawValue: name) ?? .unknown
    }
}
