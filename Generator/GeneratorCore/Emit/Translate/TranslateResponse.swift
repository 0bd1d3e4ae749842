/// Translates the documented successes of an operation that has several.
struct ResponseTranslator {

    let context: TranslationContext
    let type: NamedType

    /// Returns the enum with one case for each kind of success.
    func declaration(_ variants: [ResponseVariant], _ speller: inout TypeSpeller) -> TypeDeclaration {
        var members: [Declaration] = variants.map {
            .enumCase(
                EnumCaseDeclaration(
                    name: $0.name,
                    payload: payload($0.response, &speller),
                    isIndirect: $0.response.isLarge
                )
            )
        }
        // An exact status takes precedence over its range.
        let ordered = variants.filter { Int($0.status) != nil } + variants.filter { $0.status.hasSuffix("XX") }
        var body = [Line("switch response.status {")]
        body += ordered.map { Line("\(label($0.status)) .\($0.name)\(reading($0.response))") }
        if let other = variants.first(where: { $0.status == "default" }) {
            body.append(Line("default: .\(other.name)\(reading(other.response))"))
        } else {
            let failure: Code = "\(RuntimeNames.decodingFailure)(.mismatch, \"the status is not a documented one\")"
            body.append(Line("default: throw \(failure)"))
        }
        body.append(Line("}"))
        members.append(
            .function(
                FunctionDeclaration(
                    access: context.accessCode,
                    head: "static func decode",
                    parameters: [.init(name: "_ response", type: RuntimeNames.receivedResponse)],
                    suffix: "throws(\(RuntimeNames.decodingFailure)) -> \(type.name)",
                    body: body
                )
            )
        )
        return TypeDeclaration(
            documentation: context.comment(type.documentation, otherwise: "The documented responses."),
            access: context.accessCode,
            keyword: .enumeration,
            name: "\(type.name)",
            conformances: [RuntimeNames.responseDecodable],
            members: members
        )
    }

    private func payload(_ response: ResponseModel, _ speller: inout TypeSpeller) -> Code? {
        switch response {
        case .nothing, .variants, .events, .lines, .parts, .file, .chunks: nil
        case .json(let type): speller.spell(type)
        case .optionalJSON(let type): "\(speller.spell(type))?"
        case .data: speller.foundation("Data")
        case .text: "String"
        }
    }

    private func reading(_ response: ResponseModel) -> Code {
        switch response {
        case .nothing, .variants, .events, .lines, .parts, .file, .chunks: ""
        case .json(.arraySkippingInvalidElements): "(try response.jsonSkippingInvalidElements())"
        case .optionalJSON(.arraySkippingInvalidElements): "(try response.optionalJSONSkippingInvalidElements())"
        case .json, .optionalJSON: "(try response.json())"
        case .data: "(response.data())"
        case .text: "(response.text())"
        }
    }

    private func label(_ status: String) -> Code {
        StatusPattern.label(status)
    }
}

extension ResponseModel {
    /// Whether the body is so large that the case is indirect.
    fileprivate var isLarge: Bool {
        switch self {
        case .json(let type), .optionalJSON(let type): type.isLarge
        default: false
        }
    }
}

/// The patterns of a `switch` over statuses.
enum StatusPattern {

    /// Returns `case 404:`, `case 400...499:` or `default:`.
    static func label(_ status: String) -> Code {
        status == "default" ? "default:" : "\(pattern(status)):"
    }

    /// Returns `case 404`, `case 400...499` or `case _`.
    static func pattern(_ status: String) -> Code {
        if let number = Int(status) {
            return "case \(number)"
        }
        guard let first = status.first.flatMap({ Int(String($0)) }) else { return "case _" }
        return "case \(first * 100)...\(first * 100 + 99)"
    }
}
