/** The forms in which a text may hide: as it is, in other spellings, and encoded. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const forms = [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    JSON.stringify(text).slice(1, -1),
    text.replaceAll('&', '&amp;').replaceAll("'", '&#39;'),
    bytes.toString('hex'),
    bytes.toString('latin1'),
    ...insideBase64(bytes),
  ]
  const digits = text.replace(/\D/g, '')
  if (digits.length >= 10) forms.push(digits, digits.slice(-10))
  return [...new Set(forms.map((form) => form.toLowerCase()))].filter((form) => form.length >= 6)
}

/** What base64 makes of bytes within longer ones: that depends on where they begin. */
function insideBase64(bytes: Buffer): string[] {
  const inner = [0, 1, 2].map((at) => {
    const text = Buffer.concat([Buffer.alloc(at), bytes]).toString('base64')
    // The first and last characters depend on the bytes around.
    return text.replace(/=+$/, '').slice(at === 0 ? 0 : at + 1, -2)
  })
  return [...inner, ...inner.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))].filter(
    (text) => text.length >= 10,
  )
}

/** Which of the named texts stand somewhere in `lines`, with the line. Numbers of few digits count only as a whole word. */
export function findSecrets(secrets: ReadonlyMap<string, string>, lines: readonly string[]): string[] {
  const found: string[] = []
  const lowered = lines.map((line) => line.toLowerCase())
  for (const [text, name] of secrets) {
    const forms = formsOf(text)
    const whole = /^\d{6,8}$/.test(text) ? new RegExp(`(?<![\\w.-])${text}(?![\\w-])`) : null
    for (const [at, line] of lowered.entries())
      if (whole ? whole.test(line) : forms.some((form) => line.includes(form)))
        found.push(`${name}: ${lines[at]?.slice(0, 700)}`)
  }
  return found
}
