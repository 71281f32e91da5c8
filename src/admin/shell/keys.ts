import { useEffect, useSyncExternalStore } from 'react'
import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys'
import { deviceStorage } from '#platform/browser/storage.ts'
import { createStore } from '#platform/browser/store.ts'
import { readActions, readRegistered, subscribeActions } from '../actions.ts'

const KEY = 'staffSingleKeys'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are read from the registered ones.
  useEffect(() => {
    const bindings = readActions().flatMap(({ keys, run }) => (keys === undefined ? [] : [[keys, run] as const]))
    // A key of the record on the screen wins over one of the site.
    const single = Object.fromEntries(
      bindings.toReversed().map(([keys, run]) => [
        keys,
        (event: KeyboardEvent) => {
          event.preventDefault()
          run()
        },
      ]),
    )
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
    return () => {
      for (const each of stop) each()
    }
  }, [registered, isOn, openPalette])
}
