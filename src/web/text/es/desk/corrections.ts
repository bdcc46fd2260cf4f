/** Corrections of the record, and the dialog that makes them. */
export const corrections = {
  button: 'Corregir',
  buttonOf: (what: string) => `Corregir: ${what}`,
  /** What was reported and what counts, then who corrected it and why. */
  corrected: (first: string, now: string, by: string) => `${first}, corregido a ${now}${by}`,
  numberCorrected: (first: string, by: string) => `Registrado como ${first}, corregido${by}`,
  retracted: (by: string) => `Retirado${by}`,
  undoneOffline: (received: string, said: string) =>
    `deshecho sin señal, recibido a las ${received}; el teléfono dice ${said}`,
  cancelled: 'Operación anulada',
  cancelledBy: (by: string) => `Operación anulada${by}`,
  by: (author: string, reason: string | null) =>
    reason === null ? ` por ${author}` : ` por ${author}: ${reason}`,

  title: (container: string) => `Registro de ${container}`,
  hint: 'El registro original se conserva: una corrección se agrega con su autor y su motivo.',
  zone: (zone: string) => `Horas de ${zone}.`,
  container: 'Contenedor',
  loading: 'Cargando el registro',
  loadFailed: 'No se pudo cargar el registro',
  events: 'Eventos, del más reciente al más antiguo',
  correctNumber: 'Corregir el número',
  cancelOperation: 'Anular operación',

  eventTitle: (event: string) => `Corregir: ${event}`,
  numberTitle: 'Corregir el número del contenedor',
  what: 'Qué se corrige',
  kinds: { time: 'La hora', stop_kind: 'El tipo', retraction: 'Retirar' },
  time: 'Hora correcta',
  between: (from: string, to: string) => `Entre ${from} y ${to}`,
  until: (to: string) => `Hasta ${to}`,
  timeMissing: 'Indique fecha y hora',
  stop: 'Tipo de parada correcto',
  number: 'Número correcto',
  numberWrong: 'Cuatro letras y siete dígitos, como MSKU1234565',
  numberUnusual: 'Este número no cumple con ISO 6346. Revíselo antes de guardarlo.',
  unchanged: 'Ya es así: no hay nada que corregir',
  retractionHint:
    'El evento queda tachado y no cuenta. La operación vuelve al paso anterior, también en el teléfono del operador.',
  cancellationHint:
    'La operación deja de estar activa y no cuenta en ningún indicador. Sigue visible en los logs. No se puede deshacer.',
  reason: 'Motivo',
  reasonHint: 'Quien vea el registro lo leerá.',
  reasonWrong: 'Diga el motivo, de 3 a 300 caracteres',
  gone: 'Este evento ya no cuenta: no se puede corregir.',
  save: 'Guardar corrección',
  retract: 'Retirar evento',
  cancelNow: 'Sí, anular operación',
  saved: 'Corrección guardada',
  failed: 'No se pudo corregir',
  current: (status: string) => `Estado actual: ${status}.`,
} as const
