/// The properties of a JSON object, in document order.
public struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {

    /// A property of a JSON object.
    public struct Member: Sendable, Hashable {

        /// The property's name.
        public var name: String

        /// The property's value.
        public var value: JSONValue

        /// Creates a property.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The properties, in order; each name once.
    public private(set) var members: [Member]

    /// Creates an object without properties.
    public init() {
        members = []
    }

    /// Creates an object; if a name is repeated, the last property counts.
    public init(_ members: [Member]) {
        self.members = []
        guard members.count > 16 else {
            for member in members { self[member.name] = member.value }
            return
        }
        // With a table instead of a search for each name.
        var positions: [[UInt8]: Int] = [:]
        for member in members {
            let name = Array(member.name.utf8)
            if let position = positions[name] {
                self.members[position].value = member.value
            } else {
                positions[name] = self.members.count
                self.members.append(member)
            }
        }
    }

    /// Creates an object; if a name is repeated, the last property counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(name: $0.0, value: $0.1) })
    }

    /// Creates an object of properties with different names, without a check.
    package init(distinct members: [Member]) {
        self.members = members
    }

    /// The number of properties.
    public var count: Int { members.count }

    /// Whether there are no properties.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a property, found by a linear search; `nil` when it is absent.
    ///
    /// Setting `nil` removes the property.
    public subscript(name: String) -> JSONValue? {
        get { index(of: name).map { members[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    // Names are compared as bytes: two names that Unicode considers equivalent are different properties.
    private func index(of name: String) -> Int? {
        members.firstIndex { $0.name == name && $0.name.isIdentical(name) }
    }

    /// The properties, sorted by the bytes of their names.
    var sorted: [Member] {
        members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

extension String {
    /// Returns whether the bytes are the same; string equality compares canonical equivalence instead.
    fileprivate func isIdentical(_ other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}

extension JSONObject: Hashable {

    /// Returns whether the properties are equal, regardless of their order.
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        guard lhs.count == rhs.count else { return false }
        // Each value is compared once: a second comparison at every level would double the time with each level.
        let isInOrder = zip(lhs.members, rhs.members).allSatisfy { $0.name == $1.name }
        return isInOrder ? lhs.members == rhs.members : lhs.sorted == rhs.sorted
    }

    /// Hashes the properties, regardless of their order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sorted)
    }
}

extension JSONObject: JSONCodable {

    /// Reads an object.
    ///
    /// - Throws: ``DecodingFailure`` if the value is not an object, or a name is repeated and duplicates are rejected.
    public init(json reader: inout JSONReader) throws(DecodingFailure) {
        if reader.isLoneText {
            self = try reader.readTextMap()
            return
        }
        let start = try reader.beginMap()
        var isFirst = true
        var members: [Member] = []
        while let name = try reader.nextKey(&isFirst) {
            do throws(DecodingFailure) {
                members.append(Member(name: name, value: try JSONValue(json: &reader)))
            } catch {
                throw error.insideMap(at: start)
            }
        }
        self.init(distinct: members)
        guard namesRepeat else { return }
        try reader.checkDuplicate(at: start)
        keepLast()
    }

    private var namesRepeat: Bool {
        guard members.count <= 16 else { return Set(members.map { Array($0.name.utf8) }).count < members.count }
        return members.indices.contains { index in
            members[..<index].contains { $0.name == members[index].name && $0.name.isIdentical(members[index].name) }
        }
    }

    private mutating func keepLast() {
        var names: Set<[UInt8]> = []
        members = members.reversed().filter { names.insert(Array($0.name.utf8)).inserted }.reversed()
    }

    /// Writes the properties in order.
    public func write(to writer: inout JSONWriter) {
        writer.buffer.append(ASCII.openBrace)
        var isFirst = true
        for member in members {
            writer.separate(&isFirst)
            writer.write(string: member.name)
            writer.buffer.append(ASCII.colon)
            member.value.write(to: &writer)
        }
        writer.buffer.append(ASCII.closeBrace)
    }
}
