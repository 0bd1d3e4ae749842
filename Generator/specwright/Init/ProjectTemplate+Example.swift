extension ProjectTemplate {

    /// The document of a project that has none yet.
    static let exampleText = """
        openapi: 3.1.0
        info: { title: Notes, version: "1.0" }
        servers:
          - url: https://api.example.com/v1
        tags:
          - name: Notes
            description: The notes of a user.
        paths:
          /notes:
            get:
              operationId: listNotes
              tags: [Notes]
              summary: Returns the notes, newest first.
              responses:
                "200":
                  description: The notes.
                  content:
                    application/json:
                      schema: { type: array, items: { $ref: "#/components/schemas/Note" } }
          /notes/{noteId}:
            parameters:
              - { name: noteId, in: path, required: true, schema: { type: string } }
            get:
              operationId: getNote
              tags: [Notes]
              summary: Returns a note.
              responses:
                "200":
                  description: The note.
                  content:
                    application/json:
                      schema: { $ref: "#/components/schemas/Note" }
                "404":
                  description: There is no such note.
        components:
          schemas:
            Note:
              description: A note of a user.
              type: object
              required: [id, title]
              properties:
                id: { type: string, description: The identifier. }
                title: { type: string, description: The first line. }
                isDone: { type: boolean, description: Whether the user has ticked the note off. }

        """

    /// The code of a first call.
    static func exampleCall(_ names: ProjectNames) -> String {
        """
        /// Returns the titles of the notes that are not done.
        ///
        /// - Parameter client: The result of `makeClient`, or a mock in a test.
        /// - Returns: The titles, newest first.
        public func openTitles(_ client: some \(names.client)Protocol) async throws -> [String] {
            try await client.notes.list().filter { $0.isDone != true }.map(\\.title)
        }
        """
    }

    /// The code of a first test.
    static func exampleTest(_ names: ProjectNames) -> String {
        """
        import \(names.feature)
        import \(names.module)
        import \(names.mocks)
        import Testing

        @Test("notes that are done are not listed")
        func openNotes() async throws {
            let client = \(names.client)Mock()
            client.notes.onList.responds(with: [Note(id: "1", title: "Milk"), Note(id: "2", title: "Bread", isDone: true)])
            #expect(try await openTitles(client) == ["Milk"])
        }

        @Test("the failure of a request is thrown")
        func failure() async {
            let client = \(names.client)Mock()
            client.notes.onList.fails(with: .cancelled)
            await #expect(throws: ListNotesError.self) { try await openTitles(client) }
        }

        """
    }
}
