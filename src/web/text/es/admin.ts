import type { Words } from '../words.ts'

/** The administrator's console: its door, its frame, and what its calls fail with. */
export const admin = {
  title: 'Consola Administrativa',
  name: 'Administrador',
  tabs: 'Secciones de la consola',
  usersTab: 'Usuarios',
  metricsTab: 'Métricas',
  settingsTab: 'Configuración',
  systemTab: 'Sistema',

  root: 'Administración',
  trail: 'Dónde está',
  users: 'Usuarios',
  permissions: 'Permisos',
  system: 'Sistema',
  metrics: 'Métricas',
  user: (id: number) => `Usuario #${id}`,

  key: 'Clave de Administrador',
  keyRequired: 'La clave de administrador es obligatoria',
  showKey: 'Mostrar u ocultar la clave',
  enter: 'Acceder al Sistema',
  entering: 'Verificando...',
  loginFailed: 'Error en la autenticación',
  noSession: 'No se pudo establecer la sesión de administrador',
  unknownError: 'Error desconocido',
  sessionEnded: 'Su sesión de administrador terminó. Ingrese la clave para continuar.',
  tryAgainIn: (seconds: number) => `Inténtelo de nuevo en ${seconds} s.`,
  tryAgainNow: 'Ya puede intentarlo de nuevo.',
  backToLogin: 'Ir al inicio de sesión',
  logoutFailed: 'No se pudo cerrar la sesión',

  network: 'Error de red: No se pudo conectar con el servidor',
  timeout: 'Timeout: La solicitud tardó demasiado tiempo',
  notJson: 'Respuesta no válida: No es un JSON',
  http: (status: number, statusText: string) => `Error ${status}: ${statusText}`,
  connectionError: 'Error de conexión',

  cancel: 'Cancelar',
  understood: 'Entendido',
  yes: 'Sí',
  no: 'No',
  active: 'Activo',
  inactive: 'Inactivo',
} as const

export type AdminWords = Words<typeof admin>
