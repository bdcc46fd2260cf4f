/** Sentences that several screens share. */
export const common = {
  /** As `Intl` takes it. */
  locale: 'es-MX',
  appName: 'Acarreo',
  loading: 'Cargando',
  retry: 'Reintentar',
  noConnection: 'Sin conexión con el servidor. Revise su red e inténtelo de nuevo.',
  serverAway: 'Sin conexión con el servidor',
  reload: 'Recargar la página',
  updateOffered: 'Hay una versión nueva de Acarreo.',
  updateAccept: 'Actualizar ahora',
  online: 'Online',
  offline: 'Offline',
  onlineHint: 'Conectado en tiempo real',
  offlineHint: 'Sin conexión en tiempo real',
  logout: 'Logout',
  momentAgo: 'hace un momento',
  minutesAgo: (minutes: number) => `hace ${minutes} min`,
  hoursAgo: (hours: number) => `hace ${hours} h`,
  closeToast: 'Cerrar aviso',
  renderFailureTitle: 'No se pudo mostrar la página',
  renderFailureHint: 'Sus datos están guardados. Recargue la página para continuar.',
} as const
