import { createContext } from 'react-router'
import type { Api } from '#platform/api/client.ts'
import type { ShopContract } from '#shop/contract.ts'

/** The API as a route's server loader calls it: the same calls as the browser's, answered in-process. */
export const apiContext = createContext<Api<ShopContract>>()
