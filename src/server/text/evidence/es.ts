import type { Charge } from '#domain/detention/charge'
import type { VisitPart } from '#domain/detention/parts'
import type { CorrectionKind } from '#domain/operation/correct'
import { eventLabel } from '#domain/operation/labels'
import type { OperationType } from '#domain/operation/steps'
import { formatMinutes } from '#domain/time/duration'
import type { WrittenLanguage } from '#domain/time/written'

const TYPES: Record<OperationType, string> = { load: 'Carga', unload: 'Descarga' }

const PARTS: Record<VisitPart, string> = {
  accessTime: 'Fila (llegada a acceso)',
  parkingTime: 'Estacionamiento (acceso a estacionado)',
  loadUnloadTime: 'Servicio (carga o descarga)',
  exitTime: 'Salida (servicio a salida)',
  terminal: 'Terminal (acceso a salida)',
  visit: 'Visita (llegada a salida)',
}

const CORRECTIONS: Record<CorrectionKind, string> = {
  time: 'Hora',
  stop_kind: 'Tipo de parada',
  container_number: 'Número de contenedor',
  retraction: 'Evento retirado',
  cancellation: 'Operación anulada',
}

export const spanish = {
  locale: 'es' as WrittenLanguage,
  title: 'Expediente de estadía',
  monthTitle: 'Estadía del mes',
  type: (type: OperationType): string => TYPES[type],
  event: eventLabel,
  part: (part: VisitPart): string => PARTS[part],
  correction: (kind: CorrectionKind): string => CORRECTIONS[kind],

  facts: 'Datos',
  container: 'Contenedor',
  operationType: 'Tipo',
  driver: 'Operador',
  place: 'Lugar',
  noPlace: 'Sin lugar registrado',
  client: 'Cliente',
  noClient: 'Sin cliente',
  issuer: 'Emitido por',
  issuedAt: 'Fecha de emisión',
  version: 'Versión',
  month: 'Mes',
  zone: 'Zona horaria',
  cancelled: 'Operación anulada: no genera estadía.',

  agreed: 'Lo acordado',
  nothingAgreed: 'No hay acuerdo de estadía para esta visita.',
  contract: 'Acuerdo',
  freeOfPlace: 'Tiempo libre del lugar, sin tarifa',
  basis: 'Se cuenta',
  bases: { visit: 'La visita: de la llegada a la salida', terminal: 'La terminal: del acceso a la salida' },
  free: 'Tiempo libre',
  block: 'Bloques iniciados de',
  pauses: 'Pausas acordadas',
  rate: 'Tarifa por hora',
  upto: (minutes: number, rate: string): string => `${rate} hasta ${formatMinutes(minutes)}`,
  beyond: (rate: string): string => `después ${rate}`,

  steps: 'Pasos registrados',
  step: 'Paso',
  occurred: 'Ocurrió',
  recorded: 'Registrado',
  grade: 'Posición',
  note: 'Nota',
  secondsInCsv: (zone: string): string => `Horas de ${zone}, sin segundos; el CSV los tiene.`,
  inside: 'en el lugar',
  outside: (km: string): string => `fuera del lugar (${km} km)`,
  unknown: 'sin posición suficiente',
  poorFix: 'aproximada',
  suggested: 'sugerido por el teléfono',
  was: (time: string): string => `registrado primero: ${time}`,
  late: (duration: string): string => `se registró ${duration} después`,
  phoneSaid: (time: string): string => `el teléfono dijo: ${time}`,
  retracted: 'retirado',

  corrections: 'Correcciones',
  noCorrections: 'Ninguna.',
  correctionKind: 'Qué',
  before: 'Antes',
  after: 'Después',
  by: 'Quién y cuándo',
  reason: 'Motivo',
  undoneOffline: (time: string): string => `deshecho sin señal; el teléfono dijo: ${time}`,

  waiting: 'La espera',
  partColumn: 'Parte',
  minutesColumn: 'Minutos',
  sum: 'La cuenta',
  concept: 'Concepto',
  time: 'Tiempo',
  counted: 'Contados',
  endedAfter: (days: number): string => `La cuenta termina a los ${days} días de haber empezado.`,
  chargeable: 'Con cargo',
  billed: 'Facturados',
  perHour: (rate: string): string => `A ${rate} por hora`,
  total: 'Total de estadía (MXN)',
  tax: 'IVA (MXN)',
  totalTaxed: 'Total con IVA (MXN)',
  visitFrom: (from: string, to: string): string => `Del ${from} al ${to}`,
  sumOf: (free: number, { countedMinutes, chargeableMinutes, billedMinutes }: Charge): string =>
    `Contados ${formatMinutes(countedMinutes)} · libres ${formatMinutes(free)} · con cargo ${formatMinutes(chargeableMinutes)} · facturados ${formatMinutes(billedMinutes)}`,
  sumOfMonth: (visits: number, charged: number): string =>
    `${visits} ${visits === 1 ? 'visita' : 'visitas'}, ${charged} con cargo`,
  noRate: 'sin tarifa acordada',

  visits: 'Visitas',
  noVisits: 'Ninguna visita terminada en este mes.',
  arrival: 'Llegada',
  exit: 'Salida',
  amount: 'Importe',
  pesos: 'MXN',
  correctionsCount: 'Corr.',
  chainHead: 'Cadena',

  proof: 'Comprobación',
  chain: (records: number): string => `Código de la cadena (${records} registros)`,
  hash: 'Código del contenido (SHA-256)',
  verify: 'Compruébelo en',
  codes:
    'Este archivo no puede dibujar algunas letras: [U+0000] es el código Unicode de una. El CSV las tiene.',
  page: (page: number, of: number): string => `Página ${page} de ${of}`,

  map: 'Dónde se registraron los pasos',
  visitsCharged: 'Visitas con cargo',
  moreInFiles: (visits: number): string =>
    visits === 1 ? 'Otra visita está en los archivos.' : `Otras ${visits} visitas están en los archivos.`,
  getPdf: 'Descargar PDF',
  getCsv: 'Descargar CSV',
  linkUntil: (time: string): string => `Este enlace vence el ${time}.`,

  verifyTitle: 'Verificar un expediente',
  verified: 'Este expediente fue emitido por Acarreo',
  verifiedMonth: (month: string): string => `Estadía del mes ${month}`,
  newest: 'Es la versión más reciente.',
  newer: 'Hay una versión más nueva. Pídala a quien le entregó esta.',
  corrected: (version: number, time: string): string => `Corregido; versión ${version}, ${time}.`,
  openVersion: (version: number): string => `Abrir la versión ${version}`,
  notIssued: 'No encontramos este expediente',
  notIssuedHint:
    'Revise que el código tenga los 64 caracteres que imprime el expediente, sin espacios. Si está completo, este producto no lo emitió o su emisor ya no existe.',
}

/** What the other language must have. */
export type EvidenceWords = typeof spanish
