import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { commonText } from '../../text/page.ts'

const DEBOUNCE_MS = 300
const MOST = 100

/** The input of a search: a glass before the text, and behind it a button that clears it. */
export function SearchInput({
  clearLabel = commonText.clearSearch,
  value,
  onChange,
  ...rest
}: Omit<TextInputProps, 'onChange'> & {
  clearLabel?: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextInput
      leftSection={<Search size={18} />}
      rightSection={
        value !== '' && <CloseButton aria-label={clearLabel} onClick={() => onChange('')} size={32} />
      }
      value={value}
      maxLength={MOST}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}

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
    <SearchInput
      {...(labelHidden ? { 'aria-label': label } : { label })}
      className={className ?? ''}
      placeholder={placeholder}
      clearLabel={clearLabel}
      value={draft}
      onChange={setDraft}
    />
  )
}
