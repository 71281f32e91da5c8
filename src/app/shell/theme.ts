/** What a visitor chose in the footer; `system` is stored as nothing at all. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const KEY = 'theme'
const DARK = '(prefers-color-scheme: dark)'

/** Runs in the head before the first paint, so that a dark page never flashes white. */
export const THEME_SCRIPT = `{
let theme
try { theme = localStorage.getItem("${KEY}") } catch {}
document.documentElement.dataset.theme = theme ?? (matchMedia("${DARK}").matches ? "dark" : "light")
}`

/** The stored choice. A browser that refuses storage follows the system. */
export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Stores the choice and applies it. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme(choice)
}

/** Applies a choice to the document; `system` follows the system's present setting. */
export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && window.matchMedia(DARK).matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/** Follows changes of the system's setting while the visitor has chosen nothing; returns how to stop. */
export function followSystemTheme(): () => void {
  const list = window.matchMedia(DARK)
  const update = () => applyTheme(readThemeChoice())
  list.addEventListener('change', update)
  return () => list.removeEventListener('change', update)
}
