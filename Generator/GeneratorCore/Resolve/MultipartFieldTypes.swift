/// Finds the properties of multipart bodies that are files, including those without `format: binary`.
struct MultipartFieldTypes {

    let resolver: TypeResolver

    /// Returns the type of a property that is a file or a list of files.
    ///
    /// Returns `nil` for any other property, and outside of multipart bodies.
    func file(_ schema: Schema) -> ResolvedType? {
        guard resolver.graph.usage.isPart(schema), let own = described(schema) else { return nil }
        let isNullable = resolver.graph.isNullable(schema) || resolver.graph.isNullable(own)
        let isBytes = resolver.graph.usage.isBytes(schema)
        if isFile(own, isBytes: isBytes) {
            return .init(type: .file, isNullable: isNullable)
        }
        if isList(own, isBytes: isBytes) {
            return .init(type: .array(.file), isNullable: isNullable)
        }
        // A file and a list of files are equivalent as parts.
        let variants = own.variants.filter { $0.kinds != [.null] }
        // A string or number as an alternative to a file is a part with the same bytes.
        let files = variants.map { isFile($0) || isList($0) }
        guard files.contains(true), own.properties.isEmpty, own.allOf.isEmpty else { return nil }
        for (other, isFile) in zip(variants, files) where !isFile && !isScalar(other) {
            resolver.diagnostics.warning(
                "no-effect",
                "This variant has no effect, because another one is a file, so the part is one whatever its value",
                hint: "Encode the value in the app, and state the media type of the file",
                at: other.range
            )
        }
        return .init(type: variants.contains { isList($0) } ? .array(.file) : .file, isNullable: isNullable)
    }

    private func isList(_ schema: Schema, isBytes: Bool = false) -> Bool {
        guard let own = described(schema), own.kinds == [.array], own.prefixItems.isEmpty else {
            return false
        }
        return own.items.map { isFile($0, isBytes: isBytes) } ?? false
    }

    /// Whether a schema describes a file.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - isBytes: Whether its encoding has a binary media type.
    /// - Returns: Whether the schema describes a file.
    private func isFile(_ schema: Schema, isBytes: Bool = false) -> Bool {
        guard let own = described(schema), own.enumeration == nil else { return false }
        if resolver.formats.isBinary(own) {
            return true
        }
        guard own.contentEncoding == nil else { return false }
        // Without a type, OpenAPI 3.1 denotes raw bytes.
        if own.isUnconstrained, isBytes || own.format == "binary" {
            return true
        }
        return (own.kinds == [.string] || own.isUnconstrained) && MediaRange.isBinary(own.contentMediaType)
    }

    /// Returns the schema at the end of references and of compositions that one part decides.
    private func described(_ schema: Schema) -> Schema? {
        var own = resolver.graph.followed(schema)
        for _ in 0..<32 {
            guard let current = own, case .replaced(let other)? = resolver.graph.forms[current]?.kind else { break }
            own = resolver.graph.followed(other)
        }
        return own
    }

    private func isScalar(_ schema: Schema) -> Bool {
        guard let own = resolver.graph.followed(schema), own.isScalarCheck else { return false }
        return [[.string], [.integer], [.number], [.boolean]].contains(own.kinds)
    }
}
