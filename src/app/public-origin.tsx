import { createContext, use } from 'react'

const Origin = createContext<string | null>(null)

/** Provides the shop's public origin (`https://shop.example`) while the server renders. */
export const PublicOrigin = Origin

/**
 * The origin of canonical addresses. The browser reads it from the page that it hydrates, so that both sides agree even where
 * the shop is visited under another name.
 */
export function usePublicOrigin(): string {
  const given = use(Origin)
  if (given !== null) return given
  if (typeof document === 'undefined') return ''
  return originOfPage()
}

function originOfPage(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return canonical === null ? window.location.origin : new URL(canonical.href).origin
}
