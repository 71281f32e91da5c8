import { Camera as CameraIcon, CameraOff } from 'lucide-react'
import { type KeyboardEvent, Suspense, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { deviceStorage } from '#platform/browser/storage.ts'
import { createStore } from '#platform/browser/store.ts'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'

const Camera = lazyComponent(async () => (await import('./camera.tsx')).Camera)

type Props = {
  /** What to scan now. */
  label: string
  /** Called with a code of the camera, of a hand scanner or typed. */
  onScan: (text: string) => void
  /** Keeps what was typed, as a field of a form does; without it the field is empty after each scan. */
  value?: string
  onValue?: (value: string) => void
}

/** Whether the camera is on. It stays on from one parcel to the next. */
const camera = createStore(false)
const SCANNER = 'handScanner'
/** Nobody types so fast: ms per character. */
const SCANNER_SPEED = 35

/**
 * The one field for scanning. It keeps the focus where there is a keyboard or a hand scanner, which types like one and
 * ends with Enter, Tab or a line feed (Ctrl J); characters typed outside of any field land in it. A phone's own keyboard opens only if it's tapped.
 */
export function ScanField({ label, onScan, value, onValue }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const first = useRef(0)
  /** True from a scan until the next character, unless somebody taps the field to mend its text. */
  const isScanned = useRef(false)
  /** True from a character until the end of its code. */
  const isTyped = useRef(false)
  const [typed, setTyped] = useState('')
  const [isTyping, setIsTyping] = useState(false)
  const isCameraOn = useSyncExternalStore(camera.subscribe, camera.read)
  const text = value ?? typed
  const change = onValue ?? setTyped
  useTypedAnywhere(field)

  /** Where the text of a scan stays, the next scan replaces it. */
  function newText(next: string): string {
    const isNextScan = isScanned.current && next.startsWith(text)
    isScanned.current = false
    return isNextScan ? next.slice(text.length) : next
  }

  /** Tab only after characters: otherwise it leads to the next control. */
  function isEnd({ key, ctrlKey, shiftKey }: KeyboardEvent): boolean {
    if (ctrlKey) return key === 'j' || key === 'm'
    return key === 'Enter' || (key === 'Tab' && !shiftKey && isTyped.current)
  }

  function end(event: KeyboardEvent<HTMLInputElement>): void {
    if (!isEnd(event)) return
    event.preventDefault()
    isTyped.current = false
    if (text.length > 5 && (performance.now() - first.current) / text.length < SCANNER_SPEED)
      deviceStorage.write(SCANNER, true)
    setTyped('')
    isScanned.current = true
    onScan(text)
  }

  return (
    <div className="grid gap-2">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-bold">
          {label}
        </label>
        <div className="flex gap-2">
          <input
            ref={field}
            id={id}
            value={text}
            onChange={(event) => {
              if (text === '') first.current = performance.now()
              isTyped.current = event.target.value !== ''
              change(newText(event.target.value))
            }}
            onKeyDown={end}
            onPointerDown={() => {
              isScanned.current = false
              setIsTyping(true)
            }}
            inputMode={hasScanner() && !isTyping ? 'none' : 'text'}
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={200}
            className="h-14 min-w-0 flex-1 rounded-sm border-2 border-line-strong bg-card px-3 text-lg text-ink"
          />
          {typeof navigator.mediaDevices?.getUserMedia === 'function' ? (
            <IconButton
              label={isCameraOn ? t('Turn the camera off') : t('Scan with the camera')}
              aria-pressed={isCameraOn}
              className="size-14 border-2 border-line-strong aria-pressed:bg-btn aria-pressed:text-on-btn"
              onClick={() => camera.set(!isCameraOn)}
            >
              {isCameraOn ? <CameraOff size={24} aria-hidden="true" /> : <CameraIcon size={24} aria-hidden="true" />}
            </IconButton>
          ) : null}
        </div>
      </div>
      {isCameraOn ? (
        <Suspense fallback={<p className="py-6 text-center text-ink-2">{t('The camera starts …')}</p>}>
          <Camera onScan={onScan} />
        </Suspense>
      ) : null}
    </div>
  )
}

const hasScanner = () => deviceStorage.has(SCANNER)

/** Moves the focus to the field when somebody, or a scanner, types outside of any field. */
function useTypedAnywhere(field: { current: HTMLInputElement | null }): void {
  // Before the screen is painted: a scanner may type at once.
  useLayoutEffect(() => {
    const focus = () => {
      field.current?.focus({ preventScroll: true })
      // What is typed next replaces what stands there.
      field.current?.select()
    }
    if (hasScanner() || window.matchMedia('(pointer: fine)').matches) focus()
    function onKey(event: globalThis.KeyboardEvent): void {
      const isTyped = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog') === null
      if (!isTyped || !isElsewhere || document.querySelector('dialog[open]') !== null) return
      // A scanner's characters are no keys of the site.
      event.stopPropagation()
      focus()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [field])
}
