import APIRuntime
import HTTPTypes

/// The media types of the bodies of a route.
struct MediaCondition: Sendable {
    /// The media types and ranges of request bodies; empty for any.
    var receives: [String] = []

    /// The media types of successes; empty for any.
    var sends: [String] = []

    /// Whether the body of a request is read while it arrives.
    var streamsBody = false

    /// Returns whether the route can read the body of a request.
    func canRead(_ request: ServerRequest) -> Bool {
        guard !receives.isEmpty, let type = request.headers[.contentType].flatMap({ MediaType($0) }) else {
            return true
        }
        return receives.contains { MediaType($0).map { $0.includes(type) && $0.hasParameters(of: type) } ?? false }
    }

    /// Returns the weight that a request gives to the media types of the route: 0 if it accepts none of them.
    func weight(for request: ServerRequest) -> Double {
        guard let accept = request.headers[.accept], !sends.isEmpty else { return 1 }
        let ranges = MediaType.list(accept)
        guard !ranges.isEmpty else { return 1 }
        return sends.compactMap { MediaType($0) }.map { Self.weight(of: $0, in: ranges) }.max() ?? 0
    }

    /// Returns the weight of the most specific range that includes a media type (RFC 9110, section 12.5.1).
    private static func weight(of type: MediaType, in ranges: [MediaType]) -> Double {
        let including = ranges.filter { ($0.includes(type) || type.includes($0)) && $0.hasParameters(of: type) }
        let most = including.max { specificity($0) < specificity($1) }
        return most.map { $0.parameters["q"].flatMap(Double.init) ?? 1 } ?? 0
    }

    private static func specificity(_ range: MediaType) -> Int {
        range.essence == "*/*" ? 0 : range.essence.hasSuffix("/*") ? 1 : 2 + range.parameters.count
    }
}

extension MediaType {
    /// Returns whether the parameters that distinguish this media type equal those of another one.
    fileprivate func hasParameters(of other: MediaType) -> Bool {
        parameters.allSatisfy { ["q", "charset", "boundary"].contains($0.key) || other.parameters[$0.key] == $0.value }
    }
}

/// The routes of one method and path, among which the media types of a request select one.
struct RouteChoice: Sendable {
    /// A route before its media types are compared with a request.
    typealias Candidate = (head: RouteHead, handler: RouteHandler)

    let method: HTTPRequest.Method
    let pattern: PathPattern
    private var candidates: [Candidate]

    /// Adds a candidate to the choice for its method and path.
    static func add(
        _ candidate: Candidate,
        at pattern: PathPattern,
        _ method: HTTPRequest.Method,
        to choices: inout [RouteChoice]
    ) {
        if let index = choices.firstIndex(where: { $0.method == method && $0.pattern.shape == pattern.shape }) {
            choices[index].candidates.append(candidate)
        } else {
            choices.append(RouteChoice(method: method, pattern: pattern, candidates: [candidate]))
        }
    }

    /// The properties of the combined route.
    var head: RouteHead {
        var head = candidates[0].head
        head.condition = MediaCondition(streamsBody: candidates.contains { $0.head.streamsBody })
        return head
    }

    /// Returns the handler that selects a route for each request.
    var handler: RouteHandler {
        { [candidates] input in
            let readable = candidates.filter { $0.head.condition.canRead(input.about) }
            guard !readable.isEmpty else { return .problem(415, "No operation reads this media type.") }
            // The first of equal weights is the preferred one of the specification.
            var chosen: (candidate: Candidate, weight: Double)?
            for candidate in readable {
                let weight = candidate.head.condition.weight(for: input.about)
                if weight > chosen?.weight ?? 0 { chosen = (candidate, weight) }
            }
            guard let chosen else { return .problem(406, "No accepted media type is available.") }
            return await Self.respond(chosen.candidate, input)
        }
    }

    /// Calls a handler, after the whole body was read if the handler does not stream it.
    private static func respond(_ candidate: Candidate, _ input: ServerInput) async -> RawServerResponse {
        var input = input
        input.about.failures = candidate.head.failures
        guard !candidate.head.streamsBody else { return await candidate.handler(input) }
        do {
            try await input.collectBody()
        } catch {
            return input.response(to: error)
        }
        return await candidate.handler(input)
    }
}
