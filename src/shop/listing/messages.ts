/** Sentences about a listing's query. */
export const BAD_SORT = 'Please sort by lowToHigh or highToLow.'
export const BAD_PRICE = 'Please give prices as numbers.'
export const BAD_LIMIT = 'Please use a limit from 1 to 100.'
export const BAD_CURSOR = 'This page of the list is not valid. Please start from its first page.'
export const TOO_MANY_VALUES = 'Please choose fewer values.'
export const SEARCH_TOO_LONG = 'Please search for fewer words.'
