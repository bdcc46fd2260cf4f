import { CircleAlert, ScanText, Trash2 } from 'lucide-react'
import {
  type ChangeEvent,
  type ClipboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { normalizeContainerNumber } from '#domain/container/number'
import { readContainerNumber } from '#domain/container/read'
import { operationText as text } from '../../../../text/driver.ts'
import { ContainerNumber } from '../../../../ui/haulage/container-number.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { later } from '../../../../ui/loading/later.tsx'
import classes from './container-field.module.css'
import { caretAfter, containerAdvice, groupedTyping, keyboardAfter, typed } from './container-field-model.ts'
import { type StoredContainerHistory, suggestionsFor } from './container-history.ts'

const CameraDialog = later(() => import('../camera/camera-dialog.tsx').then((part) => part.CameraDialog))

/** Without it only typing is offered (docs/decisions/0047-the-browser-reads-the-box.md). */
const READS_TEXT = 'TextDetector' in globalThis

export interface ContainerFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | null
  /** The start waits for an answer to what is noted. */
  isAsked: boolean
  history: StoredContainerHistory
  ref: Ref<HTMLInputElement>
}

/** The container number: capitals and groups by itself, a soft check, and the numbers this phone has used. */
export function ContainerField({ value, onChange, error, isAsked, history, ref }: ContainerFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)

  const [count, setCount] = useState(0)
  const [reading, setReading] = useState(false)
  /** What the camera has read. */
  const [read, setRead] = useState<string | null>(null)

  // Replacing the text by capitals and groups moves the caret to the end: puts it back.
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.currentTarget
    const { inputType } = event.nativeEvent as InputEvent
    const next = typed(value, text, selectionStart ?? text.length, inputType === 'deleteContentForward')
    caret.current = caretAfter(next.count)
    setCount(next.count)
    onChange(next.value)
  }

  // A pasted number replaces what was typed; any other text is pasted as usual.
  const paste = (event: ClipboardEvent) => {
    const number = readContainerNumber(event.clipboardData.getData('text'))
    if (number === null) return
    event.preventDefault()
    caret.current = caretAfter(number.length)
    setCount(number.length)
    onChange(number)
  }

  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label htmlFor="container-number" className={classes.label}>
          {text.containerLabel}
        </label>
        {READS_TEXT && (
          <button
            type="button"
            className={classes.chip}
            aria-label={text.readWithCamera}
            onClick={() => setReading(true)}
          >
            <ScanText size={20} />
            {text.camera}
          </button>
        )}
      </div>
      <input
        ref={input}
        id="container-number"
        name="containerNumber"
        className={classes.input}
        value={groupedTyping(value)}
        onChange={type}
        onPaste={paste}
        onSelect={({ currentTarget: { value: text, selectionStart } }) =>
          setCount(normalizeContainerNumber(text.slice(0, selectionStart ?? 0)).length)
        }
        inputMode={keyboardAfter(count)}
        placeholder="MSKU 123456 5"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        aria-invalid={error !== null}
        aria-describedby="container-number-note"
      />
      <div id="container-number-note" className={classes.note} role="status">
        <Note value={value} error={error} isAsked={isAsked} read={read === value} onChange={onChange} />
      </div>
      <Recent value={value} history={history} onChoose={onChange} />
      {reading && (
        <CameraDialog
          onClose={() => setReading(false)}
          onRead={(number) => {
            setReading(false)
            setRead(number)
            onChange(number)
          }}
        />
      )}
    </div>
  )
}

/** One place of fixed height for hint, error and advice: nothing below moves while typing. */
function Note({
  value,
  error,
  isAsked,
  read,
  onChange,
}: Pick<ContainerFieldProps, 'value' | 'error' | 'isAsked' | 'onChange'> & { read: boolean }) {
  const advice = containerAdvice(value)
  if (advice?.correction) {
    const { correction } = advice
    return (
      <>
        <span className={classes.warning} data-asked={isAsked || undefined}>
          <CircleAlert size={18} />
          {isAsked ? text.compareWithBox(groupedText(correction)) : text.didYouMean(groupedText(correction))}
        </span>
        <button type="button" className={classes.correct} onClick={() => onChange(correction)}>
          {text.useCorrection}
        </button>
      </>
    )
  }
  if (error !== null) return <span className={classes.error}>{error}</span>
  if (advice !== null) {
    return (
      <span className={classes.warning}>
        <CircleAlert size={18} />
        {advice.warning}
      </span>
    )
  }
  return <span>{read ? text.readOffBox : text.containerHint}</span>
}

interface RecentProps {
  value: string
  history: StoredContainerHistory
  onChoose: (containerNumber: string) => void
}

/** One line of numbers, filtered by what is typed. Keeps its place when none matches. */
function Recent({ value, history, onChoose }: RecentProps) {
  if (history.entries.length === 0) return null
  const suggestions = suggestionsFor(history.entries, value)
  return (
    <div className={classes.recent}>
      <div className={classes.head}>
        <span>{text.recent}</span>
        <button
          type="button"
          className={classes.quiet}
          aria-label={text.clearHistoryLabel}
          onClick={history.clear}
        >
          <Trash2 size={16} />
          {text.clearHistory}
        </button>
      </div>
      {suggestions.length === 0 ? (
        <p className={classes.noMatch}>{text.noRecent}</p>
      ) : (
        <ul className={classes.chips}>
          {suggestions.map((entry) => (
            <li key={entry}>
              <button
                type="button"
                className={classes.chip}
                aria-label={text.pickContainer(entry)}
                onClick={() => onChoose(entry)}
              >
                <ContainerNumber value={entry} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
