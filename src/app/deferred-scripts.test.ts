import { describe, expect, test } from 'vitest'
import { deferScripts } from './deferred-scripts.ts'

const page =
  '<head><link rel="modulepreload" href="/assets/a.js"/></head><body><script>context</script><script type="module" async="">import "/assets/a.js"</script></body>'

describe('deferScripts', () => {
  test('marks modules and their preloads, and leaves every other script alone', () => {
    expect(deferScripts(page)).toBe(
      '<head><link rel="deferred" href="/assets/a.js"/></head><body><script>context</script><script type="text/deferred">import "/assets/a.js"</script></body>',
    )
  })

  test('does not change a document without scripts', () => {
    expect(deferScripts('<p>Something went wrong.</p>')).toBe('<p>Something went wrong.</p>')
  })

  test('throws where React Router renders module scripts in another way', () => {
    expect(() => deferScripts(page.replace(' async=""', ''))).toThrow('deferred-scripts.ts')
  })
})
