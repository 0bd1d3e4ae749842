/// Names of HTTP statuses.
enum StatusName {

    /// Returns the name of an enum case for `404`, `4XX` or `default`.
    static func member(_ status: String) -> Identifier {
        if let name = names[status] {
            return Identifier(sanitizing: name)
        }
        return switch status {
        case "1XX": "informational"
        case "2XX": "success"
        case "3XX": "redirection"
        case "4XX": "clientError"
        case "5XX": "serverError"
        case "default": "other"
        default: Identifier(sanitizing: "status" + status)
        }
    }

    /// Returns the name with a capital letter, as a part of a type's name.
    static func word(_ status: String) -> String {
        let name = member(status).text
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    private static let names = [
        "200": "ok", "201": "created", "202": "accepted", "203": "nonAuthoritativeInformation", "204": "noContent",
        "205": "resetContent", "206": "partialContent", "207": "multiStatus", "300": "multipleChoices",
        "301": "movedPermanently", "302": "found", "303": "seeOther", "304": "notModified", "307": "temporaryRedirect",
        "308": "permanentRedirect", "400": "badRequest", "401": "unauthorized", "402": "paymentRequired",
        "403": "forbidden", "404": "notFound", "405": "methodNotAllowed", "406": "notAcceptable",
        "407": "proxyAuthenticationRequired", "408": "requestTimeout", "409": "conflict", "410": "gone",
        "411": "lengthRequired", "412": "preconditionFailed", "413": "contentTooLarge", "414": "uriTooLong",
        "415": "unsupportedMediaType", "416": "rangeNotSatisfiable", "417": "expectationFailed",
        "421": "misdirectedRequest", "422": "unprocessableContent", "423": "locked", "424": "failedDependency",
        "425": "tooEarly", "426": "upgradeRequired", "428": "preconditionRequired", "429": "tooManyRequests",
        "431": "requestHeaderFieldsTooLarge", "451": "unavailableForLegalReasons", "500": "internalServerError",
        "501": "notImplemented", "502": "badGateway", "503": "serviceUnavailable", "504": "gatewayTimeout",
        "507": "insufficientStorage",
    ]
}
