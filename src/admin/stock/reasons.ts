/** Why stock changes; the history of a SKU says so. */
export const STOCK_REASONS = ['arrived', 'counted', 'damaged', 'lost', 'photo shoot']
