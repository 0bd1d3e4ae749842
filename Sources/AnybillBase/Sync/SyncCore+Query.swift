import AnybillAPI
import Foundation

/// The pages that are read again after the service refused a continuation token.
struct ReceiptWalk: Sendable {
    /// The caller that waits for the next page.
    let ticket: Int
    /// The size of the page that the caller asked for.
    let take: Int
    /// The position whose token was refused.
    let position: ReceiptPosition
    /// The request of the current page.
    var request: PageRequest
    /// The time of the first page's request.
    let begunAt: Int
    /// Whether the current page is read again so that it ends at the last known receipt.
    var isLast = false
    /// The tokens of the pages so far, of which a repeated one would never end.
    var tokens: Set<String> = []
    /// The pages so far, with their requests and the times of these.
    var pages: [(page: LoadedPage, request: PageRequest, readAt: Int)] = []
}

/// A call that waits for the next page.
struct ReceiptProceed: Sendable {
    /// The caller.
    let ticket: Int
    /// The size of the page.
    let take: Int
    /// Whether the token of the page was found by reading the earlier pages again, so that it is not refused twice.
    var isRecovered = false
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
            active = fetch(.next(call, from: query.position), request)
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
        case .first(let ticket, _), .direct(let ticket, _): ticket
        case .next(let call, _): call.ticket
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
        case (_, .success) where isOutdated(kind, read): fetchAgain(kind)
        case (.next(let call, let position), .failure(let fault))
        where fault.isRefusedRequest && (1...100).contains(call.take) && !call.isRecovered:
            if position == query?.position { walk(call) } else { fetchAgain(kind) }
        case (_, .failure(let fault)): finish(kind.ticket, .failure(fault.error))
        case (.first(let ticket, let request), .success(let page)): begin(ticket, request, page, readAt: read)
        case (.next(let call, _), .success(let page)): append(call.ticket, page, readAt: read)
        case (.walk(let walk), .success(let page)): advance(walk, page, readAt: read)
        case (.direct(let ticket, _), .success(let page)): merge(ticket, page, readAt: read)
        case (.receipt, .success): break
        }
        fetchNext()
        if case .success = result { contactSucceeded() }
    }

    /// Returns whether a page does not fit to the list, which another context has changed in the meantime.
    private func isOutdated(_ kind: Read, _ readAt: Int) -> Bool {
        switch kind {
        case .next(_, let position): position != query?.position || readAt < validSince
        case .walk(let walk): walk.position != query?.position || walk.begunAt < validSince
        case .first, .direct: readAt < validSince
        case .receipt: false
        }
    }

    /// Requests a page again, from the current position of the query.
    private mutating func fetchAgain(_ kind: Read) {
        switch kind {
        case .first(_, let request): active = fetch(kind, request)
        case .direct(_, let request): fetch(kind, request)
        case .next(let call, _): proceeds.insert(ReceiptProceed(ticket: call.ticket, take: call.take), at: 0)
        case .walk(let walk): proceeds.insert(ReceiptProceed(ticket: walk.ticket, take: walk.take), at: 0)
        case .receipt: break
        }
    }

    private mutating func begin(_ ticket: Int, _ request: PageRequest, _ page: LoadedPage, readAt: Int) {
        replaceList(by: [(page, readAt)], request)
        finish(ticket, .page(shown(page, readAt: readAt)))
    }

    private mutating func append(_ ticket: Int, _ page: LoadedPage, readAt: Int) {
        let former = query?.continuationToken
        changes.appended = take(page.receipts, readAt: readAt, isExtra: false)
        if let former { followedTokens.insert(former) }
        // Tokens that lead back to an earlier page would never end.
        let next = page.continuationToken.flatMap { followedTokens.contains($0) ? nil : $0 }
        query?.continuationToken = next
        let skipped = (query?.skippedCount ?? 0) + page.skipped
        if skipped > 0 { query?.skippedCount = skipped }
        if let total = page.totalCount { query?.totalCount = total - skipped }
        endQueryIfComplete()
        finish(ticket, .page(shown(page, readAt: readAt)))
    }

    private mutating func merge(_ ticket: Int, _ page: LoadedPage, readAt: Int) {
        let added = take(page.receipts, readAt: readAt, isExtra: true)
        changes.inserted += added
        finish(ticket, .page(shown(page, readAt: readAt, subtractsSkipped: false)))
    }

    /// Replaces the list by the pages of a new query.
    private mutating func replaceList(by pages: [(page: LoadedPage, readAt: Int)], _ request: PageRequest) {
        guard let first = pages.first, let last = pages.last else { return }
        let former = rows.restart(at: first.readAt)
        followedTokens = []
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
            totalCount: last.page.totalCount.map { $0 - skipped },
            skippedCount: skipped > 0 ? skipped : nil,
            generation: UUID().uuidString
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
    private mutating func walk(_ call: ReceiptProceed) {
        guard let query else { return }
        let take = min(walkSize, max(rows.order.count, 1))
        let request = PageRequest(take: take, orderBy: query.orderBy, orderDirection: query.orderDirection)
        let walk = ReceiptWalk(
            ticket: call.ticket,
            take: call.take,
            position: query.position,
            request: request,
            begunAt: clock + 1
        )
        active = fetch(.walk(walk), request)
    }

    /// Continues after a page: until the last known position is reached, or the end of the list.
    private mutating func advance(_ former: ReceiptWalk, _ page: LoadedPage, readAt: Int) {
        var walk = former
        walk.pages.append((page, walk.request, readAt))
        let ids = walk.pages.flatMap { $0.page.receipts.map(\.id) }
        let known = Set(rows.order)
        let isReached = rows.order.last.map(ids.contains) != false || ids.count >= known.count + walkSize
        if !isReached, !walk.isLast, let token = page.continuationToken, walk.tokens.insert(token).inserted {
            walk.request.continuationToken = token
            // New receipts were found, so the number of known ones no longer tells where the last one is.
            let rest = known.count - ids.count
            walk.request.take = ids.allSatisfy(known.contains) && rest > 0 ? min(walkSize, rest) : walkSize
            active = fetch(.walk(walk), walk.request)
            return
        }
        let new = ids.suffix(while: { !known.contains($0) })
        guard new.count <= walk.take || walk.isLast else { return endAtLastKnown(walk, known) }
        finish(walk, Array(new))
    }

    /// Reads the page with the last known receipt again so that it ends there, because the caller wants fewer receipts
    /// than those that follow.
    private mutating func endAtLastKnown(_ former: ReceiptWalk, _ known: Set<String>) {
        var walk = former
        walk.isLast = true
        while let last = walk.pages.popLast() {
            walk.request = last.request
            guard let place = last.page.receipts.lastIndex(where: { known.contains($0.id) }) else { continue }
            walk.request.take = place + 1
            active = fetch(.walk(walk), walk.request)
            return
        }
        // Nothing that is known exists any more.
        walk.request.take = walk.take
        active = fetch(.walk(walk), walk.request)
    }

    /// Replaces the list by the pages, and requests the page after them if they contain no further receipts.
    private mutating func finish(_ walk: ReceiptWalk, _ new: [String]) {
        replaceList(by: walk.pages.map { ($0.page, $0.readAt) }, walk.request)
        guard !new.isEmpty || query?.continuationToken == nil else {
            proceeds.insert(ReceiptProceed(ticket: walk.ticket, take: walk.take, isRecovered: true), at: 0)
            return
        }
        let next = ContinuationReceiptList(
            receipts: new.compactMap(shown),
            totalCount: query?.totalCount,
            continuationToken: query?.continuationToken
        )
        finish(walk.ticket, .page(next))
    }
}

extension Array {
    /// Returns the longest sequence of elements at the end that all satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
