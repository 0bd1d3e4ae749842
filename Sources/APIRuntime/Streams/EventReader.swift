/// One iteration over the events of a server, across any number of connections.
actor EventReader<Value: Sendable> {
    /// The functions that an iteration uses.
    struct Source: Sendable {
        /// Creates the owner and the deadline of all connections.
        var scope: @Sendable () -> OwnerScope
        /// Sends the call, with the identifier of the last event, for the owner of the first connection; throws the
        /// operation's error.
        var open: @Sendable (_ lastEventID: String?, _ scope: OwnerScope) async throws -> OpenedResponse
        /// Returns the wait that the server demanded with the refusal of the last connection; `nil` for none.
        var refusal: @Sendable () -> Duration?
        /// Creates the operation's error.
        var fail: @Sendable (CallFailure) -> any Error
        /// Decodes an event; `nil` skips the event.
        var decode: @Sendable (ServerSentEvent<[UInt8]>) throws(DecodingFailure) -> Value?
        /// The data of an event that ends the stream; `nil` for none.
        var last: [UInt8]?
        /// Returns whether another connection may succeed after an error of the operation.
        var isTransient: @Sendable (any Error) -> Bool
        /// Waits between connections; the end of the session ends the wait.
        var pause: @Sendable (_ delay: Duration, _ scope: OwnerScope) async throws(CallFailure) -> Void
        /// Returns a random number for those waits.
        var random: @Sendable () -> Double
    }

    private let source: Source
    private let options: StreamOptions
    /// Starts with the first connection.
    private lazy var scope = source.scope()
    private var parser: EventParser
    private var response: OpenedResponse?
    private var ready: ArraySlice<ServerSentEvent<[UInt8]>> = []
    private var failures = 0
    private var isComplete = false
    private var failure: (any Error)?

    /// Creates an iteration, which sends nothing before its first event is requested.
    init(_ source: Source, _ options: StreamOptions) {
        self.source = source
        self.options = options
        parser = EventParser(lastEventID: options.lastEventID, maximumBytes: options.maximumElementBytes)
    }

    /// Returns the next event; `nil` after the last one.
    func next() async throws -> ServerSentEvent<Value>? {
        while true {
            if !ready.isEmpty, let ended = scope.failure {
                (response, ready) = (nil, [])
                failure = source.fail(ended)
            }
            if let event = ready.popFirst() {
                if let event = try decoded(event) { return event }
            } else if let failure {
                throw failure
            } else if isComplete {
                return nil
            } else {
                try await advance()
            }
        }
    }

    private func decoded(_ event: ServerSentEvent<[UInt8]>) throws -> ServerSentEvent<Value>? {
        if event.data == source.last {
            (response, ready, isComplete) = (nil, [], true)
            return nil
        }
        do throws(DecodingFailure) {
            guard let data = try source.decode(event) else { return nil }
            return ServerSentEvent(name: event.name, id: event.id, data: data)
        } catch {
            let status = response?.head.status
            response = nil
            throw source.fail(.unreadable(status: status, error))
        }
    }

    /// Connects, reads a chunk, or waits for the next connection.
    private func advance() async throws {
        guard let response else { return try await connect() }
        var events: [ServerSentEvent<[UInt8]>] = []
        do {
            if let chunk = try await response.body.next() {
                failures = 0
                try parser.push(chunk, into: &events)
            } else {
                try await disconnected(nil)
            }
        } catch let error as DecodingFailure {
            self.response = nil
            failure = source.fail(.unreadable(status: response.head.status, error))
        } catch let error as CallFailure {
            // An error of a middleware, or the end of the session, would recur with the next connection.
            try await disconnected(source.fail(error), isTransient: AttemptOutcome(error) != nil)
        }
        ready = events[...]
    }

    private func connect() async throws {
        do {
            let opened = try await source.open(parser.lastEventID, scope)
            guard opened.head.status != 204 else { return isComplete = true }
            guard opened.head.contentType == "text/event-stream" else {
                let mismatch = DecodingFailure(.mismatch, "expected the media type text/event-stream")
                throw source.fail(.unreadable(status: opened.head.status, mismatch))
            }
            response = opened
        } catch {
            try await disconnected(error, isTransient: source.isTransient(error))
        }
    }

    /// Handles the end of a connection, and waits for the next one if the options allow it.
    private func disconnected(_ error: (any Error)?, isTransient: Bool = true) async throws {
        response = nil
        if error != nil { failures += 1 }
        guard let habits = options.reconnection, isTransient, failures <= habits.maximumFailures ?? .max else {
            if let error { throw error }
            return isComplete = true
        }
        let asked = parser.retryMilliseconds.map { Duration.milliseconds($0) }
        // A server that refuses a connection decides when the next one may follow.
        let demanded = error.flatMap { _ in source.refusal() } ?? .zero
        if let error, demanded > max(habits.maximumDelay, .seconds(3600)) { throw error }
        let delay = max(habits.wait(after: failures, asked: asked, random: source.random()), demanded)
        do throws(CallFailure) {
            try await source.pause(delay, scope)
        } catch {
            throw source.fail(error)
        }
        parser = parser.next(maximumBytes: options.maximumElementBytes)
    }
}
