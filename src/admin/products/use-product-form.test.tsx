// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { variantsOf } from './fields.ts'
import { cellKey, EMPTY_GRID } from './grid.ts'
import { type ProductForm, useProductForm } from './use-product-form.ts'

interface Call {
  method: string
  path: string
  headers: Headers
  body: Record<string, unknown>
}

const CELL = cellKey('Indigo', 'M')
const OTHER_CELL = cellKey('Indigo', 'L')

/** A shop with one product, and its form. `onCall` runs before a call is responded to; what it returns is a refusal. */
async function openForm(onCall: (call: Call, form: () => ProductForm) => string | undefined = () => undefined) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  const product = {
    _id: 'kurta',
    version: 3,
    name: 'Kurta',
    fabric: 'Cotton',
    variants: [
      { sku: 'K-M', color: 'Indigo', size: 'M', quantity: 10 },
      { sku: 'K-L', color: 'Indigo', size: 'L', quantity: 5 },
    ],
    // Safe cast: the fields that the form reads.
  } as unknown as ProductRecord & Record<string, unknown>
  const calls: Call[] = []
  let form: ProductForm | null = null
  const current = () => {
    if (form === null) throw new Error('no form is shown')
    return form
  }
  vi.stubGlobal('fetch', async (url: string, { method = '', headers, body }: RequestInit) => {
    const call = { method, path: url, headers: new Headers(headers), body: JSON.parse(String(body)) }
    calls.push(call)
    const refusal = onCall(call, current)
    if (refusal !== undefined) return Response.json({ message: refusal }, { status: 400 })
    if (method === 'PATCH') Object.assign(product, call.body, { version: product.version + 1 })
    const sku = /^\/api\/admin\/stock\/(.*)$/.exec(url)?.[1]
    for (const one of variantsOf(product)) if (one.sku === sku) one.quantity += Number(call.body.change)
    return Response.json({ product, undo: null })
  })
  function Form() {
    form = useProductForm(useLoaderData<ProductRecord>())
    return null
  }
  const router = createMemoryRouter([
    { path: '/', Component: Form, HydrateFallback: () => null, loader: () => structuredClone(product) },
  ])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
  await expect.poll(() => form).not.toBeNull()
  return {
    calls,
    product,
    form: current,
    type: (cells: Record<string, string>) => act(() => current().set('grid', { ...EMPTY_GRID, cells })),
    save: () => act(() => current().save()),
    close: () => act(() => root.unmount()),
  }
}

test('the same change of stock a second time is another one', async () => {
  const { calls, product, type, save, close } = await openForm()
  await type({ [CELL]: '12' })
  await save()
  await type({ [CELL]: '14' })
  await save()
  expect(calls.map(({ body }) => body.change)).toEqual([2, 2])
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  expect(variantsOf(product)[0]?.quantity).toBe(14)
  close()
})

test('what is typed during a save stays typed, and what was saved doesn’t', async () => {
  const { form, save, close } = await openForm((call, current) => {
    if (call.method === 'PATCH') act(() => current().set('fabric', 'Linen'))
    return undefined
  })
  act(() => form().set('name', 'Long kurta'))
  await save()
  expect(form().changed).toEqual(['fabric'])
  expect(form().text('fabric')).toBe('Linen')
  expect(form().text('name')).toBe('Long kurta')
  close()
})

test('a refused change of stock stays typed with its reason, and the next save is of the version that was saved', async () => {
  const { calls, form, type, save, close } = await openForm(({ path }) =>
    path.endsWith('K-M') ? 'There are only 10.' : undefined,
  )
  await type({ [CELL]: '0', [OTHER_CELL]: '6' })
  await save()
  expect(form().values.grid.cells).toEqual({ [CELL]: '0' })
  expect(form().error).toBe('K-M: There are only 10.')
  act(() => form().set('name', 'Long kurta'))
  await save()
  expect(calls.find(({ method }) => method === 'PATCH')?.headers.get('if-match')).toBe('"3"')
  close()
})
