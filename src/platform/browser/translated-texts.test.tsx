// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followTranslations } from './translated-texts.ts'

const { removeChild, insertBefore } = Node.prototype
let root: Root
let box: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  followTranslations()
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  Object.assign(Node.prototype, { removeChild, insertBefore })
})

/** Replaces each text as a browser's translation does, and lets the observers see it. */
async function translate(how: 'replaces' | 'wraps'): Promise<void> {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    text.before(font)
    if (how === 'wraps') font.append(text)
    else {
      font.textContent = `~${text.data}`
      text.remove()
    }
  }
  await new Promise((resolve) => setTimeout(resolve))
}

function Page({ count, isOn }: { count: number; isOn: boolean }) {
  return (
    <p>
      {count} in the cart {isOn ? 'on' : <i>off</i>}
      {isOn ? null : <b>new</b>}
      {' end'}
    </p>
  )
}

const show = (count: number, isOn: boolean) => act(async () => root.render(<Page count={count} isOn={isOn} />))

test.each(['replaces', 'wraps'] as const)(
  'React changes, removes and adds texts that a translation %s',
  async (how) => {
    await show(1, true)
    await translate(how)
    await show(2, true)
    await new Promise((resolve) => setTimeout(resolve))
    expect(box.textContent).toMatch(/^2/)
    await translate(how)
    await show(2, false)
    await new Promise((resolve) => setTimeout(resolve))
    const shown = box.textContent?.replaceAll('~', '')
    expect(shown).toBe('2 in the cart offnew end')
    await translate(how)
    await show(3, true)
    await new Promise((resolve) => setTimeout(resolve))
    expect(box.textContent?.replaceAll('~', '')).toBe('3 in the cart on end')
  },
)
