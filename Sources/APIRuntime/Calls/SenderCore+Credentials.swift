import HTTPTypes

extension SenderCore {
    /// Sends one attempt with current credentials, and once more when the server refuses them and there are others.
    func sendAuthorized(_ prepared: PreparedCall, _ course: inout CallCourse) async throws(CallFailure)
        -> RawResponse
    {
        if prepared.credentials.isEmpty { return try await attempt(prepared, prepared.head, &course) }
        var held: [AuthCredential] = []
        for bound in prepared.credentials { held.append(try await current(bound.source)) }
        course.owners = held.map(\.partition)
        let response = try await attempt(prepared, try head(of: prepared, with: held), &course)
        await note(response, to: held, prepared.credentials)
        guard response.status == 401, prepared.isResendable,
            let renewed = try await replacements(for: held, prepared.credentials)
        else { return response }
        course.owners = renewed.map(\.partition)
        let second = try await attempt(prepared, try head(of: prepared, with: renewed), &course)
        await note(second, to: renewed, prepared.credentials)
        return second
    }

    /// Tells the sources how the server took their credentials, and what its clock says.
    private func note(_ response: RawResponse, to held: [AuthCredential], _ schemes: [BoundScheme]) async {
        for (index, bound) in schemes.enumerated() where !(bound.source is StaticCredential) {
            let date = response.headers.serverTime(configuration.now())
            await bound.source.noteResponse(to: held[index], status: response.status, serverDate: date)
        }
    }

    /// The source's current credential.
    func current(_ source: any CredentialSource) async throws(CallFailure) -> AuthCredential {
        do {
            return try await source.credential()
        } catch {
            throw CallFailure(error)
        }
    }

    /// Credentials to send again with; `nil` when no source has another one.
    private func replacements(
        for refused: [AuthCredential],
        _ schemes: [BoundScheme]
    ) async throws(CallFailure) -> [AuthCredential]? {
        var renewed = refused
        var hasChanged = false
        for (index, bound) in schemes.enumerated() {
            do {
                guard let credential = try await bound.source.refused(refused[index]) else { continue }
                renewed[index] = credential
                hasChanged = true
            } catch {
                throw CallFailure(error)
            }
        }
        return hasChanged ? renewed : nil
    }

    private func head(of prepared: PreparedCall, with held: [AuthCredential]) throws(CallFailure) -> HTTPRequest {
        var head = prepared.head
        for (index, bound) in prepared.credentials.enumerated() {
            guard head.add(held[index].value, at: bound.scheme.placement) else {
                let message = "The credential \(bound.scheme.name) cannot stand where the spec puts it."
                throw .transport(TransportError(.invalidRequest, message))
            }
        }
        return head
    }
}

extension HTTPRequest {
    /// Puts a credential's value where its scheme wants it.
    ///
    /// - Returns: `false`, changing nothing, when the value cannot stand there.
    fileprivate mutating func add(_ value: String, at placement: SecurityScheme.Placement) -> Bool {
        switch placement {
        case .bearer: return setHeader("authorization", "Bearer \(value)")
        case .basic: return setHeader("authorization", "Basic \(value)")
        case .header(let name): return setHeader(name, value)
        case .cookie(let name):
            let cookie = HeaderValue.cookies(name, .primitive(value), explode: false).joined()
            return setHeader("cookie", headerFields[.cookie].map { "\($0); \(cookie)" } ?? cookie)
        case .query(let name):
            let path = path ?? "/"
            let separator = path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            self.path = "\(path)\(separator)\(name.percentEncoded())=\(value.percentEncoded())"
            return true
        }
    }

    private mutating func setHeader(_ name: String, _ value: String) -> Bool {
        guard let name = HTTPField.Name(name), HeaderValue.isValid(value) else { return false }
        headerFields[name] = value
        return true
    }
}
