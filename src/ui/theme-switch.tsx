import { useEffect, useId, useSyncExternalStore } from 'react'
import {
  applyTheme,
  chooseTheme,
  followSystemTheme,
  readThemeChoice,
  subscribeThemeChoice,
  type ThemeChoice,
} from '#platform/browser/theme.ts'
import { t } from '#platform/text/t.ts'

const CHOICES: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: t('System') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
]

/** The switch between the light, the dark and the system's theme. */
export function ThemeSwitch() {
  const name = useId()
  const choice = useSyncExternalStore<ThemeChoice>(subscribeThemeChoice, readThemeChoice, () => 'system')
  useEffect(() => {
    applyTheme(readThemeChoice())
    return followSystemTheme()
  }, [])

  return (
    <fieldset className="flex flex-wrap items-center gap-x-2">
      <legend className="float-left mr-2 text-xs">{t('Theme')}</legend>
      {CHOICES.map(({ value, label }) => (
        <label
          key={value}
          className="relative inline-flex min-h-11 cursor-pointer items-center border-b-2 border-transparent px-2 text-sm has-checked:border-signal has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)]"
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={choice === value}
            onChange={() => chooseTheme(value)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
