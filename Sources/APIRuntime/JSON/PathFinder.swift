/// Finds the path of a value from its offset, so that successful reading does not need to track paths.
///
/// The search scans the bytes from the document's start and never fails: an invalid document has a path up to the
/// error.
struct PathFinder {
    let bytes: JSONBytes
    /// The offsets of objects whose keys are data.
    let maps: Set<Int>

    private struct Level {
        var isObject: Bool
        var isMap: Bool
        var key: (start: Int, end: Int)?
        var index = 0
        var expectsKey: Bool
    }

    /// Returns the steps from the root to the value that starts at, or contains, an offset.
    func steps(to offset: Int) -> [DecodingFailure.Step] {
        steps(to: [offset])[0]
    }

    /// Returns the steps from the root to the values at several offsets, found in one pass over the bytes.
    ///
    /// - Parameter offsets: The offsets in any order.
    /// - Returns: The steps for each offset, in the order of the offsets.
    func steps(to offsets: [Int]) -> [[DecodingFailure.Step]] {
        var found = [[DecodingFailure.Step]](repeating: [], count: offsets.count)
        var levels: [Level] = []
        var position = 0
        for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
            let limit = min(offsets[index], bytes.count)
            while position < limit {
                advance(&position, &levels)
            }
            found[index] = levels.compactMap(step)
        }
        return found
    }

    private func advance(_ position: inout Int, _ levels: inout [Level]) {
        let byte = bytes[position]
        switch byte {
        case ASCII.openBrace, ASCII.openBracket:
            let isObject = byte == ASCII.openBrace
            let isMap = isObject && maps.contains(position)
            levels.append(Level(isObject: isObject, isMap: isMap, key: nil, expectsKey: isObject))
        case ASCII.closeBrace, ASCII.closeBracket:
            _ = levels.popLast()
        case ASCII.comma where !levels.isEmpty:
            levels[levels.count - 1].index += 1
            levels[levels.count - 1].key = nil
            levels[levels.count - 1].expectsKey = levels[levels.count - 1].isObject
        case ASCII.quote:
            let start = position + 1
            position = endOfString(from: start)
            if let last = levels.indices.last, levels[last].expectsKey {
                levels[last].key = (start, position)
                levels[last].expectsKey = false
            }
        default:
            break
        }
        position += 1
    }

    private func endOfString(from start: Int) -> Int {
        var position = start
        while position < bytes.count, bytes[position] != ASCII.quote {
            position += bytes[position] == ASCII.backslash ? 2 : 1
        }
        return position
    }

    private func step(_ level: Level) -> DecodingFailure.Step? {
        guard level.isObject else { return .element(level.index) }
        guard let key = level.key else { return nil }
        guard !level.isMap else { return .member("*") }
        return .member(bytes.string(from: key.start, to: min(key.end, bytes.count)))
    }
}
