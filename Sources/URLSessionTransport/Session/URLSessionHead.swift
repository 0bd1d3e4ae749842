import APIRuntime
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import HTTPTypes

extension HTTPResponse {
    /// Creates a head from a `URLSession` response.
    init(_ response: HTTPURLResponse) {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let text = name as? String, let name = HTTPField.Name(text), let value = value as? String else {
                continue
            }
            fields.append(HTTPField(name: name, value: value))
        }
        self.init(status: .init(code: response.statusCode), headerFields: fields)
    }
}

extension HTTPResponse {
    /// The rule that a head breaks although the system accepts it; `nil` for none.
    var violation: String? {
        if status.code < 200 { return "The server switched to another protocol without a request." }
        guard let field = headerFields[.contentLength] else { return nil }
        // The system joins the values of repeated fields.
        let lengths = Set(field.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed })
        let isNumber = lengths.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && Int($0) != nil }
        return isNumber && lengths.count == 1 ? nil : "The response's length is not a number."
    }
}

extension Substring {
    /// The characters between leading and trailing spaces.
    fileprivate var trimmed: Substring {
        guard let last = lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return self[...last].drop { $0 == " " || $0 == "\t" }
    }
}
