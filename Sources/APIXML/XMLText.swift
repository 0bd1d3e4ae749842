@_spi(Generated) import APIRuntime

/// A writer of XML documents.
struct XMLText {
    private(set) var bytes: [UInt8] = Array(#"<?xml version="1.0" encoding="UTF-8"?>"#.utf8)

    /// Writes an element with its content.
    ///
    /// - Parameters:
    ///   - node: The element.
    ///   - scope: The namespaces declared by enclosing elements, by prefix.
    /// - Throws: ``TransportError`` with the code `invalidRequest` for a name or a character that XML does not allow.
    mutating func write(_ node: XMLNode, in scope: [String: String] = [:]) throws(TransportError) {
        guard Self.isName(node.name) else { throw Self.refusal("a property's name is not a valid name in XML") }
        put("<" + node.name)
        let prefixes = AttributePrefixes(node, in: scope)
        let inner = try declare(node.namespaces + prefixes.namespaces, in: scope)
        for attribute in node.attributes {
            let name = prefixes.qualified(attribute.name)
            guard Self.isName(name) else { throw Self.refusal("a property's name is not a valid name in XML") }
            guard let value = attribute.value else {
                throw Self.refusal("an item of a list in an attribute is empty or contains white space")
            }
            put(" \(name)=\"")
            try escape(value, inAttribute: true)
            put("\"")
        }
        put(">")
        // A parser would end a section at its first "]]>" and convert its carriage returns.
        if let text = node.text, node.isCDATA, !text.isEmpty, !text.contains("]]>"), !text.unicodeScalars.contains("\r")
        {
            try section(text)
        } else {
            try escape(node.text ?? "", inAttribute: false)
        }
        for child in node.children { try write(child, in: inner) }
        put("</\(node.name)>")
    }

    /// Writes the namespace declarations that an element needs and no enclosing element provides, each prefix once.
    private mutating func declare(
        _ namespaces: [(prefix: String, address: String)],
        in scope: [String: String]
    ) throws(TransportError) -> [String: String] {
        var own: [String: String] = [:]
        for (prefix, address) in namespaces {
            guard own[prefix] == nil || own[prefix] == address else {
                throw Self.refusal("an element would need two namespaces with the prefix '\(prefix)'")
            }
            guard own.updateValue(address, forKey: prefix) == nil, scope[prefix] != address else { continue }
            guard prefix.isEmpty || Self.isName(prefix) else {
                throw Self.refusal("a prefix is not a valid name in XML")
            }
            put(prefix.isEmpty ? " xmlns=\"" : " xmlns:\(prefix)=\"")
            try escape(address, inAttribute: true)
            put("\"")
        }
        return own.isEmpty ? scope : scope.merging(own) { $1 }
    }

    private mutating func put(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a CDATA section.
    private mutating func section(_ text: String) throws(TransportError) {
        guard text.unicodeScalars.allSatisfy({ Self.isCharacter($0) }) else {
            throw Self.refusal("a text has a character that XML has not")
        }
        put("<![CDATA[\(text)]]>")
    }

    private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n": true
        case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
        default: true
        }
    }

    private mutating func escape(_ text: String, inAttribute: Bool) throws(TransportError) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": put("&amp;")
            case "<": put("&lt;")
            case ">": put("&gt;")
            case "\"" where inAttribute: put("&quot;")
            // A parser would convert these to other white space.
            case "\r": put("&#13;")
            case "\n" where inAttribute: put("&#10;")
            case "\t" where inAttribute: put("&#9;")
            case "\t", "\n": put(String(scalar))
            case _ where !Self.isCharacter(scalar): throw Self.refusal("a text has a character that XML has not")
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    private static func isName(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, isStart(first) else { return false }
        return scalars.allSatisfy { isStart($0) || isFurther($0) }
    }

    /// Returns whether the production `NameStartChar` allows a character.
    ///
    /// Prefixed names include their colon.
    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "_", ":", "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}",
            "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}", "\u{200C}"..."\u{200D}", "\u{2070}"..."\u{218F}",
            "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}", "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}",
            "\u{10000}"..."\u{EFFFF}":
            true
        default: false
        }
    }

    private static func isFurther(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "0"..."9", "\u{B7}", "\u{300}"..."\u{36F}", "\u{203F}"..."\u{2040}": true
        default: false
        }
    }

    private static func refusal(_ reason: String) -> TransportError {
        TransportError(.invalidRequest, "The body cannot be written as XML: \(reason).")
    }
}
