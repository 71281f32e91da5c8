import type { ColumnType, Generated } from 'kysely'
import type { StaffRole } from '#platform/api/identity.ts'

interface StaffTable {
  id: string
  email: string
  name: Generated<string>
  role: StaffRole
  invited_at: Generated<Date>
  joined_at: Date | null
  ended_at: Date | null
  totp_secret: Buffer | null
  totp_pending: Buffer | null
  totp_step: Generated<number>
  totp_since: Date | null
  totp_used_at: Date | null
  failed_rounds: Generated<number>
  wait_until: Date | null
}

/** An invitation's link sets up a second factor; one by mail in place of a code leads to it. */
export type LinkPurpose = 'join' | 'sign-in'

export interface StaffTables {
  staff: StaffTable
  staff_invitations: { token_hash: Buffer; staff_id: string; expires_at: Date; purpose: Generated<LinkPurpose> }
  staff_codes: {
    id: Generated<number>
    staff_id: string
    salt: Buffer
    digest: Buffer
    tries: Generated<number>
    expires_at: Date
  }
  staff_spare_codes: { staff_id: string; digest: Buffer }
  staff_passkeys: {
    id: string
    staff_id: string
    public_key: Buffer
    counter: number
    transports: ColumnType<string[], string[], never>
    device: string
    created_at: Generated<Date>
    used_at: Date | null
  }
  staff_challenges: { challenge: string; staff_id: string | null; expires_at: Date }
  /** Keys of programs. */
  api_keys: {
    id: string
    digest: Buffer
    name: string
    scopes: ColumnType<string[], string[], never>
    staff_id: string
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
    ended_at: Date | null
  }
  staff_sessions: {
    id: string
    token_hash: Buffer
    staff_id: string
    device: string
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    factor_at: Date | null
    may_enrol: Generated<boolean>
    wrong_factors: Generated<number>
  }
}

declare module '../tables.server.ts' {
  interface Tables extends StaffTables {}
}
