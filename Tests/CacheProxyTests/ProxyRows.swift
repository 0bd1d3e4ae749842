import Testing

/// A response, and whether the next equal request is served without the server.
struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let origin: Origin
    let isReused: Bool
    var second: [(String, String)] = []
    var wait = 0.0

    init(_ name: String, _ origin: Origin, _ isReused: Bool, second: [(String, String)] = [], wait: Double = 0) {
        self.name = name
        self.origin = origin
        self.isReused = isReused
        self.second = second
        self.wait = wait
    }

    var testDescription: String { name }
}

/// Tables of the responses that a cache may reuse.
enum ProxyRows {
    static let freshness: [Row] = [
        Row("nothing said", Origin(), false),
        Row("max-age", Origin("Cache-Control: max-age=3600"), true),
        Row("max-age over", Origin("Cache-Control: max-age=3600"), false, wait: 3601),
        Row("max-age=0", Origin("Cache-Control: max-age=0"), false),
        Row("max-age and Age", Origin("Cache-Control: max-age=3600", "Age: 1800"), true),
        Row("Age over max-age", Origin("Cache-Control: max-age=3600", "Age: 7200"), false),
        Row("Age of several values: the first counts", Origin("Cache-Control: max-age=3600", "Age: 10, 7200"), true),
        Row("Age that is no number is ignored", Origin("Cache-Control: max-age=3600", "Age: abc"), true),
        Row("Age beyond 31 bits", Origin("Cache-Control: max-age=3600", "Age: 2147483649"), false),
        Row("Date in the past counts as age", Origin("Cache-Control: max-age=3600", "Date: DATE-7200"), false),
        Row("Expires", Origin("Date: DATE", "Expires: DATE+600"), true),
        Row("Expires over", Origin("Date: DATE", "Expires: DATE+600"), false, wait: 601),
        Row("Expires without Date", Origin("Expires: DATE+600"), true),
        Row("Expires in the past", Origin("Expires: DATE-10"), false),
        Row("Expires of 0", Origin("Expires: 0"), false),
        Row("Expires that is no date", Origin("Expires: next week", "Last-Modified: DATE-99999"), false),
        Row("two Expires", Origin("Expires: DATE+600", "Expires: DATE+900"), false),
        Row("max-age wins over Expires", Origin("Cache-Control: max-age=3600", "Expires: DATE-10"), true),
        Row("max-age=0 wins over Expires", Origin("Cache-Control: max-age=0", "Expires: DATE+600"), false),
        Row("s-maxage is not for us", Origin("Cache-Control: max-age=1, s-maxage=3600"), false, wait: 2),
        Row("RFC 850 date", Origin("Date: DATE", "Expires: Thursday, 18-Aug-50 02:01:18 GMT"), true),
        Row("asctime date", Origin("Date: DATE", "Expires: Thu Aug 18 02:01:18 2050"), true),
        Row("date of another zone", Origin("Expires: Thu, 18 Aug 2050 02:01:18 AEST"), false),
        Row("date in small letters", Origin("Date: DATE", "Expires: thu, 18 aug 2050 02:01:18 GMT"), true),
        Row("zone in other letters", Origin("Date: DATE", "Expires: Thu, 18 Aug 2050 02:01:18 gMT"), true),
        Row("zone with more letters", Origin("Date: DATE", "Expires: Thu, 18 Aug 2050 02:01:18 GMTX"), false),
        Row("date with dots", Origin("Expires: Thu, 18 Aug 2050 02.01.18 GMT"), false),
        Row("hour of one digit", Origin("Expires: Thu, 18 Aug 2050 2:01:18 GMT"), false),
        Row("heuristic by Last-Modified", Origin("Last-Modified: DATE-36000"), true, wait: 3000),
        Row("heuristic over", Origin("Last-Modified: DATE-36000"), false, wait: 4000),
        Row("heuristic 404", Origin("Last-Modified: DATE-36000", status: 404), true),
        Row("no heuristic for 403", Origin("Last-Modified: DATE-36000", status: 403), false),
        Row("no heuristic for 503", Origin("Last-Modified: DATE-36000", status: 503), false),
        Row(
            "heuristic for any status that is public",
            Origin("Last-Modified: DATE-36000", "Cache-Control: public", status: 599),
            true
        ),
        Row(
            "an error that is private has no life of its own",
            Origin("Last-Modified: DATE-36000", "Cache-Control: private", status: 500),
            false
        ),
    ]

