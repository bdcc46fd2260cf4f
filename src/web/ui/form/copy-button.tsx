import { useTimeout } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { ToolButton } from '../panel/tool-button.tsx'
import { toast, toastFailure } from '../toast/toast.ts'

const COPIED_MS = 3000

/** Copies `content`, and says so. `byHand`: what to do where the browser refuses. */
export function CopyButton({
  content,
  words,
  variant = 'filled',
}: {
  content: string
  words: Record<'copy' | 'copied' | 'done' | 'failed' | 'byHand', string>
  variant?: 'filled' | 'default'
}) {
  const [copied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), COPIED_MS)

  const copy = async () => {
    try {
      // Absent on plain http, which the network of a yard may use.
      await navigator.clipboard.writeText(content)
      setCopied(true)
      start()
      toast({ title: words.done, id: 'copied' })
    } catch {
      toastFailure('copied', words.failed, words.byHand)
    }
  }

  const Icon = copied ? Check : Copy
  return (
    <ToolButton Icon={Icon} variant={variant} px={14} onClick={() => void copy()}>
      {copied ? words.copied : words.copy}
    </ToolButton>
  )
}
