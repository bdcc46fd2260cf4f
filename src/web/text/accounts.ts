import { english } from './english.ts'
import type { Words } from './words.ts'

/** Sign-in and registration. The English sentences are the product's own and exact. */
const es = {
  subtitle: 'Sistema de Gestión de Transporte',
  beta: 'Beta',
  loginTab: 'Iniciar Sesión',
  registerTab: 'Registrarse',
  username: 'Usuario',
  password: 'Contraseña',
  confirmPassword: 'Confirmar contraseña',
  displayName: 'Nombre completo',
  email: 'Correo electrónico',
  phone: 'Teléfono (opcional)',
  role: 'Tipo de cuenta',
  roleSupervisor: 'Supervisor',
  roleSupervisorHint: 'Sigue a sus operadores',
  roleOperator: 'Operador',
  roleOperatorHint: 'Conduce y registra viajes',
  acceptTerms: 'Acepto los términos y condiciones',
  termsLink: 'Términos y condiciones',
  readTerms: 'Leer los términos y condiciones',
  forgot: '¿Olvidaste tu contraseña?',
  showPassword: 'Mostrar u ocultar la contraseña',
  loginSubmit: 'Iniciar Sesión',
  loginPending: 'Iniciando sesión...',
  registerSubmit: 'Registrarse',
  registerPending: 'Registrando...',

  usernameRequired: 'Username is required',
  passwordRequired: 'Password is required',
  confirmRequired: 'Please confirm your password',
  passwordsDiffer: 'Las contraseñas no coinciden',
  displayNameRequired: 'El nombre completo es obligatorio',
  emailRequired: 'El correo electrónico es obligatorio para recuperar su contraseña',
  emailInvalid: 'Por favor ingrese un correo electrónico válido',
  phoneInvalid: 'Por favor ingrese un número de teléfono válido',
  termsRequired: 'You must accept the terms and conditions',
  usernameShort: 'El nombre de usuario debe tener al menos 3 caracteres',
  usernameCharacters: 'Use solo letras, números, punto, guion o guion bajo',
  passwordShort: 'La contraseña debe tener al menos 6 caracteres',
  passwordHint: 'Al menos 6 caracteres',

  invitedTitle: 'Invitación de su supervisor',
  invitedBy: (supervisor: string) => `Se registrará como operador de ${supervisor}.`,
  invitationLoading: 'Comprobando la invitación',
  invitationInvalidTitle: 'Esta invitación no es válida o ya venció',
  invitationInvalidHint:
    'Pida a su supervisor un enlace nuevo y ábralo en este teléfono. Si ya tiene cuenta, inicie sesión.',
  invitationFailed: 'No se pudo comprobar la invitación',
  registerWithoutInvitation: 'Registrarme sin invitación',

  registrationClosedTitle: 'El registro está cerrado',
  registrationClosedSupervisor: 'Las cuentas de supervisor las crea el administrador de la plataforma.',
  registrationClosedOperator:
    'Si es operador, pida a su supervisor un enlace de invitación y ábralo en este teléfono.',
  registrationClosedContact: 'Para solicitar una cuenta de supervisor, escriba a',

  loginErrorTitle: 'Error al iniciar sesión',
  registerErrorTitle: 'Error al registrarse',
  invalidCredentials: 'Credenciales inválidas',
  authFailure: 'Error de autenticación',
  registerFailure: 'Error al registrar usuario',
  noConnection: 'No hay conexión con el servidor. Revise su red e inténtelo de nuevo.',
  usernameTaken: 'El nombre de usuario ya existe',
  takenTitle: 'Nombre de usuario ya existente',
  takenHint: 'Por favor, intente con otro nombre de usuario',
  takenSuggestions: 'Nombres disponibles:',

  deactivatedTitle: 'Cuenta Desactivada',
  deactivatedDefault:
    'Su perfil ha sido desactivado. Contacte con soporte para reactivarlo; sus datos se conservan durante 30 días.',
  deactivatedMistake: 'Si cree que esto es un error, contacte con el administrador.',
  supportLabel: 'Soporte:',
  understood: 'Entendido',

  loginDone: 'Login successful',
  welcomeBack: (name: string) => `Welcome back, ${name}`,
  loginFailed: 'Login failed',
  registerDone: 'Registration successful',
  welcome: (name: string) => `Welcome, ${name}`,
  registerFailed: 'Registration failed',
  logoutDone: 'Logged out',
  logoutFailed: 'Logout failed',
  logoutFailure: 'Error al cerrar sesión',
  userLoadFailed: 'No se pudo comprobar su sesión',
} as const

export type AccountsWords = Words<typeof es>
export const accountsText: AccountsWords = english?.accounts ?? es
