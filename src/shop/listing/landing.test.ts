import { expect, test } from 'vitest'
import { landingOf } from './landing.ts'
import { readFilters } from './rules.ts'

const read = (query: string) => landingOf(readFilters(new URLSearchParams(query)))

test.each([
  ['categories=Man', 'Everything for men'],
  ['categories=Other', 'Everything in Other'],
  ['categories=Woman&subcategory=T-Shirts', 'T-Shirts for women'],
  ['subcategory=T-Shirts', 'T-Shirts'],
  ['colors=Black', 'Everything in Black'],
])('%s is the landing page “%s”, however it is sorted', (query, title) => {
  expect(read(query)).toEqual({ title, query })
  expect(read(`${query}&sortBy=highToLow`)).toEqual({ title, query })
})

test.each([
  '',
  'categories=Man,Woman',
  'colors=Black&categories=Man',
  'colors=Black&sizes=M',
  'colors=Black&q=tee',
  'colors=Black&maxPrice=900',
])('“%s” isn’t a landing page', (query) => {
  expect(read(query)).toBeNull()
})
