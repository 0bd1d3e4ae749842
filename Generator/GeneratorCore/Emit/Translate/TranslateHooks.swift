/// Translates webhooks and callbacks into functions that verify and decode them.
struct HooksTranslator {

    private let context: TranslationContext
    private let names: WebhookNames

    init(context: TranslationContext) {
        self.context = context
        names = WebhookNames(context.module)
    }

    /// Returns the files of the webhooks and the callbacks, if there are any.
    func files() -> [SourceFileModel] {
        [
            file(context.module.webhooks, "The webhooks that the service sends."),
            file(context.module.callbacks, "The callbacks that the service sends to addresses from earlier requests."),
        ].compactMap { $0 }
    }

    private func file(_ set: HookSet, _ summary: String) -> SourceFileModel? {
        guard !set.hooks.isEmpty else { return nil }
        var speller = TypeSpeller(context)
        let functions = set.hooks.map { function($0, &speller) }
        let details =
            "Each function accepts a received request, verifies that the service sent it, and only then decodes the "
            + "body. See `WebhookVerifier`."
        let type = TypeDeclaration(
            documentation: DocComment(summary: summary, details: details),
            access: context.accessCode,
            keyword: .enumeration,
            name: "\(set.typeName)",
            members: functions
        )
        return context.file(
            "",
            set.typeName,
            speller,
            [.type(type)],
            runtime: speller.usesRuntime ? .declared : .inside,
            library: WebhookNames.module
        )
    }

    private func function(_ hook: HookModel, _ speller: inout TypeSpeller) -> Declaration {
        let (result, reading) = parts(hook.body, &speller)
        let effects: Code = "throws(\(names.error))"
        return .function(
            FunctionDeclaration(
                documentation: documentation(hook),
                attributes: hook.isDeprecated ? Attributes.deprecated : [],
                access: context.accessCode,
                head: "static func \(hook.name)",
                parameters: [
                    .init(name: "_ request", type: names.request),
                    .init(name: "verifiedBy verifier", type: "any \(names.verifier)"),
                ],
                suffix: result.map { "\(effects) -> \($0)" } ?? effects,
                body: [Line("try request.\(reading)")]
            )
        )
    }

    /// Returns the result type and the call that decodes it.
    private func parts(_ body: BodyModel?, _ speller: inout TypeSpeller) -> (result: Code?, reading: Code) {
        guard let body else { return (nil, "verify(by: verifier)") }
        switch body.kind {
        case .json, .xml: return reading(body, "json", "optionalJSON", &speller)
        case .form: return reading(body, "form", "optionalForm", arguments: encodings(body), &speller)
        case .multipart where !body.hasFiles:
            return reading(body, "multipart", "optionalMultipart", arguments: encodings(body), &speller)
        case .text: return ("String", "text(verifiedBy: verifier)")
        case .multipart, .parts, .partList, .partItems, .binary, .lines, .textSequence:
            return (speller.foundation("Data"), "data(verifiedBy: verifier)")
        }
    }

    private func encodings(_ body: BodyModel) -> [Code] {
        let encodings = CallTranslator.encodings(body, isFirst: true)
        let exploded = body.type.explodedArgument(CallTranslator.effectiveEncodings(body))
        return (encodings.text.isEmpty ? [] : [encodings]) + exploded
    }

    private func reading(
        _ body: BodyModel,
        _ required: Code,
        _ optional: Code,
        arguments: [Code] = [],
        _ speller: inout TypeSpeller
    ) -> (result: Code?, reading: Code) {
        let type = speller.spell(body.type)
        let list = (arguments + ["verifiedBy: verifier"]).joined(separator: ", ")
        return body.isRequired ? (type, "\(required)(\(list))") : ("\(type)?", "\(optional)(\(list))")
    }

    private func documentation(_ hook: HookModel) -> DocComment {
        var comment = context.comment(
            hook.documentation,
            otherwise: "Verifies and decodes a request for `\(hook.wireName)`."
        )
        comment.throwing = "`WebhookError` if the request cannot be verified or decoded."
        var source = "`\(hook.wireName)`, source `\(hook.pointer)`"
        if let origin = hook.origin {
            source += ". Requested by `\(origin)`"
        }
        if let body = hook.body, body.kind != .json {
            source += ". Content type `\(body.contentType)`"
        }
        comment.source = source
        return comment
    }
}

extension BodyModel {
    /// Whether parts of the body are files, which JSON cannot represent.
    fileprivate var hasFiles: Bool {
        if case .named(let named) = type, case .form = named.content { true } else { false }
    }
}
