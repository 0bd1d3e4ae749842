/// Finds the members of multipart bodies that are files, also where their schemas do not say `format: binary`.
struct PartTypes {

    let resolver: TypeResolver

    /// The type of a member that is a file or a list of files; `nil` for any other one, and outside of such bodies.
    func file(_ schema: Schema) -> TypeResolver.Resolved? {
        guard resolver.usage.isPart(schema), let own = resolver.followed(schema) else { return nil }
        let isNullable = resolver.isNullable(schema) || resolver.isNullable(own)
        if isFile(own) {
            return .init(type: .file, isNullable: isNullable)
        }
        if isList(own) {
            return .init(type: .array(.file), isNullable: isNullable)
        }
        // One file or several of them: as parts they are the same.
        let variants = own.variants.filter { $0.kinds != [.null] }
        // A text or a number beside a file is a part with such bytes.
        let areFiles = variants.allSatisfy { isFile($0) || isList($0) || isScalar($0) }
        guard variants.contains(where: { isFile($0) || isList($0) }), areFiles, own.properties.isEmpty,
            own.allOf.isEmpty
        else { return nil }
        return .init(type: variants.contains(where: isList) ? .array(.file) : .file, isNullable: isNullable)
    }

    private func isList(_ schema: Schema) -> Bool {
        guard let own = resolver.followed(schema), own.kinds == [.array], own.prefixItems.isEmpty else { return false }
        return own.items.map(isFile) ?? false
    }

    private func isFile(_ schema: Schema) -> Bool {
        guard let own = resolver.followed(schema), own.kinds == [.string], own.enumeration == nil else { return false }
        return resolver.formats.isBinary(own) || own.contentEncoding == nil && isBinary(own.contentMediaType)
    }

    private func isScalar(_ schema: Schema) -> Bool {
        guard let own = resolver.followed(schema), own.isScalarCheck else { return false }
        return [[.string], [.integer], [.number], [.boolean]].contains(own.kinds)
    }

    private func isBinary(_ mediaType: String?) -> Bool {
        guard let essence = mediaType?.lowercased().prefix(while: { $0 != ";" }) else { return false }
        return !essence.hasPrefix("text/") && !essence.hasSuffix("json") && !essence.hasSuffix("xml")
            && essence != "application/x-www-form-urlencoded"
    }
}
