import { useEffect, useSyncExternalStore } from 'react'
import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys'
import { deviceStorage } from '#platform/browser/storage.ts'
import { createStore } from '#platform/browser/store.ts'
import { actionsOf, readRegistered, subscribeActions } from '../actions.ts'

const KEY = 'staffSingleKeys'
/** As long as tinykeys waits for the next key of a sequence. */
const SEQUENCE_MS = 1000
const choice = createStore(deviceStorage.readText(KEY) !== 'off')

/** True if keys without Ctrl or ⌘ are on. They can be switched off (WCAG 2.1.4). */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(choice.subscribe, choice.read)
}

export function setSingleKeys(on: boolean): void {
  deviceStorage.writeText(KEY, on ? null : 'off')
  choice.set(on)
}

/** Binds the keys of all registered actions, outside of fields and dialogs. */
export function useKeys(openPalette: () => void): void {
  const registered = useSyncExternalStore(subscribeActions, readRegistered)
  const isOn = useSingleKeys()
  useEffect(() => {
    const bindings = actionsOf(registered).flatMap(({ keys, run }) =>
      keys === undefined ? [] : [[keys, run] as const],
    )
    // A key of the record on the screen wins over one of the site.
    const single = Object.fromEntries(
      bindings.toReversed().map(([keys, run]) => [
        keys,
        (event: KeyboardEvent) => {
          if (!keys.includes(' ') && endsSequence(event)) return
          event.preventDefault()
          run()
        },
      ]),
    )
    let before = { key: '', at: Number.NEGATIVE_INFINITY }
    /** True if the key ends a sequence, such as "g h": it isn't the single key "h" then. */
    const endsSequence = ({ key, timeStamp }: KeyboardEvent) =>
      timeStamp - before.at < SEQUENCE_MS && bindings.some(([keys]) => keys === `${before.key} ${key}`)
    // Bound after the actions, so that they see the key before this one.
    const remember = ({ key, timeStamp }: KeyboardEvent) => {
      before = { key, at: timeStamp }
    }
    const stop = [
      tinykeys(
        window,
        {
          '$mod+k': (event) => {
            event.preventDefault()
            openPalette()
          },
        },
        { ignore: () => false },
      ),
      ...(isOn
        ? [
            tinykeys(window, single, {
              ignore: (event) =>
                document.querySelector('dialog[open]') !== null || defaultKeybindingsHandlerIgnore(event),
            }),
          ]
        : []),
    ]
    window.addEventListener('keydown', remember)
    return () => {
      window.removeEventListener('keydown', remember)
      for (const each of stop) each()
    }
  }, [registered, isOn, openPalette])
}
