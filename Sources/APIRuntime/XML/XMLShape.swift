/// How the members of a model stand in XML.
///
/// Generated models that travel as XML state one; what reads and writes the XML is in the module `APIXML`.
public struct XMLShape: Sendable {

    /// What a member holds.
    public indirect enum Content: Sendable {
        /// Text.
        case string
        /// The digits of a number.
        case number
        /// `true` or `false`.
        case boolean
        /// Text or elements of unknown shape.
        case any
        /// Elements of one shape: side by side, or inside of one that has the member's name.
        case list(Content, item: XMLName? = nil, isWrapped: Bool = false)
        /// Elements whose names are data.
        case map(Content)
        /// A model's members.
        case model(any XMLRepresentable.Type)
        /// One of several shapes.
        case choice(any XMLChoice.Type)
    }

    /// A member of a model.
    public struct Member: Sendable {
        /// The member's name in JSON.
        public let key: String
        /// The name of its element or attribute.
        public let name: XMLName
        /// What it holds.
        public let content: Content
        /// Whether it is an attribute.
        public let isAttribute: Bool

        /// A member that is an element.
        public static func element(_ key: String, _ content: Content, as name: XMLName? = nil) -> Member {
            Member(key: key, name: name ?? XMLName(key), content: content, isAttribute: false)
        }

        /// A member that is an attribute.
        public static func attribute(_ key: String, _ content: Content, as name: XMLName? = nil) -> Member {
            Member(key: key, name: name ?? XMLName(key), content: content, isAttribute: true)
        }
    }

    /// The name of the model's element where nothing else names it.
    public let name: XMLName

    /// The members, in the order in which they are written.
    public let members: [Member]

    /// Creates a shape.
    public init(_ name: XMLName, _ members: [Member]) {
        self.name = name
        self.members = members
    }
}

/// The name of an element or attribute.
public struct XMLName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name without its prefix.
    public let local: String

    /// What stands before the colon; `nil` for none.
    public let prefix: String?

    /// The namespace that the element declares; `nil` for none.
    public let namespace: String?

    /// Creates a name.
    public init(_ local: String, prefix: String? = nil, namespace: String? = nil) {
        self.local = local
        self.prefix = prefix
        self.namespace = namespace
    }

    /// Creates a name without a namespace.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// The name with its prefix.
    public var qualified: String {
        prefix.map { "\($0):\(local)" } ?? local
    }
}

/// A model that can travel as XML.
public protocol XMLRepresentable: SendableMetatype {
    /// How the members stand in XML.
    static var xml: XMLShape { get }
}

/// The shapes of a union, from which a reader or writer chooses.
public struct XMLVariants: Sendable {

    /// One of the shapes.
    public struct Variant: Sendable {
        /// What the variant holds.
        public let content: XMLShape.Content

        /// Values of the discriminator that stand for it.
        public let tags: [String]

        /// Creates a variant.
        public init(_ content: XMLShape.Content, tags: String...) {
            self.content = content
            self.tags = tags
        }
    }

    /// The variants, those that are preferred first.
    public let variants: [Variant]

    /// The member, by its name in JSON, whose value tells the variants apart; `nil` when their members do.
    public let discriminator: String?

    /// Creates the shapes of a union.
    ///
    /// - Parameters:
    ///   - discriminator: The member whose value tells the variants apart; `nil` when their members do.
    ///   - variants: The variants, those that are preferred first.
    public init(by discriminator: String?, _ variants: [Variant]) {
        self.variants = variants
        self.discriminator = discriminator
    }
}

/// A union that can travel as XML.
public protocol XMLChoice: SendableMetatype {
    /// The shapes of its variants.
    static var xmlVariants: XMLVariants { get }
}
