public import Foundation

extension SensibillAPIModel {
    /// A file that was downloaded.
    public struct Binary: Hashable, Sendable {
        /// The bytes.
        public let data: Data

        /// Media type; `nil` when the server gave none or one that is not listed.
        public let mimeType: MIMEType?

        /// Name that the server proposes, without folders; `nil` when it proposes none.
        public let filename: String?

        /// Creates a file, for tests.
        public init(data: Data, mimeType: MIMEType? = nil, filename: String? = nil) {
            self.data = data
            self.mimeType = mimeType
            self.filename = filename
        }

        /// Creates a file from the header fields that came with it.
        ///
        /// - Parameters:
        ///   - data: The bytes.
        ///   - contentType: Value of `Content-Type`; `nil` without one.
        ///   - disposition: Value of `Content-Disposition`; `nil` without one.
        init(data: Data, contentType: String?, disposition: String?) {
            let type = contentType?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
            self.init(
                data: data,
                mimeType: type.flatMap(MIMEType.init(rawValue:)) ?? .sniff(data.prefix(8)),
                filename: disposition.flatMap(Self.filename)
            )
        }

        /// The name in a `Content-Disposition`; a path in front of it is dropped, because it could lead elsewhere.
        static func filename(in disposition: String) -> String? {
            for part in disposition.split(separator: ";").dropFirst() {
                let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                guard pair.count == 2, pair[0].lowercased() == "filename" else { continue }
                let bare = pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
                let last = bare.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? ""
                return last.isEmpty || last == "." || last == ".." ? nil : last
            }
            return nil
        }
    }
}
