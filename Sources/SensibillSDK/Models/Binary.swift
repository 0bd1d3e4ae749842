public import Foundation

extension SensibillAPIModel {
    /// A downloaded file.
    public struct Binary: Hashable, Sendable {
        /// The bytes.
        public let data: Data

        /// The media type; `nil` if the response has none or one that ``MIMEType`` does not list.
        public let mimeType: MIMEType?

        /// The file name that the server suggests, without folders; `nil` if it suggests none.
        public let filename: String?

        /// Creates a file, for tests.
        public init(data: Data, mimeType: MIMEType? = nil, filename: String? = nil) {
            self.data = data
            self.mimeType = mimeType
            self.filename = filename
        }

        /// Creates a file from the header fields of its response.
        ///
        /// - Parameters:
        ///   - data: The bytes.
        ///   - contentType: The value of `Content-Type`; `nil` if the field is missing.
        ///   - disposition: The value of `Content-Disposition`; `nil` if the field is missing.
        init(data: Data, contentType: String?, disposition: String?) {
            let type = contentType?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
            self.init(
                data: data,
                mimeType: type.flatMap(MIMEType.init(rawValue:)) ?? .sniff(data.prefix(8)),
                filename: disposition.flatMap(Self.filename)
            )
        }

        /// Returns the file name in a `Content-Disposition` value, without its path, which could lead outside the
        /// target folder.
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
