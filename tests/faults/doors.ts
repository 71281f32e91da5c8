import { attacks as backups } from './doors/backups.ts'
import { attacks as connections } from './doors/connections.ts'
import { attacks as deploy } from './doors/deploy.ts'
import { attacks as links } from './doors/links.ts'
import { attacks as sessions } from './doors/sessions.ts'
import { attacks as values } from './doors/values.ts'
import { attacks as work } from './doors/work.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { makeAttack, openDoors } from './support/doors.ts'
import { type EnvironmentOptions, openEnvironment } from './support/environment.ts'

/** By kind. The first needs the shop’s first owner to be its last one, and the last opens a second shop. */
const KINDS = { sessions, values, links, work, deploy, connections, backups }

/** Makes each attack of the review of the staff site at a running shop, and new ones of each kind. */
export async function tryDoors(context: FaultContext, options: EnvironmentOptions): Promise<CheckResult[]> {
  const environment = await openEnvironment(context, { ...options, settings: { TRUST_PROXY: '1' } })
  const doors = await openDoors(context, environment)
  const results: CheckResult[] = []
  for (const [kind, attacks] of Object.entries(KINDS))
    for (const attack of attacks) results.push(await makeAttack(doors, kind, attack))
  await environment.stop()
  return results
}

export const fault: Fault = {
  about: 'the attacks of the security review of the staff site, and new ones',
  run: (context) => tryDoors(context, { database: 'embedded' }),
}
