import type { MessageWords } from '#contract/http/messages'

/** Who somebody is, how they sign in, and what their account may do. */
export const ACCOUNTS = {
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
    `El enlace va en camino a ${email}. Es válido durante ${minutes} minutos y sirve una sola vez. En «Sistema», «Correos» se ve si ya salió.`,
  account_without_email:
    'Esta cuenta no tiene correo. A un operador su supervisor le asigna otra contraseña; un supervisor agrega su correo en «Mi cuenta».',
  account_is_deactivated: 'Esta cuenta está desactivada: actívela antes de enviar el enlace.',
  mail_not_found: 'No se encontró el correo. La lista guarda treinta días.',
  mail_ended: 'Ese correo ya salió, o lo que dice ya no vale. Quien lo espera puede pedir otro.',
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
} satisfies Partial<MessageWords>
