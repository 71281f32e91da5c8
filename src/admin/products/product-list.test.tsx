// @vitest-environment happy-dom
import { act } from 'react'
import { useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component } from './product-list.tsx'

const item = (id: string) => ({
  id,
  name: id,
  picture: null,
  state: 'published',
  price: 100,
  mrp: null,
  sale: null,
  stock: 1,
  variants: 1,
  soldOut: 0,
})
const none = { text: '', isMany: false }
const counts = { states: { published: none, draft: none, hidden: none, archived: none } }
const loader = ({ request }: { request: Request }) => ({
  items: [item(new URL(request.url).searchParams.get('q') ?? 'kurta')],
  next: null,
  counts,
})

test('rows chosen under one filter aren’t changed under another', async () => {
  let go: ReturnType<typeof useNavigate> = () => undefined
  function List() {
    go = useNavigate()
    return <Component />
  }
  const screen = await showScreen({ Component: List, loader }, () => null)
  await screen.tick('Choose kurta')
  expect(screen.has('Edit 1 product')).toBe(true)
  await act(async () => go('?q=tee'))
  expect(screen.text()).toContain('tee')
  expect(screen.has('Edit 1 product')).toBe(false)
  expect(screen.has('Edit all matching')).toBe(true)
  screen.close()
})
