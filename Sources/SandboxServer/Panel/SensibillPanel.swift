import APIRuntime
import Foundation
import SensibillAPI

extension SensibillService: PanelSource {
    var panelName: String { "sensibill" }

    /// The users with their newest documents.
    var panelState: JSONValue {
        let now = store.now
        let users = store.withState { $0.users.values.sorted { $0.id < $1.id } }.map { user -> JSONValue in
            [
                "id": .string(user.id), "name": .string(user.accessID),
                "count": .number(JSONNumber(user.documents.count)),
                "documents": .array(
                    user.documents.suffix(5).reversed().map { document in
                        [
                            "id": .string(document.id), "type": .string(document.documentType.rawValue),
                            "status": .string(document.status(at: now).rawValue),
                            "date": .string(document.arrival.ISO8601Format()),
                        ] as JSONValue
                    }
                ),
            ]
        }
        return ["users": .array(users)]
    }
}
