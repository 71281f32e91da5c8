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
}
