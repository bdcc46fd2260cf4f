import type { MessageParams, MessageWords } from '#contract/http/messages'

const operations = (n: number): string =>
  `${n.toLocaleString('es-MX')} ${n === 1 ? 'operación' : 'operaciones'}`

type Recorded = MessageParams['record_whole']

const recorded = ({ operations: n, events, corrections }: Recorded): string =>
  `${operations(n)}, ${events.toLocaleString('es-MX')} eventos, ${corrections.toLocaleString('es-MX')} correcciones`

const recordAt = (position: number): string => (position === 0 ? 'la operación' : `el registro ${position}`)

/** What comparing memory, verifying the record and backing up found. */
export const INTEGRITY = {
  backup_running: 'Ya se está escribiendo un respaldo. Espere a que termine.',
  backup_written: ({ file }) => `Todo está en la base de datos. Respaldo escrito: ${file}`,
  memory_ahead: ({ count }) =>
    `La memoria va adelante de la base de datos en ${operations(count)}: la base fue regresada a un estado anterior. No se escribió nada ni se hizo respaldo. Si la base es la correcta, use «Base de datos a memoria».`,
  memory_loaded: ({ count }) => `Memoria cargada desde la base de datos: ${operations(count)} en curso.`,
  memory_equal: ({ count }) => `La memoria y la base de datos coinciden: ${operations(count)} en curso.`,
  memory_differs: ({ count }) => `La memoria y la base de datos difieren en ${operations(count)}.`,
  record_whole: (counts) => `Registro íntegro: ${recorded(counts)}.`,
  record_whole_so_far: (counts) =>
    `Registro íntegro hasta donde alcanzó el tiempo: ${recorded(counts)}. Completo: npm run verify.`,
  record_numbers: ({ supervisor, records, counter }) =>
    `Registro alterado: los números del supervisor ${supervisor} no van seguidos (${records} registros, contador ${counter}).`,
  record_altered: ({ container, position }) =>
    `Registro alterado: ${container}, ${recordAt(position)} no es lo que se reportó.`,
  record_gap: ({ container, position }) =>
    `Registro alterado: ${container}, falta algo antes de ${recordAt(position)}.`,
  record_foreign: ({ container, position }) =>
    `Registro alterado: ${container}, ${recordAt(position)} es de otra operación.`,
  record_uncorrected: ({ container, position }) =>
    `Registro alterado: ${container}, ${recordAt(position)} no es lo que dicen sus correcciones.`,
  audit_whole: ({ lines }) => `Bitácora íntegra: ${lines.toLocaleString('es-MX')} renglones.`,
  audit_whole_so_far: ({ lines }) =>
    `Bitácora íntegra hasta donde alcanzó el tiempo: ${lines.toLocaleString('es-MX')} renglones. Completa: npm run verify.`,
  audit_altered: ({ chain, line }) =>
    line === 0
      ? `Bitácora alterada: faltan los renglones más recientes de la cadena «${chain}».`
      : `Bitácora alterada: el renglón ${line} de la cadena «${chain}» no es el que sigue.`,
  record_state: ({ container }) => `Registro alterado: ${container} no está como dicen sus registros.`,
  record_renumbered: ({ container, position }) =>
    `Registro alterado: ${container}, ${recordAt(position)} lleva otro número de contenedor.`,
  removal_altered: ({ account }) =>
    `Registro alterado: lo que quedó de la cuenta eliminada ${account} no es lo que se escribió, o falta algo antes.`,
  removal_untold: ({ account }) =>
    `Registro alterado: la bitácora no dice quién eliminó la cuenta ${account}.`,
  removal_undone: ({ account }) => `Registro alterado: la cuenta ${account} fue eliminada y está de nuevo.`,
  removal_unmarked: ({ account }) =>
    `Registro alterado: la bitácora dice que se eliminó la cuenta ${account}, y no quedó constancia.`,
  pack_altered: ({ subject, version }) =>
    `Expediente alterado: ${subject}, versión ${version}, no es lo que se emitió.`,
  pack_gap: ({ subject, version }) =>
    `Expediente faltante: ${subject}, falta una versión antes de la ${version}.`,
  pack_unfounded: ({ subject, version }) =>
    `Registro alterado: el expediente ${subject}, versión ${version}, cita lo que ya no está en el registro.`,
  pack_missing: ({ subject, version }) =>
    `Expediente faltante: ${subject}, versión ${version}, se emitió y ya no está.`,
} satisfies Partial<MessageWords>
