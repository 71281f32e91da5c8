/**
 * Puts the focus into the first field of a form that is marked as wrong, once that is drawn. It's brought to the middle of the
 * screen: at its end the bar with the buttons would cover what is wrong.
 */
export function focusFirstError(form: HTMLFormElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!field) return frames > 1 ? focusFirstError(form, frames - 1) : undefined
    field.focus({ preventScroll: true })
    field.scrollIntoView({ block: 'center' })
  })
}

/** A busy device may draw frames before it draws what a call answered. */
const FRAMES = 10
