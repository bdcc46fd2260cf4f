/** The dialog of an evidence pack: its files, and the links to it. */
export const evidence = {
  title: (what: string) => `Expediente: ${what}`,
  hint: 'Lo acordado, cada paso con sus horas y la cuenta, con un código que cualquiera puede comprobar.',
  download: { pdf: 'Descargar PDF', csv: 'Descargar CSV' },
  downloaded: 'Expediente descargado',
  failed: 'No se pudo emitir el expediente',
  locked: 'Los expedientes se emiten con la función premium de indicadores.',
  links: 'Enlaces al expediente',
  linksHint:
    'Un enlace abre sin iniciar sesión la versión de hoy, hasta que venza o usted lo anule. Después de una corrección, cree otro.',
  linksLocked: 'Los enlaces se crean con la función premium de compartir enlaces.',
  version: (version: number) => `Abre la versión ${version}`,
  nameHint: 'Solo usted lo ve: la contaduría, el auditor.',
  mail: {
    sent: (at: string) => `Entregado al servidor de correo, ${at}`,
    waiting: (since: string) => `En espera desde ${since}; sale en seguida`,
    retried: (since: string, why: string) => `En espera desde ${since}, se reintenta: ${why}`,
    failed: (why: string) => `No se pudo entregar: ${why}`,
  },
  /** Why a mail was not taken, for who sent it; the console has more. */
  mailCauses: {
    server: 'el servidor de correo no está disponible',
    recipient: 'la dirección no existe o no recibe correos',
    content: 'el servidor de correo no aceptó el mensaje',
    later: 'el servidor pidió intentarlo más tarde',
    other: 'avise al administrador',
  },
} as const
