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
  /** The headers of the request; empty for cached calls, whose response is the same for everybody. */
  headers: Headers
}

/**
 * Who makes a change, for its audit line: a customer, a member of staff, or one of the shop's own jobs. Roles are not
 * enforced yet: the command line, the only caller today, acts as the owner.
 */
export type Actor =
  | { kind: 'customer'; id: CustomerId }
  | { kind: 'staff'; name: string; role: 'owner' | 'manager' | 'packer' }
  | { kind: 'system'; job: string }
