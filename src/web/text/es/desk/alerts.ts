import type { AlertKind, AlertLevel, ParameterName } from '#domain/alert/kinds'

type View = 'pending' | 'handled' | 'closed' | 'rules'

export interface Allowed {
  factor: number
  fromPercent: number
  times: number
  /** As it is read. */
  time: string
  distance: string
}

/** The tab 'Avisos'. */
export const alerts = {
  heading: 'Avisos',
  loadFailed: 'No se pudieron cargar los avisos',
  views: {
    pending: 'Por atender',
    handled: 'Atendidos',
    closed: 'Cerrados',
    rules: 'Reglas',
  } satisfies Record<View, string>,
  /** Names of the lists. */
  lists: { pending: 'Abiertos', handled: 'Atendidos', closed: 'Cerrados', rules: 'Reglas' } satisfies Record<
    View,
    string
  >,
  none: {
    pending: 'Nada pendiente',
    handled: 'Ningún aviso atendido',
    closed: 'Ningún aviso cerrado en los últimos 7 días',
    rules: '',
  } satisfies Record<View, string>,
  noneFiltered: 'Ningún aviso coincide',
  search: 'Buscar avisos',
  searchHint: 'Contenedor, operador, lugar o nota',
  clearSearch: 'Borrar búsqueda',
  filters: 'Filtros',
  filtersSet: (count: number) => `Filtros (${count})`,
  clearFilters: 'Quitar filtros',
  all: 'Todos',
  levelLabel: 'Nivel',
  driverLabel: 'Operador',
  placeLabel: 'Lugar',
  noPlace: 'Sin lugar',
  mine: 'Solo los míos',
  bulk: 'Varios a la vez',
  select: (alert: string) => `Seleccionar: ${alert}`,
  selectAll: (count: number) => (count === 1 ? '1 aviso' : `${count} avisos`),
  selected: (count: number) => (count === 1 ? '1 seleccionado' : `${count} seleccionados`),
  deselect: 'Quitar selección',
  fresh: (count: number) => (count === 1 ? '1 nuevo' : `${count} nuevos`),
  acknowledge: 'Confirmar',
  acknowledgedMark: 'Confirmado',
  acknowledgedMany: (count: number) => (count === 1 ? 'Aviso confirmado' : `${count} avisos confirmados`),
  snoozedMany: (count: number, time: string) =>
    count === 1 ? `Aviso pospuesto ${time}` : `${count} avisos pospuestos ${time}`,
  undo: 'Deshacer',
  putBack: 'Volver a pendientes',
  take: 'Lo atiendo yo',
  snoozeShort: (minutes: number) => (minutes < 60 ? `${minutes} min` : `${minutes / 60} h`),
  unseenMark: 'nuevo',
  closedMark: 'Cerrado',
  keysLabel: 'Atajos de teclado',
  keys: [
    ['J K', 'mover'],
    ['Entrar', 'abrir'],
    ['E', 'confirmar'],
    ['S', 'posponer 30 min'],
    ['M', 'lo atiendo yo'],
    ['X', 'seleccionar'],
    ['/', 'buscar'],
    ['Esc', 'cerrar'],
  ] as readonly (readonly [string, string])[],
  stateLabel: 'Estado',
  sinceLabel: 'Desde',
  seenLabel: 'Visto',
  nextLabel: 'Qué sigue',
  next: {
    step_long: 'Llame al operador y pregunte qué lo detiene.',
    stop_long: 'Llame al operador: ¿cuándo sigue?',
    silent: 'Llame al operador; puede no tener señal.',
    free_time: 'Avise al cliente antes de que corra la estadía.',
    outside_place: 'Revise la posición y, si es buena, el lugar.',
    refused: 'Llame al operador: quizá busca otro paso.',
    wrong_clock: 'Pida que ponga la hora automática en el teléfono.',
  } satisfies Record<AlertKind, string>,
  callShort: 'Llamar',
  saveNote: 'Guardar nota',
  closeDetail: 'Cerrar',
  goneTitle: 'Aviso',
  gone: 'Este aviso ya no está en la lista: se cerró hace más de 7 días.',
  noneHint: 'Cuando una de sus reglas encuentre algo, aparecerá aquí.',

  levels: { 1: 'Aviso', 2: 'Importante', 3: 'Urgente' } satisfies Record<AlertLevel, string>,
  kinds: {
    step_long: 'Paso más largo de lo normal',
    stop_long: 'Parada larga',
    silent: 'Sin noticias',
    free_time: 'Tiempo libre',
    outside_place: 'Fuera del lugar',
    refused: 'Pasos rechazados',
    wrong_clock: 'Reloj equivocado',
  } satisfies Record<AlertKind, string>,
  /** What is found, against what. */
  against: {
    step_long: (limit: string) => `Lleva más de ${limit} en este paso`,
    stop_long: (limit: string) => `Detenido más de ${limit}`,
    silent: (limit: string) => `Ningún paso en ${limit}`,
    free_time: (limit: string) => `Tiempo libre de ${limit}`,
    outside_place: (limit: string, found: string) => `A ${found} del lugar; se permiten ${limit}`,
    refused: (limit: string, found: string) => `${found} pasos rechazados; se permiten menos de ${limit}`,
    wrong_clock: (limit: string, found: string) =>
      `El reloj del teléfono difiere ${found}; se permiten ${limit}`,
  } satisfies Record<AlertKind, (limit: string, found: string) => string>,
  openOperation: (container: string) => `Ver ${container} en las operaciones`,
  call: (name: string) => `Llamar a ${name}`,
  snoozedMark: (time: string) => `Pospuesto hasta las ${time}`,
  closedWhy: {
    reason_gone: 'Se resolvió',
    operation_over: 'Terminó el viaje',
    rule_off: 'Se apagó la regla',
  },

  note: 'Nota',
  noteHint: 'Qué pasó, o qué se acordó',
  assign: 'Lo atiende',
  assignHint: 'Nombre de quien se encarga',
  snooze: 'Posponer',
  saveFailed: 'No se pudo guardar',
  trySaving: 'Vuelva a intentarlo.',

  rules: 'Reglas',
  rulesHint: 'Junto a cada regla: cuántos avisos habría dado en su registro de los últimos 28 días.',
  rulesFailed: 'No se pudieron cargar las reglas',
  ruleOn: (kind: string) => `Encender: ${kind}`,
  addRule: 'Agregar regla',
  newRule: 'Nueva regla',
  changeRule: (kind: string) => `Cambiar: ${kind}`,
  removeRule: (kind: string) => `Quitar: ${kind}`,
  removeQuestion: (kind: string, settings: string) => `¿Quitar la regla «${kind}» (${settings})?`,
  removeNote: 'Sus avisos abiertos se cierran, y los que dio quedan en la lista.',
  remove: 'Quitar',
  removing: 'Quitando…',
  ruleRemoved: 'Regla quitada',
  kindLabel: 'Qué vigila',
  ruleEnabled: 'Encendida',
  whereTold: 'Dónde avisa, además de esta pestaña',
  wouldHave: 'Avisos que habría dado:',
  notCounted: 'No se pudo contar.',
  between: (min: number, max: number) => `Un número de ${min} a ${max}`,
  /** What a rule allows, in its row. */
  settings: {
    step_long: ({ factor, time }) => `${factor} veces lo normal; sin historial, ${time}`,
    stop_long: ({ time }) => `más de ${time}`,
    silent: ({ time }) => `más de ${time}`,
    free_time: ({ fromPercent, time }) => `${time}, desde el ${fromPercent} %`,
    outside_place: ({ distance }) => `más de ${distance}`,
    refused: ({ times }) => (times === 1 ? '1 vez' : `${times} veces`),
    wrong_clock: ({ time }) => `más de ${time}`,
  } satisfies Record<AlertKind, (allowed: Allowed) => string>,
  fired: (fired: number, perDay: string) =>
    fired === 0 ? 'Ninguno en 28 días' : `${fired} en 28 días, unos ${perDay} al día`,
  firedRarely: (fired: number) => (fired === 1 ? '1 en 28 días' : `${fired} en 28 días`),
  firedAbout: (words: string) => `Aproximadamente ${words}`,
  counting: 'Contando…',
  hints: {
    step_long:
      'Más largo que el percentil 75 del lugar y la hora, por el factor. Sin historial cuenta el tiempo fijo.',
    stop_long: 'Una parada que dura más de este tiempo.',
    silent: 'Ningún paso ni parada en este tiempo.',
    free_time:
      'El tiempo libre de la estadía o del lugar; si no tiene, el de aquí. Avisa al 50, 80 y 100 %, desde el porcentaje elegido.',
    outside_place: 'Un paso del parque que se registró más lejos que esto.',
    refused: 'El operador oprime tantas veces un paso que no sigue.',
    wrong_clock: 'El reloj del teléfono está mal por más de este tiempo.',
  } satisfies Record<AlertKind, string>,
  parameters: {
    factor: 'Factor',
    minutes: 'Minutos',
    fromPercent: 'Desde (%)',
    metres: 'Metros',
    times: 'Veces',
  } satisfies Record<ParameterName, string>,
  push: 'Al teléfono',
  mail: 'En el correo diario',
  ruleSaved: 'Regla guardada',

  pushHeading: 'Notificaciones en este equipo',
  pushHint: 'Llegan aunque esta página esté cerrada, mientras no cierre la sesión.',
  pushOn: 'Activar notificaciones',
  pushOff: 'Desactivar notificaciones',
  pushIsOn: 'Activadas en este equipo.',
  pushDenied: 'El navegador las tiene bloqueadas para este sitio. Permítalas en sus ajustes.',
  pushUnsupported:
    'Este navegador no puede recibirlas. En un iPhone, agregue primero la página a la pantalla de inicio.',
  pushFailed: 'No se pudieron activar las notificaciones',

  quietHeading: 'Horas de silencio',
  quietHint: 'Las notificaciones esperan; después llega lo que siga pendiente.',
  quietOn: 'Silencio cada día',
  quietTimes: { from: 'Desde', until: 'Hasta' },
  quietWrong: 'Indique dos horas distintas',
  quietUrgent: 'Lo urgente llega de todos modos',
  quietSaved: 'Horas de silencio guardadas',
  quietFailed: 'No se pudieron cargar las horas de silencio',
} as const
