import { Button, Switch } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowUp, BellOff, Check, Undo2, UserRoundCheck, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { MOST_ALERTS } from '#domain/alert/kinds'
import { type Alert, alertsQuery, closedAlertsQuery, isHandled } from '../../../../api/desk/alerts.ts'
import { userQuery } from '../../../../api/people/session.ts'
import { placesQuery } from '../../../../api/places.ts'
import { DESK } from '../../../../lib/desk-address.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { alertsText as text } from '../../../../text/alerts.ts'
import { useHeldOrder } from '../../../../ui/data/use-held-order.ts'
import { CloseButton } from '../../../../ui/dialog/close-button.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../../../ui/loading/load-failure.tsx'
import { PanelSkeleton } from '../../../../ui/loading/panel-skeleton.tsx'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { byTruck, countFilters, type Filters, inView, matching, NO_FILTERS, type View } from '../inbox.ts'
import { type Handling, useHandleAlerts } from '../queries.ts'
import { type InboxKey, useInboxKeys } from '../use-inbox-keys.ts'
import { AlertDetail, SnoozeButtons } from './alert-detail.tsx'
import classes from './alerts.module.css'
import { InboxFilters } from './inbox-filters.tsx'
import { InboxList, type ListHandle } from './inbox-list.tsx'
import type { RowAct } from './inbox-row.tsx'

const MINUTE_MS = 60_000
/** Of the key. */
const SNOOZE_MINUTES = 30
const NOBODY: ReadonlySet<number> = new Set()

interface InboxProps {
  filters: Filters
  onFilters: (part: Partial<Filters>) => void
}

/** The alerts of a view: filters, rows, and the one that is open beside them. */
export function Inbox({ filters, onFilters }: InboxProps) {
  const { view } = filters
  const open = useQuery(alertsQuery)
  const [params, setParams] = useSearchParams()
  const openId = Number(params.get(DESK.alert)) || null
  const isKnown = open.data?.some(({ id }) => id === openId) ?? true
  const enabled = view === 'closed' || (openId !== null && !isKnown)
  const closed = useInfiniteQuery({ ...closedAlertsQuery, enabled })
  const query = view === 'closed' ? closed : open
  const shut = closed.data?.pages.flatMap(({ alerts }) => alerts)
  const all = view === 'closed' ? shut : open.data

  const setOpen = (id: number | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id === null) next.delete(DESK.alert)
        else next.set(DESK.alert, String(id))
        return next
      },
      { replace: true },
    )

  return (
    <>
      {query.isError && <LoadFailure title={text.loadFailed} query={query} />}
      {all ? (
        <Rows
          // Another view begins anew: nothing is selected, its first alert is the current one.
          key={view}
          {...{ filters, onFilters, all, openId, setOpen }}
          opened={[...(open.data ?? []), ...(shut ?? [])].find(({ id }) => id === openId) ?? null}
          onEnd={view === 'closed' && closed.hasNextPage ? closed.fetchNextPage : undefined}
        />
      ) : (
        !query.isError && <PanelSkeleton />
      )}
    </>
  )
}

