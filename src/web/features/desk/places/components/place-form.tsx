import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { Circle, Pentagon } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { CLIENT_NAME, PLACE_KINDS, PLACE_NAME } from '#domain/place/place'
import { type FieldErrors, serverErrors } from '../../../../lib/field-errors.ts'
import { HttpError } from '../../../../lib/http.ts'
import { placesText as text } from '../../../../text/places.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { RadioTiles } from '../../../../ui/form/radio-tiles.tsx'
import { useFields } from '../../../../ui/form/use-fields.ts'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { draftErrors, type PlaceDraft, withoutLast, ZONES } from '../model.ts'
import { sentenceOf, useSavePlace } from '../queries.ts'
import classes from './places.module.css'

const SHAPES = [
  { value: 'circle', label: text.shapes.circle, Icon: Circle },
  { value: 'polygon', label: text.shapes.polygon, Icon: Pentagon },
] as const

/** The fields at which the server names a fault of the shape. */
const SHAPE_FIELDS = { circle: 'radius', polygon: 'points' } as const

function faultsOf(error: Error, draft: PlaceDraft): FieldErrors<PlaceDraft> {
  const named = serverErrors(error, draft)
  const inShape =
    error instanceof HttpError && (error.body.details ?? []).some(({ path }) => path.startsWith('shape'))
  if (inShape) named[SHAPE_FIELDS[draft.type]] = sentenceOf(error)
  if (error instanceof HttpError && error.code === 'place_name_taken') named.name = error.sentence
  return named
}

/** A place, typed or drawn: both change the same draft. `id` null: a new one. */
export function PlaceForm({
  id,
  draft,
  onDraft,
  clients,
  onClose,
}: {
  id: number | null
  draft: PlaceDraft
  onDraft: (update: (old: PlaceDraft) => PlaceDraft) => void
  clients: readonly string[]
  onClose: () => void
}) {
  const fields = useFields(draft, onDraft)
  const save = useSavePlace(id)
  const lists = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const faults = save.error ? faultsOf(save.error, draft) : {}

  const submit = () => {
    if (fields.show(draftErrors(draft))) return
    save.mutate(draft, { onSuccess: onClose, onError: (error) => fields.show(faultsOf(error, draft)) })
  }

  return (
    <Panel as="section" className={classes.editor} aria-labelledby="place-form">
      <h3 id="place-form" ref={heading} tabIndex={-1}>
        {id === null ? text.newTitle : text.editTitle}
      </h3>
      <Form
        ref={fields.element}
        className={classes.form}
        failure={save.error && Object.keys(faults).length === 0 && sentenceOf(save.error)}
        busy={save.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextInput
          label={text.name}
          maxLength={PLACE_NAME.max}
          autoComplete="off"
          {...fields.field('name')}
        />
        <NativeSelect
          size="md"
          label={text.kind}
          {...fields.field('kind')}
          data={PLACE_KINDS.map((kind) => ({ value: kind, label: text.kinds[kind] }))}
        />
        <RadioTiles
          name="type"
          legend={text.shape}
          phase="working"
          tiles={SHAPES}
          value={draft.type}
          onChange={(type) => fields.change('type', type)}
        />
        {draft.type === 'circle' ? (
          <div className={classes.pair}>
            <TextInput
              label={text.center}
              description={text.centerHint}
              autoComplete="off"
              {...fields.field('center')}
            />
            <TextInput
              label={text.radius}
              inputMode="numeric"
              autoComplete="off"
              {...fields.field('radius')}
            />
          </div>
        ) : (
          <>
            <Textarea
              size="md"
              label={text.points}
              description={text.pointsHint}
              rows={6}
              {...fields.field('points')}
            />
            <Button variant="default" onClick={() => onDraft(withoutLast)} disabled={draft.points === ''}>
              {text.removeLast}
            </Button>
          </>
        )}
        <div className={classes.pair}>
          <TextInput
            label={text.freeMinutes}
            description={text.freeMinutesHint}
            inputMode="numeric"
            autoComplete="off"
            {...fields.field('freeMinutes')}
          />
          <TextInput
            label={text.client}
            description={text.clientHint}
            maxLength={CLIENT_NAME.max}
            list={`${lists}-clients`}
            autoComplete="off"
            {...fields.field('client')}
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            label={text.zone}
            list={`${lists}-zones`}
            autoComplete="off"
            spellCheck={false}
            {...fields.field('timeZone')}
          />
          <TextInput
            label={text.facility}
            maxLength={9}
            autoComplete="off"
            spellCheck={false}
            {...fields.field('facilityCode')}
          />
        </div>
        <datalist id={`${lists}-clients`}>
          {clients.map((client) => (
            <option key={client} value={client} />
          ))}
        </datalist>
        <datalist id={`${lists}-zones`}>
          {ZONES.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </Form>
    </Panel>
  )
}
