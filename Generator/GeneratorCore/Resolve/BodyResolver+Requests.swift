import YAMLReader

/// The bodies of requests that the caller encodes.
extension BodyResolver {

    /// Decides the types of the variants of a multipart body, which the caller adds to the body.
    ///
    /// - Parameter media: The media type of the body.
    /// - Returns: Whether the body is one of several variants.
    func resolvedVariants(_ media: MediaTypeEntry) -> Bool {
        guard let own = media.schema.flatMap(types.graph.followed),
            case .union(let union)? = types.graph.forms[own]?.kind
        else { return false }
        for variant in union.variants {
            guard let target = types.graph.followed(variant.schema), types.component(target) != nil,
                case .named(let named) = types.resolve(
                    variant.schema,
                    at: TypeResolver.Place(parent: nil, name: "Variant")
                ).type,
                case .object(let object) = named.content
            else { continue }
            types.markMultipart(named, object)
        }
        types.diagnostics.warning(
            "no-effect",
            "The caller creates the parts of this body, because it is one of several variants",
            hint: "Add a value of a variant with 'append(to:)', or describe one object with optional properties",
            at: media.range
        )
        return true
    }

    /// Reports a multipart body whose schema names no parts: a list, a file or another scalar.
    ///
    /// - Parameter media: The media type of the body.
    /// - Returns: Whether the body is one of these, so that the caller creates its parts.
    func reportedUnnamedParts(_ media: MediaTypeEntry) -> Bool {
        guard let own = media.schema.flatMap(types.graph.followed), own.variants.isEmpty, !own.kinds.isEmpty,
            Set(own.kinds).isDisjoint(with: [.object, .null])
        else { return false }
        types.diagnostics.warning(
            "no-effect",
            "The caller creates the parts of this body, because its schema describes no object with their names",
            hint: "Describe an object with one property for each part",
            at: media.range
        )
        return true
    }

    /// Reports events with a schema, because a request with events is bytes.
    func reportEvents(_ media: MediaTypeEntry) {
        guard media.schema ?? media.itemSchema != nil else { return }
        types.diagnostics.warning(
            "no-effect",
            "The events of a request are bytes, so their schema has no effect",
            hint: "Encode or decode the events in the app, or describe items in 'application/jsonl'",
            at: media.range
        )
    }
}
