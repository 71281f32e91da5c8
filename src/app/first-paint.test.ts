import { describe, expect, it } from 'vitest'
import { putScriptsOff, START_SCRIPT } from './first-paint.ts'

const page =
  '<head><link rel="modulepreload" href="/assets/a.js"/></head><body><script>context</script><script type="module" async="">import "/assets/a.js"</script></body>'

describe('putScriptsOff', () => {
  it('marks modules and their preloads, and leaves every other script alone', () => {
    expect(putScriptsOff(page)).toBe(
      '<head><link rel="later" href="/assets/a.js"/></head><body><script>context</script><script type="later">import "/assets/a.js"</script></body>',
    )
  })

  it('leaves a document without scripts as it is', () => {
    expect(putScriptsOff('<p>Something went wrong.</p>')).toBe('<p>Something went wrong.</p>')
  })

  it('refuses a page whose scripts it would leave dead', () => {
    expect(() => putScriptsOff(page.replace(' async=""', ''))).toThrow('first-paint.ts')
  })
})

describe('START_SCRIPT', () => {
  it('is one line, so that its hash is that of the bytes in the page', () => {
    expect(START_SCRIPT).not.toContain('\n')
    expect(START_SCRIPT).not.toMatch(/<\/script/i)
  })
})
