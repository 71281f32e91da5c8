import type { Confirmation } from './confirmation.ts'

/**
 * A logged-in customer. Created only where a bearer token was checked (accounts' session store), and required by
 * every store function on private data, so that a query without an owner doesn't compile.
 */
export type CustomerId = string & { readonly __brand: 'CustomerId' }

/** The caller of an endpoint. `client` is the address used for rate limits. */
export interface Caller<C extends CustomerId | null = CustomerId | null> {
  customer: C
  client: string
  /** The member of staff who calls, if it's a call of the staff site that needs one. */
  staff: StaffSession | null
  /** The bearer token, which logout revokes. */
  token: string | null
  requestId: string
  /** The headers of the request; empty for cached calls, whose response is the same for everyone. */
  headers: Headers
}

/** What a member of staff may do (CONTRACT part three, Staff site). */
export type StaffRole = 'owner' | 'manager' | 'packer'

/** A member of staff who has signed in. Created only where the session's cookie was checked. */
export interface StaffSession {
  /** The person's id. */
  readonly staffId: string
  readonly sessionId: string
  readonly email: string
  readonly name: string
  readonly role: StaffRole
  /** False after the code by mail, until the second factor. */
  readonly isFull: boolean
  readonly confirmation: Confirmation
  /** True if an invitation opened it: only such a session sets up a person's first second factor. */
  readonly mayEnrol: boolean
  /** Set if a program calls, with a key that this person made: the key's id. `name` is then the program's. */
  readonly programId?: string
  /** True on the command line, which acts as the owner. `staffId` is then an owner's, for what belongs to a person. */
  readonly isCommandLine?: true
}

/**
 * Who makes a change, for its audit line: a customer, a member of staff, or one of the shop's own jobs. The command line
 * acts as the owner, without an id. `confirmation` is there while a call of the staff site runs.
 */
export type Actor =
  | { kind: 'customer'; id: CustomerId }
  | { kind: 'staff'; id?: string; name: string; role: StaffRole; isProgram?: boolean; confirmation?: Confirmation }
  | { kind: 'system'; job: string }

/** The member of staff, the program or the command line that makes a change by a call. */
export function staffActor({
  staffId,
  name,
  email,
  role,
  programId,
  isCommandLine,
  confirmation,
}: StaffSession): Actor {
  if (isCommandLine) return { kind: 'staff', name, role }
  return { kind: 'staff', id: staffId, name: name || email, role, isProgram: programId !== undefined, confirmation }
}
