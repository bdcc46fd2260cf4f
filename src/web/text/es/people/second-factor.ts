/** Two-step verification: at the login, in 'Mi cuenta' and in the console. */
export const secondFactor = {
  title: 'Verificación en dos pasos',
  hint: 'Además de la contraseña se pide un código de su teléfono. Así nadie entra solo con la contraseña.',
  adminHint: 'Además de la clave se pide un código de su teléfono. Así nadie entra solo con la clave.',
  on: 'Activada',
  codesLeft: (n: number) =>
    n === 0
      ? 'No quedan códigos de recuperación'
      : `${n === 1 ? 'Queda 1 código' : `Quedan ${n} códigos`} de recuperación`,
  loadFailed: 'No se pudo cargar la verificación en dos pasos',
  failed: 'No se pudo completar. Inténtelo de nuevo.',

  code: 'Código de 6 dígitos',
  codeHint: 'El que muestra ahora su aplicación de autenticación.',
  recoveryCode: 'Código de recuperación',
  recoveryHint: 'Uno de los diez que guardó. Sirve una sola vez.',
  useRecovery: 'Usar un código de recuperación',
  useApp: 'Usar la aplicación de autenticación',
  codeRequired: 'Escriba el código',
  password: 'Contraseña',
  passwordHint: 'Por seguridad, escríbala otra vez.',
  key: 'Clave de Administrador',
  showKey: 'Mostrar u ocultar la clave',

  switchOn: 'Activar',
  setUpTitle: 'Activar la verificación en dos pasos',
  setUpHint:
    'Necesita una aplicación de autenticación en su teléfono, como Google Authenticator, Microsoft Authenticator o la del gestor de contraseñas.',
  next: 'Continuar',
  scan: 'Escanee este código con la aplicación:',
  qr: 'Código QR para la aplicación de autenticación',
  byHand: 'O escriba esta clave en ella',
  confirm: 'Activar',
  working: 'Comprobando...',
  switchedOn: 'Verificación en dos pasos activada',

  codesTitle: 'Códigos de recuperación',
  codesHint:
    'Guárdelos fuera del teléfono. Si lo pierde, cada uno sirve una vez en lugar del código. No se mostrarán de nuevo.',
  copy: 'Copiar',
  copied: 'Copiados',
  copyDone: 'Códigos copiados',
  copyFailed: 'No se pudieron copiar los códigos',
  copyByHand: 'Selecciónelos y cópielos a mano.',
  download: 'Descargar',
  file: 'acarreo-codigos-de-recuperacion.txt',
  fileTitle: 'Códigos de recuperación de Acarreo. Cada uno sirve una vez.',
  kept: 'Ya los guardé',

  renew: 'Códigos nuevos',
  renewTitle: 'Códigos de recuperación nuevos',
  renewHint: 'Los anteriores dejarán de servir.',
  renewSubmit: 'Hacer códigos',

  switchOff: 'Desactivar',
  offTitle: 'Desactivar la verificación en dos pasos',
  offHint: 'Después bastará la contraseña para entrar en su cuenta.',
  adminOffHint: 'Después bastará la clave para entrar en la consola.',
  switchedOff: 'Verificación en dos pasos desactivada',

  requiredTitle: 'Active la verificación en dos pasos',
  requiredWhy:
    'El administrador la pide a todos los supervisores. Actívela una vez; después podrá seguir. Cada vez que entre se le pedirá un código de su teléfono.',
  requiredLeave: 'Salir',

  removeHint:
    'Si perdió su teléfono y sus códigos de recuperación, quítela para que pueda entrar. Compruebe antes quién lo pide.',
  remove: 'Quitar verificación en dos pasos',
  removeTitle: 'Quitar la verificación en dos pasos',
  removeNote: 'Después bastará su contraseña para entrar. Recibirá un aviso en su correo.',
  removeSubmit: 'Quitar',
  removed: 'Verificación en dos pasos quitada',
} as const
