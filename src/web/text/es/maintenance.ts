/** What everybody but the administrator sees while the product is being maintained. */
export const maintenance = {
  title: 'Estamos dando mantenimiento',
  lead: 'Acarreo vuelve en unos minutos. Esta página regresa sola a donde usted estaba; lo que haya escrito sigue ahí.',
  driversTitle: 'Si está en un viaje',
  drivers:
    'Siga su ruta. Los pasos que ya registró están guardados, y los que su teléfono tenga pendientes se envían solos en cuanto termine el mantenimiento.',
  retry: 'Reintentar',
  checking: 'Comprobando...',
  stillOn: 'Todavía estamos trabajando en ello.',
} as const
