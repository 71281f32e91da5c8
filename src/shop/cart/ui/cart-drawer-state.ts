import { useSyncExternalStore } from 'react'
import { deviceStorage } from '#platform/browser/storage.ts'
import { createStore } from '#platform/browser/store.ts'

/** What the header needs without loading the cart's code: the number of items, and whether the drawer is open. */
type CartDrawerState = { count: number; open: boolean }

const START: CartDrawerState = { count: 0, open: false }
const state = createStore(START)

/** The local storage key of a guest's cart (waiting-lines.ts). */
export const GUEST_CART_KEY = 'guestCart'

/** True if this device has a guest's cart. */
export function hasGuestCart(): boolean {
  return deviceStorage.has(GUEST_CART_KEY)
}

/** True if the owner lets guests fill a cart (the setting `cart.guests`), according to the document. */
export function isGuestCartEnabled(): boolean {
  return document.querySelector('meta[name=guest-cart]') !== null
}

/** Sets the number of items for the header's badge. */
export function setCartCount(count: number): void {
  if (count !== state.read().count) state.set({ ...state.read(), count })
}

export function openCartDrawer(): void {
  state.set({ ...state.read(), open: true })
}

export function closeCartDrawer(): void {
  if (state.read().open) state.set({ ...state.read(), open: false })
}

export function useCartDrawerState(): CartDrawerState {
  return useSyncExternalStore(state.subscribe, state.read, () => START)
}
