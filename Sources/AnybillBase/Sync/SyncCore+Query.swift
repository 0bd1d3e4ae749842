import AnybillAPI

/// The pages that are read again after the service refused a continuation token.
struct ReceiptWalk: Sendable {
    /// The caller that waits for the next page.
    let ticket: Int
    /// The size of the page that the caller asked for.
    let take: Int
    /// The request of the current page.
    var request: PageRequest
    /// The time of the first page's request.
    let begunAt: Int
    /// The pages so far, with the times of their requests.
    var pages: [(page: LoadedPage, readAt: Int)] = []
}

// MARK: - Calls of the app

extension SyncCore {
    /// Starts a query; it replaces a query that has not received its first page yet.
    mutating func initiate(_ ticket: Int, _ request: PageRequest) {
        if let active { cancel(active) }
        active = nil
        for call in proceeds { finish(call.ticket, .failure(CancellationError())) }
        proceeds = []
        active = fetch(.first(ticket: ticket, request), request)
    }

    /// Requests the next page for the first waiting call, unless a page is in progress.
    mutating func fetchNext() {
        while active == nil, !proceeds.isEmpty {
            let call = proceeds.removeFirst()
            guard let query else {
                let request = PageRequest(take: call.take)
                active = fetch(.first(ticket: call.ticket, request), request)
                return
            }
            guard let token = query.continuationToken else {
                let end = ContinuationReceiptList(receipts: [], totalCount: query.totalCount)
                finish(call.ticket, .page(end))
                continue
            }
            let request = PageRequest(
                take: call.take,
                orderBy: query.orderBy,
                orderDirection: query.orderDirection,
                continuationToken: token
            )
            active = fetch(.next(ticket: call.ticket, take: call.take), request)
        }
    }

    /// Requests a page.
    ///
    /// - Returns: The time of the request.
    @discardableResult
    mutating func fetch(_ read: Read, _ request: PageRequest) -> Int {
        let time = tick()
        reads[time] = read
        effects.append(.fetch(read: time, request))
        return time
    }

    /// Ends a call that the app no longer waits for; an edit continues without it.
    mutating func abandon(_ ticket: Int) {
        if let read = reads.first(where: { $0.value.ticket == ticket })?.key {
            cancel(read)
            if active == read { active = nil }
            fetchNext()
        } else if let index = proceeds.firstIndex(where: { $0.ticket == ticket }) {
            proceeds.remove(at: index)
            finish(ticket, .failure(CancellationError()))
        } else if let index = log.firstIndex(where: { $0.ticket == ticket }) {
            log[index].ticket = nil
            finish(ticket, .failure(CancellationError()))
        }
    }

    private mutating func cancel(_ read: Int) {
        guard let former = reads.removeValue(forKey: read) else { return }
        finish(former.ticket, .failure(CancellationError()))
        effects.append(.cancel(read: read))
    }
}

extension SyncCore.Read {
    /// The caller that waits for the page; `nil` for a receipt.
    var ticket: Int? {
        switch self {
        case .first(let ticket, _), .next(let ticket, _), .direct(let ticket, _): ticket
        case .walk(let walk): walk.ticket
        case .receipt: nil
        }
    }
}

// MARK: - Pages

extension SyncCore {
    /// Handles the end of the request for a page.
    mutating func pageEnded(_ read: Int, _ result: Result<LoadedPage, CallFault>) {
        // A page of a cancelled call has no effect.
        guard let kind = reads.removeValue(forKey: read) else { return }
        if active == read { active = nil }
        switch (kind, result) {
        case (.next(let ticket, let take), .failure(let fault)) where fault.isRefusedRequest && (1...100).contains(take):
            walk(ticket, take)
        case (_, .failure(let fault)): finish(kind.ticket, .failure(fault.error))
        case (.first(let ticket, let request), .success(let page)): begin(ticket, request, page, readAt: read)
        case (.next(let ticket, _), .success(let page)): append(ticket, page, readAt: read)
        case (.walk(let walk), .success(let page)): advance(walk, page, readAt: read)
        case (.direct(let ticket, _), .success(let page)): merge(ticket, page, readAt: read)
        case (.receipt, .success): break
        }
        fetchNext()
        if case .success = result { contactSucceeded() }
    }

