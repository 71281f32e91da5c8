import type { ColumnType, Generated } from 'kysely'
import type { Language } from '#platform/text/languages.ts'

type Timestamp = ColumnType<Date, Date | undefined, Date>

export interface ContactTables {
  contact_messages: {
    id: string
    first_name: string
    last_name: string
    email: string
    phone: string
    message: string
    answer: ColumnType<string | null, never, string | null>
    answered_at: ColumnType<Date | null, never, Date | null>
    /** Who answered, as the audit log names them. Null for answers before there was a staff site. */
    answered_by: ColumnType<string | null, never, string | null>
    hidden_at: ColumnType<Date | null, never, Date | null>
    created_at: Timestamp
  }
  reader_languages: { email: string; language: Language }
  subscribers: {
    email: string
    token: string
    created_at: Timestamp
    confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  saved_replies: {
    id: string
    title: string
    text: string
    deleted_at: ColumnType<Date | null, never, Date | null>
  }
  newsletters: {
    id: string
    subject: string
    body: string
    digest: string
    tested_at: ColumnType<Date | null, never, Date | null>
    started_at: ColumnType<Date | null, never, Date | null>
    sent_until: Generated<string>
    sent: Generated<number>
    finished_at: ColumnType<Date | null, never, Date | null>
    /** Sending goes on once it's null again. */
    stopped_at: ColumnType<Date | null, never, Date | null>
    /** How many subscribers there were at its start. */
    recipients: ColumnType<number | null, never, number>
  }
  newsletter_drafts: { id: string; subject: string; body: string; changed_at: Timestamp }
  /** Texts that somebody looks at as a mail. */
  newsletter_previews: { staff_id: string; subject: string; body: string }
}

declare module '../tables.server.ts' {
  interface Tables extends ContactTables {}
}
