import { Button } from '@mantine/core'
import { Download, Printer } from 'lucide-react'
import { commonText } from '../../text/page.ts'
import { secondFactorText as text } from '../../text/second-factor.ts'
import { useHoldOpen } from '../dialog/dialog.tsx'
import { CopyButton } from '../form/copy-button.tsx'
import { ToolButton } from '../panel/tool-button.tsx'
import classes from './second-factor.module.css'

/** Shown once, so only the button closes the dialog. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  useHoldOpen(true)
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{text.codesHint}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton
          variant="default"
          content={codes.join('\n')}
          words={{
            copy: text.copy,
            copied: text.copied,
            done: text.copyDone,
            failed: text.copyFailed,
            byHand: text.copyByHand,
          }}
        />
        <ToolButton Icon={Download} px={14} onClick={() => download(codes)}>
          {text.download}
        </ToolButton>
        <ToolButton Icon={Printer} px={14} onClick={() => window.print()}>
          {commonText.print}
        </ToolButton>
      </div>
      <Button size="lg" onClick={onKept}>
        {text.kept}
      </Button>
    </div>
  )
}

function download(codes: readonly string[]): void {
  const file = new Blob([[text.fileTitle, '', ...codes, ''].join('\r\n')], { type: 'text/plain' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = text.file
  link.click()
  URL.revokeObjectURL(link.href)
}
