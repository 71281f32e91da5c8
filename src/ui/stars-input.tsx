import { t } from '#platform/text/t.ts'

const LABELS = ['', '1 star', '2 stars', '3 stars', '4 stars', '5 stars']

/** A radio group of five stars. The stars up to the chosen one are filled. */
export function StarsInput({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-bold">{t('Stars')}</legend>
      <div className="flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="relative grid size-11 cursor-pointer place-items-center rounded-sm has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)]"
          >
            <input
              type="radio"
              name="stars"
              value={stars}
              aria-label={LABELS[stars]}
              checked={value === stars}
              onChange={() => onChange(stars)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <svg viewBox="0 0 20 20" aria-hidden="true" className="size-7">
              <path
                d="M10 1l2.8 6 6.4.7-4.8 4.4 1.4 6.4-5.8-3.3-5.8 3.3 1.4-6.4L.8 7.7l6.4-.7z"
                className={stars <= value ? 'fill-signal stroke-ink' : 'fill-card stroke-line-strong'}
                strokeWidth="1.2"
              />
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
