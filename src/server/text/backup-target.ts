// Lines about the copies of backups off the machine, for who runs the product.

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no hay espacio. Libere espacio ahí o baje BACKUP_KEEP',
  EDQUOT: 'se alcanzó la cuota. Libere espacio ahí o baje BACKUP_KEEP',
  QuotaExceeded: 'se alcanzó la cuota. Libere espacio ahí o baje BACKUP_KEEP',
  XMinioStorageFull: 'no hay espacio. Libere espacio ahí o baje BACKUP_KEEP',
  ENOENT: 'la carpeta no existe. ¿Está montada?',
  ENOTDIR: 'no es una carpeta. Corrija BACKUP_TARGET',
  EACCES: 'esta cuenta no puede escribir ahí. Dele permiso a la cuenta del servicio',
  EPERM: 'esta cuenta no puede escribir ahí. Dele permiso a la cuenta del servicio',
  EROFS: 'está montada solo para leer',
  AccessDenied: 'las credenciales no permiten listar, leer, escribir o borrar ahí. Amplíe su política',
  InvalidAccessKeyId: 'no se conoce AWS_ACCESS_KEY_ID. Corríjala',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY no es la de AWS_ACCESS_KEY_ID. Corríjala',
  ExpiredToken: 'AWS_SESSION_TOKEN venció',
  CredentialsProviderError: 'faltan AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY',
  NoSuchKey: 'no existe ahí',
  NoSuchBucket: 'el bucket no existe. Corrija BACKUP_TARGET o AWS_ENDPOINT_URL',
  PermanentRedirect: 'el bucket está en otra región. Corrija AWS_REGION',
  ECONNREFUSED: 'nadie contesta. Revise AWS_ENDPOINT_URL y el servicio',
  ENOTFOUND: 'no se encuentra el servidor. Revise AWS_ENDPOINT_URL, AWS_REGION y el DNS',
  TimeoutError: 'no contesta a tiempo. Revise la red',
}

/** `code`: of the system or the service. */
export const reasonOf = (code: string, message: string): string => {
  const known = REASONS[code]
  return known === undefined ? `${message.split('\n', 1)[0]} (${code})` : `${known} (${code})`
}

export const copyDiffers = 'lo que se leyó de vuelta no es lo que se escribió'

export const notCopied = (target: string, cause: string): string =>
  `Respaldo no copiado a ${target}: ${cause}.`

export const notPruned = (target: string, cause: string): string =>
  `No se quitaron copias antiguas de ${target}: ${cause}.`

export const notDownloaded = (url: string, cause: string): string => `No se pudo traer ${url}: ${cause}.`
