import GeneratorCore
import YAMLReader

/// Runs the whole generator with an input.
///
/// The first byte contains the options. Lines of `=====` separate the document, an overlay, and another file, which the
/// document may refer to as `more.yaml`. The target checks that the generator does not crash, that it returns files or
/// errors, and that every diagnostic can be printed.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: data, count: count)
    guard let choice = input.first else { return 0 }
    let parts = parted(Array(input.dropFirst()))
    var options = ModuleOptions(module: "FuzzAPI", specName: "fuzz.yaml")
    options.isStrict = choice & 1 != 0
    options.continuesOnError = choice & 2 != 0
    options.hasMocks = choice & 4 != 0
    if choice & 8 != 0 {
        options.filter = Filter(arguments: ["path:/*", "!tag:b"])
    }
    let path = choice & 16 != 0 ? "fuzz.json" : "fuzz.yaml"
    let overlays = parts.count > 1 && !parts[1].isEmpty ? [InputFile(path: "fix.yaml", bytes: parts[1])] : []
    let result = Generator(options: options).run(path: path, bytes: parts[0], overlays: overlays) { file in
        file == "more.yaml" && parts.count > 2 ? parts[2] : nil
    }
    check(result, continuesOnError: options.continuesOnError)
    return 0
}

private func check(_ result: Generator.Result, continuesOnError: Bool) {
    if !continuesOnError || result.omitted.isEmpty {
        precondition(result.files.isEmpty == result.hasErrors, "Files in addition to errors, or neither")
    }
    for format in DiagnosticPrinter.Format.allCases {
        let printer = DiagnosticPrinter(format: format, files: result.sources)
        for diagnostic in result.diagnostics {
            precondition(!printer.print(diagnostic).isEmpty, "A finding without text")
        }
    }
    var paths: Set<String> = []
    for file in result.files + result.mocks {
        precondition(!file.path.contains("..") && !file.path.hasPrefix("/"), "A path leads out of the folder")
        precondition(
            file.path.split(separator: "/").allSatisfy { $0.utf8.count <= 255 },
            "A file name is too long for a disk"
        )
    }
    for file in result.files {
        precondition(paths.insert(file.path.lowercased()).inserted, "Two files are one on some disks")
    }
}

private func parted(_ bytes: [UInt8]) -> [[UInt8]] {
    let mark = Array("\n=====\n".utf8)
    var parts: [[UInt8]] = []
    var start = 0
    var index = 0
    while index + mark.count <= bytes.count {
        if bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) {
            parts.append(Array(bytes[start..<index]))
            index += mark.count
            start = index
        } else {
            index += 1
        }
    }
    return parts + [Array(bytes[start...])]
}
