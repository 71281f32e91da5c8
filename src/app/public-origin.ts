import { useRouteLoaderData } from 'react-router'

/**
 * The shop's public origin (`https://shop.example`) for canonical URLs. It's the same on the server and in the browser,
 * under any host name.
 */
export function usePublicOrigin(): string {
  return useRouteLoaderData<{ origin: string }>('root')?.origin ?? ''
}
