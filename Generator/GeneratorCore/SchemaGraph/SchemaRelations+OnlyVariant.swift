extension SchemaRelations {

    /// Whether a schema with one variant remains a union, because its discriminator may name other variants later.
    ///
    /// The variant has the property. One that is a union itself reads unknown values already. A value that is made of
    /// texts has the properties of the variant.
    ///
    /// - Parameters:
    ///   - schema: The schema with the variant.
    ///   - variants: Its variants without null.
    /// - Returns: Whether it is a union; `false` for several variants.
    func hasTaggedOnlyVariant(_ schema: Schema, _ variants: [Schema]) -> Bool {
        guard variants.count == 1, let property = schema.discriminator?.property, let own = followed(variants[0]),
            own.variants.isEmpty, inheritance.children(of: own).isEmpty, !texted.contains(schema)
        else { return false }
        return VariantTags(self).names(of: own).all.contains(property)
    }
}
