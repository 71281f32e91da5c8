import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** The day in India so many days from now, such as 2026-12-03, by the database's clock. */
export async function dayAfterToday(db: Kysely<Tables>, days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`select (indian_day(now()) + ${days}::integer)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}
