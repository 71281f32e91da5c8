import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { HomeHero } from './home-hero.tsx'

test('hero pictures with a query in their paths are loaded at all widths', () => {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <HomeHero
        type="hero"
        label=""
        heading="New"
        text=""
        picture="/media/wide.webp?v=1"
        phonePicture="/media/tall.webp?v=1"
        button={{ text: 'Shop', link: '/categories' }}
      />
    </MemoryRouter>,
  )
  const urls = [...markup.matchAll(/\/media\/[^" ,]+/g)].map(([url]) => url.replace('&amp;', '&'))
  expect(urls).toContain('/media/wide.webp?v=1&w=2160')
  for (const url of urls) expect(url).toMatch(/^\/media\/(wide|tall)\.webp\?v=1&w=\d+$/)
})

test('without a picture of their own, phones have the wide one', () => {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <HomeHero
        type="hero"
        label=""
        heading="New"
        text=""
        picture="/media/wide.webp"
        phonePicture=""
        button={{ text: 'Shop', link: '/categories' }}
      />
    </MemoryRouter>,
  )
  expect(markup).toContain('src="/media/wide.webp?w=720"')
})
