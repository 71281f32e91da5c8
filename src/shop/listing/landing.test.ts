import { expect, test } from 'vitest'
import { landingOf, listingLine } from './landing.ts'
import { readFilters } from './rules.ts'

const read = (query: string) => landingOf(readFilters(new URLSearchParams(query)))

test.each([
  ['categories=Man', 'Everything for men'],
  ['categories=Other', 'Everything in Other'],
  ['categories=Woman&subcategory=T-Shirts', 'T-Shirts for women'],
  ['subcategory=T-Shirts', 'T-Shirts'],
  ['colors=Black', 'Everything in Black'],
  ['collection=Monsoon+drop', 'Monsoon drop'],
])('%s is the landing page “%s”, however it is sorted', (query, title) => {
  expect(read(query)).toEqual({ title, query })
  expect(read(`${query}&sortBy=highToLow`)).toEqual({ title, query })
})

test.each([
  '',
  'categories=Man,Woman',
  'colors=Black&categories=Man',
  'categories=Man&collection=Monsoon+drop',
  'colors=Black&sizes=M',
  'colors=Black&q=tee',
  'colors=Black&maxPrice=900',
])('“%s” isn’t a landing page', (query) => {
  expect(read(query)).toBeNull()
})

test.each([
  ['', 'Everything we make'],
  ['sizes=M', 'Everything we make'],
  ['sizes=M&colors=Black,Red', 'Black, Red'],
  ['colors=Black&maxPrice=900', 'Black'],
  ['sortBy=newest', 'New in'],
  ['categories=Woman', 'Women'],
  ['categories=Man,Woman&sizes=M', 'Men, Women'],
  ['categories=Man&subcategory=T-Shirts&colors=Black', 'T-Shirts for men'],
  ['subcategory=Rainwear,Shorts', 'Rainwear, Shorts'],
  ['colors=Black', 'Everything in Black'],
  ['collection=Monsoon+drop&sizes=M', 'Monsoon drop'],
  ['q=hoodie', 'What we found'],
])('the line above the heading of “%s” is “%s”', (query, line) => {
  expect(listingLine(readFilters(new URLSearchParams(query)))).toBe(line)
})
