import { t } from '#platform/text/t.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { ShownPicture } from './product-selectors.ts'

/** A full-screen view of one picture at full size, panned by finger, wheel or arrow keys. */
export function ZoomDialog({ picture, onClose }: { picture: ShownPicture; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Closer look')}
      className="h-dvh! max-h-dvh! w-screen! max-w-none! rounded-none! overflow-hidden!"
    >
      <section
        aria-label={picture.alt}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
        tabIndex={0}
        className="-m-5 h-[calc(100dvh-3.75rem)] overflow-auto overscroll-contain"
      >
        <img
          src={picture.src}
          alt={picture.alt}
          width={1200}
          height={1500}
          onLoad={(event) => startInTheMiddle(event.currentTarget.parentElement)}
          className="mx-auto w-[max(62rem,60vw)] max-w-none"
        />
      </section>
    </Dialog>
  )
}

function startInTheMiddle(frame: HTMLElement | null): void {
  frame?.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, (frame.scrollHeight - frame.clientHeight) / 3)
}
