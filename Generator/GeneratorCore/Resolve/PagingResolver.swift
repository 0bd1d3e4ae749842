import YAMLReader

/// Decides how to iterate over the pages of an operation.
struct PagingResolver {

    let context: ParseContext
    private var diagnostics: DiagnosticCollector { context.diagnostics }

    init(context: ParseContext) {
        self.context = context
    }

    /// Returns the paging of an operation; `nil` if it has none, or if the extension is invalid, which is reported.
    func paging(_ operation: OperationModel, _ entry: OperationEntry) -> PagingModel? {
        guard let paging = entry.extensions.paging else { return nil }
        let position = paging.position.flatMap { name in operation.parameters.first { $0.wireName == name } }
        guard checkMethod(paging, operation), checkParameters(paging, operation, position) else { return nil }
        let (body, isOptional) = bodyType(operation.response)
        guard checkPlaces(paging, entry, body) else { return nil }
        let extractions = shapes(body).compactMap { extraction(paging, variant: $0.variant, type: $0.type) }
        guard let first = extractions.first else {
            let isOwn = paging.pageable == nil
            report(
                isOwn ? "None of the locations under 'items' is a list in the response" : "'itemName' names no list",
                paging
            )
            return nil
        }
        checkFirst(paging, entry)
        return PagingModel(
            style: paging.style,
            first: paging.first,
            methodName: operation.methodName.appending("Pages"),
            itemType: first.element,
            position: position?.name,
            size: paging.size.flatMap { name in operation.parameters.first { $0.wireName == name }?.name },
            extractions: extractions.map(\.extraction),
            isOptional: isOptional
        )
    }

    /// Whether further pages are requested with the method of the operation.
    private func checkMethod(_ paging: OperationExtensions.Paging, _ operation: OperationModel) -> Bool {
        guard let method = paging.pageable?.method, method != operation.method.lowercased() else { return true }
        report("Further pages are requested with '\(method)', unlike the first one", paging)
        return false
    }

    /// Whether the parameters exist and have the types that paging requires.
    private func checkParameters(
        _ paging: OperationExtensions.Paging,
        _ operation: OperationModel,
        _ position: ParameterModel?
    ) -> Bool {
        let names = [paging.style == .url ? nil : paging.position, paging.size].compactMap { $0 }
        for name in names where !operation.parameters.contains(where: { $0.wireName == name }) {
            report("'\(name)' is not a parameter of this operation", paging)
            return false
        }
        if paging.style == .cursor, let position, position.type != .string || position.isRequired {
            report("'\(position.wireName)' must be an optional string", paging)
            return false
        }
        guard paging.style == .page || paging.style == .offset else { return true }
        for name in names where operation.parameters.contains(where: { $0.wireName == name && $0.type != .int }) {
            report("'\(name)' must be an integer", paging)
            return false
        }
        return true
    }

    /// Reports a first page or offset that is less than the schema of the position allows.
    private func checkFirst(_ paging: OperationExtensions.Paging, _ entry: OperationEntry) {
        guard paging.style == .page || paging.style == .offset,
            let position = entry.parameters.first(where: { $0.name == paging.position }),
            let minimum = position.schema.flatMap(minimum(of:)), minimum > paging.first
        else { return }
        let isPage = paging.style == .page
        diagnostics.warning(
            "unfit-paging",
            "The first \(isPage ? "page" : "offset") is \(paging.first), but '\(position.name)' is at least \(minimum)",
            hint: isPage ? "Use 'first: \(minimum)'" : "Correct the minimum, because the style 'offset' counts from 0",
            at: paging.range
        )
    }

    /// Returns the least integer that a schema allows; `nil` if it has no such bound.
    private func minimum(of schema: Schema) -> Int? {
        var known: Set<ObjectIdentifier> = []
        var open = [schema]
        var least: Int?
        while let part = open.popLast() {
            guard known.insert(ObjectIdentifier(part)).inserted else { continue }
            let bounds = [
                part.bounds?.minimum.flatMap(Double.init).map { $0.rounded(.up) },
                part.bounds?.exclusiveMinimum.flatMap(Double.init).map { $0.rounded(.down) + 1 },
            ]
            for bound in bounds.compactMap({ $0.flatMap(Int.init(exactly:)) }) { least = max(least ?? bound, bound) }
            open += part.allOf + [context.target(of: part)].compactMap { $0 }
        }
        return least
    }

