import HTTPTypes
import Testing

@testable import APIRuntime

@Suite("Cache-Control")
struct CacheControlTests {
    private func control(_ values: String...) -> CacheControl {
        var fields = HTTPFields()
        fields[values: .cacheControl] = values
        return CacheControl(fields)
    }

    @Test("cache directives are parsed in any letter case, order, spacing and number of lines")
    func tolerant() {
        let control = control(" ,, NO-Store ,max-age=60", "Private")
        #expect(control.contains("no-store"))
        #expect(control.contains("private"))
        #expect(control.number("max-age") == 60)
        #expect(!control.contains("public"))
        #expect(CacheControl([:]).isEmpty)
    }

    @Test("a quoted string is one argument, including commas and escapes")
    func quoted() {
        let control = control(#"ext="a, no-store, \"max-age=1", no-cache="set-cookie, x" , max-age="5""#)
        #expect(!control.contains("no-store"))
        #expect(control.contains("no-cache"))
        #expect(control.number("max-age") == 5)
    }

    @Test(
        "an invalid argument never hides its directive",
        arguments: [
            "no-store=", "no-store=\"", "no-store=1", "x=\"unclosed\"junk, no-store", "=,no-store", "no-store =x",
        ]
    )
    func broken(_ value: String) {
        #expect(control(value).contains("no-store"))
    }

    @Test(
        "seconds are digits only, and large values are limited",
        arguments: [
            ("max-age=0", CacheControl.Seconds.value(0)), ("max-age=007", .value(7)),
            ("max-age=99999999999999999999999", .value(1 << 31)), ("max-age", .invalid), ("max-age=", .invalid),
            ("max-age=-1", .invalid), ("max-age=1.5", .invalid), ("max-age=abc", .invalid), ("s-maxage=5", .absent),
            ("max-age=5, max-age=5", .value(5)), ("max-age=5, max-age=6", .invalid), ("max-age=5, max-age=x", .invalid),
        ]
    )
    func seconds(_ value: String, _ expected: CacheControl.Seconds) {
        #expect(control(value).seconds("max-age") == expected)
    }
}
