/** An Indian mobile number as it's read out: 98200 10137, +91 98200 10137. Others stay as they are. */
export function phoneText(phone: string): string {
  const [, code = '', first, last] = /^(?:(\+91|0)[ -]?)?([6-9]\d{4})[ -]?(\d{5})$/.exec(phone.trim()) ?? []
  if (first === undefined || last === undefined) return phone
  return code === '0' ? `0${first} ${last}` : [code, first, last].filter(Boolean).join(' ')
}

/** What a phone dials. */
export const phoneHref = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`
