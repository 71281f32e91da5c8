/**
 * A logged-in customer. Created only where a bearer token was checked (accounts' session store), and required by
 * every store function on private data, so that a query without an owner doesn't compile.
 */
export type CustomerId = string & { readonly __brand: 'CustomerId' }

/** The caller of an endpoint. `client` is the address used for rate limits. */
export interface Caller<C extends CustomerId | null = CustomerId | null> {
  customer: C
  client: string
  /** The bearer token, which logout revokes. */
  token: string | null
  requestId: string
  /** The headers of the request; empty for cached calls, whose response is the same for everyone. */
  headers: Headers
}

/**
 * Who makes a change, for its audit line: a customer, a member of staff, or one of the shop's own jobs. Roles aren't
 * enforced yet: the command line, the only caller today, acts as the owner.
 */
export type Actor =
  | { kind: 'customer'; id: CustomerId }
  | { kind: 'staff'; name: string; role: 'owner' | 'manager' | 'packer' }
  | { kind: 'system'; job: string }
