import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

type Failure = { where: string; why: string }

/**
 * Writes each failure of a run with its reason into the file that `FAILURES_FILE` names: tests, hooks, and errors outside
 * of them. The gate prints them again at its end, because some logs keep only that.
 */
export default class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env.FAILURES_FILE
    if (!file) return
    const failures = [...modules.flatMap(failuresOf), ...failuresAt('an error outside of all tests', unhandled)]
    writeFileSync(file, JSON.stringify(failures))
  }
}

function failuresOf(module: TestModule): Failure[] {
  const name = `${module.project.name}: ${module.relativeModuleId}`
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    failuresAt(`${name} › ${suite.fullName}`, suite.errors()),
  )
  const tests = [...module.children.allTests('failed')].flatMap((test) =>
    failuresAt(`${name} › ${test.fullName}`, test.result().errors ?? []),
  )
  return [...failuresAt(name, module.errors()), ...suites, ...tests]
}

function failuresAt(where: string, errors: readonly SerializedError[]): Failure[] {
  return errors.map(({ message }) => ({ where, why: message }))
}
