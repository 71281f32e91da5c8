import { createContext, use } from 'react'

/** Provides the shop's public origin (`https://shop.example`) while the server renders. */
export const PublicOrigin = createContext<string | null>(null)

/**
 * The origin of canonical URLs. The browser reads it from the page that it hydrates, so that both sides agree even if the
 * shop is visited under another host name.
 */
export function usePublicOrigin(): string {
  const given = use(PublicOrigin)
  if (given !== null) return given
  if (typeof document === 'undefined') return ''
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return canonical === null ? window.location.origin : new URL(canonical.href).origin
}
