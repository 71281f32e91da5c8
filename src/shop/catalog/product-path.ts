/** The path of a product's page, as the router knows it. The page shows the given colour first. */
export function productPath(productId: string, color: string | null = null): string {
  const query = color === null ? '' : `?colour=${encodeURIComponent(color.toLowerCase())}`
  return `/product-details/${encodeURIComponent(productId)}${query}`
}
