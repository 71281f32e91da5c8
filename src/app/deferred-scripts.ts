/** How React Router writes the scripts of a document. */
const MODULE = '<script type="module" async="">'
const PRELOAD = '<link rel="modulepreload"'

/**
 * Defers the scripts of a rendered document until after its first paint: on a slow connection they would delay the first
 * picture. HEAD_SCRIPT starts them. A document without scripts stays as it is.
 *
 * @throws where React Router writes its scripts in another way than the one known here
 */
export function deferScripts(html: string): string {
  if (html.includes(PRELOAD) !== html.includes(MODULE))
    throw new Error('React Router writes its scripts differently: see deferred-scripts.ts')
  return html.replaceAll(PRELOAD, '<link rel="deferred"').replace(MODULE, '<script type="deferred">')
}

/** Event on the document: the page has hydrated and answers presses itself. */
export const HYDRATED = 'hydrated'

/**
 * Stands in the head of every page. Its first half starts the deferred scripts in the frame after DOMContentLoaded; a
 * hidden tab has no frames and starts them at once.
 *
 * Its second half is for presses before hydration. Links and forms with an `action` work as plain HTML. Any other button
 * shows that it is busy and is pressed again, once, when the page has hydrated; a radio or checkbox changes at once, and its
 * change is repeated for React. Nothing else is submitted, so the fields of a form never stand in the address.
 */
export const HEAD_SCRIPT = `{
const start = () => {
  for (const link of document.querySelectorAll("link[rel=deferred]")) link.rel = "modulepreload"
  const deferred = document.querySelector("script[type=deferred]")
  deferred?.replaceWith(Object.assign(document.createElement("script"), { type: "module", text: deferred.text }))
}
document.addEventListener("DOMContentLoaded", () =>
  document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)))

const pressed = new Set()
const keepPress = (event) => {
  const control = event.target.closest("button, [type=radio], [type=checkbox]")
  if (!control || (control.type === "submit" && control.form?.hasAttribute("action"))) return
  if (control.type === "checkbox" && pressed.delete(control)) return
  pressed.add(control)
  if (!control.matches("button")) return
  event.preventDefault()
  event.stopPropagation()
  control.ariaBusy = "true"
}
addEventListener("click", keepPress, true)
document.addEventListener("${HYDRATED}", async () => {
  removeEventListener("click", keepPress, true)
  for (const control of pressed) {
    await null // React renders the press before
    control.ariaBusy = null
    if (!control.matches("button")) control.checked = control.type === "checkbox" && !control.checked
    control.click()
  }
}, { once: true })
}`
