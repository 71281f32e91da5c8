/** What a visitor chose in the footer; `system` is stored as nothing at all. */
export type ThemeChoice = 'system' | 'light' | 'dark'

const KEY = 'theme'
const DARK = '(prefers-color-scheme: dark)'

/**
 * Runs in the head before anything is painted, so that a dark page never flashes white. It is the same for everybody:
 * its hash stands in the page's script policy. The system is asked at once, the storage in a turn of its own: another
 * process answers, and the document is not read on until then. Should a frame be drawn before that turn, the question is
 * part of the frame, ahead of its painting.
 */
export const THEME_SCRIPT =
  `(()=>{const d=document.documentElement.dataset;d.theme=matchMedia("${DARK}").matches?"dark":"light";` +
  `let n=0;const a=()=>{if(!n++)try{const t=localStorage.getItem("${KEY}");if(t==="dark"||t==="light")d.theme=t}catch{}};` +
  'requestAnimationFrame(a);self.scheduler?.postTask?.(a,{priority:"user-blocking"})})()'

/** The stored choice. A browser that refuses storage follows the system. */
export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Keeps the choice and paints it. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  paintTheme(choice)
}

/** Paints a choice on the document; `system` asks the system now. */
export function paintTheme(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && window.matchMedia(DARK).matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/** Repaints when the system changes and the visitor has chosen nothing; answers the way to stop. */
export function followSystemTheme(): () => void {
  const list = window.matchMedia(DARK)
  const repaint = () => paintTheme(readThemeChoice())
  list.addEventListener('change', repaint)
  return () => list.removeEventListener('change', repaint)
}
