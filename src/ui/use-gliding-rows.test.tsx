// @vitest-environment happy-dom
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { useGlidingRows } from './use-gliding-rows.ts'

const HEIGHT = 100

function List({ names }: { names: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null)
  useGlidingRows(list)
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}

/** Draws the list; the returned function draws it anew. */
function draw(first: readonly string[]): (names: readonly string[]) => void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.createElement('div'))
  const show = (names: readonly string[]) => act(() => root.render(<List names={names} />))
  show(first)
  return show
}

/** Lays rows out one below the other, and records which glide from how far. */
function layOut({ reduced = false } = {}): string[] {
  const glides: string[] = []
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return HEIGHT * [...(this.parentElement?.children ?? [])].indexOf(this)
  })
  vi.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches: reduced })
  Object.defineProperty(HTMLElement.prototype, 'animate', {
    configurable: true,
    value(this: HTMLElement, frames: Keyframe[]) {
      glides.push(`${this.textContent} ${JSON.stringify(frames)}`)
    },
  })
  return glides
}

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(HTMLElement.prototype, 'animate')
})

const from = (x: number, y: number) => JSON.stringify([{ transform: `translate(${x}px, ${y}px)` }, {}])

test('the rows below a removed one glide up, those above it stay', () => {
  const glides = layOut()
  const show = draw(['a', 'b', 'c'])
  show(['a', 'c'])
  expect(glides).toEqual([`c ${from(0, HEIGHT)}`])
})

test('a row that sinks glides past the others', () => {
  const glides = layOut()
  const show = draw(['a', 'b'])
  show(['b', 'a'])
  expect(glides.sort()).toEqual([`a ${from(0, -HEIGHT)}`, `b ${from(0, HEIGHT)}`])
})

test('nothing glides if rows are only added, or for those who ask for less motion', () => {
  const glides = layOut()
  const show = draw(['a'])
  show(['a', 'b'])
  expect(glides).toEqual([])
  vi.restoreAllMocks()
  const quiet = layOut({ reduced: true })
  show(['b'])
  expect(quiet).toEqual([])
})
