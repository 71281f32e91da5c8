import { t } from '#platform/text/t.ts'
import type { ReportName, ReturnsBy } from '#shop/reports/rules.ts'
import { dayText } from '../parts/when.tsx'

export function reportTitle(name: ReportName): string {
  switch (name) {
    case 'sales':
      return t('Sales')
    case 'products':
      return t('Products')
    case 'sizes':
      return t('Sizes')
    case 'colours':
      return t('Colours')
    case 'places':
      return t('Regions')
    case 'exchanges':
      return t('Exchanges')
    case 'returns':
      return t('Returns')
    case 'cash':
      return t('Cash')
    case 'stock':
      return t('Stock')
    case 'funnel':
      return t('Conversion')
    case 'searches':
      return t('Searches')
    case 'offers':
      return t('Offers')
    case 'tax':
      return t('GST')
  }
}

export function returnsByText(by: ReturnsBy): string {
  switch (by) {
    case 'pin':
      return t('By PIN')
    case 'product':
      return t('By product')
    case 'carrier':
      return t('By carrier')
    case 'method':
      return t('By payment')
  }
}

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function monthText(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}

export function periodText({ from, to }: { from: string; to: string }): string {
  return from === to ? dayText(from) : t('{from} to {to}', { from: dayText(from), to: dayText(to) })
}
