import { exportEvents } from '../../../api/desk/events.ts'
import { HttpError } from '../../../lib/http.ts'
import { fileNameOf, saveFile } from '../../../lib/save-file.ts'
import { createStore } from '../../../lib/store.ts'
import { serverNow } from '../../../lib/time/server-clock.ts'
import { historyText as text } from '../../../text/desk.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { createRecordCounter, type ExportPeriod, fallbackName } from './export-model.ts'

export interface ExportProgress {
  records: number
  /** Null: unknown. */
  total: number | null
}

const progress = createStore<ExportProgress | null>(null)
let abort: AbortController | null = null

/** The one export of this page. Outside the components, so that it survives a change of tab. */
export const exportStore = {
  /** Null while there is none. */
  progress,
  cancel(): void {
    abort?.abort()
  },
  /** Downloads the events that `search` (of `eventSearch`) selects; does nothing while another export runs. */
  async start(search: string, period: ExportPeriod): Promise<void> {
    if (abort) return
    abort = new AbortController()
    const { signal } = abort
    progress.set({ records: 0, total: null })
    try {
      const response = await exportEvents(search, period, signal)
      const { blob, records } = await readAll(response)
      saveFile(blob, fileNameOf(response.headers.get('content-disposition'), fallbackName(serverNow())))
      toast({ title: text.exported, description: text.exportedCount(records), id: 'logs-export' })
    } catch (error) {
      if (!signal.aborted) toastFailure('logs-export', text.exportFailed, reasonOf(error))
    } finally {
      abort = null
      progress.set(null)
    }
  },
}

class IncompleteExport extends Error {
  override readonly name = 'IncompleteExport'
}

function reasonOf(error: unknown): string {
  if (error instanceof HttpError) return error.sentence
  return error instanceof IncompleteExport ? text.exportIncomplete : text.exportLost
}

/** Repainting for every chunk of a large file would take longer than the download. */
const REPAINT_MS = 100

async function readAll(response: Response): Promise<{ blob: Blob; records: number }> {
  const said = response.headers.get('x-total-count')
  const total = said === null || said === '' ? null : Number(said)
  const counter = createRecordCounter()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  progress.set({ records: 0, total })
  let shownAt = performance.now()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    pieces.push(piece.value)
    counter.push(piece.value)
    if (performance.now() - shownAt < REPAINT_MS) continue
    shownAt = performance.now()
    progress.set({ records: counter.records(), total })
  }
  const records = counter.records()
  // A cut connection can look like the end of the file.
  if (total !== null && records < total) throw new IncompleteExport()
  const type = response.headers.get('content-type') ?? 'text/csv'
  return { blob: new Blob(pieces, { type }), records }
}
