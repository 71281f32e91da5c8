import { shopName } from '../shop-name.ts'

/** The title of the browser's tab; React puts it into the head. */
export function Title({ children }: { children: string }) {
  return <title>{`${children} · ${shopName()}`}</title>
}
