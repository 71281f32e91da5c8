import type { Fault } from './support/context.ts'
import { runAsCheck } from './support/test-run.ts'

export const fault: Fault = {
  about: 'hundreds of valid and hostile requests to every API call',
  async run(context) {
    const cases = context.pick(60, 500)
    return [
      await runAsCheck(context, {
        tests: { project: 'api', file: 'tests/api/fuzz', settings: { FUZZ_CASES: String(cases) } },
        size: `every call × ${cases}`,
        promise: 'every response is one that the OpenAPI document describes',
        requirement: `${cases} cases, valid and hostile, for every call: no 5xx; status, content type, headers and body as declared`,
      }),
    ]
  },
}
