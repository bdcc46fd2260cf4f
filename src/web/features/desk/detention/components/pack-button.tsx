import { Button } from '@mantine/core'
import { FileText } from 'lucide-react'
import type { PackTarget } from '../../../../api/desk/evidence.ts'
import { deskText } from '../../../../text/desk.ts'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'

/** Leads to the evidence pack. `words`: with the name of the button in sight. */
export function PackButton({
  target,
  onPack,
  words = false,
}: {
  target: PackTarget
  onPack: (target: PackTarget) => void
  words?: boolean
}) {
  const label = { 'aria-label': deskText.packOf(target.name), title: deskText.pack }
  const open = () => onPack(target)
  return words ? (
    <ToolButton Icon={FileText} {...label} onClick={open}>
      {deskText.pack}
    </ToolButton>
  ) : (
    <Button variant="subtle" px="var(--space-6)" {...label} onClick={open}>
      <FileText size={18} />
    </Button>
  )
}
