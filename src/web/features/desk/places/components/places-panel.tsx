import '../../../../styles/styles-form.ts'
import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Archive, Download, MapPinned, MapPinPlus, Pencil, Upload } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { PlaceResponse, SuggestedPlace } from '#contract/http/driver/places'
import { formatMinutes } from '#domain/time/duration'
import { placesFile, placesQuery, suggestedPlacesQuery } from '../../../../api/places.ts'
import { useProductConfig, useProductZone } from '../../../../api/product-config.ts'
import { commonText } from '../../../../text/page.ts'
import { placesText as text } from '../../../../text/places.ts'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../../../ui/form/failure-box.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import {
  draftOfPlace,
  draftOfSuggestion,
  emptyDraft,
  type PlaceDraft,
  shapeOf,
  shapeWords,
  withMoved,
  withPoint,
} from '../model.ts'
import { importFaults, useImportPlaces, useRetirePlace } from '../queries.ts'
import type { Sought } from '../sought.ts'
import { PlaceForm } from './place-form.tsx'
import { PlaceSearch } from './place-search.tsx'
import classes from './places.module.css'
import { PlacesMapView } from './places-map-view.tsx'

/** What is being edited. `id` null: a new place. */
interface Editing {
  id: number | null
  draft: PlaceDraft
}

/** The tab 'Lugares': where the supervisor's trucks go. */
export function PlacesPanel() {
  const query = useQuery(placesQuery)
  const suggestions = useQuery(suggestedPlacesQuery)
  const config = useProductConfig()
  const zone = useProductZone()
  const [editing, setEditing] = useState<Editing | null>(null)
  const [retiring, setRetiring] = useState<PlaceResponse | null>(null)
  const [sought, setSought] = useState<Sought | null>(null)
  const importing = useImportPlaces()
  const inUse = useMemo(() => query.data?.places.filter(({ retiredAt }) => retiredAt === null), [query.data])
  const clients = new Map(query.data?.clients.map(({ id, name }) => [id, name]))
  const clientOf = ({ clientId }: PlaceResponse) => clients.get(clientId ?? 0) ?? null
  const onDraft = (update: (old: PlaceDraft) => PlaceDraft) =>
    setEditing((old) => old && { ...old, draft: update(old.draft) })
  const others = useMemo(() => (inUse ?? []).filter(({ id }) => id !== editing?.id), [inUse, editing?.id])
  const draft = useMemo(() => editing && shapeOf(editing.draft), [editing])
  const goTo = (found: Sought) => {
    setSought(found)
    // A pasted point is where the circle shall be; of a polygon, the next corner.
    if (found.isExact) onDraft((old) => withPoint(old, found.position))
  }

  return (
    <section aria-labelledby="places-heading" className={classes.panel}>
      <header className={classes.heading}>
        <div>
          <h2 id="places-heading">{text.heading}</h2>
          <p className={classes.soft}>{text.hint}</p>
        </div>
        <Tools importing={importing} onAdd={() => setEditing({ id: null, draft: emptyDraft(zone) })} />
      </header>
      {importing.error && (
        <FailureBox title={text.importFailed}>
          <ul>
            {importFaults(importing.error).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </FailureBox>
      )}
      <div className={classes.columns}>
        <div className={classes.map}>
          <PlaceSearch places={inUse ?? []} onFound={goTo} />
          {config && (
            <PlacesMapView
              tiles={config.tiles}
              places={others}
              draft={draft}
              focus={editing ? `edit ${editing.id}` : `all ${inUse?.length}`}
              sought={sought}
              onPress={(position) => onDraft((old) => withPoint(old, position))}
              onMove={(index, position) => onDraft((old) => withMoved(old, index, position))}
            />
          )}
        </div>
        <div className={classes.side}>
          {query.isError && <LoadFailure title={text.loadFailed} query={query} />}
          {editing ? (
            <PlaceForm
              key={editing.id}
              {...editing}
              onDraft={onDraft}
              clients={[...clients.values()]}
              onClose={() => setEditing(null)}
            />
          ) : inUse ? (
            <>
              {inUse.length === 0 ? (
                <Empty Icon={MapPinned} title={text.none}>
                  <span>{text.noneHint}</span>
                </Empty>
              ) : (
                <Panel as="ul" className={classes.list} aria-label={text.list}>
                  {inUse.map((place) => (
                    <PlaceRow
                      key={place.id}
                      place={place}
                      client={clientOf(place)}
                      onEdit={() => setEditing({ id: place.id, draft: draftOfPlace(place, clientOf(place)) })}
                      onRetire={() => setRetiring(place)}
                    />
                  ))}
                </Panel>
              )}
              <Suggestions
                found={suggestions.data ?? []}
                onTake={(found) => setEditing({ id: null, draft: draftOfSuggestion(zone, found) })}
              />
            </>
          ) : (
            !query.isError && (
              <div role="status" aria-label={text.loading} className={classes.bones}>
                <Bone height={64} />
                <Bone height={64} />
                <Bone height={64} />
              </div>
            )
          )}
        </div>
      </div>
      <Dialog opened={retiring !== null} onClose={() => setRetiring(null)} title={text.retireTitle}>
        {retiring && <RetireQuestion place={retiring} onClose={() => setRetiring(null)} />}
      </Dialog>
    </section>
  )
}

function Tools({ importing, onAdd }: { importing: ReturnType<typeof useImportPlaces>; onAdd: () => void }) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className={classes.tools}>
      <input
        ref={file}
        type="file"
        accept=".geojson,.json,application/geo+json,application/json"
        aria-label={text.import}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) importing.mutate(chosen)
          // The same file may be chosen again once it is mended.
          currentTarget.value = ''
        }}
      />
      <ToolButton Icon={Upload} px={14} loading={importing.isPending} onClick={() => file.current?.click()}>
        {text.import}
      </ToolButton>
      <Button
        component="a"
        variant="default"
        px={14}
        leftSection={<Download size={18} />}
        href={placesFile}
        download
      >
        {text.export}
      </Button>
      <ToolButton Icon={MapPinPlus} variant="filled" px={14} onClick={onAdd}>
        {text.add}
      </ToolButton>
    </div>
  )
}

