export const recoveryText = {
  title: 'Recuperar contraseña',
  operator: 'Operadores',
  operatorHint:
    'Su supervisor puede asignarle una contraseña nueva desde su panel, en Gestión de Mis Operadores. Pídasela y entre con ella.',
  supervisor: 'Supervisores',
  supervisorHint:
    'El administrador de la plataforma puede asignarle una contraseña nueva. Escriba a soporte desde el correo de su cuenta e indique su nombre de usuario.',
  support: 'Soporte',
  supportEmail: 'soporte@acarreo.mx',
  neverAsked: 'Nunca le pediremos su contraseña actual.',
  back: 'Volver a iniciar sesión',
} as const
