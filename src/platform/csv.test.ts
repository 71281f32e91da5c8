import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('texts are quoted where they must be, and no spreadsheet runs one as a formula', () => {
  expect(csvLine(['plain', 'a "b", c', 'two\nlines', -5.25])).toBe('plain,"a ""b"", c","two\nlines",-5.25')
  expect(csvLine(['=1+1', '+91 98200', '-x', '@x', '\tx'])).toBe("'=1+1,'+91 98200,'-x,'@x,'\tx")
})
