/** Tab 'Usuarios' of the administrator's console. */
export const adminUsers = {
  heading: 'Usuarios',
  loading: 'Cargando los usuarios',
  loadFailed: 'No se pudieron cargar los usuarios',
  search: 'Buscar usuarios',
  searchHint: 'Usuario, nombre o ID',
  refresh: 'Actualizar',
  newSupervisor: 'Nuevo Supervisor',

  supervisors: 'Supervisores',
  operators: 'Operadores',
  noSupervisors: 'No se encontraron supervisores.',
  noOperators: 'No se encontraron operadores.',
  sortBy: (column: string) => `Ordenar por ${column}`,

  id: 'ID',
  username: 'Usuario',
  displayName: 'Nombre',
  state: 'Estado',
  operatorCount: 'Operadores',
  premium: 'Premium',
  supervisor: 'Supervisor',
  none: 'N/A',
  actions: 'Acciones',
  count: (active: number, limit: number) => `${active} / ${limit}`,
  countHint: 'Operadores activos / límite',

  range: (first: number, last: number, all: number) => `${first}–${last} de ${all}`,
  pages: (table: string) => `Páginas de ${table}`,
  previous: 'Página anterior',
  next: 'Página siguiente',

  premiumOf: (name: string) => `Premium de ${name}`,
  premiumFailed: 'No se pudieron actualizar las funciones premium',
  differs: 'El servidor respondió con otro valor',
  differsHint: (names: string) => `Se muestra lo que el servidor guardó: ${names}.`,

  activate: 'Activar',
  deactivate: 'Desactivar',
  permissions: 'Permisos',
  remove: 'Eliminar',
  activateOf: (name: string) => `Activar a ${name}`,
  deactivateOf: (name: string) => `Desactivar a ${name}`,
  permissionsOf: (name: string) => `Permisos de ${name}`,
  removeOf: (name: string) => `Eliminar a ${name}`,
  role: { supervisor: 'Supervisor', operator: 'Operador' },

  activateTitle: 'Activar usuario',
  deactivateTitle: 'Desactivar usuario',
  activateNote: 'Podrá volver a iniciar sesión de inmediato.',
  deactivateNote:
    'No podrá iniciar sesión. Sus sesiones abiertas y su conexión en vivo terminan de inmediato. Sus datos se conservan.',
  statusFailed: 'No se pudo actualizar el estado',
  activated: 'Usuario activado',
  deactivated: 'Usuario desactivado',

  removeSupervisorTitle: 'Eliminar supervisor',
  removeOperatorTitle: 'Eliminar Operador',
  removeSupervisorNote: (operators: number) =>
    operators === 0
      ? 'Se borran para siempre su cuenta, sus operaciones, sus eventos y sus reportes.'
      : `Se borran para siempre su cuenta, sus operadores (${operators}), y todas sus operaciones, eventos y reportes.`,
  archiveNote: 'Antes se guarda un archivo con todo lo que se borra.',
  keyAgain: 'Clave de Administrador',
  keyAgainHint: 'Eliminar no se puede deshacer: por seguridad, escríbala otra vez.',
  removeOperatorNote:
    'Su cuenta se borra para siempre y sus sesiones terminan. Sus operaciones y sus eventos se conservan.',
  typeName: (username: string) => `Para confirmar, escriba el usuario: ${username}`,
  removing: 'Eliminando...',
  removeSupervisorFailed: 'No se pudo eliminar al supervisor. Intente nuevamente.',
  removeOperatorFailed: 'No se pudo eliminar al operador. Intente nuevamente.',
  removedTitle: 'Supervisor eliminado',
  removedOperator: 'Operador eliminado',
  removedName: (name: string, username: string) => `${name} (${username}) ya no existe.`,
  archive: 'Archivo guardado',
  removedOperators: 'Operadores',
  removedContainers: 'Operaciones',
  removedEvents: 'Eventos',
  removedReports: 'Reportes',

  resetTitle: 'Contraseña',
  resetHint:
    'Envía a su correo un enlace para elegir una contraseña nueva. Mientras no lo use, la actual sigue valiendo.',
  resetSend: 'Enviar restablecimiento',

  createTitle: 'Nuevo Supervisor',
  askOwnHint: 'El supervisor elige la suya antes de empezar: así nadie más actúa en su nombre.',
  create: 'Crear supervisor',
  creating: 'Creando...',
  created: 'Supervisor creado',
  createdHint: (name: string) => `${name} ya puede iniciar sesión, con 30 días de prueba premium.`,
  createFailed: 'No se pudo crear el supervisor. Verifique los datos e intente nuevamente.',
} as const
