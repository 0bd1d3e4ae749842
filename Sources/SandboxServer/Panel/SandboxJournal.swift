import APIRuntime
import APIServer
import Foundation
import HTTPTypes

/// The last requests and responses of a sandbox, without secrets, and the changes of its state.
final class SandboxJournal: Sendable {
    /// One request with its response.
    struct Exchange: Sendable {
        let number: Int
        let time: Date
        let operation: String
        let method: String
        let path: String
        let status: Int
        let requestHeaders: [String: String]
        let requestBody: String
        let responseBody: String
    }

    /// The number of requests that are kept.
    static let capacity = 50

    private struct State {
        var last = 0
        var exchanges: [Exchange] = []
    }

    private let state = LockedState(State())

    /// Sends the number of the last request after every request and every control operation.
    let changes = Broadcast<Int>(keepingNewest: 1)

    /// The last requests, newest first.
    var exchanges: [Exchange] { state.withLock { $0.exchanges.reversed() } }

    /// Reports a request: keeps one of a service, and only announces a control operation.
    func record(_ input: ServerInput, _ reply: RawServerResponse, at time: Date) {
        let about = input.about
        let isControl = about.operation.hasPrefix("sandbox.")
        let number = state.withLock { state in
            guard !isControl else { return state.last }
            state.last += 1
            state.exchanges.append(Self.exchange(state.last, input, reply, time))
            state.exchanges = state.exchanges.suffix(Self.capacity)
            return state.last
        }
        if !isControl || about.method != .get { changes.send(number) }
    }

    private static func exchange(
        _ number: Int,
        _ input: ServerInput,
        _ reply: RawServerResponse,
        _ time: Date
    ) -> Exchange {
        let about = input.about
        let headers = about.headers.map { ($0.name.rawName, Redaction.header($0)) }
        return Exchange(
            number: number,
            time: time,
            operation: about.operation,
            method: about.method.rawValue,
            path: Redaction.path(
                about.path,
                values: input.pathValues,
                query: input.query.map { ($0.name, $0.rawValue) }
            ),
            status: reply.status,
            requestHeaders: Dictionary(headers) { "\($0), \($1)" },
            requestBody: Redaction.body(input.body, contentType: about.headers[.contentType]),
            responseBody: Redaction.body(reply.bytes, contentType: reply.contentType)
        )
    }
}

extension SandboxJournal.Exchange {
    /// The exchange in the format of the control panel.
    var json: JSONValue {
        [
            "number": .number(JSONNumber(number)), "time": .string(time.ISO8601Format()),
            "operation": .string(operation), "method": .string(method), "path": .string(path),
            "status": .number(JSONNumber(status)), "headers": JSONValue(requestHeaders),
            "request": .string(requestBody), "response": .string(responseBody),
        ]
    }
}
