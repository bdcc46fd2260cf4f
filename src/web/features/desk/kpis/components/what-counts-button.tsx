import { Popover } from '@mantine/core'
import { Info } from 'lucide-react'
import { kpisText as text } from '../../../../text/desk.ts'
import classes from './what-counts-button.module.css'

/** 'Qué cuenta', which opens a sentence. `of`: the figure's title. */
export function WhatCountsButton({ of, children }: { of: string; children: string }) {
  const name = text.whatCountsIn(of)
  return (
    <Popover width={280} position="bottom-start" shadow="md" returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <button type="button" className={classes.button} aria-label={name}>
          <Info size={14} />
          {text.whatCounts}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} className={classes.words ?? ''}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
