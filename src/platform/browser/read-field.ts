/** The text of a form's field, as it was typed; empty where there is no such field. */
export function readField(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
