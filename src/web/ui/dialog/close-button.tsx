import { X } from 'lucide-react'
import classes from './close-button.module.css'

export function CloseButton({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button type="button" className={classes.close} onClick={onClose} aria-label={label}>
      <X size={20} />
    </button>
  )
}
