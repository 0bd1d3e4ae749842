#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Sends calls through the stages of a client, and converts every failure to the operation's error.
///
/// ``CallStage`` lists the stages: cache, sharing, deadline, retry, credentials, logging, transport. Each attempt
/// therefore carries a current credential. ``CallMiddleware`` adds further stages. Copies of a sender share their state.
public struct OperationSender: Sendable {
    let pipeline: CallPipeline
    private(set) var tags: [String] = []
    private var recorder: ResponseRecorder?
    /// The calls that must have the same owner; `nil` for none.
    private(set) var scope: OwnerScope?

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - servers: Base URL of each role: absolute, `http` or `https`. Its path precedes every call's path.
    ///   - credentials: Credential sources by the names of their security schemes. A call uses its first alternative for
    ///     which all schemes have a source.
    ///   - configuration: All other settings.
    @_spi(Generated)
    public init(
        servers: [ServerRole: URL],
        credentials: [String: any CredentialSource],
        configuration: ClientConfiguration
    ) {
        pipeline = CallPipeline(servers: servers, credentials: credentials, configuration: configuration)
    }

    /// Sends a call and decodes its JSON response.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - options: The caller's settings.
    ///   - failing: The operation's error type.
    /// - Returns: The decoded body of a response with a status from 200 to 299.
    /// - Throws: The operation's error, for any failure.
    @_spi(Generated)
    public func send<T: JSONCodable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> T {
        let response = try await success(call, options, failing)
        return try decode(response, call, E.self)
    }

    /// Sends a call whose response may lack a body.
    ///
    /// - Returns: The decoded body; `nil` for status 204 or 205, for an empty body, and for the JSON `null`.
    /// - Throws: The operation's error, for any failure.
    @_spi(Generated)
    public func sendOptional<T: JSONCodable, E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> T? {
        let response = try await success(call, options, failing)
        if response.body.isEmpty || response.status == 204 || response.status == 205 || response.isNull { return nil }
        return try decode(response, call, E.self) as T
    }

    /// Sends a call whose response is binary, for example a PDF.
    ///
    /// - Throws: The operation's error, also for a response of a clearly different kind, such as an HTML page.
    @_spi(Generated)
    public func sendData<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> Data {
        try taken(await success(call, options, failing), call, failing).data()
    }

    /// Sends a call whose response is text.
    ///
    /// - Throws: The operation's error, also for a response of a clearly different kind.
    @_spi(Generated)
    public func sendText<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> String {
        try taken(await success(call, options, failing), call, failing).text()
    }

    /// Sends a call and ignores the body of its response.
    ///
    /// - Throws: The operation's error, for any failure.
    @_spi(Generated)
    public func sendEmpty<E: OperationError>(
        _ call: OperationCall,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) {
        _ = try await success(call, options, failing)
    }

    /// Sends a call whose response has one of several documented bodies.
    ///
    /// - Throws: The operation's error, for any failure.
    @_spi(Generated)
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

    /// Sends a call and returns its response without decoding it, whatever its status.
    ///
    /// - Throws: The failure when no response arrived; never ``CallFailure/undocumented(_:)`` or
    ///   ``CallFailure/decoding(_:)``.
    @_spi(Generated)
    public func receive(
        _ call: OperationCall,
        _ options: CallOptions = CallOptions()
    ) async throws(CallFailure) -> RawResponse {
        var response = try await pipeline.receive(call, options, tags: tags, scope: scope)
        response.isChecked = call.validatesResponse
        response.rules = call.responseRules
        response.codecs = pipeline.configuration.bodyCodecs
        if let recorder {
            recorder.record(response)
            response.noteOmitted = { recorder.note(omitted: $0) }
        }
        return response
    }

    /// Returns the same sender for the operations of one tag.
    ///
    /// Generated groups use it. Middlewares read the tag from ``MiddlewareContext/tags``.
    @_spi(Generated)
    public func tagged(_ tag: String) -> OperationSender {
        var copy = self
        copy.tags = [tag]
        return copy
    }

    /// Returns the same sender, whose calls all belong to the owner of the first one.
    func bound(to scope: OwnerScope) -> OperationSender {
        var copy = self
        copy.scope = scope
        return copy
    }

    /// Records the head of a response for ``OperationGroup/withResponse(_:)``.
    func note(_ response: RawResponse) {
        recorder?.record(response)
    }

    /// Returns the same sender, which records the head of each response.
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
        guard !response.isSuccess else {
            let other =
                response.otherSuccess(than: call.statuses) ?? response.otherPart(than: call, options)
                ?? response.otherType(than: call.accept, call.otherTypes)
            guard let failure = other else { return response }
            throw E(.unreadable(response, failure))
        }
        throw Self.failure(response)
    }

    /// Returns the error for a response that is not a success.
    static func failure<E: OperationError>(_ response: RawResponse) -> E {
        do {
            return try E.documented(response) ?? E(.undocumented(response))
        } catch {
            // An error body that is not the documented one is an undocumented response, not a decoding failure.
            return E(CallFailure.interruption(error) ?? .undocumented(response))
        }
    }

    /// Returns the response, unless its media type clearly differs from the documented ones.
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
        if let failure = response.otherParameter(than: call.accept) { throw E(.unreadable(response, failure)) }
        var report = DecodingReport()
        do {
            let value: T = try response.json(report: &report)
            if !report.skipped.isEmpty { pipeline.log.note(skipped: report.skipped, in: call.operation) }
            return value
        } catch {
            // JSON with an undocumented media type is decoded. For anything else the media type explains the failure best.
            throw E(.unreadable(response, response.undocumentedType(call.accept) ?? error))
        }
    }
}

extension OperationSender: RedactedReflectable {}
