/// The content of an ``OperationError`` of any operation.
///
/// An error type creates it with the function for the error's case.
public struct OperationErrorContent: Sendable {

    /// The case of an error.
    enum Kind: Sendable {
        /// A documented failure: the case's name, the status of the response and the decoded body.
        case documented(String, Int, (any JSONCodable)?)
        /// A documented failure whose body describes the problem as defined by RFC 9457.
        case problem(String, Int, any JSONCodable)
        /// Any other failure.
        case failure(CallFailure)
    }

    private let boxed: Boxed<Kind>

    var kind: Kind { boxed.value }

    private init(_ kind: Kind) {
        boxed = Boxed(kind)
    }

    /// Returns the content of a documented failure without a described body.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - status: The status of the response.
    /// - Returns: The content.
    public static func documented(_ name: StaticString, _ status: Int) -> Self {
        Self(.documented(name.description, status, nil))
    }

    /// Returns the content of a documented failure.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - status: The status of the response.
    ///   - body: The decoded body.
    /// - Returns: The content.
    public static func documented(_ name: StaticString, _ status: Int, _ body: some JSONCodable) -> Self {
        Self(.documented(name.description, status, body))
    }

    /// Returns the content of a documented failure whose body describes the problem as defined by RFC 9457.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - status: The status of the response.
    ///   - body: The decoded body.
    /// - Returns: The content.
    public static func problem(_ name: StaticString, _ status: Int, _ body: some JSONCodable) -> Self {
        Self(.problem(name.description, status, body))
    }

    /// Returns the content of a documented failure whose body may be null.
    @_spi(Generated)
    public static func documented<Body: JSONCodable>(_ name: StaticString, _ status: Int, _ body: Body?) -> Self {
        Self(.documented(name.description, status, body))
    }

    /// Returns the content of a documented failure whose body describes the problem or is null.
    @_spi(Generated)
    public static func problem<Body: JSONCodable>(_ name: StaticString, _ status: Int, _ body: Body?) -> Self {
        body.map { problem(name, status, $0) } ?? documented(name, status)
    }

    /// Returns the content for a response that the operation does not document.
    public static func undocumented(_ response: RawResponse) -> Self {
        Self(.failure(.undocumented(response)))
    }

    /// Returns the content for a call without a usable response.
    public static func transport(_ error: TransportError) -> Self {
        Self(.failure(.transport(error)))
    }

    /// Returns the content for a successful response whose body is not the documented one.
    public static func decoding(_ failure: DecodingFailure) -> Self {
        Self(.failure(.decoding(failure)))
    }

    /// The content of the error for a cancelled task.
    public static let cancelled = Self(.failure(.cancelled))

    /// Returns the content for a call without a usable credential.
    public static func unauthenticated(_ error: AuthenticationError) -> Self {
        Self(.failure(.unauthenticated(error)))
    }
}

extension OperationErrorContent {
    /// The failure that the operation does not document; `nil` for a documented one.
    var failure: CallFailure? {
        if case .failure(let failure) = kind { failure } else { nil }
    }

    /// The name of the case of a documented failure; `nil` for any other failure.
    package var name: String? {
        switch kind {
        case .documented(let name, _, _), .problem(let name, _, _): name
        case .failure: nil
        }
    }

    /// The status of the response; `nil` when there is none.
    var status: Int? {
        switch kind {
        case .documented(_, let status, _), .problem(_, let status, _): status
        case .failure(let failure): failure.status
        }
    }

    /// The decoded body of a documented failure.
    var body: (any JSONCodable)? {
        switch kind {
        case .documented(_, _, let body): body
        case .problem(_, _, let body): body
        case .failure: nil
        }
    }

    /// The problem that the body describes; `nil` for a body of another kind.
    var problem: HTTPProblem? {
        guard case .problem(_, _, let body) = kind else { return nil }
        return HTTPProblem(body)
    }
}
