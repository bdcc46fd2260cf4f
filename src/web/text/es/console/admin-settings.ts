import type { Feature } from '#domain/account/entitlements'
import type { SecondFactorMode } from '#domain/account/owed'
import type { RegistrationMode } from '#domain/account/registration'
import type { TrackingVisibility } from '#domain/container/tracking-visibility'

/** Tab 'Configuración' of the administrator's console. */
export const adminSettings = {
  global: 'Configuración global',
  loading: 'Cargando la configuración',
  loadFailed: 'No se pudo cargar la configuración',
  saveFailed: 'No se pudo actualizar la configuración',
  saved: 'Configuración actualizada',
  limit: 'Límite de operadores',
  limitHint: 'Vale para los supervisores que no tienen un límite propio.',
  limitOption: (limit: string) => `${limit} operadores`,
  tracking: 'Seguimiento público por número de contenedor',
  trackingHint:
    'Cualquiera puede leer el número en la caja. Un enlace compartido muestra lo que eligió quien lo compartió; esto decide qué se ve sin enlace.',
  /** In this order. */
  trackingChoices: {
    full: {
      label: 'Todo',
      hint: 'También el operador y la posición del camión. Úselo solo si es necesario.',
    },
    status: { label: 'Solo el estado', hint: 'Tipo, estado, pasos y horas; ni operador ni posición.' },
    link: { label: 'Nada sin enlace', hint: 'El número no muestra nada: hace falta el enlace compartido.' },
  } satisfies Record<TrackingVisibility, { label: string; hint: string }>,
  registration: 'Registro de supervisores',
  registrationHint: 'Los operadores invitados con un enlace siempre pueden registrarse.',
  registrationChoices: {
    open: { label: 'Abierto', hint: 'Cualquiera puede crear su cuenta desde la página de inicio.' },
    admin: { label: 'Solo el administrador', hint: 'Los supervisores se crean en la pestaña Usuarios.' },
  } satisfies Record<RegistrationMode, { label: string; hint: string }>,
  idle: 'Cierre de escritorios por inactividad',
  idleHint:
    'Cuando nadie usa el teclado ni el ratón, la página pide entrar de nuevo, con lo escrito intacto. Los datos en vivo no cuentan como uso. No afecta a los operadores.',
  idleChoice: (minutes: string) =>
    minutes === '0' ? 'Nunca' : Number(minutes) < 60 ? `${minutes} minutos` : `${Number(minutes) / 60} h`,
  secondFactor: 'Verificación en dos pasos de los supervisores',
  secondFactorHint: 'Además de la contraseña, un código de su teléfono. No se pide a los operadores.',
  secondFactorChoices: {
    optional: { label: 'Cada quien decide', hint: 'Se activa en «Mi cuenta».' },
    required: {
      label: 'Obligatoria',
      hint: 'Quien no la tenga debe activarla antes de seguir, también en una sesión abierta.',
    },
  } satisfies Record<SecondFactorMode, { label: string; hint: string }>,
  pointer: 'Para cambiar los permisos de una persona, elija «Permisos» en la pestaña Usuarios.',
  toUsers: 'Ir a Usuarios',

  permissionsOf: (name: string) => `Permisos de ${name}`,
  unknownUser: (id: number) => `No existe el usuario #${id}.`,
  unknownUserHint: 'Quizá se eliminó. Vuelva a la lista de usuarios.',
  permissionsLoading: 'Cargando los permisos',
  permissionsFailed: 'No se pudieron cargar los permisos',
  changeFailed: 'No se pudieron actualizar los permisos',
  features: 'Funciones premium',
  featureNames: {
    realTimeInfo: {
      label: 'Operaciones en tiempo real',
      hint: 'El tablero en vivo, el mapa, los lugares y los avisos.',
    },
    kpiVisibility: {
      label: 'Indicadores de rendimiento',
      hint: 'Los indicadores, los reportes, la estadía y los expedientes.',
    },
    operationLogs: { label: 'Logs de operación', hint: 'El historial de eventos y su exportación.' },
    fullScreenEnabled: { label: 'Ver completo', hint: 'La página de seguimiento desde una operación.' },
    linkSharing: { label: 'Compartir enlaces', hint: 'Enlaces de seguimiento para clientes.' },
  } satisfies Record<Feature, { label: string; hint: string }>,
  premiumOn: 'Premium activo',
  premiumOff: 'Sin premium',
  expires: (day: string) => `Vence el ${day}`,
  expired: (day: string) => `Venció el ${day}`,
  noExpiry: 'Sin fecha de vencimiento',
  ownLimit: 'Límite de operadores',
  ownLimitHint: 'Cuántos operadores puede tener este supervisor.',

  soon: 'Próximamente',
  operatorFeatures: 'Funciones del operador',
  operatorFeatureNames: {
    fullScreenEnabled: 'Escáner de documentos',
    linkSharing: 'Monedero para pago de multas',
    realTimeInfo: 'Escáner QR',
    kpiVisibility: 'Indicadores personales',
    operationLogs: 'Historial de viajes',
  } satisfies Record<Feature, string>,
  danger: 'Eliminar la cuenta',
  dangerHint: 'Sus operaciones y sus eventos se conservan en el historial de su supervisor.',
  removeOperator: 'Eliminar Operador',
} as const
