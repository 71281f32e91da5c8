import { describe, expect, it } from 'vitest'
import { MEASURE_SCRIPT, putScriptsOff, START_SCRIPT } from './first-paint.ts'

const page =
  '<head><link rel="modulepreload" href="/assets/a.js"/></head><body><script>context</script><script type="module" async="">import "/assets/a.js"</script></body></html>'

describe('putScriptsOff', () => {
  it('marks modules and their preloads, and leaves every other script alone', () => {
    expect(putScriptsOff(page)).toBe(
      '<head><link rel="later" href="/assets/a.js"/></head><body><script>context</script><script type="later">import "/assets/a.js"</script><script type="module">0</script></body></html>',
    )
  })

  it('takes no other end of a body for the document’s', () => {
    const quoting = page.replace('context', 'const quoted = "&lt;/body></body>"')
    expect(putScriptsOff(quoting).match(/<script type="module">0/g)).toHaveLength(1)
    expect(putScriptsOff(quoting)).toMatch(/<script type="module">0<\/script><\/body><\/html>$/)
  })

  it('leaves a document without scripts as it is', () => {
    expect(putScriptsOff('<p>Something went wrong.</p>')).toBe('<p>Something went wrong.</p>')
  })

  it('refuses a page whose scripts it would leave dead', () => {
    expect(() => putScriptsOff(page.replace(' async=""', ''))).toThrow('first-paint.ts')
  })
})

describe.each([START_SCRIPT, MEASURE_SCRIPT])('a line of the document: %.20s', (line) => {
  it('is one, so that its hash is that of the bytes in the page', () => {
    expect(line).not.toContain('\n')
    expect(line).not.toMatch(/<\/script/i)
  })
})
