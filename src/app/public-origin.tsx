import { createContext, use } from 'react'

const Origin = createContext<string | null>(null)

/** Gives the pages the shop's public origin (`https://shop.example`) while the server renders them. */
export const PublicOrigin = Origin

/**
 * The origin of canonical addresses. The server gives it; the browser reads it back from the page it hydrates, so that
 * both sides agree even where the shop is visited under another name.
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
