/// The mapping of a model's properties to XML.
///
/// Generated models for XML bodies declare one; the module `APIXML` reads and writes the XML.
public struct XMLShape: Sendable {

    /// The content of a property.
    @_spi(Generated)
    public indirect enum Content: Sendable {
        /// A string.
        case string
        /// The digits of a number.
        case number
        /// `true` or `false`.
        case boolean
        /// A string or elements of unknown shape.
        case any
        /// Elements of one shape: direct children, or inside a wrapper element with the property's name.
        case list(Content, item: XMLName? = nil, isWrapped: Bool = false)
        /// Elements whose names are data.
        case map(Content)
        /// A model's properties.
        case model(any XMLRepresentable.Type)
        /// One of several shapes.
        case choice(any XMLChoice.Type)
    }

    /// The mapping of one property of a model.
    @_spi(Generated)
    public struct Member: Sendable {
        /// The property's name in JSON.
        public let key: String
        /// The name of its element or attribute.
        @_spi(Generated)
        public let name: XMLName
        /// The content.
        public let content: Content
        /// The kind of XML node that holds the value.
        public let node: Node

        /// The kinds of XML nodes (`nodeType` of OpenAPI 3.2).
        public enum Node: Sendable {
            /// An element with the property's name.
            case element
            /// An attribute of the model's element.
            case attribute
            /// The character data of the model's element.
            case text
            /// The character data of the model's element, written as a CDATA section.
            case cdata
            /// No node: the properties of the value belong to the model's element.
            case none
        }

        /// Returns a property that is an element.
        public static func element(_ key: String, _ content: Content, as name: XMLName? = nil) -> Member {
            Member(key: key, name: name ?? XMLName(key), content: content, node: .element)
        }

        /// Returns a property that is an attribute.
        public static func attribute(_ key: String, _ content: Content, as name: XMLName? = nil) -> Member {
            Member(key: key, name: name ?? XMLName(key), content: content, node: .attribute)
        }

        /// Returns a property that is the character data of the model's element.
        public static func text(_ key: String, _ content: Content, isCDATA: Bool = false) -> Member {
            Member(key: key, name: XMLName(key), content: content, node: isCDATA ? .cdata : .text)
        }

        /// Returns a property whose own properties belong to the model's element.
        public static func inline(_ key: String, _ type: any XMLRepresentable.Type) -> Member {
            Member(key: key, name: XMLName(key), content: .model(type), node: .none)
        }
    }

    /// The name of the model's element when the context does not name it.
    @_spi(Generated)
    public let name: XMLName

    /// The properties, in the order in which they are written.
    @_spi(Generated)
    public let members: [Member]

    /// The content of the elements that belong to no property; `nil` for any content.
    @_spi(Generated)
    public let others: Content?

    /// Creates a shape.
    @_spi(Generated)
    public init(_ name: XMLName, _ members: [Member], others: Content? = nil) {
        self.name = name
        self.members = members
        self.others = others
    }
}

/// The name of an element or attribute.
@_spi(Generated)
public struct XMLName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name without its prefix.
    public let local: String

    /// The prefix before the colon; `nil` without one.
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

/// A model with an XML representation.
public protocol XMLRepresentable: SendableMetatype {
    /// The mapping of the properties to XML.
    static var xml: XMLShape { get }
}

/// The shapes of a union, from which a reader or writer selects one.
public struct XMLVariants: Sendable {

    /// One of the shapes.
    @_spi(Generated)
    public struct Variant: Sendable {
        /// The content of the variant.
        public let content: XMLShape.Content

        /// The values of the discriminator that select it.
        public let tags: [String]

        /// Creates a variant.
        public init(_ content: XMLShape.Content, tags: String...) {
            self.content = content
            self.tags = tags
        }
    }

    /// The variants, preferred ones first.
    @_spi(Generated)
    public let variants: [Variant]

    /// The property, by its name in JSON, whose value selects the variant; `nil` when the variants' properties select
    /// it.
    @_spi(Generated)
    public let discriminator: String?

    /// Creates the shapes of a union.
    ///
    /// - Parameters:
    ///   - discriminator: The property whose value selects the variant; `nil` when the variants' properties select it.
    ///   - variants: The variants, preferred ones first.
    @_spi(Generated)
    public init(by discriminator: String?, _ variants: [Variant]) {
        self.variants = variants
        self.discriminator = discriminator
    }
}

/// A union with an XML representation.
public protocol XMLChoice: SendableMetatype {
    /// The shapes of its variants.
    static var xmlVariants: XMLVariants { get }
}
