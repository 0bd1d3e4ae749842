package import APIRuntime

/// A reader of one parameter in the items of a query, a form or the cookies.
package struct QueryParameter {
    let name: String
    let style: QueryStyle
    let explode: Bool

    /// Creates a reader.
    package init(name: String, style: QueryStyle, explode: Bool) {
        self.name = name
        self.style = style
        self.explode = explode
    }

    /// Returns the parameter's value, with strings for all scalars; `nil` if it is absent.
    ///
    /// - Parameters:
    ///   - items: The items of the parameter, and possibly others.
    ///   - kind: The shape of the parameter's type.
    ///   - limits: The limits of the query or form.
    ///   - work: A counter of the work, for tests.
    /// - Returns: The value; a list if the parameter occurs several times.
    /// - Throws: ``DecodingFailure`` for an object that is nested too deeply.
    package func tree(
        of items: [TextItem],
        _ kind: TextKind,
        limits: FormLimits = FormLimits(),
        work: TextWork? = nil
    ) throws(DecodingFailure) -> TextTree? {
        if style == .deepObject {
            let object = DeepObject(name: name, maximumDepth: limits.depth)
            if let tree = try object.tree(items, work: work) { return tree }
        }
        let own = items.filter { $0.name == name }
        guard let first = own.first else { return nil }
        guard !explode, style != .deepObject else {
            return kind == .list ? .list(own.map { .text($0.value) }) : .texts(own.map(\.value))
        }
        let style = style
        guard own.count == 1 else {
            return .list(own.flatMap { style.split($0.rawValue) }.map { .text($0) })
        }
        let raw = first.rawValue
        return .delimited(first.value, TextList { style.split(raw) })
    }
}

extension QueryStyle {
    /// Returns the decoded elements of a delimited string; none for an empty string.
    fileprivate func split(_ raw: String) -> [String] {
        guard !raw.isEmpty else { return [] }
        let plain = self == .spaceDelimited ? raw.replacing("+", with: " ") : raw
        return separator.split(plain).map(\.percentDecoded)
    }
}