    /// Whether each location occurs in the response with the right type; reports all others.
    private func checkPlaces(
        _ paging: OperationExtensions.Paging,
        _ entry: OperationEntry,
        _ body: SwiftType?
    ) -> Bool {
        var isSound = true
        func report(_ message: String) {
            // One message is enough for what another tool declares.
            guard isSound || paging.pageable == nil else { return }
            isSound = false
            self.report(message, paging)
        }
        let headers = entry.responses.filter { $0.status.hasPrefix("2") }.flatMap(\.headers).map {
            $0.name.text.lowercased()
        }
        let nextTypes: [SwiftType] = paging.style == .url ? [.string, .url] : [.string]
        for (places, types) in [(paging.items, []), (paging.next, nextTypes), (paging.total, [.int])] {
            for place in places {
                if case .header(let name) = place {
                    guard !headers.contains(name.lowercased()) else { continue }
                    report("The response declares no header '\(name)'")
                    continue
                }
                let found = shapes(body).compactMap { value(place, in: $0.type)?.type }
                if found.isEmpty {
                    report("The response has no '\(place.text)'")
                } else if !types.isEmpty, !found.allSatisfy({ types.contains($0) }) {
                    report("'\(place.text)' of the response has the wrong type")
                }
            }
        }
        return isSound
    }

    private func report(_ message: String, _ paging: OperationExtensions.Paging) {
        guard paging.pageable == nil else {
            let name = OperationExtensions.pageableKey
            return diagnostics.warning(
                "unfit-paging",
                "\(message), so '\(name)' is ignored",
                hint: "Correct '\(name)', or describe the pages with 'x-paging'",
                at: paging.range
            )
        }
        diagnostics.slip(
            "unfit-paging",
            message,
            so: "'x-paging' is ignored",
            hint: "Correct 'x-paging', or remove it",
            at: paging.range
        )
    }

    private func bodyType(_ response: ResponseModel) -> (type: SwiftType?, isOptional: Bool) {
        switch response {
        case .json(let type): (type, false)
        case .optionalJSON(let type): (type, true)
        default: (nil, false)
        }
    }

    /// Returns the body, or each variant of a body that is a union.
    private func shapes(_ type: SwiftType?) -> [(variant: Identifier?, type: SwiftType)] {
        guard let type else { return [] }
        if case .named(let named) = type, case .union(let union) = named.content {
            return union.variants.map { ($0.name, $0.type) }
        }
        return [(nil, type)]
    }

    private func extraction(
        _ paging: OperationExtensions.Paging,
        variant: Identifier?,
        type: SwiftType
    ) -> (extraction: PagingModel.Extraction, element: SwiftType)? {
        for location in paging.items {
            guard let (value, found) = value(location, in: type), let element = elementType(found) else { continue }
            let next = paging.next.compactMap { self.value($0, in: type) }
            let extraction = PagingModel.Extraction(
                variant: variant,
                items: value,
                next: next.map(\.value),
                isNextURL: next.first?.type == .url,
                total: paging.total.compactMap { self.value($0, in: type)?.value },
                omitsInvalidItems: Self.omitsInvalidElements(found)
            )
            return (extraction, element)
        }
        return nil
    }

    private static func omitsInvalidElements(_ type: SwiftType) -> Bool {
        switch type {
        case .arraySkippingInvalidElements: return true
        case .optional(let wrapped): return omitsInvalidElements(wrapped)
        case .named(let named):
            if case .alias(let target) = named.content { return omitsInvalidElements(target) }
            return false
        default: return false
        }
    }

    private func elementType(_ type: SwiftType) -> SwiftType? {
        switch type {
        case .array(let element), .arraySkippingInvalidElements(let element): element
        case .named(let named): if case .alias(let type) = named.content { elementType(type) } else { nil }
        default: nil
        }
    }

    private func value(
        _ location: OperationExtensions.Location,
        in type: SwiftType
    ) -> (value: PagingModel.Value, type: SwiftType)? {
        switch location {
        case .header(let name): return (.header(name), .string)
        case .body(let path): return type.member(path).map { (.member($0.steps), $0.type) }
        }
    }
}
