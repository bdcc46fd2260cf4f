/** The own account: address, password, sessions. */
export const account = {
  confirmTitle: 'Confirmar su correo',
  confirmSubtitle: 'Para recuperar su contraseña si la olvida',
  confirmHint: 'Con su correo confirmado podrá recuperar su contraseña si la olvida.',
  confirmSubmit: 'Confirmar mi correo',
  confirmPending: 'Confirmando...',
  confirmErrorTitle: 'No se pudo confirmar el correo',
  confirmFailure: 'Hubo un problema al confirmar su correo. Inténtelo de nuevo.',
  confirmDoneTitle: 'Correo confirmado',
  confirmDone: 'Si algún día olvida su contraseña, le enviaremos un enlace a este correo.',
  missingTitle: 'Abra el enlace de su correo',
  missingToken: 'Falta el token en el enlace. Abra el enlace completo del correo.',
  goOn: 'Continuar',
} as const
