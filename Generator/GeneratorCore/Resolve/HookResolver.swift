/// Decides the names and body types of webhooks and callbacks.
struct HookResolver {

    let document: Document
    let diagnostics: DiagnosticCollector
    /// The prefix of the names of the client's types.
    let prefix: String

    private var webhooksName: Identifier { SwiftName.derived(prefix, "Webhooks", orWith: "API") }
    private var callbacksName: Identifier { SwiftName.derived(prefix, "Callbacks", orWith: "API") }

    /// The names of the types that are needed, which no schema can have.
    var typeNames: [Identifier] {
        (document.webhooks.isEmpty ? [] : [webhooksName]) + (document.callbacks.isEmpty ? [] : [callbacksName])
    }

    /// Returns the webhooks and the callbacks.
    func sets(_ types: TypeResolver) -> (webhooks: HookSet, callbacks: HookSet) {
        let bodies = BodyResolver(types: types)
        reportParameters()
        var scope = NameScope(diagnostics)
        let paths = Dictionary(grouping: document.webhooks, by: \.path)
        let webhooks = document.webhooks.map { entry in
            let isAlone = paths[entry.path]?.count == 1
            let name = isAlone ? entry.path : entry.nameableID ?? entry.method + " " + entry.path
            return hook(entry, wireName: entry.path, name, origin: nil, "Webhook", &scope, bodies)
        }
        scope = NameScope(diagnostics)
        let callbacks = document.callbacks.map { entry in
            let name =
                entry.operation.nameableID ?? (entry.isShared ? entry.name : entry.origin + " " + entry.name)
            return hook(
                entry.operation,
                wireName: entry.name,
                name,
                origin: entry.origin,
                "Callback",
                &scope,
                bodies
            )
        }
        return (
            HookSet(typeName: webhooksName, hooks: webhooks), HookSet(typeName: callbacksName, hooks: callbacks)
        )
    }

    /// Reports, once for a document, that the parameters of webhooks and callbacks are not read.
    private func reportParameters() {
        let hooks = (document.webhooks + document.callbacks.map(\.operation)).filter { !$0.parameters.isEmpty }
        guard let first = hooks.first?.parameters.first else { return }
        diagnostics.warning(
            "no-effect",
            hooks.count == 1
                ? "The parameters of a webhook have no effect, because only its body is read"
                : "The parameters of \(hooks.count) webhooks have no effect, because only their bodies are read",
            hint: "Read them from the request in the app",
            at: first.range
        )
    }

    /// Reports the media types and the schema of items that cannot be read, because only one form of a body is.
    private func reportOthers(_ content: [MediaTypeEntry], _ body: BodyModel?, _ bodies: BodyResolver) {
        let groups = bodies.requestGroups(content)
        let isItems = body.map { $0.kind.isSequence || $0.kind.isParts } ?? false
        if let media = groups.first?.media.first, isItems, !media.schemas.isEmpty {
            diagnostics.warning(
                "no-effect",
                "The schema of '\(media.name)' has no effect, because the app reads the bytes of this body",
                hint: "Describe one value in 'application/json', or decode the items in the app",
                at: media.range
            )
        }
        guard let read = groups.first?.media.first, let other = groups.dropFirst().first?.media.first else { return }
        diagnostics.warning(
            "no-effect",
            "'\(other.name)' has no effect, because this body is read as '\(read.name)'",
            hint: "Describe one media type, or read the other one in the app",
            at: other.range
        )
    }

    private func hook(
        _ entry: OperationEntry,
        wireName: String,
        _ name: String,
        origin: String?,
        _ kind: String,
        _ scope: inout NameScope,
        _ bodies: BodyResolver
    ) -> HookModel {
        let wanted = entry.extensions.swiftName.map(Identifier.init(sanitizing:)) ?? SwiftName.member(name)
        let base = SwiftName.type(name + " " + kind).text
        let body = entry.requestBody.flatMap { bodies.body($0, operation: base) }
        reportOthers(entry.requestBody?.content ?? [], body, bodies)
        return HookModel(
            wireName: wireName,
            name: scope.take(wanted, for: "The \(kind.lowercased()) '\(wireName)'", at: entry.range),
            pointer: entry.pointer.text,
            documentation: Documentation(
                summary: entry.summary ?? entry.description,
                details: entry.summary == nil ? nil : entry.description
            ),
            isDeprecated: entry.isDeprecated,
            body: body,
            origin: origin
        )
    }
}
