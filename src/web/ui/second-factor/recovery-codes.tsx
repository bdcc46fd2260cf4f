import { Button } from '@mantine/core'
import { Download, Printer } from 'lucide-react'
import { secondFactorText as text } from '../../text/second-factor.ts'
import { useHoldOpen } from '../dialog/dialog.tsx'
import { CopyButton } from '../form/copy-button.tsx'
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
        <Button
          variant="default"
          px={14}
          leftSection={<Download size={18} />}
          onClick={() => download(codes)}
        >
          {text.download}
        </Button>
        <Button variant="default" px={14} leftSection={<Printer size={18} />} onClick={() => window.print()}>
          {text.print}
        </Button>
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
