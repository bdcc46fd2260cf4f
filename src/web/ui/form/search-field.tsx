import { CloseButton, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

const DEBOUNCE_MS = 300
const MOST = 100

/** A text filter. What is typed shows at once, and is searched for when the typing rests. */
export function SearchField({
  label,
  labelHidden = false,
  placeholder,
  clearLabel,
  value,
  className,
  onChange,
}: {
  label: string
  labelHidden?: boolean
  placeholder: string
  clearLabel: string
  value: string
  className?: string | undefined
  onChange: (value: string) => void
}) {
  const [draft, setDraft] = useState(value)
  const [before, setBefore] = useState(value)
  // The filter was cleared, or the address changed: it replaces what was typed.
  if (before !== value) {
    setBefore(value)
    if (draft.trim() !== value.trim()) setDraft(value)
  }
  const settle = useEffectEvent(() => onChange(draft))
  useEffect(() => {
    if (draft === value) return
    const timer = setTimeout(() => settle(), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [draft, value])
  return (
    <TextInput
      {...(labelHidden ? { 'aria-label': label } : { label })}
      className={className ?? ''}
      placeholder={placeholder}
      leftSection={<Search size={18} />}
      rightSection={
        draft !== '' && <CloseButton aria-label={clearLabel} onClick={() => setDraft('')} size={32} />
      }
      value={draft}
      maxLength={MOST}
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  )
}
