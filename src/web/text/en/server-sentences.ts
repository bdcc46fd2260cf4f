/** What the server says in Spanish, sentence by sentence. test/scripts/english.test.ts knows when one is missing. */
export const SENTENCES: Readonly<Record<string, string>> = {
  'La contraseña es demasiado larga': 'The password is too long',
  'Por favor ingrese un número de teléfono válido': 'Please enter a valid phone number',
  'Use solo letras, números, punto, guion o guion bajo':
    'Use only letters, numbers, dots, hyphens or underscores',
  'El nombre completo es obligatorio': 'The full name is required',
  'El nombre no puede llevar saltos de línea': 'The name cannot have line breaks',
  'El correo electrónico es obligatorio para recuperar su contraseña':
    'The e-mail address is required to recover your password',
  'Por favor ingrese un correo electrónico válido': 'Please enter a valid e-mail address',
  'Demasiados valores en un filtro': 'Too many values in a filter',
  'El texto no es válido': 'The text is not valid',
  'El periodo no es válido': 'The period is not valid',
  'Se espera un mes yyyy-MM': 'A month yyyy-MM is expected',
  'Tipo de evento desconocido': 'Unknown event type',
  'Se espera una fecha ISO 8601 con zona horaria': 'An ISO 8601 date with a time zone is expected',
  'Se espera un UUID': 'A UUID is expected',
  'Indique el nombre completo y el teléfono, o solo una contraseña nueva':
    'Give the full name and the phone, or a new password alone',
  'Debe proporcionar al menos un nombre de usuario o correo electrónico':
    'You must give at least a username or an e-mail address',
  'Si existe una cuenta con esos datos, recibirá un correo con instrucciones.':
    'If there is an account with that data, you will receive an e-mail with instructions.',
  'El token no es válido o ha expirado. Solicita uno nuevo.':
    'The token is not valid or has expired. Request a new one.',
  'Sesión cerrada': 'Logged out',
  'Su perfil fue desactivado. Contacte con soporte; sus datos se conservan durante 30 días.':
    'Your profile was deactivated. Contact support; your data is kept for 30 days.',
  'Credenciales inválidas': 'Wrong username or password',
  'El nombre de usuario ya existe': 'The username already exists',
  'Por favor, intente con otro nombre de usuario': 'Please try another username',
  'El cursor no es válido': 'The cursor is not valid',
  'No se encontró la operación.': 'The operation was not found.',
  'La hora indicada está en el futuro. Revise el reloj del teléfono.':
    "The time given is in the future. Check the phone's clock.",
  'La hora indicada es anterior al último paso registrado.':
    'The time given is before the last recorded step.',
  'La operación ya terminó.': 'The operation has ended.',
  'Ese paso no es el siguiente. Se muestra el estado actual de la operación.':
    'That step is not the next one. The current state of the operation is shown.',
  'Ya tiene una operación activa. Termínela antes de iniciar otra.':
    'You already have an active operation. Finish it before you start another one.',
  'Solo puede registrar pasos de su propia operación.': 'You can only record steps of your own operation.',
  'El tipo de operación no corresponde a la operación.':
    'The type of operation is not that of the operation.',
  'No se encontró el operador.': 'The operator was not found.',
  'La invitación no es válida o ya venció. Pida a su supervisor un enlace nuevo.':
    'The invitation is not valid or has expired. Ask your supervisor for a new link.',
  'Su contraseña fue cambiada. Inicie sesión con la nueva.':
    'Your password was changed. Log in with the new one.',
  'Su cuenta fue eliminada por su supervisor.': 'Your account was deleted by your supervisor.',
  'No se encontró el reporte.': 'The report was not found.',
  'No se encontró información para este contenedor': 'No information was found for this container',
  'El servicio no está disponible por el momento. Intente de nuevo.':
    'The service is not available at the moment. Try again.',
  'Ocurrió un error en el servidor. Intente de nuevo.': 'There was an error on the server. Try again.',
  'No se encontró lo que busca.': 'What you are looking for was not found.',
  'Los datos enviados son demasiado grandes.': 'The data sent is too large.',
  'Se espera un cuerpo JSON.': 'A JSON body is expected.',
  'El cuerpo de la solicitud no es JSON válido.': 'The body of the request is not valid JSON.',
  'La solicitud no es válida.': 'The request is not valid.',
  'Esta función es para operadores.': 'This function is for operators.',
  'Esta función es para supervisores.': 'This function is for supervisors.',
  'La base de datos no responde.': 'The database does not answer.',
  'La solicitud viene de otro sitio y fue rechazada.': 'The request comes from another site and was refused.',
  'No autorizado': 'Not authorized',
  'Función premium no disponible': 'Premium feature not available',
  'Demasiados intentos. Espere un momento y vuelva a intentarlo.':
    'Too many attempts. Wait a moment and try again.',
  'Datos no válidos': 'Invalid data',
  'Clave de administrador incorrecta': 'Wrong administrator key',
  'La clave de administrador es obligatoria': 'The administrator key is required',
  'Ese ajuste no existe': 'There is no such setting',
  'El registro está cerrado.': 'Registration is closed.',
  'El registro está cerrado. Si es operador, pida a su supervisor un enlace de invitación; si es supervisor, pida su cuenta al administrador.':
    'Registration is closed. If you are an operator, ask your supervisor for an invitation link; if you are a supervisor, ask the administrator for an account.',
  'El supervisor 1 no se puede eliminar.': 'Supervisor 1 cannot be deleted.',
  'Las funciones para operadores estarán disponibles próximamente.':
    'Features for operators will be available soon.',
  'No se encontró el usuario.': 'The user was not found.',
  'No se encontró el supervisor.': 'The supervisor was not found.',
  'Su cuenta fue desactivada por el administrador.': 'Your account was deactivated by the administrator.',
  'Su cuenta fue eliminada por el administrador.': 'Your account was deleted by the administrator.',
  'Su contraseña fue restablecida. Inicie sesión con la nueva.':
    'Your password was reset. Log in with the new one.',
  'Ya se está escribiendo un respaldo. Espere a que termine.':
    'A backup is being written already. Wait until it has finished.',
  'Estamos dando mantenimiento a Acarreo. Volvemos en unos minutos; lo registrado está a salvo.':
    'Acarreo is under maintenance. We will be back in a few minutes; what was recorded is safe.',
}

