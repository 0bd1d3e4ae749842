/// The schemas of bodies that no type expresses.
extension BodyResolver {

    /// Reports the schemas of objects and lists whose media type has no models, and those of ranges that have no method,
    /// once for each media type.
    ///
    /// - Parameters:
    ///   - content: The media types of the body.
    ///   - isForm: Whether a form has models, as it has in requests.
    func reportObjects(_ content: [MediaTypeEntry], isForm: Bool = false) {
        let models = content.filter(isModel)
        for media in content {
            if models.isEmpty { reportNumber(media) }
            let isPlain = media.form == .binary || media.form == .text || media.form == .urlEncoded && !isForm
            // Another spelling of a model has the type of the model.
            guard isPlain, isObject(media) || isList(media),
                !models.contains(where: { hasSameSchema(media, $0, strictly: true) })
            else { continue }
            types.diagnostics.warningOnce(
                "no-effect",
                "The schema of '\(media.name)' has no effect: this body is \(media.form == .text ? "text" : "bytes")",
                hint: "Document it as 'application/json' if it is JSON, or encode and decode it in the app",
                at: media.range
            )
        }
        reportRanges(models)
    }

    /// Reports the schemas of ranges of models next to a model, whose media type they cannot be told apart from.
    private func reportRanges(_ models: [MediaTypeEntry]) {
        let named = models.filter { !$0.name.contains("*") }
        guard let first = named.first else { return }
        for media in models where media.name.contains("*") {
            guard isObject(media) || isList(media),
                !named.contains(where: { hasSameSchema(media, $0, strictly: true) })
            else { continue }
            types.diagnostics.warningOnce(
                "no-effect",
                "The schema of '\(media.name)' has no effect, because it cannot be told apart from '\(first.name)'",
                hint: "Replace the range with the media types that it is used for",
                at: media.range
            )
        }
    }

    /// Whether a body is a list.
    private func isList(_ media: MediaTypeEntry) -> Bool {
        media.schema.flatMap(types.graph.followed).map { $0.kinds == [.array] && $0.items != nil } ?? false
    }

    /// Reports the schema of a number or a Boolean in plain text, which is a string.
    private func reportNumber(_ media: MediaTypeEntry) {
        guard media.form == .text, let own = media.schema.flatMap(types.graph.followed), own.variants.isEmpty,
            !own.kinds.isEmpty, Set(own.kinds).isSubset(of: [.integer, .number, .boolean])
        else { return }
        types.diagnostics.warning(
            "no-effect",
            "The schema of '\(media.name)' has no effect: this body is a string",
            hint: "Document it as 'application/json', which has numbers and Booleans, or convert it in the app",
            at: media.range
        )
    }
}
