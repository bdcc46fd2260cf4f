import { Button, Popover, Radio } from '@mantine/core'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { EventFilter } from '#domain/history/event-filter'
import { useStore } from '../../../../lib/store.ts'
import { historyText as text } from '../../../../text/desk.ts'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'
import { DEFAULT_EXPORT_PERIOD, EXPORT_PERIODS, type ExportPeriod } from '../export-model.ts'
import { type ExportProgress, exportStore } from '../export-store.ts'
import { toSearch } from '../filters.ts'
import classes from './history.module.css'

/** 'Exportar': the period, then the progress. */
export function ExportPopover({ narrowing }: { narrowing: EventFilter | null }) {
  const [opened, setOpened] = useState(false)
  const [period, setPeriod] = useState<ExportPeriod>(DEFAULT_EXPORT_PERIOD)
  const progress = useStore(exportStore.progress)

  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ToolButton Icon={Download} px={14} onClick={() => setOpened(!opened)}>
          {progress ? text.exporting : text.export}
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.exportTitle}>
        <div className={classes.export}>
          {progress ? (
            <Progress progress={progress} />
          ) : (
            <>
              <strong>{text.exportTitle}</strong>
              <p>{text.exportHint}</p>
              <Radio.Group
                label={text.period}
                value={String(period)}
                onChange={(value) =>
                  setPeriod(EXPORT_PERIODS.find((each) => String(each) === value) ?? DEFAULT_EXPORT_PERIOD)
                }
              >
                <div className={classes.periods}>
                  {EXPORT_PERIODS.map((each) => (
                    <Radio key={each} value={String(each)} label={text.periods[each]} />
                  ))}
                </div>
              </Radio.Group>
              <Button
                disabled={narrowing === null}
                onClick={() => {
                  if (narrowing) void exportStore.start(toSearch(narrowing), period)
                }}
              >
                {text.exportStart}
              </Button>
            </>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Progress({ progress: { records, total } }: { progress: ExportProgress }) {
  return (
    <>
      <strong>{text.exportTitle}</strong>
      <progress aria-label={text.exporting} {...(total ? { value: records, max: total } : {})} />
      <p className={classes.amount}>
        {records === 0 ? text.exportPreparing : text.exportProgress(records, total)}
      </p>
      <Button variant="default" onClick={() => exportStore.cancel()}>
        {text.exportCancel}
      </Button>
    </>
  )
}
