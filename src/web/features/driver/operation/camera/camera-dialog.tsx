import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cameraText as text } from '../../../../text/camera.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { FormButtons } from '../../../../ui/form/form-buttons.tsx'
import { readWithCamera, type Trouble } from './camera.ts'
import classes from './camera-dialog.module.css'

export interface CameraDialogProps {
  onRead: (containerNumber: string) => void
  onClose: () => void
}

/** The camera's picture until a number in it has a right check digit. The camera is on only while this is seen. */
export function CameraDialog({ onRead, onClose }: CameraDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={text.title}>
      <Viewfinder onRead={onRead} onClose={onClose} />
    </Dialog>
  )
}

function Viewfinder({ onRead, onClose }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const found = useEffectEvent(onRead)
  const hidden = useEffectEvent(onClose)

  useEffect(() => {
    if (trouble !== null || video.current === null) return
    const closed = new AbortController()
    void readWithCamera(video.current, closed.signal).then((outcome) => {
      if (outcome === null) return
      if ('number' in outcome) found(outcome.number)
      else setTrouble(outcome.trouble)
    })
    return () => closed.abort()
  }, [trouble])

  useEffect(() => {
    const closed = new AbortController()
    const onChange = () => document.hidden && hidden()
    document.addEventListener('visibilitychange', onChange, { signal: closed.signal })
    return () => closed.abort()
  }, [])

  return (
    <>
      <p className={classes.told} role="status">
        {text[trouble ?? 'hint']}
      </p>
      {trouble === null && (
        <div className={classes.view} aria-hidden="true">
          <video ref={video} className={classes.picture} muted playsInline />
        </div>
      )}
      <FormButtons large cancel={text.type} onCancel={onClose}>
        {trouble !== null && trouble !== 'cannot_read' && (
          <Button size="lg" onClick={() => setTrouble(null)}>
            {text.again}
          </Button>
        )}
      </FormButtons>
    </>
  )
}
