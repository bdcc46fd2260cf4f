import type { RefusalCode } from '#domain/outbox/entry'

const toSend = (n: number): string => (n === 1 ? '1 paso por enviar' : `${n} pasos por enviar`)

/** What waits on the driver's phone, and what came of it. */
export const outbox = {
  toSend,
  label: 'Estado del envío',
  allSent: 'Todo enviado',
  sending: (n: number) => `Enviando · ${toSend(n)}`,
  offline: (n: number) => `Sin conexión · ${toSend(n)}`,
  offlineAllSent: 'Sin conexión · Todo enviado',
  busy: (n: number) => `Servidor ocupado · ${toSend(n)}`,
  maintenance: (n: number) => `Mantenimiento: se guarda en el teléfono${n > 0 ? ` · ${toSend(n)}` : ''}`,
  signedOut: (n: number) => `Sesión terminada · ${toSend(n)}`,
  unread: 'No se pudo leer lo guardado',
  signIn: 'Entrar',
  notKept: 'Este teléfono no puede guardar pasos: sin conexión no podrá registrarlos.',
  mayBeForgotten:
    'Lo que sigue en el teléfono podría borrarse si le falta espacio. Envíelo en cuanto tenga señal.',
  othersWait:
    'En este teléfono esperan pasos de otro operador. Se enviarán cuando esa persona inicie sesión aquí.',
  savedHere: 'Guardado en este teléfono. Se enviará en cuanto haya conexión.',

  refused: (n: number, unsent = 0) =>
    `${n === 1 ? '1 paso rechazado' : `${n} pasos rechazados`}${unsent > 0 ? ` · ${toSend(unsent)}` : ''}`,
  pressedAt: (time: string) => `Presionado a las ${time}`,
  refusals: {
    already_recorded: 'Ya estaba registrado desde otro dispositivo. Puede seguir desde aquí.',
    not_next: 'Se cambió desde otro dispositivo o la corrigió su supervisor. Se muestra el estado actual.',
    ended: 'La operación ya estaba finalizada desde otro dispositivo.',
    retracted: 'Su supervisor retiró este paso.',
    cancelled: 'Su supervisor anuló la operación.',
    depends_on: 'Dependía de un paso anterior que no se registró.',
    active_operation: 'Usted ya tenía otra operación activa.',
    container_busy: 'Ese contenedor ya tiene una operación activa.',
    unknown_operation: 'El servidor ya no tiene esta operación. Consulte con su supervisor.',
    rejected: 'El servidor no aceptó este paso. Consulte con su supervisor.',
    undo_refused: 'El paso quedó registrado. Su supervisor puede corregirlo.',
  } satisfies Record<RefusalCode, string>,

  logoutTitle: (n: number) => `Tiene ${toSend(n)}`,
  logoutHint: (n: number) =>
    n === 1
      ? 'Si cierra la sesión ahora, queda guardado en este teléfono y se envía cuando usted vuelva a entrar aquí.'
      : 'Si cierra la sesión ahora, quedan guardados en este teléfono y se envían cuando usted vuelva a entrar aquí.',
  logoutStay: 'Quedarme',
  logoutLeave: 'Cerrar sesión',
} as const
