/** The camera that reads the container number off the box. */
export const camera = {
  title: 'Leer el número',
  hint: 'Acérquese hasta que el número llene el recuadro.',
  refused: 'No hay permiso para usar la cámara. Permítala en los ajustes de este sitio, o escriba el número.',
  no_camera: 'La cámara no se pudo abrir. Ciérrela en otras aplicaciones, o escriba el número.',
  cannot_read: 'Este teléfono no puede leer textos. Escriba el número.',
  nothing_read: 'No se leyó ningún número. Acérquese más y evite el reflejo, o escríbalo.',
  again: 'Intentar de nuevo',
  type: 'Escribirlo',
} as const
