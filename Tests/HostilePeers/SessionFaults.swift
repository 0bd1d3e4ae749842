/// The scenarios in which `URLSession` on Linux differs from every other client, with its outcomes.
///
/// `crash` and `hang` are faults of the system that a transport cannot prevent; the documentation of
/// `URLSessionTransport` describes them. A scenario that is no fault any more fails the matrix, and is then removed here.
enum SessionFaults {
    /// The outcomes by the names of scenarios.
    static let outcomes: [String: [String]] = {
        var outcomes: [String: [String]] = [:]
        for (result, names) in table {
            for name in names { outcomes[name] = [result] }
        }
        return outcomes
    }()

    private static let table: [(String, [String])] = [
        // A part of a head and then the end, a trailer, and a length beyond the precision of a Double.
        (
            "crash",
            [
                "a close behind the status line", "a close amid a field name", "a close amid a field", "a trailer",
                "a trailer with a length", "the largest length",
            ]
        ),
        // The same, when the connection ends while the request is being cancelled after its timeout.
        (
            "timedOut|crash",
            ["a stall behind the status line", "a stall amid a field name", "a stall amid a field"]
        ),
        // One connection with much to read occupies the queue that all sessions of a process share.
        (
            "hang|crash|timedOut|tooLarge|200 ther",
            [
                "endless chunks", "endless chunks of one byte", "endless trailers", "an endless extension",
                "an endless body of a redirect",
                "gzip that expands without end", "deflate that expands without end", "100,000 fields", "endless fields",
            ]
        ),
        // Parses less than other clients.
        (
            "malformedResponse",
            [
                "status line HTTP/1.1 200", "a field without a space", "gzip of two members", "gzip of three members",
                "gzip with padding", "gzip byte by byte",
            ]
        ),
        (
            "200 hello|malformedResponse|connection",
            ["the chunk size '5<CR>' of hello", "the chunk size '5<NUL>' of hello"]
        ),
        // Accepts what other clients refuse.
        ("200 ok", ["status line HTTP/2.0 200 OK", "a field with a bare CR"]),
        ("200", ["gzip cut in its head", "gzip with a long name"]),
        ("200 hel", ["gzip cut in its data"]),
        ("200 hello ", ["gzip cut in its checksum"]),
        ("200 hello", ["deflate cut in its data"]),
        // libcurl recognises a head by its first line.
        ("malformedResponse|tooLarge", ["endless empty lines"]),
    ]
}
