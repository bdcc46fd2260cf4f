import { Button } from '@mantine/core'
import { MapPinCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DriverPlace } from '#contract/http/driver/places'
import { PARK_ARRIVAL } from '#domain/operation/steps'
import type { LocalOperation } from '#domain/outbox/standing'
import { afterFix, NOWHERE, nextLookAt, suggestionOf } from '#domain/place/arrival'
import { operationText as text } from '../../../../text/driver.ts'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { lookOnce, onPosition } from '../position/warm-fix.ts'
import type { OperationActions } from '../use-operation-actions.ts'
import classes from './arrival-suggestion.module.css'
import { usePlaces } from './use-places.ts'

/** 'Parece que llegó a ...' with one tap, while the truck is on its way. Nothing is recorded by itself. */
export function ArrivalSuggestion({
  operation,
  actions,
}: {
  operation: LocalOperation
  actions: OperationActions
}) {
  const { place, visit } = useArrival(usePlaces().possible)
  // Another visit asks again.
  const [putOff, setPutOff] = useState<number | null>(null)
  if (place === null || visit === putOff) return null
  return (
    <Panel as="section" className={classes.suggestion} aria-label={text.arrivalLabel} role="status">
      <p className={classes.words}>
        <MapPinCheck size={24} />
        <strong>{text.arrivedAt(place.name)}</strong>
      </p>
      <div className={classes.answers}>
        <Button size="lg" px={14} variant="default" onClick={() => setPutOff(visit)}>
          {text.notYet}
        </Button>
        <Button
          size="lg"
          px={14}
          disabled={actions.pressed !== null || actions.resting}
          onClick={() => void actions.record(operation.id, PARK_ARRIVAL, 'step', true)}
        >
          {text.recordArrival}
        </Button>
      </div>
    </Panel>
  )
}

/** The place that the phone has been in for two minutes, null: none; and which visit it is. */
function useArrival(places: readonly DriverPlace[]): { place: DriverPlace | null; visit: number } {
  const [state, setState] = useState(NOWHERE)
  useEffect(
    () => onPosition((position) => setState((before) => afterFix(before, position, places))),
    [places],
  )
  const lookAt = nextLookAt(state)
  useEffect(() => {
    if (lookAt === null) return
    const timer = setTimeout(() => {
      if (!document.hidden) lookOnce()
    }, lookAt - Date.now())
    return () => clearTimeout(timer)
  }, [lookAt])
  const suggested = suggestionOf(state)
  return { place: places.find(({ id }) => id === suggested) ?? null, visit: state.visit }
}
