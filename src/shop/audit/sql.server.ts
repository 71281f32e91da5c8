import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import type { Tables } from '../tables.server.ts'

/**
 * A change for the audit log. `subject` is the type and id of what changed; `before` and `after` have only the
 * differences.
 */
export interface AuditEntry {
  /** Reserved for it by `reserveAuditId`. */
  id?: number
  /** Such as `product.set`. */
  action: string
  /** Such as `product:linen-shirt`. */
  subject: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

/** Writes an audit line in the transaction that makes the change, so that neither exists without the other. */
export async function writeAudit(tx: Transaction<Tables>, actor: Actor, entry: AuditEntry): Promise<void> {
  await writeAuditLines(tx, actor, [entry])
}

/** Writes several lines, in their order. */
export async function writeAuditLines(
  tx: Transaction<Tables>,
  actor: Actor,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await sql`insert into audit_log (id, actor_kind, actor, actor_id, action, subject, before, after) overriding system value
    select coalesce(id, nextval(pg_get_serial_sequence('audit_log', 'id'))), ${actor.kind}, ${actorName(actor)},
      ${actor.kind === 'staff' ? (actor.id ?? null) : null},
      action, subject, before, after
    from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as (id bigint, action text, subject text, before jsonb, after jsonb))
      with ordinality as e(id, action, subject, before, after, number)
    order by number`.execute(tx)
}

/** The id of a line that is written later in the transaction, for lines that refer to it. */
export async function reserveAuditId(tx: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('audit_log', 'id'))::integer as id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** The actor as the audit log names it. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'customer':
      return actor.id
    case 'staff':
      return `${actor.name} (${actor.isProgram ? 'program' : actor.role})`
    case 'system':
      return actor.job
  }
}

/**
 * Who made the last change of a subject, or of some action on it, for a person who is told of it: somebody else, if anybody else did.
 * Null if nobody did.
 */
export async function findLastActor(
  db: Kysely<Tables>,
  told: Actor,
  { subject, action }: { subject: string; action?: string },
): Promise<string | null> {
  let query = db.selectFrom('audit_log').select('actor').where('subject', '=', subject).limit(1)
  if (action !== undefined) query = query.where('action', '=', action)
  const last = await query
    .orderBy(sql`actor = ${actorName(told)}`)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.actor ?? null
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
