// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Starting } from './starting.tsx'

test('the document shows what the first render draws, so that nothing moves when the script is there', () => {
  const meta = document.createElement('meta')
  meta.setAttribute('name', 'shop-name')
  meta.setAttribute('content', '%SHOP_NAME%')
  document.head.append(meta)
  const page = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8')
  const root = /<div id="root">([\s\S]*)<\/div>\s*<noscript>/.exec(page)?.[1] ?? ''
  expect(withoutSpaces(root)).toBe(withoutSpaces(renderToStaticMarkup(<Starting />)))
  meta.remove()
})

function withoutSpaces(html: string): string {
  const box = document.createElement('div')
  box.innerHTML = html.replaceAll(/>\s+/g, '>').replaceAll(/\s+</g, '<')
  // In one order, whatever the source's.
  for (const element of box.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1))) {
      element.removeAttribute(name)
      element.setAttribute(name, value)
    }
  return box.innerHTML
}
