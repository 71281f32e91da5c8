// biome-ignore lint/suspicious/noEmptyInterface: filled as the feature is built
export interface ContactTables {}
