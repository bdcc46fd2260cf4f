/** A line of the start. */
export const sealing = (sealed: number): string =>
  `Registro de antes de las cadenas: ${sealed.toLocaleString('es-MX')} operaciones selladas.`
