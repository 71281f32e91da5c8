import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import type { Tables } from '../tables.server.ts'

/**
 * A change for the audit log. `subject` is the type and id of what changed; `before` and `after` have only the
 * differences.
 */
export interface AuditEntry {
  /** Such as `product.set`. */
  action: string
  /** Such as `product:linen-shirt`. */
  subject: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** Writes an audit line in the transaction that makes the change, so that neither exists without the other. */
export async function writeAudit(tx: Transaction<Tables>, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_kind: actor.kind,
      actor: actorName(actor),
      action: entry.action,
      subject: entry.subject,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
    })
    .execute()
}

/** The actor as the audit log names it. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'customer':
      return actor.id
    case 'staff':
      return `${actor.name} (${actor.role})`
    case 'system':
      return actor.job
  }
}

export interface AuditLine {
  at: string
  actorKind: string
  actor: string
  action: string
  subject: string
  before: unknown
  after: unknown
}

/** Audit lines, newest first; of one subject if it's given. */
export async function listAudit(
  db: Kysely<Tables>,
  { subject, limit }: { subject?: string | undefined; limit: number },
): Promise<AuditLine[]> {
  let query = db
    .selectFrom('audit_log')
    .select(['at', 'actor_kind as actorKind', 'actor', 'action', 'subject', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(limit)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  const rows = await query.execute()
  return rows.map(({ at, ...line }) => ({ at: at.toISOString(), ...line }))
}
