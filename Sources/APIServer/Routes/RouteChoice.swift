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

    /// Returns how specifically the media types of the route describe the body of a request; `nil` if it cannot be read.
    func specificity(for request: ServerRequest) -> Int? {
        guard !receives.isEmpty, let name = request.contentType else { return 0 }
        guard let type = MediaType(name) else { return receives.contains("*/*") ? 0 : nil }
        return receives.compactMap { MediaType($0) }
            .filter { $0.includes(type) && $0.hasParameters(of: type) }
            .map(Self.specificity).max()
    }

    /// The weight that a request gives to the media types of a route.
    struct Weight: Comparable {
        /// The weight; 0 if the request accepts none of the media types.
        var value = 1.0
        /// Whether the request names a media type that is documented itself, and not only by a range.
        var isExact = true

        static func < (first: Self, second: Self) -> Bool {
            (first.value, first.isExact ? 1 : 0) < (second.value, second.isExact ? 1 : 0)
        }
    }

    /// Returns the weight that a request gives to the media types of the route.
    func weight(for request: ServerRequest) -> Weight {
        guard let accept = request.headers[.accept], !sends.isEmpty else { return Weight() }
        let ranges = MediaType.list(accept)
        guard !ranges.isEmpty else { return Weight() }
        return sends.compactMap { MediaType($0) }.map { Self.weight(of: $0, in: ranges) }.max() ?? Weight(value: 0)
    }

    /// Returns the documented media type that a request prefers.
    ///
    /// - Parameters:
    ///   - standard: The media type for a request without a preference.
    ///   - request: The request.
    ///   - isJSON: Whether only types of JSON are considered.
    ///   - includesRanges: Whether types of the request that are in a documented range are considered. A client must not
    ///     choose the type of a body that it has not described.
    /// - Returns: The media type.
    func preferred(
        _ standard: String,
        for request: ServerRequest,
        isJSON: Bool = false,
        includesRanges: Bool = false
    ) -> String {
        guard let usual = MediaType(standard), let ranges = request.headers[.accept].map(MediaType.list),
            !ranges.isEmpty
        else { return standard }
        let documented = sends.compactMap { name in MediaType(name).map { (name: name, type: $0) } }
            .filter { $0.type.isJSON || !isJSON }
        let isDocumented = documented.contains { $0.type.includes(usual) }
        var best = (name: standard, weight: isDocumented ? Self.weight(of: usual, in: ranges).value : 0)
        for (name, type) in documented {
            let isRange = type.essence.contains("*")
            let own = isRange ? (includesRanges ? ranges.filter(type.includes).map(\.essence) : []) : [name]
            for name in own where !name.contains("*") {
                let weight = MediaType(name).map { Self.weight(of: $0, in: ranges).value } ?? 0
                if weight > best.weight { best = (name, weight) }
            }
        }
        return best.name
    }

    /// Returns the weight of the most specific range that includes a media type (RFC 9110, section 12.5.1).
    private static func weight(of type: MediaType, in ranges: [MediaType]) -> Weight {
        let including = ranges.filter { ($0.includes(type) || type.includes($0)) && $0.hasParameters(of: type) }
        guard let most = including.max(by: { specificity($0) < specificity($1) }) else { return Weight(value: 0) }
        let isExact = most.essence.contains("*") || !type.essence.contains("*")
        return Weight(value: most.parameters["q"].flatMap(Double.init) ?? 1, isExact: isExact)
    }

    private static func specificity(_ range: MediaType) -> Int {
        range.essence == "*/*" ? 1 : range.essence.contains("*") ? 2 : 3 + range.parameters.count
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
            let readable = candidates.compactMap { candidate in
                candidate.head.condition.specificity(for: input.about).map { (candidate: candidate, specificity: $0) }
            }
            guard !readable.isEmpty else {
                let types = candidates.flatMap { $0.head.condition.receives }
                return input.response(to: UnreadableInput(.mediaTypes(types)))
            }
            // The first of equal weights is the preferred one of the specification.
            var chosen: (candidate: Candidate, weight: MediaCondition.Weight)?
            for specificity in Set(readable.map { $0.specificity }).sorted(by: >) where chosen == nil {
                for (candidate, own) in readable where own == specificity {
                    let weight = candidate.head.condition.weight(for: input.about)
                    if weight.value > 0, chosen.map({ $0.weight < weight }) ?? true { chosen = (candidate, weight) }
                }
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
