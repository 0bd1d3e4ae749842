@_spi(Generated) import APIRuntime

/// Six properties, an enum and a list of strings: the object of the call benchmark.
struct SmallObject: JSONModel, Hashable {
    var id: Int
    var name: String
    var kind: SmallKind
    var price: Double
    var isActive: Bool
    var tags: [String]
    var unknownProperties = UnknownProperties()

    init(number: Int) {
        id = number
        name = "Item number \(number)"
        kind = number.isMultiple(of: 2) ? .plain : .special
        price = Double(number) + 0.25
        isActive = !number.isMultiple(of: 3)
        tags = ["first", "second-\(number)"]
    }

    static let keys: ObjectKeys = ["id", "name", "kind", "price", "isActive", "tags"]

    init(from object: inout ObjectReader) throws(DecodingFailure) {
        id = try object.required(0)
        name = try object.required(1)
        kind = try object.required(2)
        price = try object.required(3)
        isActive = try object.required(4)
        tags = try object.required(5)
        unknownProperties = object.unknown()
    }

    func write(to object: inout ObjectWriter) {
        object.put(0, id)
        object.put(1, name)
        object.put(2, kind)
        object.put(3, price)
        object.put(4, isActive)
        object.put(5, tags)
        object.put(unknown: unknownProperties)
    }
}

/// The enum of the call benchmark.
enum SmallKind: ListedEnum {
    case plain, special
    case unknown(String)

    static let listing: EnumListing<SmallKind, String> = ["plain": .plain, "special": .special]

    var unlisted: String? {
        if case .unknown(let value) = self { value } else { nil }
    }
}
