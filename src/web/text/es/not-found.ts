export const notFound = {
  title: 'Page Not Found',
  hint: 'La dirección no existe o cambió. Revise el enlace o vuelva al inicio.',
  home: 'Volver al Inicio',
} as const
