import { useEffect } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { savesData } from '#platform/browser/save-data.ts'
import { watchProductLinks } from '#shop/catalog/prefetch.ts'

/** Where most visits go on: their code comes with the first sign of life, the product's details with a resting pointer. */
const LIKELY = ['/categories', '/product-details/any']

/** Fetches ahead what the next step will want; nothing for who saves data. */
export function Foresight() {
  const spared = savesData()
  useEffect(() => (spared ? undefined : watchProductLinks()), [spared])
  return spared ? null : LIKELY.map((page) => <PrefetchPageLinks key={page} page={page} />)
}
