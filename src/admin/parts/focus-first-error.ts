/**
 * Puts the focus into the first field of a form that is marked as wrong, once that is drawn. It's brought to the middle of the
 * screen: at its end the bar with the buttons would cover what is wrong.
 */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  })
}
