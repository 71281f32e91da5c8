import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'

/** Kysely on one connection, which its owner uses beside it, such as for COPY, and closes. */
export function openSingleConnection<Tables>(client: pg.Client): Kysely<Tables> {
  const connection = {
    query: (text: string, values: readonly unknown[]) => client.query(text, [...values]),
    release: () => {},
  }
  // Safe cast: without `pg-cursor` Kysely only calls these.
  const pool = { connect: async () => connection, end: async () => {}, options: {} } as unknown as PostgresPool
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
