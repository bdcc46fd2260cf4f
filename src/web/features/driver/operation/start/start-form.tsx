import { useQuery } from '@tanstack/react-query'
import { PackageMinus, PackagePlus, Truck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { OPERATION_TYPES, type OperationType } from '#domain/operation/steps'
import type { Entry, Outbox } from '#domain/outbox/entry'
import { driverPlacesQuery } from '../../../../api/driver/driver-places.ts'
import { operationText as text } from '../../../../text/driver.ts'
import { RadioTiles } from '../../../../ui/form/radio-tiles.tsx'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import { later } from '../../../../ui/loading/later.tsx'
import { LanguageSwitch } from '../../../../ui/page/language-switch.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import destinationField from '../arrival/destination-field.module.css'
import areaClasses from '../components/area.module.css'
import barClasses from '../components/bar.module.css'
import { BigButton } from '../components/big-button.tsx'
import { Feedback } from '../components/feedback.tsx'
import type { OperationActions } from '../use-operation-actions.ts'
import { ContainerField } from './container-field.tsx'
import { containerAdvice, containerNumberError } from './container-field-model.ts'
import { useContainerHistory } from './container-history.ts'
import classes from './start-form.module.css'

const ClosingCard = later(() => import('./closing-card.tsx').then((part) => part.ClosingCard))

/** The second tap of a glove that bounces is no answer. */
const ANSWER_AFTER_MS = 600

const TYPE_ICONS = { load: PackagePlus, unload: PackageMinus } as const

export interface StartFormProps {
  box: Outbox
  actions: OperationActions
  refused: Entry | undefined
  /** The press that has just ended a trip; null: none, or the card was read. */
  end: Entry | null
  onAnother: () => void
}

/** `refused`: the last refused start, until it is dismissed; it prefills the form. */
export function StartForm({ box, actions, refused, end, onAnother }: StartFormProps) {
  const [containerNumber, setContainerNumber] = useState(refused?.containerNumber ?? '')
  const [operationType, setOperationType] = useState<OperationType>(refused?.operationType ?? 'load')
  const [placeId, setPlaceId] = useState<number | null>(refused?.placeId ?? null)
  const [error, setError] = useState<string | null>(null)
  /** A number that is probably wrong is asked about once, before it starts a trip. */
  const [asked, setAsked] = useState<{ number: string; at: number } | null>(null)
  const isAsked = asked?.number === containerNumber
  const field = useRef<HTMLInputElement>(null)
  const history = useContainerHistory()
  const pending = actions.pressed === 'start'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (actions.resting) return
    const wrong = containerNumberError(containerNumber)
    setError(wrong)
    if (wrong !== null) {
      field.current?.focus()
      return
    }
    if (!isAsked && containerAdvice(containerNumber)?.correction) {
      setAsked({ number: containerNumber, at: event.timeStamp })
      return
    }
    if (isAsked && event.timeStamp - asked.at < ANSWER_AFTER_MS) return
    if (await actions.start(containerNumber, operationType, placeId)) history.add(containerNumber)
  }

  const feedback = <Feedback box={box} actions={actions} />
  return (
    <form className={areaClasses.area} onSubmit={(event) => void submit(event)} noValidate>
      <div className={areaClasses.panel}>
        <div className={areaClasses.column}>
          {end !== null && (
            <ClosingCard
              meanwhile={feedback}
              box={box}
              end={end}
              onAnother={() => {
                onAnother()
                field.current?.focus()
              }}
            >
              {feedback}
            </ClosingCard>
          )}
          <div>
            <div className={classes.intro}>
              <Truck size={32} />
              <div>
                <strong>{text.none}</strong>
                <div className={classes.soft}>{text.startNew}</div>
              </div>
            </div>
            {end === null && feedback}
          </div>
          <Panel as="section" className={classes.card}>
            <h2 className={classes.title}>{text.startTitle}</h2>
            <ContainerField
              ref={field}
              value={containerNumber}
              error={error}
              isAsked={isAsked}
              history={history}
              onChange={(value) => {
                setContainerNumber(value)
                setError(null)
              }}
            />
            <RadioTiles
              name="operationType"
              legend={text.typeLabel}
              phase="working"
              tiles={OPERATION_TYPES.map((type) => ({
                value: type,
                label: text[type],
                Icon: TYPE_ICONS[type],
              }))}
              value={operationType}
              onChange={setOperationType}
            />
            <DestinationField value={placeId} onChange={setPlaceId} />
          </Panel>
          <LanguageSwitch />
        </div>
      </div>
      <div className={barClasses.bar}>
        <BigButton type="submit" icon={Truck} busy={pending} disabled={pending} resting={actions.resting}>
          {pending ? text.starting : isAsked ? text.startAsTyped(groupedText(containerNumber)) : text.start}
        </BigButton>
      </div>
    </form>
  )
}

/** Where the truck goes. Nothing while the supervisor keeps no place. The browser's own select: no field is lighter. */
function DestinationField({
  value,
  onChange,
}: {
  value: number | null
  onChange: (placeId: number | null) => void
}) {
  const { data: places } = useQuery(driverPlacesQuery)
  if (!places || places.length === 0) return null
  return (
    <label className={destinationField.field}>
      {text.destination}
      <select
        value={String(value ?? '')}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' ? null : Number(currentTarget.value))
        }
      >
        <option value="">{text.anyDestination}</option>
        {places.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
