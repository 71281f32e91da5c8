import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

type Failure = { where: string; why: string }

/**
 * Writes what failed in a run, and why, into the file that `FAILURES_FILE` names: tests, what goes before and after the
 * tests of a file, and errors outside of them all. The gate says it again at its end, which is all that some logs keep.
 */
export default class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.FAILURES_FILE
    if (file)
      writeFileSync(
        file,
        JSON.stringify([...modules.flatMap(failuresOf), ...said('an error outside of all tests', unhandled)]),
      )
  }
}

function failuresOf(module: TestModule): Failure[] {
  const name = `${module.project.name}: ${module.relativeModuleId}`
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    said(`${name} › ${suite.fullName}`, suite.errors()),
  )
  const tests = [...module.children.allTests('failed')].flatMap((test) =>
    said(`${name} › ${test.fullName}`, test.result().errors ?? []),
  )
  return [...said(name, module.errors()), ...suites, ...tests]
}

function said(where: string, errors: readonly SerializedError[]): Failure[] {
  return errors.map(({ message }) => ({ where, why: message }))
}