function Rows({
  filters,
  onFilters,
  all,
  openId,
  opened,
  setOpen,
  onEnd,
}: InboxProps & {
  all: readonly Alert[]
  openId: number | null
  opened: Alert | null
  setOpen: (id: number | null) => void
  onEnd: (() => void) | undefined
}) {
  const { view } = filters
  const now = useNow(MINUTE_MS)
  const own = useQuery(userQuery).data?.displayName ?? ''
  const { data: known } = useQuery(placesQuery)
  const places = useMemo(() => new Map(known?.places.map(({ id, name }) => [id, name])), [known])
  const handle = useHandleAlerts()
  const list = useRef<ListHandle>(null)
  const wide = useMediaQuery('(width >= 62em)', undefined, { getInitialValueInEffect: false })

  const ofView = useMemo(() => (view === 'closed' ? all : all.filter(inView(view, now))), [all, view, now])
  const matches = useMemo(
    () => byTruck(ofView.filter(matching(filters, { name: own, places }))),
    [ofView, filters, own, places],
  )
  const byId = useMemo(() => new Map(matches.map((alert) => [String(alert.id), alert])), [matches])
  const order = useHeldOrder([...byId.keys()], JSON.stringify(filters))
  const held = order.shown.flatMap((id) => byId.get(id) ?? [])
  // All that was held is handled: what came meanwhile moves nothing.
  const rows = held.length > 0 ? held : matches

  const [current, setCurrent] = useState<{ id: number | null; at: number }>({ id: openId, at: 0 })
  const found = rows.findIndex(({ id }) => id === current.id)
  // The alert has left the list: the one that took its place is next.
  const at = found >= 0 ? found : Math.min(current.at, rows.length - 1)
  const currentId = rows[at]?.id ?? null
  const [picked, setPicked] = useState(NOBODY)
  const selected = rows.filter(({ id }) => picked.has(id)).slice(0, MOST_ALERTS)

  const moveTo = (index: number, act: RowAct = 'open') => {
    const alert = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!alert) return
    setCurrent({ id: alert.id, at: rows.indexOf(alert) })
    list.current?.reveal(alert.id, act)
    if (openId !== null && wide) setOpen(alert.id)
  }

  const select = (id: number) => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    setPicked(next)
  }

  /** Handles these, and goes on to the first that stays behind them. */
  const act = (alerts: readonly Alert[], handling: Handling, from: RowAct = 'open') => {
    if (alerts.length === 0) return
    handle({ alerts, ...handling })
    setPicked(NOBODY)
    if (handling.acknowledged === undefined && handling.snoozeMinutes === undefined) return
    const gone = new Set(alerts.map(({ id }) => id))
    const stays = (alert: Alert | undefined) => alert !== undefined && !gone.has(alert.id)
    const after = rows.findIndex((alert, index) => index >= at && stays(alert))
    const next = after >= 0 ? after : rows.findLastIndex((alert) => stays(alert))
    if (next >= 0) moveTo(next, from)
  }
  const isBack = (alerts: readonly Alert[]) => alerts.every((alert) => isHandled(alert, now))
  const acknowledge = (alerts: readonly Alert[], from?: RowAct) =>
    act(alerts, isBack(alerts) ? { acknowledged: false, snoozeMinutes: null } : { acknowledged: true }, from)

  const onAct = (name: RowAct, id: number) => {
    const alert = byId.get(String(id))
    if (!alert) return
    setCurrent({ id, at: rows.indexOf(alert) })
    if (name === 'open') setOpen(openId === id ? null : id)
    else if (name === 'select') select(id)
    else acknowledge([alert], 'acknowledge')
  }

  const those = selected.length > 0 ? selected : rows.slice(at, at + 1)
  const canHandle = view !== 'closed'
  const keys: Record<InboxKey, () => void> = {
    next: () => moveTo(document.activeElement?.closest('[data-alert]') ? at + 1 : at),
    previous: () => moveTo(at - 1),
    open: () => setOpen(currentId),
    acknowledge: () => canHandle && acknowledge(those),
    snooze: () => canHandle && act(those, { snoozeMinutes: SNOOZE_MINUTES }),
    take: () => canHandle && act(those, { assignedTo: own }),
    select: () => canHandle && currentId !== null && select(currentId),
    close: () => (selected.length > 0 ? setPicked(NOBODY) : setOpen(null)),
    search: () => document.querySelector<HTMLElement>('search input')?.focus(),
  }
  const shortcuts = useInboxKeys((key) => keys[key]())
  const filtered = countFilters(filters) > 0
  const detail = opened && (
    <AlertDetail alert={opened} place={places.get(opened.placeId ?? 0)} own={own} now={now} />
  )
  const title = opened ? text.kinds[opened.kind] : text.goneTitle

  return (
    <>
      <InboxFilters filters={filters} alerts={ofView} reader={{ name: own, places }} onChange={onFilters} />
      <div className={classes.split} data-open={(openId !== null && wide) || undefined}>
        <section className={classes.part} aria-label={text.views[view]} {...order.handlers}>
          {rows.length > 0 && canHandle && (
            <div className={classes.bulk} role="toolbar" aria-label={text.bulk}>
              <label className={classes.all}>
                <input
                  type="checkbox"
                  checked={selected.length > 0 && selected.length === Math.min(rows.length, MOST_ALERTS)}
                  onChange={({ currentTarget: { checked } }) =>
                    setPicked(checked ? new Set(rows.slice(0, MOST_ALERTS).map(({ id }) => id)) : NOBODY)
                  }
                />
                <span aria-live="polite">
                  {selected.length > 0 ? text.selected(selected.length) : text.selectAll(rows.length)}
                </span>
              </label>
              {selected.length > 0 && (
                <>
                  <ToolButton
                    Icon={isBack(selected) ? Undo2 : Check}
                    variant="filled"
                    onClick={() => acknowledge(selected)}
                  >
                    {isBack(selected) ? text.putBack : text.acknowledge}
                  </ToolButton>
                  <SnoozeButtons onSnooze={(snoozeMinutes) => act(selected, { snoozeMinutes })} />
                  <ToolButton Icon={UserRoundCheck} onClick={() => act(selected, { assignedTo: own })}>
                    {text.take}
                  </ToolButton>
                  <ToolButton Icon={X} variant="subtle" onClick={() => setPicked(NOBODY)}>
                    {text.deselect}
                  </ToolButton>
                </>
              )}
              {order.waiting > 0 && (
                <ToolButton Icon={ArrowUp} className={classes.waiting} onClick={order.showWaiting}>
                  {text.fresh(order.waiting)}
                </ToolButton>
              )}
            </div>
          )}
          <div className={classes.keys}>
            <Switch
              label={text.keysLabel}
              checked={shortcuts.on}
              onChange={({ currentTarget }) => shortcuts.setOn(currentTarget.checked)}
            />
            {shortcuts.on &&
              text.keys.map(([key, does]) => (
                <span key={key}>
                  <kbd>{key}</kbd> {does}
                </span>
              ))}
          </div>
          {rows.length > 0 ? (
            <InboxList
              ref={list}
              label={text.lists[view]}
              {...{ rows, places, now, currentId, openId, onEnd, onAct }}
              selected={picked}
            />
          ) : (
            <Nothing view={view} filtered={filtered} onClear={() => onFilters(NO_FILTERS)} />
          )}
        </section>
        {openId !== null && wide && (
          <aside className={classes.side} aria-labelledby="alert-detail">
            <header className={classes.heading}>
              <h3 id="alert-detail">{title}</h3>
              <CloseButton label={text.closeDetail} onClose={() => setOpen(null)} />
            </header>
            {detail ?? <p className={classes.soft}>{text.gone}</p>}
          </aside>
        )}
      </div>
      <Dialog opened={openId !== null && !wide} onClose={() => setOpen(null)} title={title}>
        {detail ?? <p className={classes.soft}>{text.gone}</p>}
        <Button variant="default" onClick={() => setOpen(null)}>
          {text.closeDetail}
        </Button>
      </Dialog>
    </>
  )
}

function Nothing({ view, filtered, onClear }: { view: View; filtered: boolean; onClear: () => void }) {
  return (
    <Empty Icon={BellOff} title={filtered ? text.noneFiltered : text.none[view]}>
      {filtered ? (
        <Button variant="default" onClick={onClear}>
          {text.clearFilters}
        </Button>
      ) : (
        <span>{text.noneHint}</span>
      )}
    </Empty>
  )
}
