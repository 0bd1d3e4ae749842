// A string of a query or form has no type. The type that reads it decides: a list splits a delimited string, and an
// object or a list of objects reads a string that contains JSON. Each string is interpreted at most once for each type,
// so nothing is decoded again.

extension JSONReader {
    /// Whether the current value is a string of a query, a form or a header field.
    @usableFromInline
    var isLoneText: Bool {
        mutating get { options.isText && nextByte() == ASCII.quote && text?.isJSON(position) != true }
    }

    /// Whether the current value may be the only element of an array: a string, or JSON that is a whole part of a
    /// multipart body or a whole value of a form, and not null.
    @usableFromInline
    var isLoneElement: Bool {
        mutating get {
            guard options.isText else { return false }
            if isLoneText { return true }
            return nextByte() != UInt8(ascii: "n") && text?.startsJSON(position) == true
        }
    }

    /// Reads an object from a string: from delimited names and values, or from JSON.
    ///
    /// - Throws: ``DecodingFailure`` if the string is neither.
    @usableFromInline @inline(never)
    mutating func readTextObject<T>(
        _ keys: ObjectKeys,
        _ body: (inout ObjectReader) throws(DecodingFailure) -> T
    ) throws(DecodingFailure) -> T {
        try readTextPairs { (inner: inout JSONReader) throws(DecodingFailure) -> T in try inner.object(keys, body) }
    }

    /// Reads a map from a string: from delimited names and values, or from JSON.
    ///
    /// - Throws: ``DecodingFailure`` if the string is neither.
    @usableFromInline @inline(never)
    mutating func readTextMap<T: JSONCodable>(_ type: T.Type = T.self) throws(DecodingFailure) -> T {
        try readTextPairs { (inner: inout JSONReader) throws(DecodingFailure) -> T in try T(json: &inner) }
    }

    /// Reads an array from a string: from delimited elements, from JSON, or as an array of one element; or from any other
    /// JSON as an array of one element.
    ///
    /// - Throws: ``DecodingFailure`` if an element is not an `Element`.
    @usableFromInline @inline(never)
    mutating func readTextArray<Element: JSONCodable>(_ type: Element.Type) throws(DecodingFailure) -> [Element] {
        let start = position
        guard isLoneText else {
            return nextByte() == ASCII.openBracket ? try readWholeArray() : [try Element(json: &self)]
        }
        if let list = text?.lists[start] {
            try skipValue()
            return try inText(Self.document(list.parts()), isText: true, at: start) {
                (inner: inout JSONReader) throws(DecodingFailure) -> [Element] in try [Element](json: &inner)
            }
        }
        let mark = self.mark
        if isArrayElement {
            // An array in an array is JSON, even if its text could also be its only element, or separated by commas.
            do throws(DecodingFailure) {
                if let array: [Element] = try readJSONArray() { return array }
            } catch {}
            try rewind(to: mark)
            let string = try readString()
            if string.utf8.contains(UInt8(ascii: ",")) {
                let parts = string.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                return try inText(Self.document(parts), isText: true, at: start) {
                    (inner: inout JSONReader) throws(DecodingFailure) -> [Element] in try [Element](json: &inner)
                }
            }
            try rewind(to: mark)
        }
        let failure: DecodingFailure
        do throws(DecodingFailure) {
            return [try Element(json: &self)]
        } catch {
            failure = error
        }
        try rewind(to: mark)
        guard let array: [Element] = try readJSONArray() else { throw failure }
        return array
    }

    /// Reads an array in JSON, or an array whose only element it is.
    ///
    /// - Throws: ``DecodingFailure`` if it is neither.
    private mutating func readWholeArray<Element: JSONCodable>() throws(DecodingFailure) -> [Element] {
        let mark = self.mark
        let failure: DecodingFailure
        do throws(DecodingFailure) {
            var array: [Element] = []
            try beginArray()
            var isFirst = true
            while try nextElement(&isFirst) { array.append(try Element(json: &self)) }
            return array
        } catch {
            failure = error
        }
        guard Element.self is any JSONArray.Type else { throw failure }
        try rewind(to: mark)
        do throws(DecodingFailure) {
            return [try Element(json: &self)]
        } catch {
            throw failure
        }
    }

    /// Reads an array from a string that contains JSON; returns `nil` if the string does not begin like an array.
    private mutating func readJSONArray<Element: JSONCodable>() throws(DecodingFailure) -> [Element]? {
        let start = position
        let string = try readString()
        guard Self.firstByte(of: string) == ASCII.openBracket else { return nil }
        return try inText(Array(string.utf8), isText: false, at: start) {
            (inner: inout JSONReader) throws(DecodingFailure) -> [Element] in try [Element](json: &inner)
        }
    }

    /// Whether the current value is an element of an array, and not a property or the whole document.
    private var isArrayElement: Bool {
        var index = position
        while index > 0 {
            index -= 1
            let byte = bytes[index]
            if byte > ASCII.space { return byte == ASCII.openBracket || byte == ASCII.comma }
        }
        return false
    }

