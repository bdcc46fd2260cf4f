import { Popover } from '@mantine/core'
import {
  ArrowDown,
  ArrowUp,
  Equal,
  Hourglass,
  Info,
  type LucideIcon,
  MapPinOff,
  OctagonPause,
  Route,
  Timer,
  Truck,
  Warehouse,
} from 'lucide-react'
import { kpisText as text } from '../../../../text/desk.ts'
import { LinkButton } from '../../../../ui/panel/link-button.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import type { Behind, Comparison, KpiCard } from '../cards.ts'
import classes from './kpi-cards.module.css'
import whatCountsButton from './what-counts-button.module.css'

const ICONS: Readonly<Record<KpiCard['key'], LucideIcon>> = {
  duration: Timer,
  deadTime: OctagonPause,
  active: Truck,
  gps: MapPinOff,
  distance: Route,
  productive: Hourglass,
  park: Warehouse,
}

const ARROWS: Readonly<Record<Comparison['direction'], LucideIcon>> = {
  up: ArrowUp,
  down: ArrowDown,
  same: Equal,
}

/** Longer figures get a smaller font. */
const LONG_FIGURE = 9

/** The seven figures. Each opens the events behind it. */
export function KpiCards({ cards, onOpen }: { cards: readonly KpiCard[]; onOpen: (behind: Behind) => void }) {
  return (
    <ul className={classes.cards}>
      {cards.map((card) => {
        const Icon = ICONS[card.key]
        return (
          <Panel as="li" key={card.key} className={classes.card} data-failed={card.failed || undefined}>
            <h3 className={classes.title}>
              <Icon size={16} />
              {card.title}
            </h3>
            <button
              type="button"
              className={classes.figure}
              data-long={card.figure.length > LONG_FIGURE || undefined}
              disabled={card.failed}
              onClick={() => onOpen(card.behind)}
              aria-label={`${card.figure}. ${text.open(card.title)}`}
              title={card.failed ? text.failedHint : text.open(card.title)}
            >
              {card.figure}
            </button>
            <WhatCountsButton of={card.title}>{card.counts}</WhatCountsButton>
            <ComparisonWords comparison={card.comparison} />
            <p className={classes.sample}>{card.failed ? text.failedHint : card.sample}</p>
            {card.excluded && <Excluded excluded={card.excluded} onOpen={onOpen} />}
          </Panel>
        )
      })}
    </ul>
  )
}

function ComparisonWords({ comparison }: { comparison: Comparison | null }) {
  if (comparison === null) return <p className={classes.comparison}>{text.noComparison}</p>
  const Arrow = ARROWS[comparison.direction]
  return (
    <p className={classes.comparison} data-tone={comparison.tone}>
      <Arrow size={16} />
      {comparison.words}
    </p>
  )
}

/** '1 excluida: más de 240 min', which opens that visit. */
export function Excluded({
  excluded,
  onOpen,
}: {
  excluded: NonNullable<KpiCard['excluded']>
  onOpen: (behind: Behind) => void
}) {
  return (
    <LinkButton className={classes.excluded} onClick={() => onOpen(excluded.behind)}>
      {excluded.words}
    </LinkButton>
  )
}

/** 'Qué cuenta', which opens a sentence. `of`: the figure's title. */
function WhatCountsButton({ of, children }: { of: string; children: string }) {
  const name = text.whatCountsIn(of)
  return (
    <Popover width={280} position="bottom-start" shadow="md" returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <button type="button" className={whatCountsButton.button} aria-label={name}>
          <Info size={14} />
          {text.whatCounts}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} className={whatCountsButton.words ?? ''}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
