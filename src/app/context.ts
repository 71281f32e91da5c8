import { createContext } from 'react-router'
import type { Api } from '#platform/api/client.ts'
import type { ShopContract } from '#shop/contract.ts'

/** The API for server loaders: the same calls as in the browser, handled in-process. */
export const apiContext = createContext<Api<ShopContract>>()
