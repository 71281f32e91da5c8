import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

type Failure = { where: string; why: string }

/**
 * Prints each failure of a run when it happens: tests, hooks, and errors outside of them. Writes them all into the file that
 * `FAILURES_FILE` names, because the gate prints them again at its end: some logs keep only that. A test that passed when
 * retried is listed there as flaky.
 */
export default class FailureReporter implements Reporter {
  readonly #failures: Failure[] = []
  readonly #flaky: string[] = []

  onTestCaseResult(test: TestCase): void {
    const where = `${nameOf(test.module)} › ${test.fullName}`
    if (test.diagnostic()?.flaky) this.#flaky.push(where)
    else this.#report(where, test.result().errors)
  }

  onTestSuiteResult(suite: TestSuite): void {
    this.#report(`${nameOf(suite.module)} › ${suite.fullName}`, suite.errors())
  }

  onTestModuleEnd(module: TestModule): void {
    this.#report(nameOf(module), module.errors())
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const error of unhandled) {
      // Vitest adds the file whose test ran at the time.
      const during = typeof error.VITEST_TEST_PATH === 'string' ? ` during ${error.VITEST_TEST_PATH}` : ''
      this.#report(`an error outside of all tests${during}`, [{ ...error, message: error.stack ?? error.message }])
    }
    const file = process.env.FAILURES_FILE
    if (file) writeFileSync(file, JSON.stringify({ failures: this.#failures, flaky: this.#flaky }))
  }

  #report(where: string, errors: readonly SerializedError[] = []): void {
    for (const { message } of errors) {
      this.#failures.push({ where, why: message })
      console.log(`\nFailed: ${where}\n  ${message.split('\n').slice(0, 6).join('\n  ')}`)
    }
  }
}

const nameOf = ({ project, relativeModuleId }: TestModule) => `${project.name}: ${relativeModuleId}`
