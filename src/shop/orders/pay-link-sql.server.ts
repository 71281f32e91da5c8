import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'

const KEY = 'pay-links'

/** The key from which the tokens of links to pay are made, so that only their hashes are stored with what they pay. */
export async function keepLinkKey(db: Kysely<Tables>, fresh: Buffer): Promise<Buffer> {
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', KEY).executeTakeFirst()
  const known = await find()
  if (known) return known.value
  await db
    .insertInto('secrets')
    .values({ name: KEY, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await find())?.value ?? fresh
}
