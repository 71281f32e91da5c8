/** The path of a product's page, as the router knows it; with a colour, which the page shows first. */
export function productPath(productId: string, color: string | null = null): string {
  const query = color === null ? '' : `?colour=${encodeURIComponent(color.toLowerCase())}`
  return `/product-details/${encodeURIComponent(productId)}${query}`
}
