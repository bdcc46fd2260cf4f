export const live = {
  serverError: 'WebSocket Error',
  trouble: {
    no_url: {
      title: 'Error de Conexión WebSocket',
      description: 'No se pudo formar la dirección de la conexión en vivo. Recargue la página.',
    },
    no_socket: {
      title: 'Error de Conexión',
      description: 'No se pudo abrir la conexión en vivo. Se volverá a intentar.',
    },
  },
  sessionEnded: 'Sesión terminada',
}
