import type { StopType } from '#domain/operation/steps'
import type { Words } from '../words.ts'

/** The operator area. Quoted sentences of the spec are exact, English ones included. */
export const operation = {
  areaTitle: 'Sistema de Gestión de Transporte - Operador',

  none: 'No se encontró ninguna operación activa',
  startNew: 'Por favor inicie una nueva operación',
  startTitle: 'Container Information',
  containerLabel: 'Número de contenedor',
  containerHint: '4 letras y 7 dígitos, como está pintado en la caja',
  containerRequired: 'Container ID is required',
  containerFormat: 'Container ID must be in format AAAA1234567',
  checkDigitWarning: 'El último dígito no corresponde a este número. Revíselo en la caja; puede continuar.',
  categoryWarning: 'La cuarta letra suele ser U, J o Z. Revísela en la caja; puede continuar.',
  didYouMean: (number: string) => `¿Es ${number}?`,
  useCorrection: 'Corregir',
  recent: 'Recientes',
  noRecent: 'Ninguno coincide con lo escrito.',
  clearHistory: 'Borrar',
  clearHistoryLabel: 'Borrar contenedores recientes',
  pickContainer: (number: string) => `Usar ${number}`,
  typeLabel: 'Tipo de operación',
  load: 'Cargar (Load)',
  unload: 'Descargar (Unload)',
  start: 'Start Operation',
  starting: 'Starting...',
  started: 'Operación iniciada',
  startedHint: 'La operación del contenedor se ha iniciado correctamente',
  startFailed: 'No se pudo iniciar la operación del contenedor',
  startFailedUnknown: 'Error desconocido al iniciar operación',

  workflowTab: 'Flujo de Operación',
  logTab: 'Registro de Eventos',
  loadProcess: 'Proceso de carga',
  unloadProcess: 'Proceso de descarga',
  timeInState: 'Tiempo en este estado',
  since: (time: string) => `Desde las ${time}`,
  offline: 'Sin conexión. Último estado conocido.',
  stepOf: (step: number, steps: number) => `Paso ${step} de ${steps}`,
  stepDone: 'Completado:',
  stepCurrent: 'Actual:',
  stepNext: 'Siguiente:',
  stepsLabel: 'Pasos de la operación',

  advanceTo: (step: string) => `Avanzar a ${step}`,
  finish: '¡Finalizar operación!',
  processing: 'Procesando...',
  finishing: 'Finalizando...',
  finishingOperation: 'Finalizando operación...',
  stepDoneToast: 'Paso completado',
  completedToast: '¡Operación Completada!',
  completedToastHint: 'El viaje quedó registrado.',

  finishTitle: 'Finalizar la operación',
  finishQuestion: 'Al finalizar, el viaje se cierra y ya no se puede cambiar.',
  finishConfirm: 'Sí, finalizar',

  reportStop: 'Reportar Parada',
  stopTitle: 'Reportar una Parada',
  stopQuestion: '¿Por qué se detiene?',
  stops: { stop_bathroom: 'Baño', stop_fuel: 'Gasolina', stop_rest: 'Descanso' } satisfies Record<
    StopType,
    string
  >,
  cancel: 'Cancelar',
  confirmStop: 'Confirmar Parada',
  stopDone: 'Parada registrada',
  continueTrip: 'Continuar Viaje',
  continueHint: 'Al continuar, el viaje se reanuda en ruta al parque.',
  resumed: 'Viaje continuado',
  resumedHint: 'Has continuado tu viaje exitosamente',

  errorTitle: 'Error',
  stepFailed: 'No se pudo avanzar al siguiente paso. Por favor, inténtelo de nuevo.',
  finishFailed: 'Hubo un problema al finalizar la operación. Por favor, inténtelo de nuevo.',
  stopFailed: 'No se pudo registrar la parada. Por favor, inténtelo de nuevo.',
  resumeFailed: 'No se pudo continuar el viaje. Por favor, inténtelo de nuevo.',
  conflictTitle: 'La operación ya había cambiado',
  endedElsewhere: 'Operación finalizada',
  endedElsewhereHint: 'Se cerró desde otro dispositivo. Puede iniciar una nueva.',

  loadFailed: 'No se pudo cargar su operación',
  logFailed: 'Error al cargar los registros de eventos.',
} as const

export type OperationWords = Words<typeof operation>
