/** How React Router renders the scripts of a document. */
const MODULE = '<script type="module" async="">'
const PRELOAD = '<link rel="modulepreload"'

/**
 * Defers the scripts of a rendered document until after its first paint, because on a slow connection they would delay
 * the first picture. HEAD_SCRIPT starts them. A document without scripts stays unchanged.
 *
 * @throws {Error} if React Router renders its scripts differently
 */
export function deferScripts(html: string): string {
  if (html.includes(PRELOAD) !== html.includes(MODULE))
    throw new Error('React Router renders its scripts differently: see deferred-scripts.ts')
  return html.replaceAll(PRELOAD, '<link rel="deferred"').replace(MODULE, '<script type="text/deferred">')
}

/** The document's event for the end of hydration. */
export const HYDRATED = 'hydrated'

/** The id of the search below the header. The element with `data-opens` of this value opens it. */
export const SITE_SEARCH = 'site-search'

/**
 * The inline script in the head of every page. Its first half starts the deferred scripts in the frame after
 * DOMContentLoaded. A hidden tab has no frames, so it starts them at once.
 *
 * Its second half replays input from before hydration. Links and forms with an `action` work as plain HTML. Any other
 * button shows that it is busy, and is clicked again after hydration. The search icon shows the search at once, so that
 * what is typed next arrives in it, and is clicked again after hydration too. A radio, checkbox or select changes at once, and
 * its change is repeated for React. No form is submitted, so no field ends up in the URL. If the scripts fail to load,
 * no button stays busy.
 */
export const HEAD_SCRIPT = `{
const start = () => {
  for (const link of document.querySelectorAll("link[rel=deferred]")) link.rel = "modulepreload"
  const deferred = document.querySelector('script[type="text/deferred"]')
  deferred?.replaceWith(Object.assign(document.createElement("script"), {
    type: "module", text: deferred.text, onerror: stopRecording,
  }))
}
document.addEventListener("DOMContentLoaded", () =>
  document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)))

const early = new Map()
const recordClick = (event) => {
  const control = event.target.closest("button, [type=radio], [type=checkbox], [data-opens]")
  if (!control || event.metaKey || event.ctrlKey || (control.type === "submit" && control.form?.hasAttribute("action"))) return
  if (control.type === "checkbox" && early.delete(control)) return
  early.set(control)
  if (!control.matches("button, [data-opens]")) return
  event.preventDefault()
  event.stopPropagation()
  if (control.matches("[data-opens]")) {
    const search = document.getElementById(control.dataset.opens)
    search.hidden = false
    search.querySelector("input").focus()
    return
  }
  control.ariaBusy = "true"
}
const recordSelect = ({ target }) => target.matches("select") && early.set(target, target.value)
const stopRecording = () => {
  removeEventListener("click", recordClick, true)
  removeEventListener("change", recordSelect, true)
  removeEventListener("unhandledrejection", stopRecording)
  for (const control of early.keys()) control.ariaBusy = null
}
addEventListener("click", recordClick, true)
addEventListener("change", recordSelect, true)
addEventListener("unhandledrejection", stopRecording) // when a module that the scripts import() fails to load
document.addEventListener("${HYDRATED}", async () => {
  stopRecording()
  for (const [control, value] of early) {
    await null // React renders the previous change
    if (control.matches("select")) {
      control.value = value
      control.dispatchEvent(new Event("change", { bubbles: true }))
      continue
    }
    if (!control.matches("button, [data-opens]")) control.checked = control.type === "checkbox" && !control.checked
    control.click()
  }
}, { once: true })
}`