    private mutating func begin(_ ticket: Int, _ request: PageRequest, _ page: LoadedPage, readAt: Int) {
        replaceList(by: [(page, readAt)], request)
        finish(ticket, .page(shown(page, readAt: readAt)))
    }

    private mutating func append(_ ticket: Int, _ page: LoadedPage, readAt: Int) {
        let former = query?.continuationToken
        changes.appended = take(page.receipts, readAt: readAt, isExtra: false)
        // A token that leads to itself would never end.
        query?.continuationToken = page.continuationToken == former ? nil : page.continuationToken
        if let total = page.totalCount { query?.totalCount = total - page.skipped }
        endQueryIfComplete()
        finish(ticket, .page(shown(page, readAt: readAt)))
    }

    private mutating func merge(_ ticket: Int, _ page: LoadedPage, readAt: Int) {
        changes.inserted = take(page.receipts, readAt: readAt, isExtra: true)
        finish(ticket, .page(shown(page, readAt: readAt, subtractsSkipped: false)))
    }

    /// Replaces the list by the pages of a new query.
    private mutating func replaceList(by pages: [(page: LoadedPage, readAt: Int)], _ request: PageRequest) {
        guard let first = pages.first, let last = pages.last else { return }
        let former = rows.restart(at: first.readAt)
        for (page, readAt) in pages {
            let ids = take(page.receipts, readAt: readAt, isExtra: false)
            for id in ids {
                guard let known = former[id], known.readAt > readAt else { continue }
                rows.set(known.base, readAt: known.readAt)
            }
        }
        let skipped = pages.reduce(0) { $0 + $1.page.skipped }
        query = ReceiptQuery(
            orderBy: request.orderBy,
            orderDirection: request.orderDirection,
            continuationToken: last.page.continuationToken,
            totalCount: last.page.totalCount.map { $0 - skipped }
        )
        changes.isWhole = true
        endQueryIfComplete()
    }

    /// Sets the total after the last page to the number of receipts, so that the list is complete although elements of
    /// pages could not be read or were deleted in the meantime.
    private mutating func endQueryIfComplete() {
        changes.query = true
        guard let query, query.continuationToken == nil else { return }
        self.query?.totalCount = rows.order.count
    }

    /// Returns a page for the app, with the edits that it may not contain.
    private func shown(_ page: LoadedPage, readAt: Int, subtractsSkipped: Bool = true) -> ContinuationReceiptList {
        ContinuationReceiptList(
            receipts: page.receipts.compactMap { overlaid($0, readAt: readAt) },
            totalCount: page.totalCount.map { $0 - (subtractsSkipped ? page.skipped : 0) },
            continuationToken: page.continuationToken
        )
    }
}

// MARK: - Refused tokens

extension SyncCore {
    /// Reads the pages of the query again, because the service refused the token of the next one.
    private mutating func walk(_ ticket: Int, _ take: Int) {
        guard let query else { return }
        let request = PageRequest(take: 100, orderBy: query.orderBy, orderDirection: query.orderDirection)
        let walk = ReceiptWalk(ticket: ticket, take: take, request: request, begunAt: clock + 1)
        active = fetch(.walk(walk), request)
    }

    /// Continues after a page: until the last known position is passed, or the end is reached.
    private mutating func advance(_ walk: ReceiptWalk, _ page: LoadedPage, readAt: Int) {
        var walk = walk
        walk.pages.append((page, readAt))
        let ids = walk.pages.flatMap { $0.page.receipts.map(\.id) }
        let isReached = rows.order.last.map(ids.contains) != false || ids.count >= rows.order.count + 100
        let isPassed = isReached && ids.contains { rows[$0]?.isExtra != false }
        if !isPassed, let token = page.continuationToken, token != walk.request.continuationToken {
            walk.request.continuationToken = token
            active = fetch(.walk(walk), walk.request)
            return
        }
        let known = rows
        replaceList(by: walk.pages, walk.request)
        let new = ids.filter { known[$0]?.isExtra != false }.compactMap(shown)
        let next = ContinuationReceiptList(
            receipts: new,
            totalCount: query?.totalCount,
            continuationToken: query?.continuationToken
        )
        finish(walk.ticket, .page(next))
    }
}
