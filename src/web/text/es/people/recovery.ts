/** Password recovery. The sentences that the specification quotes are exact. */
export const recovery = {
  title: 'Recuperar contraseña',
  subtitle: 'Le enviamos un enlace por correo',
  requestTab: 'Solicitar',
  resetTab: 'Restablecer',
  back: 'Volver a iniciar sesión',

  requestHint: 'Escriba su usuario, su correo, o los dos si varias personas comparten el correo.',
  requestSubmit: 'Enviar enlace',
  requestPending: 'Enviando...',
  requestErrorTitle: 'No se pudo enviar la solicitud',
  identityRequired: 'Debe proporcionar al menos un nombre de usuario o correo electrónico',
  requestFailure: 'Hubo un problema al procesar tu solicitud.',
  noEmailTitle: '¿Su cuenta no tiene correo?',
  noEmail:
    'Si es operador y su supervisor creó su cuenta, pídale una contraseña nueva: puede asignarla desde su panel, en Gestión de Mis Operadores.',
  support: 'Para cualquier otro caso, escriba a',

  sentTitle: 'Revise su correo',
  sent: 'Si existe una cuenta con esos datos, recibirá un correo con instrucciones.',
  sentSteps: [
    'Abra el enlace del correo: es válido durante 60 minutos y sirve una sola vez.',
    'Si no llega en unos minutos, busque en la carpeta de correo no deseado.',
    'Si la cuenta no tiene correo, no llegará nada.',
  ],
  again: 'Enviar de nuevo',
  sentAgain: 'Recibido. Llegan como máximo tres correos por hora; sirve el enlace de cualquiera de ellos.',
  otherData: 'Usar otros datos',

  resetHint: 'Al cambiarla se cerrarán todas las sesiones abiertas con este usuario.',
  resetSubmit: 'Restablecer contraseña',
  resetPending: 'Restableciendo...',
  resetErrorTitle: 'No se pudo restablecer la contraseña',
  resetFailure: 'Hubo un problema al restablecer tu contraseña.',

  invalidTitle: 'El enlace ya no sirve',
  invalidToken: 'El token no es válido o ha expirado. Solicita uno nuevo.',
  missingTitle: 'Abra el enlace de su correo',
  missingToken: 'El enlace está incompleto. Abra el enlace completo del correo o solicite uno nuevo.',
  askForOne: 'Solicitar un enlace',

  doneTitle: 'Contraseña restablecida',
  done: 'Ya puede entrar con su contraseña nueva. Las sesiones que estaban abiertas se cerraron.',
  signIn: 'Iniciar sesión',

  connectionTitle: 'Error de conexión',
} as const
