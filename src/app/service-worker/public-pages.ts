import { splitLanguage } from '#platform/text/languages.ts'

const PUBLIC = /^\/(?:categories|about-us|contact-us|privacy-policy|nearby-store|(?:product-details|policies)\/[^/]+)?$/

/** True for public pages, which open without a connection once they've been visited. */
export function isPublicPage(pathname: string): boolean {
  return PUBLIC.test(splitLanguage(pathname).path)
}
