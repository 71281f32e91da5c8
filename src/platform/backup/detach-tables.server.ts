import type pg from 'pg'
import type { Header } from './contents.ts'

/**
 * Takes foreign keys and triggers off tables while they are filled: rows come table by table, and a trigger would count
 * or notify a second time. What `session_replication_role` does, which only superusers may set.
 * @returns the function that puts them back, and checks every row against its foreign keys
 */
export async function detachTables(client: pg.Client, tables: Header['tables']): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by 1, 2`,
  )
  const quote = (name: string) => client.escapeIdentifier(name)
  for (const { table, name } of keys) await client.query(`alter table ${quote(table)} drop constraint ${quote(name)}`)
  for (const { name } of tables) await client.query(`alter table ${quote(name)} disable trigger user`)
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`)
  }
}
