public import Foundation

/// Sends calls: adds credentials, caches, sends again what may be, and turns every failure into the operation's error.
///
/// The stages, outermost first: cache, retry, credential, log and observer, transport. Each attempt thus gets a current
/// credential. A sender is a light value; copies share everything.
public struct Sender: Sendable {
    let core: SenderCore
    private var recorder: AnswerRecorder?

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

    /// Sends a call and decodes its JSON answer.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - options: What the caller wants otherwise.
    ///   - failing: The operation's error type.
    /// - Returns: The decoded body of an answer with a status from 200 to 299.
    /// - Throws: The operation's error, for any failure.
    public func send<T: JSONCodable, E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> T {
        let answer = try await success(call, options, failing)
        return try decode(answer, call, E.self)
    }

    /// Sends a call whose answer may have no body.
    ///
    /// - Returns: The decoded body; `nil` for status 204 or 205, for an empty body, and for the JSON `null`.
    public func sendOptional<T: JSONCodable, E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> T? {
        let answer = try await success(call, options, failing)
        if answer.body.isEmpty || answer.status == 204 || answer.status == 205 || answer.isNull { return nil }
        return try decode(answer, call, E.self) as T
    }

    /// Sends a call whose answer is bytes, for example a PDF.
    ///
    /// - Throws: The operation's error; also for an answer that is clearly something else than the call documents, such
    ///   as a page for browsers.
    public func sendData<E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> Data {
        try taken(await success(call, options, failing), call, failing).data()
    }

    /// Sends a call whose answer is text.
    public func sendText<E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> String {
        try taken(await success(call, options, failing), call, failing).text()
    }

    /// Sends a call whose answer has no body that counts; one that comes is ignored.
    public func sendEmpty<E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) {
        _ = try await success(call, options, failing)
    }

    /// Sends a call whose success can have bodies of several kinds.
    public func sendAnswer<T: AnswerDecodable, E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        failing: E.Type
    ) async throws(E) -> T {
        let answer = try await success(call, options, failing)
        do {
            return try T.decode(answer)
        } catch {
            throw E(.unreadable(answer, answer.undocumentedType(call.accept) ?? error))
        }
    }

    /// Sends a call and returns its answer whatever the status says, not decoded.
    ///
    /// - Throws: When no answer came. Never ``CallFailure/undocumented(_:)`` or ``CallFailure/decoding(_:status:)``.
    public func receive(
        _ call: Call,
        _ options: CallOptions = CallOptions()
    ) async throws(CallFailure) -> ReceivedAnswer {
        var answer = try await core.receive(call, options)
        answer.isChecked = call.checksAnswer
        answer.rules = call.answerRules
        answer.codecs = core.configuration.bodyCodecs
        recorder?.record(answer)
        return answer
    }

    /// Notes the head of an answer, for who asked.
    func note(_ answer: ReceivedAnswer) {
        recorder?.record(answer)
    }

    /// The same sender, noting the head of each answer.
    func recording(in recorder: AnswerRecorder) -> Sender {
        var copy = self
        copy.recorder = recorder
        return copy
    }

    private func success<E: OperationError>(
        _ call: Call,
        _ options: CallOptions,
        _ failing: E.Type
    ) async throws(E) -> ReceivedAnswer {
        let answer: ReceivedAnswer
        do {
            answer = try await receive(call, options)
        } catch {
            throw E(error)
        }
        guard !answer.isSuccess else { return answer }
        // An error body that is not the documented one is an undocumented answer, not a decoding failure.
        if let documented = try? E.documented(answer) { throw documented }
        throw E(.undocumented(answer))
    }

    /// The answer, unless it is clearly not what is documented.
    private func taken<E: OperationError>(
        _ answer: ReceivedAnswer,
        _ call: Call,
        _: E.Type
    ) throws(E) -> ReceivedAnswer {
        if let failure = answer.refusal(call.accept) { throw E(.unreadable(answer, failure)) }
        return answer
    }

    private func decode<T: JSONCodable, E: OperationError>(
        _ answer: ReceivedAnswer,
        _ call: Call,
        _: E.Type
    ) throws(E) -> T {
        var report = DecodingReport()
        do {
            let value: T = try answer.json(report: &report)
            if !report.skipped.isEmpty { core.log.note(skipped: report.skipped, in: call.operation) }
            return value
        } catch {
            // JSON by another name is read all the same; of anything else the name says more than its first byte.
            throw E(.unreadable(answer, answer.undocumentedType(call.accept) ?? error))
        }
    }
}
