/** What an empty list draws, as paths in a box of 96 by 48: what is around, and the thing itself. */
export interface Drawing {
  around: string
  thing: string
}

/** No clothes. */
export const RAIL: Drawing = {
  around: 'M2 4h92M24 4v40M72 4v40',
  thing: 'M48 4a4 4 0 1 1 4 4c-3 1-4 2-4 5L32 24h32L48 13',
}

/** No orders. */
export const PARCEL: Drawing = { around: 'M2 44h92', thing: 'M28 12h40v32H28zM28 22h40M44 12v18l4-4 4 4V12' }

/** No messages or addresses. */
export const ENVELOPE: Drawing = { around: 'M2 44h92', thing: 'M26 10h44v30H26zM26 12l22 17 22-17' }

/** No keys. */
export const KEY: Drawing = {
  around: 'M2 44h92',
  thing: 'M22 20a10 10 0 1 0 20 0a10 10 0 1 0-20 0M42 20h32v8M62 20v6',
}
