import { DrawerBody } from '#ui/drawer.tsx'

export type CartDrawerProps = { open: boolean; onClose: () => void }

/** The inside of the cart drawer; the shell owns the frame, its title and its width. */
export function CartDrawer({ open }: CartDrawerProps) {
  return <DrawerBody>{open ? <p>No items in the cart</p> : null}</DrawerBody>
}
