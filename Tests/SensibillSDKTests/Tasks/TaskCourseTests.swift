import Testing

@testable import SensibillSDK

@Suite("Execution of a task")
struct TaskCourseTests {
    private func course(
        _ need: TaskCourse.Need,
        retries: Bool,
        renewsByItself: Bool = false
    ) -> TaskCourse {
        var options = SensibillAPIClient.TaskOptions.defaults
        options.shouldRefreshTokenAndRetryOnStatusCode401 = retries
        return TaskCourse(need: need, options: options, renewsByItself: renewsByItself)
    }

    private let refusal = SensibillAPIClient.TaskError.apiFailure(.unauthorized, nil)

    @Test("a call with explicit credentials neither calls the delegate nor refreshes a token")
    func ownCredentials() {
        var course = course(.none, retries: true)
        #expect(course.first == .send(token: nil))
        let step1 = course.failed(refusal)
        #expect(step1 == .fail(refusal))
    }

    @Test("without the option, a missing token fails at once")
    func missingToken() {
        var course = course(.required, retries: false)
        #expect(course.first == .readToken)
        let step1 = course.read(nil)
        #expect(step1 == .fail(.missingUserAccessToken))
    }

    @Test("without the option, a refused token fails at once")
    func refusedToken() {
        var course = course(.required, retries: false)
        let step1 = course.read("a")
        #expect(step1 == .send(token: "a"))
        let step2 = course.failed(refusal)
        #expect(step2 == .fail(refusal))
    }

    @Test("with the option, a missing token is updated once, and a refusal of the new one is final")
    func missingThenRefused() {
        var course = course(.required, retries: true)
        let step1 = course.read(nil)
        #expect(step1 == .updateToken)
        #expect(course.updated(nil) == .readToken)
        let step2 = course.read("b")
        #expect(step2 == .send(token: "b"))
        let step3 = course.failed(refusal)
        #expect(step3 == .fail(refusal))
    }

    @Test("with the option, a refused token is updated once")
    func refusedTwice() {
        var course = course(.required, retries: true)
        let step1 = course.read("a")
        #expect(step1 == .send(token: "a"))
        let step2 = course.failed(refusal)
        #expect(step2 == .updateToken)
        #expect(course.updated(nil) == .readToken)
        let step3 = course.read("b")
        #expect(step3 == .send(token: "b"))
        let step4 = course.failed(refusal)
        #expect(step4 == .fail(refusal))
    }

    @Test("a token update without a new token fails with the missing token error")
    func renewedToNothing() {
        var course = course(.required, retries: true)
        let step1 = course.read(nil)
        #expect(step1 == .updateToken)
        let step2 = course.read(nil)
        #expect(step2 == .fail(.missingUserAccessToken))
    }

    @Test(
        "a session requests a missing token once and renews a rejected one once, whatever the options are",
        arguments: [true, false]
    )
    func sessionToken(retries: Bool) {
        var course = course(.required, retries: retries, renewsByItself: true)
        let step1 = course.read(nil)
        #expect(step1 == .updateToken)
        var unavailable = course
        let step2 = unavailable.read(nil)
        #expect(step2 == .fail(.missingUserAccessToken))
        let step3 = course.read("a")
        #expect(step3 == .send(token: "a"))
        let step4 = course.failed(refusal)
        #expect(step4 == .updateToken)
        let step5 = course.failed(refusal)
        #expect(step5 == .fail(refusal))
    }

    @Test("a failed token update fails the task with its error")
    func failedRenewal() {
        let course = course(.required, retries: true)
        #expect(course.updated(.noResponse) == .fail(.noResponse))
    }

    @Test("an optional token is sent if there is one")
    func optionalToken() {
        var course = course(.optional, retries: true)
        #expect(course.first == .readToken)
        let step1 = course.read(nil)
        #expect(step1 == .send(token: nil))
        let step2 = course.failed(refusal)
        #expect(step2 == .fail(refusal))
    }

    @Test("other failures do not update the token", arguments: [400, 403, 404, 409, 500, 503])
    func otherFailures(status: Int) {
        var course = course(.required, retries: true)
        let error = SensibillAPIClient.TaskError.apiFailure(.init(status: status), nil)
        let step1 = course.failed(error)
        #expect(step1 == .fail(error))
    }
}
