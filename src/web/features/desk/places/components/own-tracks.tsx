import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TracksResponse } from '#contract/http/driver/places'
import { type Box, TRACK_KINDS } from '#domain/place/tracks'
import { tracksQuery } from '../../../../api/places.ts'
import { useOnline } from '../../../../lib/use-online.ts'
import { commonText } from '../../../../text/page.ts'
import { placesText as text } from '../../../../text/places.ts'
import classes from './own-tracks.module.css'

const NOTHING: TracksResponse = { cells: [], legs: [] }

/** The tracks around what is seen of the map; while others are fetched, those before. `box` null: none are wanted. */
export const useOwnTracks = (box: Box | null) =>
  useQuery({
    ...tracksQuery(box ?? { south: 0, west: 0, north: 0, east: 0 }),
    enabled: box !== null,
    placeholderData: (before) => before,
  })

/** Switches the own tracks on the map, and says what is seen there. */
export function OwnTracks({
  isOn,
  onSwitch,
  query,
}: {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  query: ReturnType<typeof useOwnTracks>
}) {
  return (
    <div className={classes.tracks}>
      <Checkbox
        size="md"
        label={text.tracks}
        checked={isOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
      {isOn && (
        <>
          <ul className={classes.legend} aria-label={text.tracksLegend}>
            {TRACK_KINDS.map((kind) => (
              <li key={kind}>
                <span className={`${classes.swatch} ${classes[kind]}`} />
                {text.tracksKinds[kind]}
              </li>
            ))}
          </ul>
          <Found query={query} />
        </>
      )}
    </div>
  )
}

function Found({
  query: { data, isError, isPlaceholderData, isFetching, refetch },
}: {
  query: ReturnType<typeof useOwnTracks>
}) {
  const online = useOnline()
  const { cells } = data ?? NOTHING
  const steps = cells.reduce((sum, cell) => sum + cell.steps, 0)
  const isKnown = data !== undefined && !isPlaceholderData
  if (isError && online)
    return (
      <p className={classes.failed} role="alert">
        {text.tracksFailed}
        <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
          {commonText.retry}
        </Button>
      </p>
    )
  return (
    <p role="status" className={classes.found}>
      {isKnown
        ? steps === 0
          ? text.tracksNone
          : text.tracksFound(steps)
        : online
          ? text.tracksLoading
          : text.tracksOffline}
    </p>
  )
}
