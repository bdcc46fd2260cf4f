import type { MessageCode, MessageParams, MessageWords } from '#contract/http/messages'

const operations = (n: number): string =>
  `${n.toLocaleString('es-MX')} ${n === 1 ? 'operación' : 'operaciones'}`

type Recorded = MessageParams['record_whole']

const recorded = ({ operations: n, events, corrections }: Recorded): string =>
  `${operations(n)}, ${events.toLocaleString('es-MX')} eventos, ${corrections.toLocaleString('es-MX')} correcciones`

const recordAt = (position: number): string => (position === 0 ? 'la operación' : `el registro ${position}`)

const minutesText = (n: number): string => `${n} ${n === 1 ? 'minuto' : 'minutos'}`

/** The Spanish sentence for each code. What the specification quotes is exact. */
const SPANISH: MessageWords = {
  // Whole answers
  unauthorized: 'No autorizado',
  operators_only: 'Esta función es para operadores.',
  supervisors_only: 'Esta función es para supervisores.',
  own_operations_only: 'Solo puede iniciar operaciones propias.',
  own_steps_only: 'Solo puede registrar pasos de su propia operación.',
  premium_required: 'Función premium no disponible',
  foreign_origin: 'La solicitud viene de otro sitio y fue rechazada.',
  rate_limited: 'Demasiados intentos. Espere un momento y vuelva a intentarlo.',
  turn_wait: 'Ya hay varias consultas como esta en curso. Espere unos segundos y vuelva a intentarlo.',
  download_wait:
    'Ya se está descargando otro archivo con esta cuenta. Espere a que termine y vuelva a intentarlo.',
  login_wait: ({ minutes }) =>
    `Demasiados intentos fallidos. Espere ${minutesText(minutes)} y vuelva a intentarlo.`,
  login_wait_unknown_device: ({ minutes }) =>
    `Demasiados intentos fallidos con este usuario desde dispositivos desconocidos. Espere ${minutesText(minutes)}, o entre desde un teléfono o equipo con el que ya haya entrado.`,
  data_invalid: 'Datos no válidos',
  request_invalid: 'La solicitud no es válida.',
  too_large: 'Los datos enviados son demasiado grandes.',
  json_expected: 'Se espera un cuerpo JSON.',
  json_invalid: 'El cuerpo de la solicitud no es JSON válido.',
  not_found: 'No se encontró lo que busca.',
  operation_not_found: 'No se encontró la operación.',
  operator_not_found: 'No se encontró el operador.',
  supervisor_not_found: 'No se encontró el supervisor.',
  user_not_found: 'No se encontró el usuario.',
  report_not_found: 'No se encontró el reporte.',
  container_not_found: 'No se encontró información para este contenedor',
  invitation_not_found: 'La invitación no es válida o ya venció. Pida a su supervisor un enlace nuevo.',
  link_not_found: 'No se encontró el enlace.',
  alert_not_found: 'No se encontró el aviso.',
  alert_rule_not_found: 'No se encontró la regla.',
  contract_not_found: 'No se encontró el acuerdo.',
  evidence_not_found: 'No se encontró el expediente.',
  database_silent: 'La base de datos no responde.',
  thread_blocked: ({ seconds }) =>
    `El servidor acaba de estar ocupado ${seconds} segundos sin atender a nadie.`,
  unavailable: 'El servicio no está disponible por el momento. Intente de nuevo.',
  disk_full:
    'El disco del servidor está lleno y no se pudo guardar. Avise al administrador; los pasos quedan en el teléfono y se envían solos.',
  busy: 'Hay muchas solicitudes en este momento. Espere unos segundos y vuelva a intentarlo.',
  internal: 'Ocurrió un error en el servidor. Intente de nuevo.',
  maintenance: 'Estamos dando mantenimiento a Acarreo. Volvemos en unos minutos; lo registrado está a salvo.',

  // Accounts
  invalid_credentials: 'Credenciales inválidas',
  invalid_admin_key: 'Clave de administrador incorrecta',
  account_deactivated:
    'Su perfil fue desactivado. Contacte con soporte; sus datos se conservan durante 30 días.',
  registration_closed: 'El registro está cerrado.',
  registration_closed_ways:
    'El registro está cerrado. Si es operador, pida a su supervisor un enlace de invitación; si es supervisor, pida su cuenta al administrador.',
  username_taken: 'El nombre de usuario ya existe',
  username_try_another: 'Por favor, intente con otro nombre de usuario',
  reset_token_invalid: 'El token no es válido o ha expirado. Solicita uno nuevo.',
  reset_requested: 'Si existe una cuenta con esos datos, recibirá un correo con instrucciones.',
  reset_sent: ({ email, minutes }) =>
    `Enviamos un enlace a ${email}. Es válido durante ${minutes} minutos y sirve una sola vez.`,
  account_without_email:
    'Esta cuenta no tiene correo. A un operador su supervisor le asigna otra contraseña; un supervisor agrega su correo en «Mi cuenta».',
  account_is_deactivated: 'Esta cuenta está desactivada: actívela antes de enviar el enlace.',
  mail_not_sent:
    'El servidor de correo no aceptó el mensaje. El motivo está en el registro del servidor; después inténtelo de nuevo.',
  password_reset: 'Su contraseña fue restablecida. Inicie sesión con la nueva.',
  email_token_invalid: 'El enlace no es válido o ha expirado. Pida uno nuevo en «Mi cuenta».',
  email_confirmed: 'Su correo quedó confirmado.',
  email_confirmation_sent: 'Le enviamos un correo con un enlace. Ábralo para confirmar su dirección.',
  own_password_changed: 'Su contraseña fue cambiada. Las demás sesiones se cerraron.',
  current_password_wrong: 'La contraseña actual no es correcta',
  password_unchanged: 'Elija una contraseña distinta de la actual',
  second_factor_missing: 'Antes de seguir active la verificación en dos pasos: vuelva a abrir la página.',
  own_password_required: 'Antes de seguir elija su propia contraseña: vuelva a abrir la página.',
  proof_required: 'Por seguridad, escriba otra vez su contraseña.',
  admin_proof_required: 'Por seguridad, escriba otra vez la clave de administrador.',
  proof_given: 'Contraseña comprobada.',
  admin_proof_given: 'Clave comprobada.',
  second_factor_required:
    'Escriba el código de 6 dígitos de su aplicación de autenticación, o un código de recuperación.',
  second_factor_wrong:
    'El código no es correcto o ya se usó. Escriba el que muestra ahora su aplicación de autenticación.',
  second_factor_off: 'La verificación en dos pasos no está activada.',
  second_factor_is_on: 'La verificación en dos pasos ya está activada.',
  second_factor_switched_off: 'La verificación en dos pasos quedó desactivada.',
  sessions_ended: 'Las demás sesiones se cerraron.',
  session_not_found: 'Esa sesión ya no está abierta.',
  ended_by_owner: 'Esta sesión se cerró desde otro dispositivo.',
  mailbox_share_spent:
    'Ya enviamos varios correos a esa dirección. Busque el enlace en ellos, o espere una hora.',
  password_changed: 'Su contraseña fue cambiada. Inicie sesión con la nueva.',
  logged_out: 'Sesión cerrada',
  deactivated_by_administrator: 'Su cuenta fue desactivada por el administrador.',
  deleted_by_administrator: 'Su cuenta fue eliminada por el administrador.',
  deleted_by_supervisor: 'Su cuenta fue eliminada por su supervisor.',
  supervisor_protected: 'El supervisor 1 no se puede eliminar.',
  operator_features_to_come: 'Las funciones para operadores estarán disponibles próximamente.',
  operator_limit: ({ limit }) => `Has alcanzado el límite de ${limit} operadores. No puedes crear más.`,
  operator_limit_of_inviter: ({ limit }) => `Su supervisor ya tiene el máximo de ${limit} operadores.`,
  operator_limit_of_inviter_way_out: ({ limit }) =>
    `Su supervisor ya tiene el máximo de ${limit} operadores. Pídale que libere un lugar y vuelva a intentarlo.`,
  operator_active: ({ displayName, containerNumber }) =>
    `${displayName} tiene una operación activa (${containerNumber}).`,
  operator_active_to_supervisor: ({ displayName, containerNumber }) =>
    `${displayName} tiene una operación activa (${containerNumber}). Podrá eliminarlo cuando termine. Si ya no va a terminarla, anúlela con «Corregir».`,
  operator_active_to_administrator: ({ displayName, containerNumber }) =>
    `${displayName} tiene una operación activa (${containerNumber}). Podrá eliminarlo cuando termine. Mientras tanto puede desactivarlo.`,
  passkey_not_accepted:
    'Esa llave de acceso no abre ninguna cuenta. Entre con su contraseña, y bórrela de este dispositivo si ya la quitó.',
  passkey_invalid: 'No se pudo comprobar la llave de acceso. Inténtelo de nuevo.',
  passkey_known: 'Esa llave de acceso ya está registrada.',
  passkey_limit: ({ limit }) => `Ya tiene ${limit} llaves de acceso. Quite una que no use.`,
  passkey_not_found: 'Esa llave de acceso ya no existe.',
  passkey_name_required: 'Escriba un nombre para la llave',
  passkeys_unavailable:
    'En esta dirección no se pueden usar llaves de acceso. Abra Acarreo por su dirección https.',

  // Operations
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

  // Links
  link_ended: 'Este enlace ya venció o fue anulado. Cree otro en «Enlaces».',
  alert_rule_limit: ({ limit }) => `Puede tener ${limit} reglas. Quite una antes de agregar otra.`,
  alert_parameter: 'El valor está fuera de lo que esta regla permite.',
  alert_rule_standard: 'Esta regla no se puede quitar; puede apagarla.',
  push_limit: ({ limit }) =>
    `Ya hay ${limit} navegadores con notificaciones. Desactívelas en uno que ya no use.`,
  push_host: 'Este navegador usa un servicio de notificaciones que no se conoce.',
  link_limit: ({ limit }) => `Ya hay ${limit} enlaces, con los vencidos y anulados. No se pueden crear más.`,
  link_name_required: 'Escriba para quién es el enlace',
  link_name_too_long: ({ max }) => `El nombre debe tener como máximo ${max} caracteres`,
  link_days_invalid: 'Elija cuántos días vale el enlace, de 1 a 365',

  contract_overlaps:
    'Otro acuerdo con el mismo cliente, lugar y tipo vale en alguno de esos días. Termínelo antes o cambie las fechas.',
  contract_limit: ({ limit }) => `Ya tiene ${limit} acuerdos. Cambie uno que ya no use.`,
  contract_name_required: 'Escriba un nombre para el acuerdo',
  contract_name_too_long: ({ max }) => `El nombre debe tener como máximo ${max} caracteres`,
  contract_minutes: 'Escriba minutos enteros; los bloques son de al menos uno',
  contract_rate: 'Escriba la tarifa en pesos por hora, sin signo',
  contract_steps: 'Los escalones de la tarifa deben subir, y el último no lleva límite',
  contract_pause: 'Escriba la hora como 14:00',
  quiet_hours_same: 'Las horas de silencio no pueden empezar y terminar a la misma hora',
  contract_pauses_day:
    'Las pausas cubren el día entero y no quedaría nada que contar. Deje libre alguna hora',
  contract_day: 'Elija un día',
  contract_days: 'El último día no puede ser anterior al primero',
  contract_tax: 'Escriba el IVA en por ciento, de 0 a 100',
  evidence_outdated: 'Hay una versión más nueva de este expediente. Ábralo otra vez y envíe esa.',
  evidence_mails: 'Ya se enviaron muchos correos hoy. Mande el enlace por WhatsApp o inténtelo mañana.',
  evidence_not_mailed:
    'El servidor de correo no aceptó el mensaje. Revise la dirección o mande el enlace por WhatsApp.',
  email_unproven: 'Confirme primero su propio correo en «Mi cuenta»: el mensaje dice quién lo envía.',
  settlement_note: 'Escriba una nota: qué se disputa, cómo se resolvió o por qué se condona.',
  settlement_open: 'Una de las visitas sigue en curso. Se puede cobrar cuando termina.',
  evidence_open: 'La operación sigue en curso. Su expediente se emite cuando termina.',

  // Places
  place_not_found: 'No se encontró el lugar.',
  client_not_found: 'No se encontró el cliente.',
  place_name_taken: ({ name }) => `Ya hay un lugar que se llama «${name}»`,
  place_limit: ({ limit }) => `Ya tiene ${limit} lugares. Retire uno que no use.`,
  client_limit: ({ limit }) => `Ya tiene ${limit} clientes.`,
  place_name_required: 'Escriba un nombre',
  place_name_too_long: ({ max }) => `El nombre debe tener como máximo ${max} caracteres`,
  place_kind: 'Elija qué es: parque, puerto, patio o cliente',
  place_or_client_required: 'Elija un lugar o un cliente',
  place_radius: 'El radio va de 20 a 20,000 metros',
  place_vertices: 'El polígono lleva de 3 a 500 puntos distintos',
  place_too_large: 'El lugar mide más de 40 kilómetros',
  place_free_minutes: 'El tiempo libre va de 0 a 43,200 minutos (30 días)',
  place_facility: 'Escriba un UN/LOCODE (MXZLO) o un código BIC de instalación (MXZLOABCD)',
  time_zone_unknown: 'No es una zona horaria conocida',
  geojson_collection: 'El archivo no es un GeoJSON con una lista de lugares (FeatureCollection)',
  geojson_feature: 'No es un lugar (Feature) con propiedades y geometría',
  geojson_geometry: 'La geometría debe ser un punto con radio o un polígono sin huecos',
  geojson_ring: 'El anillo del polígono no cierra en su primer punto',
  geojson_radius: 'Al punto le falta la propiedad «radius», en metros',
  geojson_same_name: ({ name }) => `El archivo tiene dos lugares que se llaman «${name}»`,

  // Memory of the server
  backup_running: 'Ya se está escribiendo un respaldo. Espere a que termine.',
  backup_written: ({ file }) => `Todo está en la base de datos. Respaldo escrito: ${file}`,
  memory_ahead: ({ count }) =>
    `La memoria va adelante de la base de datos en ${operations(count)}: la base fue regresada a un estado anterior. No se escribió nada ni se hizo respaldo. Si la base es la correcta, use «Base de datos a memoria».`,
  memory_loaded: ({ count }) => `Memoria cargada desde la base de datos: ${operations(count)} en curso.`,
  memory_equal: ({ count }) => `La memoria y la base de datos coinciden: ${operations(count)} en curso.`,
  memory_differs: ({ count }) => `La memoria y la base de datos difieren en ${operations(count)}.`,
  record_whole: (counts) => `Registro íntegro: ${recorded(counts)}.`,
  record_whole_so_far: (counts) =>
    `Registro íntegro hasta donde alcanzó el tiempo: ${recorded(counts)}. Completo: npm run verify.`,
  record_numbers: ({ supervisor, records, counter }) =>
    `Registro alterado: los números del supervisor ${supervisor} no van seguidos (${records} registros, contador ${counter}).`,
  record_altered: ({ container, position }) =>
    `Registro alterado: ${container}, ${recordAt(position)} no es lo que se reportó.`,
  record_gap: ({ container, position }) =>
    `Registro alterado: ${container}, falta algo antes de ${recordAt(position)}.`,
  record_foreign: ({ container, position }) =>
    `Registro alterado: ${container}, ${recordAt(position)} es de otra operación.`,
  record_uncorrected: ({ container, position }) =>
    `Registro alterado: ${container}, ${recordAt(position)} no es lo que dicen sus correcciones.`,
  record_duration: ({ container, position }) =>
    `Registro alterado: ${container}, la duración del registro ${position} no es la de sus horas.`,
  audit_whole: ({ lines }) => `Bitácora íntegra: ${lines.toLocaleString('es-MX')} renglones.`,
  audit_whole_so_far: ({ lines }) =>
    `Bitácora íntegra hasta donde alcanzó el tiempo: ${lines.toLocaleString('es-MX')} renglones. Completa: npm run verify.`,
  audit_altered: ({ chain, line }) =>
    line === 0
      ? `Bitácora alterada: faltan los renglones más recientes de la cadena «${chain}».`
      : `Bitácora alterada: el renglón ${line} de la cadena «${chain}» no es el que sigue.`,
  record_state: ({ container }) => `Registro alterado: ${container} no está como dicen sus registros.`,
  record_renumbered: ({ container, position }) =>
    `Registro alterado: ${container}, ${recordAt(position)} lleva otro número de contenedor.`,
  removal_altered: ({ account }) =>
    `Registro alterado: lo que quedó de la cuenta eliminada ${account} no es lo que se escribió, o falta algo antes.`,
  removal_untold: ({ account }) =>
    `Registro alterado: la bitácora no dice quién eliminó la cuenta ${account}.`,
  removal_undone: ({ account }) => `Registro alterado: la cuenta ${account} fue eliminada y está de nuevo.`,
  removal_unmarked: ({ account }) =>
    `Registro alterado: la bitácora dice que se eliminó la cuenta ${account}, y no quedó constancia.`,
  pack_altered: ({ subject, version }) =>
    `Expediente alterado: ${subject}, versión ${version}, no es lo que se emitió.`,
  pack_gap: ({ subject, version }) =>
    `Expediente faltante: ${subject}, falta una versión antes de la ${version}.`,
  pack_unfounded: ({ subject, version }) =>
    `Registro alterado: el expediente ${subject}, versión ${version}, cita lo que ya no está en el registro.`,
  pack_missing: ({ subject, version }) =>
    `Expediente faltante: ${subject}, versión ${version}, se emitió y ya no está.`,

  // Fields of a request
  value_invalid: 'El valor no es válido',
  text_invalid: 'El texto lleva caracteres que no se ven. Bórrelo y escríbalo de nuevo',
  filter_too_long: 'Demasiados valores en un filtro',
  period_invalid: 'El periodo no es válido',
  instant_range: 'La fecha debe estar entre los años 2000 y 2100',
  month_expected: 'Se espera un mes yyyy-MM',
  event_type_unknown: 'Tipo de evento desconocido',
  instant_expected: 'Se espera una fecha ISO 8601 con zona horaria',
  uuid_expected: 'Se espera un UUID',
  cursor_invalid: 'El cursor no es válido',
  setting_unknown: 'Ese ajuste no existe',
  container_required: 'Container ID is required',
  container_format: 'Container ID must be in format AAAA1234567',
  username_required: 'Username is required',
  username_too_short: ({ min }) => `El nombre de usuario debe tener al menos ${min} caracteres`,
  username_too_long: ({ max }) => `El nombre de usuario debe tener como máximo ${max} caracteres`,
  username_characters: 'Use solo letras, números, punto, guion o guion bajo',
  username_unclear: 'Use al menos una letra o un número, y letras de un solo alfabeto',
  display_name_required: 'El nombre completo es obligatorio',
  display_name_too_long: ({ max }) => `El nombre debe tener como máximo ${max} caracteres`,
  display_name_characters: 'El nombre no puede llevar saltos de línea ni caracteres que no se ven',
  email_required: 'El correo electrónico es obligatorio para recuperar su contraseña',
  email_invalid: 'Por favor ingrese un correo electrónico válido',
  phone_invalid: 'Por favor ingrese un número de teléfono válido',
  password_required: 'Password is required',
  password_too_short: ({ min }) => `La contraseña debe tener al menos ${min} caracteres`,
  password_repeats: 'Esa contraseña repite casi los mismos caracteres. Use al menos cuatro distintos.',
  password_has_username: 'Esa contraseña es casi su nombre de usuario. Elija otra.',
  password_common:
    'Esa contraseña es de las más usadas y se adivina enseguida. Elija otra: por ejemplo, tres palabras que solo usted junte.',
  password_too_long: 'La contraseña es demasiado larga',
  terms_required: 'You must accept the terms and conditions',
  admin_key_required: 'La clave de administrador es obligatoria',
  name_and_phone_or_password: 'Indique el nombre completo y el teléfono, o solo una contraseña nueva',
  reset_identity_required: 'Debe proporcionar al menos un nombre de usuario o correo electrónico',
}

/** A message as it travels: the sentence, its code, and what fills its gaps. */
export interface Said {
  message: string
  messageCode: MessageCode
  params?: Record<string, string | number>
}

/** What `code` says to people, in Spanish. */
export function say<Code extends MessageCode>(
  code: Code,
  ...[params]: MessageParams[Code] extends null ? [] : [params: MessageParams[Code]]
): Said {
  return sayCoded(code, params ?? {})
}

export const isMessageCode = (code: string): code is MessageCode => Object.hasOwn(SPANISH, code)

/** The same where the code is known at run time only. `params` may hold more than the sentence has gaps. */
export function sayCoded(code: MessageCode, params: object): Said {
  const words = SPANISH[code] as string | ((params: object) => string)
  if (typeof words === 'string') return { message: words, messageCode: code }
  return { message: words(params), messageCode: code, params: { ...params } }
}
