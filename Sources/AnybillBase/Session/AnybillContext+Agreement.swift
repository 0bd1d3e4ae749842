import APIRuntime

/// The agreement of a context with its folder.
struct Agreement: Sendable {
    /// Whether session and store have agreed with the folder since the start.
    var isReached = false

    /// The attempt to open the store that could not be opened before.
    var reopening: Task<Void, Never>?
}

// Contexts and processes of one folder share a marker, which names the login, and a token store. A context follows both
// before each call. What it cannot read now is unknown: it changes nothing then, and the next call looks again.
extension AnybillContext {
    /// Waits until session and store agree on the logged-in user, here and in other processes that share the folder.
    func ready() async {
        await library.load()
        if !agreement.withLock({ $0.isReached }) || !isMarkedLoginCurrent {
            try? await gate.run { [self] in try await agree() }
        }
        reopenInBackground()
    }

    /// Whether the marker names the login of this context; `false` if it cannot be read.
    private var isMarkedLoginCurrent: Bool {
        guard let marker = storage.marker else { return true }
        let own = storage.active?.partition
        do { return try marker.read() == own } catch { return false }
    }

    private func agree() async throws {
        let entry = try await tokens.stored()
        let marked: String?
        do {
            marked = try storage.marker?.read() ?? entry.flatMap { storage.isPersistent ? nil : $0.partition }
        } catch {
            // The list works without a store until the marker can be read.
            guard let login = entry?.partition, storage.active == nil else { return }
            return await use(await BlockingWork.run { [storage] in storage.adopt(login, inMemory: true) })
        }
        switch (marked, entry) {
        case (let login?, let entry?) where entry.partition == login: try await adopt(entry)
        case (_, let entry?): try await discard(entry)
        case (let login?, nil): await hide(login)
        case (nil, nil): await leave()
        }
        agreement.withLock { $0.isReached = true }
    }

    /// Uses a completed login, which another context may have made.
    private func adopt(_ entry: StoredToken) async throws {
        let login = entry.partition
        if await session.partition() == login {
            tokens.own(login)
        } else {
            try await tokens.adopting(login) { try await session.signIn(entry.token, partition: login) }
        }
        guard storage.active?.partition != login else { return }
        await use(await BlockingWork.run { [storage] in storage.adopt(login) })
    }

    /// Deletes tokens that belong to no completed login, unless another context is completing it now.
    ///
    /// Such tokens remain if the process ends during a login or a logout, and no user is logged in then.
    private func discard(_ entry: StoredToken) async throws {
        let right = try await storage.acquireLogin()
        defer { withExtendedLifetime(right) {} }
        guard let marker = storage.marker, try await tokens.stored() == entry else { return }
        let marked = try marker.read()
        guard marked != entry.partition else { return try await adopt(entry) }
        // The interrupted login has replaced the tokens of the marked one, which is over then. Otherwise this process may
        // only not see the tokens of the marked login.
        if let marked, try marker.readStaged() == entry.partition { try marker.remove(naming: marked) }
        marker.discard()
        try await tokens.discard(entry)
        if await session.partition() == entry.partition { try? await session.signOut() }
        await leave()
    }

    /// Shows no list of a login whose tokens this process cannot see; only a process that sees them may end it.
    private func hide(_ login: String) async {
        guard await session.partition() == nil, storage.active?.partition == login else {
            return await leave(but: login)
        }
        await BlockingWork.run { [storage] in storage.close(login) }
        await library.detach(from: login, isHidden: true)
    }

    /// Leaves a login that another context has ended.
    private func leave(but login: String? = nil) async {
        if let own = await session.partition(), own != login { try? await session.signOut() }
        guard let own = storage.active?.partition, own != login else { return }
        await BlockingWork.run { [storage] in storage.retire(own) }
        await library.detach(from: own)
    }

    private func use(_ store: UserStore?) async {
        guard let store else { return }
        await library.attach(store)
    }
}

// MARK: - A store that could not be opened

extension AnybillContext {
    /// Opens the store that could not be opened before, if there is one; no call waits for it.
    private func reopenInBackground() {
        guard let temporary = storage.active, temporary.isTemporary, isMarkedLoginCurrent else { return }
        agreement.withLock { agreement in
            guard agreement.reopening == nil else { return }
            agreement.reopening = Task {
                await reopen(temporary)
                self.agreement.withLock { $0.reopening = nil }
            }
        }
    }

    private func reopen(_ temporary: UserStore) async {
        guard let store = await BlockingWork.run({ [storage] in storage.reopen(temporary) }) else { return }
        let isUsed = await library.move(to: store, receiptCalls)
        await BlockingWork.run { [storage] in
            if isUsed { storage.replace(temporary, by: store) } else { storage.abandon(store) }
        }
    }
}
