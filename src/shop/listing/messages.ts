import { t } from '#platform/text/t.ts'

export const BAD_SORT = t('`sortBy` must be lowToHigh, highToLow, relevance, newest, popular or bestRated.')
export const BAD_DEARER = t('`dearer` must be included.')
export const BAD_SOLD_OUT = t('`soldOut` must be last.')
export const BAD_PRICE = t('Prices must be numbers.')
export const BAD_LIMIT = t('`limit` must be from 1 to 100.')
export const BAD_CURSOR = t('This page of the list isn’t valid. Please start from the first page.')
export const TOO_MANY_VALUES = t('Please choose fewer values.')
export const BAD_SEARCH = t('Please type your search again. It contains characters we can’t read.')
export const SEARCH_TOO_LONG = t('Please search for fewer words.')
