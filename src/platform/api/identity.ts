/**
 * Who is asking. Minted only where a bearer token was checked (accounts' session store), and asked for by every store
 * function on private data: a query that forgets whose data it reads does not compile.
 */
export type CustomerId = string & { readonly __brand: 'CustomerId' }

/** A caller as the mount knows it. `client` is the address that limits count by. */
export interface Caller<C extends CustomerId | null = CustomerId | null> {
  customer: C
  client: string
  /** The bearer token that was used, for the one call that ends it. */
  token: string | null
  requestId: string
}
