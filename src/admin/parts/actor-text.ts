import { t } from '#platform/text/t.ts'

/**
 * Who made a change, as people say it: the log's "Asha (owner)" is Asha, its "Warehouse (program)" an API key. `kind`: the log's
 * kind of actor, if it's known; a customer is there by id only, and a job by a word of the code.
 */
export function actorText(actor: string, kind?: string): string {
  if (kind === 'customer') return t('A customer')
  // A carrier is named as people know it.
  if (kind === 'system') return /^[A-Z]/.test(actor) ? actor : t('The shop')
  const [, name = actor, role] = /^(.+) \((owner|manager|packer|program)\)$/s.exec(actor) ?? []
  if (role === 'program') return t('{name} (API key)', { name })
  const onServer = /^(.+), command line$/s.exec(name)?.[1]
  return onServer === undefined ? name : t('{name}, on the server', { name: onServer })
}
