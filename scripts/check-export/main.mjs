import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXPORT_COLUMNS } from '#contract/http/desk/history'
import { reportTexts } from '#domain/kpi/report-texts'
import { eventLabel } from '#domain/operation/labels'
import { startProduct } from '../demo/product.mjs'
import { ScriptFailure } from '../lib/run.mjs'
import { differences, hostileCells } from './compare.mjs'
import { ensureLibreOffice, openInLibreOffice } from './libreoffice.mjs'
import { makeRecord } from './record.mjs'

/** @typedef {import('../demo/phone.mjs').Client} Client */
/** @typedef {import('./compare.mjs').Expected} Expected */
/** @typedef {import('#contract/http/operations').EventResponse} Event */
/** @typedef {import('#contract/http/desk/reports').ReportData} ReportData */
/** A downloaded file and what the API says is in it. @typedef {{ name: string, bytes: Uint8Array, expected: Expected[][] }} File */

const say = (/** @type {string} */ line) => console.log(line)

/** The texts of a report come from a client, which may send anything. @satisfies {ReportData} */
const SENT = {
  averageTripDuration: '=2*3',
  deadTimePercentage: '12.3%',
  totalDistance: '-40 km',
  productiveTimeRatio: '@ñ',
  parkTimings: {
    accessTime: '41.0',
    parkingTime: '14.0',
    loadUnloadTime: '85.5',
    exitTime: '+1',
    totalTime: '0.0',
  },
  eventTypes: [
    { name: '=HYPERLINK("http://example.com";"Más")', value: 7 },
    { name: '@Señal, «ÁÉÍÓÚÜÑ» "y" más', value: 0 },
    { name: 'Primera línea\n=1+1', value: -3 },
  ],
  operationStatuses: [{ name: '+Descarga – ½ día', value: 2.5 }],
}

/** Never resolves. The product runs in a separate process group: an interrupt is awaited and passed on. */
const interruption = () =>
  /** @type {Promise<never>} */ (
    new Promise((_resolve, reject) => {
      for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
        process.on(name, () => reject(new ScriptFailure(`La comprobación se interrumpió (${name}).`)))
      }
    })
  )

