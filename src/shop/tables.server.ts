/** Every table of the shop as Kysely knows it. Each feature adds its own in its `tables.server.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: it's filled by declarations of the same name.
export interface Tables {}
