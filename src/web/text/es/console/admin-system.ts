/** Tab 'Sistema' of the administrator's console, without the audit log. */
export const adminSystem = {
  heading: 'Sistema',
  loadFailed: 'No se pudieron cargar los datos',
  version: 'Versión',
  defaultVersion: '1.0.0',
  maintenance: 'Modo de mantenimiento',
  maintenanceOn: 'Activo: nadie más que usted puede usar el sistema.',
  maintenanceOff: 'Inactivo: todos pueden usar el sistema.',
  maintenanceTitle: 'Activar el modo de mantenimiento',
  maintenanceQuestion: 'Todos los supervisores, operadores y visitantes verán la página de mantenimiento.',
  maintenanceCount: (supervisors: number, operators: number) =>
    `Hoy son ${supervisors} ${supervisors === 1 ? 'supervisor' : 'supervisores'} y ${operators} ${operators === 1 ? 'operador' : 'operadores'} con acceso, y quien siga un contenedor.`,
  maintenanceNote:
    'Los teléfonos guardan lo que registren los operadores y lo entregan al terminar. Todo vuelve solo al desactivarlo.',
  maintenanceConfirm: 'Activar',

  sync: 'Sincronización de datos',
  syncHint:
    'La base de datos es la verdad; la memoria solo guarda las operaciones activas para responder rápido.',
  actions: {
    backup: {
      label: 'Memoria a base de datos',
      hint: 'Guarda lo que falte y escribe un respaldo completo.',
      failed: 'Error de respaldo',
    },
    load: {
      label: 'Base de datos a memoria',
      hint: 'Vuelve a leer las operaciones activas.',
      failed: 'Error de carga',
    },
    verify: {
      label: 'Verificar memoria',
      hint: 'Compara las dos, fila por fila, y el registro con sus cadenas.',
      failed: 'Error de verificación',
    },
  },
  working: 'Trabajando...',
  resultOf: (label: string) => `Resultado: ${label}`,
  users: 'Usuarios',
  containers: 'Operaciones',
  events: 'Eventos',
  board: 'Activas en memoria',
  backupFile: 'Respaldo',
  container: 'Contenedor',
  difference: 'Diferencia',
  inMemory: 'En memoria',
  inDatabase: 'En base de datos',
  kinds: {
    only_in_memory: 'Solo en memoria',
    only_in_database: 'Solo en base de datos',
    different: 'Distinta',
  },
  versionOf: (version: number) => (version === 1 ? '1 evento' : `${version} eventos`),
  missing: 'No está',
} as const