const operations = (n = ''): string => `${n} ${n === '1' ? 'operation' : 'operations'}`

type Pattern = readonly [RegExp, (...gaps: string[]) => string]

/** Sentences with gaps, tried in this order. */
export const PATTERNS: readonly Pattern[] = [
  [/^a (\d+) km de (.+)$/, (km, place) => `${km} km from ${place}`],
  [
    /^El nombre de usuario debe tener al menos (\d+) caracteres$/,
    (count) => `The username must have at least ${count} characters`,
  ],
  [
    /^El nombre debe tener como máximo (\d+) caracteres$/,
    (count) => `The name must have at most ${count} characters`,
  ],
  [
    /^El nombre de usuario debe tener como máximo (\d+) caracteres$/,
    (n) => `The username must have at most ${n} characters`,
  ],
  [
    /^La contraseña debe tener al menos (\d+) caracteres$/,
    (n) => `The password must have at least ${n} characters`,
  ],
  [
    /^El contenedor (\S+) ya tiene una operación activa\. Revise el número\.$/,
    (number) => `Container ${number} already has an active operation. Check the number.`,
  ],
  [
    /^Has alcanzado el límite de (\d+) operadores\. No puedes crear más\.$/,
    (n) => `You have reached the limit of ${n} operators. You cannot add more.`,
  ],
  [
    /^Su supervisor ya tiene el máximo de (\d+) operadores\.( Pídale que libere un lugar y vuelva a intentarlo\.)?$/,
    (n, more) =>
      `Your supervisor already has the maximum of ${n} operators.${more ? ' Ask them to free a place and try again.' : ''}`,
  ],
  [
    /^(.+) tiene una operación activa \((\S+)\)\.$/,
    (name, number) => `${name} has an active operation (${number}).`,
  ],
  [
    /^(.+) tiene una operación activa \((\S+)\)\. Podrá eliminarlo cuando termine\. Si ya no va a terminarla, cambie su contraseña, entre con su usuario y concluya el viaje\.$/,
    (name, number) =>
      `${name} has an active operation (${number}). You can delete them when it ends. If they will not finish it, change their password, log in as them and end the trip.`,
  ],
  [
    /^(.+) tiene una operación activa \((\S+)\)\. Podrá eliminarlo cuando termine\. Mientras tanto puede desactivarlo\.$/,
    (name, number) =>
      `${name} has an active operation (${number}). You can delete them when it ends. In the meantime you can deactivate them.`,
  ],
  [
    /^Todo está en la base de datos\. Respaldo escrito: (.+)$/,
    (file) => `Everything is in the database. Backup written: ${file}`,
  ],
  [
    /^La memoria va adelante de la base de datos en (\S+) operaci(?:ón|ones): la base fue regresada a un estado anterior\. No se escribió nada ni se hizo respaldo\. Si la base es la correcta, use «Base de datos a memoria»\.$/,
    (n) =>
      `The memory is ahead of the database by ${operations(n)}: the database was put back to an earlier state. Nothing was written and no backup was made. If the database is right, use “Database to memory”.`,
  ],
  [
    /^La memoria y la base de datos coinciden: (\S+) operaci(?:ón|ones) en curso\.$/,
    (n) => `The memory and the database agree: ${operations(n)} under way.`,
  ],
  [
    /^Memoria cargada desde la base de datos: (\S+) operaci(?:ón|ones) en curso\.$/,
    (n) => `Memory loaded from the database: ${operations(n)} under way.`,
  ],
  [
    /^La memoria y la base de datos difieren en (\S+) operaci(?:ón|ones)\.$/,
    (n) => `The memory and the database differ in ${operations(n)}.`,
  ],
]
