public import Foundation

/// Sends calls: adds credentials, caches, sends again what may be, and turns every failure into the operation's error.
///
/// The stages, outermost first: cache, retry, credential, log and observer, transport. Each attempt thus gets a current
/// credential. A sender is a light value; copies share everything.
public struct OperationSender: Sendable {
    let core: SenderCore
    private var recorder: ResponseRecorder?

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - servers: Base URL of each role. Absolute, `http` or `https`; a path is put in front of every call's path.
    ///   - credentials: Source of each security scheme's credentials, by the scheme's name. A call uses the first of
    ///     its alternatives that has sources for all of its schemes.
    ///   - configuration: Everything else.
    public init(
        servers: [ServerRole: URL],
        credentials: [String: any CredentialSource],
        configuration: ClientConfiguration
    ) {
        core = SenderCore(servers: servers, credentials: credentials, configuration: configuration)
    }

    /// Sends a call and decodes its JSON response.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - options: What the caller wants otherwise.
    ///   - failing: The operation's error type.
    /// - Returns: The decoded body of a response with a status from 200 to 299.
    /// - Throws: The operation's error, for any failure.
    public func send<T: JSONCodable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> T {
        let response = try await success(call, options, failing)
        return try decode(response, call, E.self)
    }

    /// Sends a call whose response may have no body.
    ///
    /// - Returns: The decoded body; `nil` for status 204 or 205, for an empty body, and for the JSON `null`.
    public func sendOptional<T: JSONCodable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> T? {
        let response = try await success(call, options, failing)
        if response.body.isEmpty || response.status == 204 || response.status == 205 || response.isNull { return nil }
        return try decode(response, call, E.self) as T
    }

    /// Sends a call whose response is bytes, for example a PDF.
    ///
    /// - Throws: The operation's error; also for a response that is clearly something else than the call documents, such
    ///   as a page for browsers.
    public func sendData<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> Data {
        try taken(await success(call, options, failing), call, failing).data()
    }

    /// Sends a call whose response is text.
    public func sendText<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> String {
        try taken(await success(call, options, failing), call, failing).text()
    }

    /// Sends a call whose response has no body that counts; one that comes is ignored.
    public func sendEmpty<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) {
        _ = try await success(call, options, failing)
    }

    /// Sends a call whose success can have bodies of several kinds.
    public func sendResponse<T: ResponseDecodable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> T {
        let response = try await success(call, options, failing)
        do {
            return try T.decode(response)
        } catch {
            throw E(.unreadable(response, response.undocumentedType(call.accept) ?? error))
        }
    }

    /// Sends a call and returns its response whatever the status says, not decoded.
    ///
    /// - Throws: When no response came. Never ``CallFailure/undocumented(_:)`` or ``CallFailure/decoding(_:status:)``.
    public func receive(
        _ call: OperationCall,
        _ options: CallOptions = CallOptions()
    ) async throws(CallFailure) -> RawResponse {
        var response = try await core.receive(call, options)
        response.isChecked = call.validatesResponse
        response.rules = call.responseRules
        response.codecs = core.configuration.bodyCodecs
        recorder?.record(response)
        return response
    }

    /// Notes the head of a response, for who asked.
    func note(_ response: RawResponse) {
        recorder?.record(response)
    }

    /// The same sender, noting the head of each response.
    func recording(in recorder: ResponseRecorder) -> OperationSender {
        var copy = self
        copy.recorder = recorder
        return copy
    }

    private func success<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        _ failing: E.Type
    ) async throws(E) -> RawResponse {
        let response: RawResponse
        do {
            response = try await receive(call, options)
        } catch {
            throw E(error)
        }
        guard !response.isSuccess else { return response }
        // An error body that is not the documented one is an undocumented response, not a decoding failure.
        if let documented = try? E.documented(response) { throw documented }
        throw E(.undocumented(response))
    }

    /// The response, unless it is clearly not what is documented.
    private func taken<E: OperationError>(
        _ response: RawResponse,
        _ call: OperationCall,
        _: E.Type
    ) throws(E) -> RawResponse {
        if let failure = response.refusal(call.accept) { throw E(.unreadable(response, failure)) }
        return response
    }

    private func decode<T: JSONCodable, E: OperationError>(
        _ response: RawResponse,
        _ call: OperationCall,
        _: E.Type
    ) throws(E) -> T {
        var report = DecodingReport()
        do {
            let value: T = try response.json(report: &report)
            if !report.skipped.isEmpty { core.log.note(skipped: report.skipped, in: call.operation) }
            return value
        } catch {
            // JSON by another name is read all the same; of anything else the name says more than its first byte.
            throw E(.unreadable(response, response.undocumentedType(call.accept) ?? error))
        }
    }
}
