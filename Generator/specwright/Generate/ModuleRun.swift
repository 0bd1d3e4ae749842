import FileSupport
import GeneratorCore

/// The result of a job.
struct ModuleRun {
    let job: Job
    let result: Generator.Result
    let duration: Duration

    /// Runs a job.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - types: The types of the modules that it may import.
    private init(_ job: Job, importing types: [SharedTypes]) {
        self.job = job
        let clock = ContinuousClock()
        let start = clock.now
        result = Self.result(job, types)
        duration = clock.now - start
    }

    /// Runs jobs.
    ///
    /// Jobs with schemas only run before those that may import them.
    ///
    /// - Parameters:
    ///   - jobs: The jobs.
    ///   - started: A closure that is called with the number of finished jobs and the next job.
    /// - Returns: The runs, in the order of the jobs.
    static func all(_ jobs: [Job], started: (Int, Job) -> Void) -> [ModuleRun] {
        let order = jobs.indices.sorted {
            (jobs[$0].options.hasSchemasAlone ? 0 : 1, $0) < (jobs[$1].options.hasSchemasAlone ? 0 : 1, $1)
        }
        let use = jobs.contains { $0.options.hasSchemasAlone } ? sharedUse(of: jobs) : SharedUse()
        var runs: [Int: ModuleRun] = [:]
        var types: [SharedTypes] = []
        for (position, index) in order.enumerated() {
            var job = jobs[index]
            if job.options.hasSchemasAlone {
                job.options.sharedUse = use
            }
            started(position, job)
            let run = ModuleRun(job, importing: types)
            types += [run.result.sharedTypes].compactMap { $0 }
            runs[index] = run
        }
        return jobs.indices.compactMap { runs[$0] }
    }

    /// Returns a warning for each name of the configuration that the documents do not have.
    func unmatched(_ format: DiagnosticPrinter.Format) -> [String] {
        guard let configuration = job.configuration, let names = result.names else { return [] }
        let printer = DiagnosticPrinter(format: format, files: [configuration])
        return names.unmatched(job.names).map(printer.print)
    }

    private static func sharedUse(of jobs: [Job]) -> SharedUse {
        jobs.filter { !$0.options.hasSchemasAlone }.reduce(into: SharedUse()) { use, job in
            if case .parts(let parts) = parts(of: job) {
                use.formUnion(Generator(options: job.options).sharedUse(of: parts))
            }
        }
    }

    private static func result(_ job: Job, _ types: [SharedTypes]) -> Generator.Result {
        switch parts(of: job) {
        case .unreadable(let file):
            let isFolder = SystemFile.isFolder(file.path)
            return .unreadable(file.path, at: file.range, in: job.configuration, isFolder: isFolder)
        case .parts(let parts):
            guard job.documents[0].prefix == nil else {
                return Generator(options: job.options, importing: types).run(parts)
            }
            var options = job.options
            options.filter = parts[0].filter
            return Generator(options: options, importing: types).run(
                path: parts[0].document.path,
                bytes: parts[0].document.bytes,
                overlays: parts[0].overlays,
                load: parts[0].load
            )
        }
    }

    /// The result of reading the files of a document.
    private enum Reading {
        case parts([ModulePart])
        /// The first file that cannot be read.
        case unreadable(Job.File)
    }

    private static func parts(of job: Job) -> Reading {
        var parts: [ModulePart] = []
        for document in job.documents {
            let path = document.file.path
            guard let bytes = DiskFile.read(path) else { return .unreadable(document.file) }
            var part = ModulePart(
                prefix: document.prefix ?? "",
                document: InputFile(path: path, bytes: bytes),
                filter: document.filter
            ) { other in
                // Links are followed in the path of the document, but not from there on.
                DiskFile.read(other, inside: DiskFile.folder(of: path))
                    ?? job.options.referenceFolder.flatMap { DiskFile.read(other, inside: $0) }
            }
            for overlay in document.overlays {
                guard let bytes = DiskFile.read(overlay.path) else { return .unreadable(overlay) }
                part.overlays.append(InputFile(path: overlay.path, bytes: bytes))
            }
            parts.append(part)
        }
        return .parts(parts)
    }
}
