import type { Fault } from './support/context.ts'
import { runAsCheck } from './support/test-run.ts'

export const fault: Fault = {
  about: 'damaged and forged backups',
  async run(context) {
    const damages = context.pick(20, 200)
    const check = await runAsCheck(context, {
      tests: {
        project: 'api',
        file: 'src/shop/backups/damage.api.test.ts',
        settings: { DAMAGES: String(damages) },
      },
      size: `${damages} damages`,
      promise: 'a damaged or forged backup restores nothing',
      requirement:
        'bytes flipped, cut or left out (encrypted too), entries missing, swapped, doubled, renamed to ../../x and the like, links, huge sizes, a 300 MB bomb, forged manifests: one sentence and an empty database, or the very same shop; no file elsewhere',
    })
    return [check]
  },
}