    static let directives: [Row] = [
        Row("in capitals", Origin("Cache-Control: MAX-AGE=3600"), true),
        Row("quoted", Origin("Cache-Control: max-age=\"3600\""), true),
        Row("single quotes", Origin("Cache-Control: max-age='3600'"), false),
        Row("leading zeros", Origin("Cache-Control: max-age=003600"), true),
        Row("negative", Origin("Cache-Control: max-age=-3600"), false),
        Row("with a fraction", Origin("Cache-Control: max-age=3600.5"), false),
        Row("letters behind", Origin("Cache-Control: max-age=3600a"), false),
        Row("no number", Origin("Cache-Control: max-age"), false),
        Row("very large", Origin("Cache-Control: max-age=99999999999999999999"), true),
        Row("in a quoted extension", Origin("Cache-Control: extension=\"max-age=3600\""), false),
        Row("behind a quoted extension", Origin("Cache-Control: extension=\"a, b\", max-age=3600"), true),
        Row("on the second line", Origin("Cache-Control: private", "Cache-Control: max-age=3600"), true),
        Row("empty members", Origin("Cache-Control: , ,max-age=3600,"), true),
        Row("unknown directives", Origin("Cache-Control: foo, max-age=3600, bar=baz"), true),
        Row("two lives that differ", Origin("Cache-Control: max-age=1, max-age=3600"), false),
        Row("the same life twice", Origin("Cache-Control: max-age=3600, max-age=3600"), true),
        Row("no-store", Origin("Cache-Control: no-store, max-age=3600"), false),
        Row("No-Store in capitals", Origin("Cache-Control: max-age=3600, No-Store"), false),
        Row("no-cache", Origin("Cache-Control: no-cache, max-age=3600"), false),
        Row("no-cache for a field", Origin("Cache-Control: no-cache=\"x-a\", max-age=3600", "X-A: 1"), true),
        Row("private", Origin("Cache-Control: private, max-age=3600"), true),
        Row("must-revalidate, fresh", Origin("Cache-Control: must-revalidate, max-age=3600"), true),
        Row("must-understand, known", Origin("Cache-Control: must-understand, no-store, max-age=3600"), true),
        Row(
            "must-understand, unknown",
            Origin("Cache-Control: must-understand, no-store, max-age=3600", status: 299),
            false
        ),
        Row("Pragma in the response means nothing", Origin("Cache-Control: max-age=3600", "Pragma: no-cache"), true),
        Row("Vary *", Origin("Cache-Control: max-age=3600", "Vary: *"), false),
        Row("Vary * among others", Origin("Cache-Control: max-age=3600", "Vary: accept, *"), false),
        Row("CDN-Cache-Control is not for us", Origin("CDN-Cache-Control: max-age=3600"), false),
        Row(
            "nor can it forbid anything",
            Origin("Cache-Control: max-age=3600", "CDN-Cache-Control: no-store", "Surrogate-Control: no-store"),
            true
        ),
    ]

    static let requests: [Row] = [
        Row("no-cache", Origin("Cache-Control: max-age=3600"), false, second: [("Cache-Control", "no-cache")]),
        Row(
            "max-age=0",
            Origin("Cache-Control: max-age=3600"),
            false,
            second: [("Cache-Control", "max-age=0")],
            wait: 1
        ),
        Row(
            "max-age=0 of what never changes",
            Origin("Cache-Control: max-age=3600, immutable"),
            true,
            second: [("Cache-Control", "max-age=0")],
            wait: 1
        ),
        Row(
            "max-age=0 of what may have changed since",
            Origin("Cache-Control: max-age=5, immutable"),
            false,
            second: [("Cache-Control", "max-age=0, max-stale=60")],
            wait: 6
        ),
        Row(
            "no-cache of what never changes",
            Origin("Cache-Control: max-age=3600, immutable"),
            false,
            second: [("Cache-Control", "no-cache")]
        ),
        Row(
            "older than asked",
            Origin("Cache-Control: max-age=3600"),
            false,
            second: [("Cache-Control", "max-age=5")],
            wait: 6
        ),
        Row(
            "young enough",
            Origin("Cache-Control: max-age=3600"),
            true,
            second: [("Cache-Control", "max-age=9")],
            wait: 6
        ),
        Row("min-fresh met", Origin("Cache-Control: max-age=3600"), true, second: [("Cache-Control", "min-fresh=60")]),
        Row(
            "min-fresh missed",
            Origin("Cache-Control: max-age=60"),
            false,
            second: [("Cache-Control", "min-fresh=90")]
        ),
        Row(
            "max-stale",
            Origin("Cache-Control: max-age=5"),
            true,
            second: [("Cache-Control", "max-stale=60")],
            wait: 20
        ),
        Row(
            "too stale",
            Origin("Cache-Control: max-age=5"),
            false,
            second: [("Cache-Control", "max-stale=9")],
            wait: 20
        ),
        Row(
            "any staleness",
            Origin("Cache-Control: max-age=5"),
            true,
            second: [("Cache-Control", "max-stale")],
            wait: 999
        ),
        Row(
            "max-stale against must-revalidate",
            Origin("Cache-Control: max-age=5, must-revalidate"),
            false,
            second: [("Cache-Control", "max-stale")],
            wait: 9
        ),
        Row(
            "only-if-cached",
            Origin("Cache-Control: max-age=3600"),
            true,
            second: [("Cache-Control", "only-if-cached")]
        ),
        Row("Pragma", Origin("Cache-Control: max-age=3600"), false, second: [("Pragma", "no-cache")]),
        Row(
            "Pragma next to Cache-Control",
            Origin("Cache-Control: max-age=3600"),
            true,
            second: [("Pragma", "no-cache"), ("Cache-Control", "max-age=900")]
        ),
        Row("another query", Origin("Cache-Control: max-age=3600"), true, second: [("X-Other", "1")]),
    ]
}
