/// A parser that converts the bytes of a response to elements.
protocol ElementParser<Element>: Sendable {
    /// An element.
    associatedtype Element: Sendable

    /// Reads the head of the response, before its first byte.
    mutating func begin(_ head: RawResponse) throws(DecodingFailure)

    /// Parses the next bytes and adds the elements that they complete, including those before a failure.
    mutating func push(_ chunk: [UInt8], into elements: inout [Element]) throws(DecodingFailure)

    /// Ends the response and adds its remaining elements.
    mutating func finish(into elements: inout [Element]) throws(DecodingFailure)
}

extension ElementParser {
    /// Ignores the head of the response.
    mutating func begin(_ head: RawResponse) throws(DecodingFailure) {}
}

/// One iteration over the elements of a response.
actor ElementReader<Parser: ElementParser> {
    private let open: @Sendable () async throws -> OpenedResponse
    private let fail: @Sendable (CallFailure) -> any Error
    private let scope: OwnerScope
    private var parser: Parser
    private var response: OpenedResponse?
    private var ready: ArraySlice<Parser.Element> = []
    private var isComplete = false
    private var failure: (any Error)?

    /// Creates an iteration, which sends nothing before its first element is requested.
    ///
    /// - Parameters:
    ///   - parser: Parses the elements.
    ///   - scope: The owner of the call.
    ///   - open: Sends the call for that owner; throws the operation's error.
    ///   - fail: Creates the operation's error.
    init(
        _ parser: Parser,
        scope: OwnerScope,
        open: @escaping @Sendable () async throws -> OpenedResponse,
        fail: @escaping @Sendable (CallFailure) -> any Error
    ) {
        self.parser = parser
        self.scope = scope
        self.open = open
        self.fail = fail
    }

    /// Returns the next element; `nil` after the last one.
    func next() async throws -> Parser.Element? {
        while true {
            // Elements of a user who has signed out must not reach the next one.
            if !ready.isEmpty, let ended = scope.failure {
                ready = []
                end(with: ended)
            }
            if let element = ready.popFirst() { return element }
            if let failure { throw failure }
            if isComplete { return nil }
            try await read()
        }
    }

    private func read() async throws {
        let isFirst = response == nil
        let response = if let open = self.response { open } else { try await open() }
        self.response = response
        var elements: [Parser.Element] = []
        do {
            if isFirst { try parser.begin(response.head) }
            if let chunk = try await response.body.next() {
                try parser.push(chunk, into: &elements)
            } else {
                isComplete = true
                try parser.finish(into: &elements)
            }
        } catch let error as CallFailure {
            end(with: error)
        } catch let error as DecodingFailure {
            end(with: .unreadable(status: response.head.status, error))
        }
        ready = elements[...]
    }

    /// Closes the connection.
    ///
    /// The failure is thrown after the elements that precede it.
    private func end(with cause: CallFailure) {
        response = nil
        failure = fail(cause)
    }
}
