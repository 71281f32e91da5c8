import { Bold, Heading2, Link2, List } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import { ICON_TARGET } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { type Format, formatText } from './markdown-format.ts'

/** Keys that neither the browsers nor the staff site use: Ctrl K is the palette's. */
const BUTTONS = [
  { format: 'bold', icon: Bold, name: t('Bold'), keys: 'Control+B', shown: 'Ctrl B' },
  { format: 'link', icon: Link2, name: t('Link'), keys: 'Control+Shift+L', shown: 'Ctrl Shift L' },
  { format: 'list', icon: List, name: t('List'), keys: 'Control+Shift+8', shown: 'Ctrl Shift 8' },
  { format: 'heading', icon: Heading2, name: t('Heading'), keys: 'Control+Shift+2', shown: 'Ctrl Shift 2' },
] as const

const SHIFTED: Readonly<Record<string, Format>> = { KeyL: 'link', Digit8: 'list', Digit2: 'heading' }

function formatOf({ ctrlKey, metaKey, altKey, shiftKey, code, key }: KeyboardEvent): Format | undefined {
  if (ctrlKey === metaKey || altKey) return undefined
  if (!shiftKey) return key.toLowerCase() === 'b' ? 'bold' : undefined
  return SHIFTED[code]
}

/** A text in Markdown, with buttons for what most texts need. */
export function MarkdownField(props: ComponentProps<typeof TextArea>) {
  const area = useRef<HTMLTextAreaElement>(null)
  function apply(format: Format) {
    if (area.current) formatIn(area.current, format)
  }
  return (
    <TextArea
      {...props}
      ref={area}
      onKeyDown={(event) => {
        const format = formatOf(event)
        if (format === undefined) return
        event.preventDefault()
        event.stopPropagation()
        apply(format)
      }}
      tools={
        <div role="toolbar" aria-label={t('Format: {label}', { label: props.label })} className="-my-1 -ml-3 flex">
          {BUTTONS.map(({ format, icon: Icon, name, keys, shown }) => (
            <button
              key={format}
              type="button"
              className={ICON_TARGET}
              aria-label={name}
              aria-keyshortcuts={keys}
              title={`${name} (${shown})`}
              // The selection in the text stays.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => apply(format)}
            >
              <Icon size={18} aria-hidden="true" />
            </button>
          ))}
        </div>
      }
    />
  )
}

/** Changes the text as if it were typed, so that the browser's undo takes it back. */
function formatIn(area: HTMLTextAreaElement, format: Format): void {
  const { value: text, selectionStart: start, selectionEnd: end } = area
  const { from, to, insert, select } = formatText(format, { text, start, end }, t('words'))
  area.focus()
  area.setSelectionRange(from, to)
  // No browser has another way to write that its undo knows.
  if (!document.execCommand('insertText', false, insert)) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}
