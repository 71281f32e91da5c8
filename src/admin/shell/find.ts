import { useEffect, useState } from 'react'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { scannedCode } from '#shop/shipping/scan.ts'
import { CallError, callOnce } from '../api.ts'
import { readFailureText } from '../parts/failure-text.ts'
import { stateText } from '../products/labels.ts'
import { may } from '../session.ts'

/** Something that was found, with where it is. Two lines, because names alone repeat. */
export interface Found {
  id: string
  /** What it's among. */
  group: string
  label: string
  detail: string
  to: string
  picture?: { src: string; tone: string | null } | null
  /** True if the query is this one's number, code, address or whole name. */
  isExact: boolean
}

const PAUSE_MS = 150
/** Of each kind. */
const LIMIT = 5

/** What was found, and why a part of the search didn't work, or null. */
interface Result {
  found: readonly Found[]
  problem: string | null
}

const NOTHING: Result = { found: [], problem: null }

/** What the server finds for a query, once the typing pauses: what it names exactly first. Empty while there is nothing to ask. */
export function useFound(query: string): Result & { isSearching: boolean } {
  const [result, setResult] = useState<Result & { query: string }>({ query: '', ...NOTHING })
  const wanted = query.trim()
  useEffect(() => {
    if (wanted.length < 2) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const next = await find(wanted, stop.signal)
      if (!stop.signal.aborted) setResult({ query: wanted, ...next })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted])
  if (wanted.length < 2) return { ...NOTHING, isSearching: false }
  // While the next answer is awaited, the last one stays, so that the list doesn't flicker.
  return { found: result.found, problem: result.problem, isSearching: result.query !== wanted }
}

/** What Enter opens if it was pressed before the answer came: the only exact hit, or the only hit. */
export function onlyHit(found: readonly Found[]): Found | null {
  const exact = found.filter(({ isExact }) => isExact)
  const [only, another] = exact.length > 0 ? exact : found
  return only !== undefined && another === undefined ? only : null
}

/** Searches for all kinds. What one of them lacks doesn't hide what the others found. */
export async function find(q: string, signal: AbortSignal): Promise<Result> {
  const all = await Promise.allSettled([findOrders, findSkus, findProducts, findCustomers].map((one) => one(q, signal)))
  const found = all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const failed = all.find((one) => one.status === 'rejected')
  if (failed && !(failed.reason instanceof CallError)) throw failed.reason
  return {
    found: found.sort((one, other) => Number(other.isExact) - Number(one.isExact)),
    problem: failed ? readFailureText(failed.reason) : null,
  }
}

/** Two texts as one types them: without regard to capitals. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const digitsOf = (text: string) => text.replace(/\D/g, '')
const lineOf = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

async function findOrders(q: string, signal: AbortSignal): Promise<Found[]> {
  if (!may('GET /orders')) return []
  const result = await callOnce('GET /orders', { query: { q, limit: LIMIT } }, { signal })
  if (!result.ok) throw new CallError(result)
  return result.data.items.map(({ id, number, name, city, statusText, product, moreLines, picture }) => ({
    id: `order ${id}`,
    group: t('Orders'),
    label: `${number} · ${name}`,
    detail: lineOf(statusText, city, moreLines > 0 ? `${product} + ${moreLines}` : product),
    to: `/orders/${id}`,
    picture,
    isExact: isSame(q, number) || q === digitsOf(number),
  }))
}

/** A whole SKU, which is what the barcode on a piece says. */
async function findSkus(q: string, signal: AbortSignal): Promise<Found[]> {
  const sku = scannedCode(q)
  if (!may('GET /stock') || sku === '' || sku.length > 64) return []
  const result = await callOnce('GET /stock', { query: { sku, limit: 1 } }, { signal })
  if (!result.ok) throw new CallError(result)
  return result.data.items.map(({ sku, name, color, size, available, place, picture }) => ({
    id: `sku ${sku}`,
    group: t('Stock'),
    label: t('{name}: {color}, {size}', { name, color, size }),
    detail: lineOf(sku, t('{count} available', { count: available }), place),
    to: `/stock/${encodeURIComponent(sku)}`,
    picture,
    isExact: true,
  }))
}

async function findProducts(q: string, signal: AbortSignal): Promise<Found[]> {
  if (!may('GET /products')) return []
  const result = await callOnce('GET /products', { query: { q, limit: LIMIT } }, { signal })
  if (!result.ok) throw new CallError(result)
  return result.data.items.map(({ id, name, price, stock, state, picture }) => ({
    id: `product ${id}`,
    group: t('Products'),
    label: name,
    detail: lineOf(stateText(state), formatPrice(price), t('{count} available', { count: stock })),
    to: `/products/${id}`,
    picture,
    isExact: isSame(q, name) || isSame(q, id),
  }))
}

/** By name, phone in any spelling, or e-mail address. */
async function findCustomers(q: string, signal: AbortSignal): Promise<Found[]> {
  if (!may('GET /customers')) return []
  const result = await callOnce('GET /customers', { query: { q, limit: LIMIT } }, { signal })
  if (!result.ok) throw new CallError(result)
  const phone = digitsOf(q).slice(-10)
  return result.data.items.map(({ id, name, email, phone: theirs, city, orders }) => ({
    id: `customer ${id}`,
    group: t('Customers'),
    label: name,
    detail: lineOf(email, theirs, city, t('{count, plural, one {# order} other {# orders}}', { count: orders })),
    to: `/customers/${id}`,
    isExact: isSame(q, email) || (phone.length === 10 && /^[\d\s()+-]+$/.test(q) && digitsOf(theirs).endsWith(phone)),
  }))
}
