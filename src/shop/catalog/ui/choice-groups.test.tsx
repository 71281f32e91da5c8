// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SizeChoice } from './choice-groups.tsx'

test('a size whose name has a space is described by how many are left', () => {
  document.body.innerHTML = renderToStaticMarkup(
    <SizeChoice
      sizes={[{ size: 'Free Size', quantity: 2 }]}
      value={null}
      onChange={() => {}}
      error={null}
      note={null}
    />,
  )
  const id = document.querySelector('input')?.getAttribute('aria-describedby') ?? ''
  expect(id).not.toContain(' ')
  expect(document.getElementById(id)?.textContent).toBe('2 left')
})
