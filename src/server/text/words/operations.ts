import type { MessageWords } from '#contract/http/messages'

/** Presses, corrections and retractions. */
export const OPERATIONS = {
  already_active: 'Ya tiene una operación activa. Termínela antes de iniciar otra.',
  container_busy: ({ containerNumber }) =>
    `El contenedor ${containerNumber} ya tiene una operación activa. Revise el número.`,
  operation_ended: 'La operación ya terminó.',
  step_not_next: 'Ese paso no es el siguiente. Se muestra el estado actual de la operación.',
  operation_type_differs: 'El tipo de operación no corresponde a la operación.',
  correction_reason: 'Diga el motivo, de 3 a 300 caracteres.',
  correction_out_of_bounds:
    'La hora debe quedar entre la del evento anterior y la del siguiente, y no en el futuro.',
  correction_unknown_event: 'Ese evento ya no cuenta. Se muestra el estado actual de la operación.',
  correction_not_a_stop: 'Solo el tipo de una parada se puede corregir.',
  correction_not_newest:
    'Solo se puede retirar el último evento. Se muestra el estado actual de la operación.',
  correction_of_start: 'El inicio del viaje no se retira: anule la operación.',
  correction_no_change: 'Ya es así: no hay nada que corregir.',
  correction_cancelled: 'La operación ya está anulada.',
  correction_operator_busy: 'El operador ya está en otra operación: su viaje no se puede reabrir.',
  correction_container_busy: 'Otro viaje activo ya tiene ese contenedor.',
  correction_id_taken: 'Ese identificador ya es de la corrección de otra operación. No se corrigió nada.',
  retraction_only: 'Como operador solo puede retirar su último paso.',
  retraction_too_late: 'Pasó más de un minuto: pida la corrección a su supervisor.',
  retraction_day_over: 'Pasó más de un día: pida la corrección a su supervisor.',
  retraction_pressed_since: 'Solo puede deshacer su último paso: pida la corrección a su supervisor.',
  retraction_heard_since:
    'Su teléfono ya tuvo señal después de ese paso: pida la corrección a su supervisor.',
  retraction_pack_issued: 'Ya se emitió el expediente: pida la corrección a su supervisor.',
} satisfies Partial<MessageWords>