/** Compares the exported files, opened in LibreOffice, with the API. @throws {ScriptFailure} on any difference */
export async function checkExport() {
  await ensureLibreOffice()
  const interrupted = interruption()
  // Until it is raced below nobody listens, and an unheard rejection would end the script at once.
  interrupted.catch(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'acarreo-check-export-'))
  try {
    const files = await download(join(folder, 'data'), interrupted)
    await Promise.race([compareAll(folder, files), interrupted])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder @param {readonly File[]} files */
async function compareAll(folder, files) {
  await requireFormulas(folder)
  let wrong = 0
  for (const { name, bytes, expected } of files) {
    const found = differences(expected, await openInLibreOffice(folder, name, bytes))
    wrong += found.length
    const columns = expected[0]?.length ?? 0
    say(
      `${found.length === 0 ? 'bien' : 'MAL '}  ${name}.csv: ${expected.length} renglones, ${columns} columnas, ` +
        `${hostileCells(expected)} celdas que empiezan con = + - @`,
    )
    for (const difference of found) say(`      ${difference}`)
  }
  if (wrong > 0) throw new ScriptFailure(`Diferencias entre lo que dice la API y lo que se abre: ${wrong}.`)
  say('LibreOffice abre los archivos exportados tal como los dice la API.')
}

/** A LibreOffice that computes nothing on opening would find every file harmless. @param {string} folder */
async function requireFormulas(folder) {
  const control = Buffer.from('suma,letra\r\n=1+1,ñ\r\n')
  const [, row] = await openInLibreOffice(folder, 'control', control)
  if (row?.[0]?.formula == null || row[0].value !== 2 || row[1]?.text !== 'ñ')
    throw new ScriptFailure(
      'Este LibreOffice no calcula un =1+1 sin proteger: la comprobación no probaría nada.',
    )
}

/** @param {string} dataDir @param {Promise<never>} interrupted @returns {Promise<File[]>} */
async function download(dataDir, interrupted) {
  const product = await startProduct({ say, env: { ...process.env, PORT: '0' }, dataDir })
  try {
    return await Promise.race([filesOf(product.origin), interrupted])
  } finally {
    await product.stop()
  }
}

/** @param {string} origin @returns {Promise<File[]>} */
async function filesOf(origin) {
  const { supervisor, operators } = await makeRecord(origin)
  const [ended, other] = operators
  if (ended === undefined || other === undefined) throw new Error('there are no drivers')
  const kpis = await read(supervisor, `/api/supervisor/kpis?operatorId=${ended.id}`)
  const { month } = kpis
  return [
    {
      name: 'eventos',
      bytes: await bytesOf(origin, supervisor, '/api/events/export'),
      expected: eventRows(await read(supervisor, '/api/events?limit=1000'), operators),
    },
    {
      // Of a driver who has arrived: the figures of open operations would move on between two calls.
      name: 'reporte',
      bytes: await bytesOf(origin, supervisor, '/api/reports/export', { month, operatorId: ended.id }),
      expected: reportRows(month, ended.displayName, reportTexts(kpis)),
    },
    {
      name: 'reporte_enviado',
      bytes: await bytesOf(origin, supervisor, '/api/reports/export', {
        month,
        operatorId: other.id,
        reportData: SENT,
      }),
      expected: reportRows(month, other.displayName, SENT),
    },
  ]
}

/** @param {Client} client @param {string} path */
async function read(client, path) {
  const { status, body } = await client.get(path)
  if (status !== 200) throw new ScriptFailure(`${path}: ${status} ${JSON.stringify(body)}`)
  return body
}

/**
 * As it lies on the disk after a download: reading it as text would lose the mark at its beginning.
 * @param {string} origin @param {Client} client @param {string} path @param {object} [body] posted when there is one
 */
async function bytesOf(origin, client, path, body) {
  const response = await fetch(`${origin}${path}`, {
    headers: {
      cookie: client.cookie(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.status !== 200)
    throw new ScriptFailure(`${path}: ${response.status} ${Buffer.from(bytes).toString('utf8')}`)
  return bytes
}

/** @param {readonly Event[]} events @param {readonly { id: number, displayName: string }[]} operators @returns {Expected[][]} */
function eventRows(events, operators) {
  return [
    [...EXPORT_COLUMNS],
    ...events.map((event) => [
      event.id,
      operators.find(({ id }) => id === event.userId)?.displayName ?? event.username,
      event.displayContainerId,
      event.operationType === 'load' ? 'Carga' : 'Descarga',
      eventLabel(event.eventType),
      new Date(event.timestamp),
      event.duration,
      event.location,
      event.reportedAt && new Date(event.reportedAt),
      null,
      null,
      event.username,
      { localTime: event.timestamp },
    ]),
  ]
}

/** @param {string} month @param {string} operator @param {typeof SENT} data @returns {Expected[][]} */
function reportRows(month, operator, data) {
  const { accessTime, parkingTime, loadUnloadTime, exitTime, totalTime } = data.parkTimings
  return [
    ['Sección', 'Indicador', 'Valor'],
    ['Reporte', 'Mes', month],
    ['Reporte', 'Operador', operator],
    ['Indicadores', 'Duración promedio', data.averageTripDuration],
    ['Indicadores', 'Tiempo muerto', data.deadTimePercentage],
    ['Indicadores', 'Distancia recorrida', data.totalDistance],
    ['Indicadores', 'Tiempo productivo', data.productiveTimeRatio],
    ['Tiempo en parque', 'Acceso (min)', accessTime],
    ['Tiempo en parque', 'Estacionamiento (min)', parkingTime],
    ['Tiempo en parque', 'Carga/Descarga (min)', loadUnloadTime],
    ['Tiempo en parque', 'Salida (min)', exitTime],
    ['Tiempo en parque', 'Total (min)', totalTime],
    ...data.eventTypes.map(({ name, value }) => ['Tipos de evento', name, value]),
    ...data.operationStatuses.map(({ name, value }) => ['Estados de operación', name, value]),
  ]
}
