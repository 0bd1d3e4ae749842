import CLibYAML

/// Turns libyaml's marks into positions.
///
/// libyaml counts scalars where positions need bytes, leaves out a byte order mark, and ends lines at U+0085, U+2028
/// and U+2029 too, which YAML 1.2 and editors do not.
struct MarkMapper {

    private let wideScalars: [TextCheck.WideScalar]

    private let extraAtStart: Int

    /// Index of the scalar that each line starts with; empty when libyaml's own lines are right.
    private let lineStarts: [UInt32]

    /// Number of wide scalars before the mark asked for last.
    ///
    /// Marks come nearly in order, so the next is close by.
    private var cursor = 0

    init(_ file: SourceFile, check: TextCheck) {
        wideScalars = check.wideScalars
        extraAtStart = file.contentStart
        lineStarts = check.hasUnusualBreaks ? Self.findLines(file) : []
    }

    /// Position of a mark.
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
