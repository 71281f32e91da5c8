import { splitLanguage } from '#platform/text/languages.ts'

const PUBLIC = /^\/(?:categories|about-us|contact-us|privacy-policy|nearby-store|(?:product-details|policies)\/[^/]+)?$/

/** True for the pages that open without a connection once they were visited: those that are for everybody. */
export function isPublicPage(pathname: string): boolean {
  return PUBLIC.test(splitLanguage(pathname).path)
}
