import { type MouseEvent, useId } from 'react'
import { t } from '#platform/text/t.ts'
import { type Focus, splitFocus, withFocus } from '#shop/catalog/product/focus.ts'
import { Picture, pictureAt } from '#ui/picture.tsx'

export const MIDDLE: Focus = { x: 50, y: 50 }
const STEP = 10
const round = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * STEP) * STEP

type Props = {
  src: string
  width?: number | undefined
  height?: number | undefined
  /** Its edge's colour. */
  tone?: string | null | undefined
  /** The class of the part that the shop shows: `aspect-4/3`. */
  shape?: string
  value: Focus
  onChange: (focus: Focus) => void
}

/** The point of a picture that stays in view if the shop crops it: set by a press, or by the arrow keys on its two sliders. */
export function FocusField({ src: given, width, height, tone, shape = 'aspect-4/5', value, onChange }: Props) {
  const { src } = splitFocus(given)
  function press({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): void {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange({ x: round((clientX - left) / width), y: round((clientY - top) / height) })
  }
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-1.5 text-sm font-bold">{t('Focus point')}</legend>
      <p className="text-xs text-ink-3">
        {t('Press the most important spot. It stays in view when the shop crops the picture, as on the right.')}
      </p>
      <div className="flex items-start gap-4">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders below are for the keyboard. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
        <div data-focus-area className="relative cursor-crosshair overflow-hidden rounded-sm bg-sunk" onClick={press}>
          <img
            src={src.startsWith('/media/') ? pictureAt(src, 540) : src}
            alt=""
            width={width}
            height={height}
            draggable={false}
            className="h-auto max-h-80 w-auto max-w-full"
          />
          <span
            ref={(dot) => {
              // The policy forbids style attributes.
              dot?.style.setProperty('left', `${value.x}%`)
              dot?.style.setProperty('top', `${value.y}%`)
            }}
            className="pointer-events-none absolute size-7 -translate-1/2 rounded-pill border-3 border-photo-paper bg-photo-ink/40 outline-2 outline-photo-ink"
          />
        </div>
        <Picture
          src={withFocus(src, value)}
          alt=""
          sizes="96px"
          placeholderColor={tone}
          className={`w-24 shrink-0 rounded-sm ${shape}`}
        />
      </div>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Slider label={t('From the left')} value={value.x} onChange={(x) => onChange({ ...value, x })} />
        <Slider label={t('From the top')} value={value.y} onChange={(y) => onChange({ ...value, y })} />
      </div>
    </fieldset>
  )
}

function Slider({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm">
        {label}: <span className="tabular-nums">{value}%</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={STEP}
        value={value}
        aria-valuetext={`${value}%`}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-ink"
      />
    </div>
  )
}
