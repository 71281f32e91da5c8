import { deviceStorage } from './storage.ts'

/** The visitor's choice in the footer or the menu. `system` isn't stored. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const KEY = 'theme'
const DARK = '(prefers-color-scheme: dark)'

/** Runs in the head before the first paint, so a dark page doesn't flash white. */
export const THEME_SCRIPT = `{
let theme
try { theme = localStorage.getItem("${KEY}") } catch {}
document.documentElement.dataset.theme = theme ?? (matchMedia("${DARK}").matches ? "dark" : "light")
}`

/** The choice on this page. Kept here, because storage may be blocked. */
let chosen: ThemeChoice | null = null
const listeners = new Set<() => void>()

/** Calls back after each choice. @returns the function that stops it */
export function subscribeThemeChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The choice, or `system` without one. */
export function readThemeChoice(): ThemeChoice {
  if (chosen !== null) return chosen
  const stored = deviceStorage.readText(KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Stores the choice and applies it. */
export function chooseTheme(choice: ThemeChoice): void {
  chosen = choice
  // If storage is blocked, the choice only applies to this page.
  deviceStorage.writeText(KEY, choice === 'system' ? null : choice)
  applyTheme(choice)
  for (const listener of listeners) listener()
}

/** Applies a choice to the document (for `system`, the system's current setting). */
export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && window.matchMedia(DARK).matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/** Applies changes of the system's setting while the choice is `system`. @returns the function that stops it */
export function followSystemTheme(): () => void {
  const list = window.matchMedia(DARK)
  const update = () => applyTheme(readThemeChoice())
  list.addEventListener('change', update)
  return () => list.removeEventListener('change', update)
}