    /// Reads a tuple from a string: from delimited elements or from JSON.
    ///
    /// - Throws: ``DecodingFailure`` if the string is neither.
    mutating func readTextTuple<T: TupleModel>(_ type: T.Type) throws(DecodingFailure) -> T {
        let start = position
        let list = text?.lists[start]
        let string = try readString()
        let isJSON = list == nil && Self.firstByte(of: string) == ASCII.openBracket
        let document = isJSON ? Array(string.utf8) : Self.document(list?.parts() ?? [string])
        return try inText(document, isText: !isJSON, at: start) {
            (inner: inout JSONReader) throws(DecodingFailure) -> T in try T(json: &inner)
        }
    }

    /// Reads the JSON object in a string without consuming the string; `nil` if the string contains none.
    mutating func peekTextObject<T>(
        _ body: (inout JSONReader) throws(DecodingFailure) -> T
    ) throws(DecodingFailure) -> T? {
        let start = position
        guard text?.lists[start] == nil else { return nil }
        let string = try readString()
        position = start
        guard Self.firstByte(of: string) == ASCII.openBrace else { return nil }
        return try inText(Array(string.utf8), isText: false, isWhole: false, at: start, body)
    }

    /// Reads the JSON object in a string as the variant that declares the largest number of its properties.
    mutating func textClosest<Union>(_ candidates: [UnionCandidate<Union>]) -> Union? {
        let mark = self.mark
        do {
            return try readTextPairs { (inner: inout JSONReader) throws(DecodingFailure) -> Union in
                guard let value = inner.closest(candidates) else { throw inner.expected("a variant of the union") }
                return value
            }
        } catch {
            try? rewind(to: mark)
            return nil
        }
    }

    private mutating func readTextPairs<T>(
        _ body: (inout JSONReader) throws(DecodingFailure) -> T
    ) throws(DecodingFailure) -> T {
        let start = position
        let list = text?.lists[start]
        let string = try readString()
        if let list { return try inText(Self.document(pairs: list.parts()), isText: true, at: start, body) }
        guard Self.firstByte(of: string) == ASCII.openBrace else {
            position = start
            throw expected("an object")
        }
        return try inText(Array(string.utf8), isText: false, at: start, body)
    }

    /// Reads another document at the position of a string.
    ///
    /// - Parameters:
    ///   - document: The bytes of the document.
    ///   - isText: Whether its scalars are strings.
    ///   - isWhole: Whether the document ends after the value.
    ///   - start: The offset of the string.
    ///   - body: Reads the value.
    /// - Returns: The value.
    /// - Throws: ``DecodingFailure`` with the path from the string.
    private mutating func inText<T>(
        _ document: [UInt8],
        isText: Bool,
        isWhole: Bool = true,
        at start: Int,
        _ body: (inout JSONReader) throws(DecodingFailure) -> T
    ) throws(DecodingFailure) -> T {
        text?.work?.add(document.count)
        let result = document.withUnsafeBytes { buffer -> Result<T, DecodingFailure> in
            guard let bytes = JSONBytes(buffer) else { return .failure(expected("an object")) }
            var options = options
            options.isText = isText
            var inner = JSONReader(bytes, options: options, isIndexed: true)
            if let work = text?.work { inner.text = TextLayout(work: work) }
            inner.strictValues = strictValues
            inner.isChoosing = isChoosing
            inner.depth = depth
            inner.wasted = wasted
            do throws(DecodingFailure) {
                let value = try body(&inner)
                if let stop = inner.stop { throw stop }
                if isWhole { try inner.finishDocument() }
                takeOver(inner, bytes, at: start)
                return .success(value)
            } catch {
                takeOver(inner, bytes, at: start)
                return .failure((inner.stop ?? error).located(in: bytes).nested(at: start))
            }
        }
        return try result.get()
    }

    /// Adds the counts and reports of another document.
    private mutating func takeOver(_ inner: borrowing JSONReader, _ bytes: JSONBytes, at start: Int) {
        strangers += inner.strangers
        omitted += inner.omitted
        skipped += inner.skipped.map { $0.located(in: bytes).nested(at: start) }
        wasted = max(wasted, inner.wasted)
        if let failure = inner.stop { _ = halt(failure.located(in: bytes).nested(at: start)) }
    }

    /// Returns the first byte that is not white space; 0 if there is none.
    private static func firstByte(of text: String) -> UInt8 {
        text.utf8.first { $0 > ASCII.space } ?? 0
    }

    private static func document(_ parts: [String]) -> [UInt8] {
        JSONCoding.encode(parts)
    }

    /// Returns an object of alternating names and values, in which the last of several equal names counts.
    private static func document(pairs parts: [String]) -> [UInt8] {
        var values: [String: String] = [:]
        for index in stride(from: 0, to: parts.count, by: 2) {
            values[parts[index]] = index + 1 < parts.count ? parts[index + 1] : ""
        }
        return JSONCoding.encode(values)
    }
}
