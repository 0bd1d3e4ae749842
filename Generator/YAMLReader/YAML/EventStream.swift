import CLibYAML

/// The events of libyaml, one at a time.
///
/// Owns the parser and the current event, and frees both in `deinit`. Exists only inside ``with(_:_:)``, while the
/// bytes that it reads do not move.
struct EventStream: ~Copyable {

    // On the heap, because libyaml keeps pointers into the parser.
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    private let event: UnsafeMutablePointer<yaml_event_t>

    /// Whether there was enough memory for the parser.
    private let isReady: Bool

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        event = .allocate(capacity: 1)
        event.initialize(to: yaml_event_t())
        isReady = yaml_parser_initialize(parser) == 1
        guard isReady else { return }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        // Both functions accept memory that was never filled, because it is zero.
        yaml_event_delete(event)
        event.deallocate()
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Runs a reader with bytes.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark.
    ///   - body: The reader.
    /// - Returns: The result of the reader.
    static func with<Output>(_ bytes: ArraySlice<UInt8>, _ body: (consuming EventStream) -> Output) -> Output {
        bytes.withUnsafeBufferPointer { body(EventStream($0)) }
    }

    /// Moves to the next event.
    ///
    /// Returns `false` if the document is not well-formed.
    @inline(__always)
    mutating func advance() -> Bool {
        yaml_event_delete(event)
        return isReady && yaml_parser_parse(parser, event) == 1
    }

    /// Type of the current event.
    var type: yaml_event_type_t {
        @inline(__always) get { event.pointee.type }
    }

    /// Mark of the current event's first character.
    var start: yaml_mark_t {
        @inline(__always) get { event.pointee.start_mark }
    }

    /// Mark after the current event's last character.
    var end: yaml_mark_t {
        @inline(__always) get { event.pointee.end_mark }
    }

    /// Name of the current event's anchor, or of the anchor that the current alias refers to.
    ///
    /// `nil` without one.
    var anchor: String? {
        switch type {
        case YAML_SCALAR_EVENT: text(event.pointee.data.scalar.anchor)
        case YAML_SEQUENCE_START_EVENT: text(event.pointee.data.sequence_start.anchor)
        case YAML_MAPPING_START_EVENT: text(event.pointee.data.mapping_start.anchor)
        case YAML_ALIAS_EVENT: text(event.pointee.data.alias.anchor)
        default: nil
        }
    }

    /// Tag of the current event, with its handle resolved.
    ///
    /// `nil` without one.
    var tag: String? {
        switch type {
        case YAML_SCALAR_EVENT: text(event.pointee.data.scalar.tag)
        case YAML_SEQUENCE_START_EVENT: text(event.pointee.data.sequence_start.tag)
        case YAML_MAPPING_START_EVENT: text(event.pointee.data.mapping_start.tag)
        default: nil
        }
    }

    /// Whether the current event has an anchor or a tag.
    var hasProperties: Bool {
        @inline(__always) get {
            switch type {
            case YAML_SCALAR_EVENT:
                event.pointee.data.scalar.anchor != nil || event.pointee.data.scalar.tag != nil
            case YAML_SEQUENCE_START_EVENT:
                event.pointee.data.sequence_start.anchor != nil || event.pointee.data.sequence_start.tag != nil
            case YAML_MAPPING_START_EVENT:
                event.pointee.data.mapping_start.anchor != nil || event.pointee.data.mapping_start.tag != nil
            default: false
            }
        }
    }

    /// Whether the collection that starts here is in brackets or braces.
    var isFlow: Bool {
        type == YAML_SEQUENCE_START_EVENT
            ? event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
            : event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    }

    /// Style of the current scalar.
    var style: yaml_scalar_style_t {
        @inline(__always) get { event.pointee.data.scalar.style }
    }

    /// Calls a closure with the bytes of the current scalar, which are valid only during the call.
    @inline(__always)
    func withScalar<Output>(_ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output {
        let scalar = event.pointee.data.scalar
        return body(UnsafeBufferPointer(start: scalar.value, count: scalar.length))
    }

    /// Error of libyaml after ``advance()`` returned `false`.
    var complaint: SyntaxComplaint {
        let parser = parser.pointee
        return SyntaxComplaint(
            problem: parser.problem.map { String(cString: $0) } ?? "",
            context: parser.context.map { String(cString: $0) } ?? "",
            place: parser.error == YAML_SCANNER_ERROR || parser.error == YAML_PARSER_ERROR ? parser.problem_mark : nil,
            contextPlace: parser.context == nil ? nil : parser.context_mark,
            isMemoryError: !isReady || parser.error == YAML_MEMORY_ERROR
        )
    }

    private func text(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        characters.map { String(cString: $0) }
    }
}

/// An error as reported by libyaml.
struct SyntaxComplaint {

    /// Message of libyaml, used only to distinguish errors.
    var problem: String

    /// Message about the part that libyaml was reading.
    ///
    /// Empty if there is none.
    var context: String

    /// Mark of the error.
    ///
    /// `nil` if it has no location.
    var place: yaml_mark_t?

    /// Mark of the start of the part that libyaml was reading.
    ///
    /// `nil` if there is none.
    var contextPlace: yaml_mark_t?

    /// Whether libyaml ran out of memory.
    var isMemoryError: Bool
}
