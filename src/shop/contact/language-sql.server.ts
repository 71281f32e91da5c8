import { type Kysely, sql } from 'kysely'
import { runInLanguage } from '#platform/text/request-language.server.ts'
import { language } from '#platform/text/t.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** Stores the language of the current call for later mails to its customer. */
export async function storeLanguage(db: Db, customerId: string): Promise<void> {
  await sql`insert into reader_languages (email, language)
    select email, ${language()} from customers where id = ${customerId} and email is not null
    on conflict (email) do update set language = excluded.language
      where reader_languages.language <> excluded.language`.execute(db)
}

/** The same for an address that anybody may have typed. A language already stored stays. */
export async function suggestLanguage(db: Db, email: string): Promise<void> {
  await db
    .insertInto('reader_languages')
    .values({ email, language: language() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Runs a function that writes a mail in its reader's language, or in English if none is stored. */
export async function inLanguageOf<T>(db: Db, email: string, write: () => T): Promise<T> {
  const row = await db.selectFrom('reader_languages').select('language').where('email', '=', email).executeTakeFirst()
  return runInLanguage(row?.language ?? 'en', write)
}