function PlaceRow({
  place,
  client,
  onEdit,
  onRetire,
}: {
  place: PlaceResponse
  client: string | null
  onEdit: () => void
  onRetire: () => void
}): ReactNode {
  const facts = [
    text.kinds[place.kind],
    shapeWords(place.shape),
    client,
    place.freeMinutes === null ? null : text.free(formatMinutes(place.freeMinutes)),
    place.facilityCode,
  ]
  return (
    <li className={classes.row}>
      <div className={classes.names}>
        <strong>{place.name}</strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={classes.actions}>
        <ActionIcon
          variant="default"
          size={44}
          title={text.edit}
          aria-label={text.editOf(place.name)}
          onClick={onEdit}
        >
          <Pencil size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={44}
          title={text.retire}
          aria-label={text.retireOf(place.name)}
          onClick={onRetire}
        >
          <Archive size={18} />
        </ActionIcon>
      </div>
    </li>
  )
}

function Suggestions({
  found,
  onTake,
}: {
  found: readonly SuggestedPlace[]
  onTake: (found: SuggestedPlace) => void
}) {
  if (found.length === 0) return null
  return (
    <section aria-labelledby="suggested-places" className={classes.suggested}>
      <h3 id="suggested-places">{text.suggested}</h3>
      <Panel as="ul" className={classes.list}>
        {found.map((each) => (
          <li key={`${each.center.lat} ${each.center.lng}`} className={classes.row}>
            <div className={classes.names}>
              <strong>{text.arrivals(each.arrivals)}</strong>
              {each.location && <span>{text.near(each.location)}</span>}
            </div>
            <Button
              variant="default"
              px={14}
              aria-label={text.takeOverOf(each.arrivals, each.location ?? '')}
              onClick={() => onTake(each)}
            >
              {text.takeOver}
            </Button>
          </li>
        ))}
      </Panel>
    </section>
  )
}

function RetireQuestion({ place, onClose }: { place: PlaceResponse; onClose: () => void }) {
  const retire = useRetirePlace()
  return (
    <Form
      submit={text.retireConfirm}
      working={commonText.saving}
      dangerous
      busy={retire.isPending}
      onSubmit={() => retire.mutate(place.id, onClose)}
      onCancel={onClose}
    >
      <p className={classes.question}>{text.retireQuestion(place.name)}</p>
    </Form>
  )
}
