/** Sentences that several screens share. */
export const commonText = {
  appName: 'Acarreo',
  loading: 'Cargando',
  retry: 'Reintentar',
  noConnection: 'Sin conexión con el servidor. Revise su red e inténtelo de nuevo.',
  reload: 'Recargar la página',
  cancel: 'Cancelar',
  online: 'Online',
  offline: 'Offline',
  onlineHint: 'Conectado en tiempo real',
  offlineHint: 'Sin conexión en tiempo real',
  logout: 'Logout',
  renderFailureTitle: 'No se pudo mostrar la página',
  renderFailureHint: 'Sus datos están guardados. Recargue la página para continuar.',
} as const
