import CLibYAML

/// Converts libyaml's marks to positions.
///
/// libyaml counts scalars, whereas positions require bytes. It does not count a byte order mark, and it ends lines at
/// U+0085, U+2028 and U+2029 too, in contrast to YAML 1.2 and editors.
struct MarkMapper {

    private let wideScalars: [TextCheck.WideScalar]

    private let extraAtStart: Int

    /// Indices of the scalars at which lines start.
    ///
    /// Empty if libyaml's lines are correct.
    private let lineStarts: [UInt32]

    /// Number of wide scalars before the mark of the last call.
    ///
    /// Marks are nearly in order, so the next one is close.
    private var cursor = 0

    init(_ file: SourceFile, check: TextCheck) {
        wideScalars = check.wideScalars
        extraAtStart = file.contentStart
        lineStarts = check.hasUnusualBreaks ? Self.findLines(file) : []
    }

    /// Returns the position of a mark.
    @inline(__always)
    mutating func position(_ mark: yaml_mark_t) -> SourcePosition {
        let offset = wideScalars.isEmpty ? Int(mark.index) &+ extraAtStart : Int(mark.index) + extraBytes(before: mark)
        if lineStarts.isEmpty {
            return SourcePosition(offset: offset, line: Int(mark.line) &+ 1, column: Int(mark.column) &+ 1)
        }
        let line = line(of: mark.index)
        let column = Int(mark.index) - Int(lineStarts[line - 1]) + 1
        return SourcePosition(offset: offset, line: line, column: column)
    }

    private mutating func extraBytes(before mark: yaml_mark_t) -> Int {
        while cursor < wideScalars.count, wideScalars[cursor].index < mark.index {
            cursor += 1
        }
        while cursor > 0, wideScalars[cursor - 1].index >= mark.index {
            cursor -= 1
        }
        return cursor == 0 ? extraAtStart : Int(wideScalars[cursor - 1].extraBytes)
    }

    private func line(of index: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= index {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private static func findLines(_ file: SourceFile) -> [UInt32] {
        var starts: [UInt32] = [0]
        var scalars: UInt32 = 0
        for index in file.contentStart..<file.bytes.count {
            if file.bytes[index] & 0xC0 != 0x80 {
                scalars += 1
            }
            if file.endsLine(index) {
                starts.append(scalars)
            }
        }
        return starts
    }
}
