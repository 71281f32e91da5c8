/**
 * A customer who is logged in. Created only where a bearer token was checked (accounts' session store), and required by
 * every store function on private data, so that a query without an owner does not compile.
 */
export type CustomerId = string & { readonly __brand: 'CustomerId' }

/** The caller of an endpoint. `client` is the address that rate limits count by. */
export interface Caller<C extends CustomerId | null = CustomerId | null> {
  customer: C
  client: string
  /** The bearer token, which logout revokes. */
  token: string | null
  requestId: string
  /** The request's; empty for cached calls, which are the same for everybody. */
  headers: Headers
}

/** A member of staff; not enforced yet: the command line, the only caller today, acts as the owner. */
export type StaffRole = 'owner' | 'manager' | 'packer'

/**
 * Who makes a change, for its audit line: a customer, a member of staff (the command line acts as the owner), or one of
 * the shop's own jobs.
 */
export type Actor =
  | { kind: 'customer'; id: CustomerId }
  | { kind: 'staff'; name: string; role: StaffRole }
  | { kind: 'system'; job: string }
