import type { Fault } from './support/context.ts'
import { runTests } from './support/test-run.ts'

/** Calls of the document (`POST /user/login`), among the titles of tests. */
const OPERATION = /^(?:GET|POST|PUT|PATCH|DELETE) \//

export const fault: Fault = {
  about: 'hundreds of valid and hostile requests to every call of the interface',
  async run(context) {
    const cases = context.pick(60, 500)
    const outcome = await runTests(context, {
      project: 'api',
      file: 'tests/api/fuzz',
      settings: { FUZZ_CASES: String(cases) },
    })
    const operations = outcome.titles.filter((title) => OPERATION.test(title)).length
    const seen = `${operations} calls × ${cases}: ${outcome.passed} of ${outcome.all} tests passed in ${outcome.spokenTime}${outcome.failure ? `; ${outcome.failure}` : ''}`
    context.say(seen)
    return [
      {
        promise: 'whatever is sent, the answer is one that the document describes',
        asked: `${cases} cases, valid and hostile, for every call: no 5xx; status, content type, headers and body as declared`,
        seen,
        ok: outcome.failure === null && outcome.all > 0 && outcome.passed === outcome.all && operations > 0,
      },
    ]
  },
}
