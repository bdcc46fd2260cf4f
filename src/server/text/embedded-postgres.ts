import type { Failure, Notice } from '#embedded-postgres/error'

const USE_OWN_DATABASE = 'indique un PostgreSQL propio en DATABASE_URL.'

/** One line for the person at the terminal: what happened and what to do. */
export function failureSentence(failure: Failure): string {
  switch (failure.code) {
    case 'no_account':
      return 'PostgreSQL no funciona como root y no existe la cuenta «nobody»: cree una cuenta «acarreo» o use DATABASE_URL.'
    case 'unnamed_user':
      return `El usuario ${failure.uid} no figura en /etc/passwd y PostgreSQL no arranca sin nombre: regístrelo o use DATABASE_URL.`
    case 'foreign_folder':
      return `La carpeta ${failure.folder} es de otra cuenta: arranque Acarreo con esa cuenta (o como root) o cambie su dueño.`
    case 'unreachable_folder':
      return `La cuenta «${failure.account}», que ejecuta PostgreSQL, no alcanza ${failure.folder}: indique otra carpeta en DATA_DIR.`
    case 'incomplete_folder':
      return `La carpeta ${failure.folder} no contiene una base de datos completa: apártela o indique otra en DATA_DIR.`
    case 'other_version':
      return `Los datos de ${failure.folder} son de PostgreSQL ${failure.found} y este Acarreo trae PostgreSQL ${failure.bundled}: expórtelos con pg_dump ${failure.found} o use DATABASE_URL.`
    case 'unusable_folder':
      return `No fue posible usar la carpeta de datos ${failure.folder}: ${failure.reason}`
    case 'in_use':
      return `Ya hay un Acarreo en marcha${holderWords(failure.holder)} con la carpeta de datos ${failure.folder}: ciérrelo o indique otra en DATA_DIR.`
    case 'still_in_use':
      return `Los procesos ${failure.pids.join(', ')} de PostgreSQL siguen usando ${failure.folder}: deténgalos y vuelva a arrancar.`
    case 'no_glibc':
      return `La base de datos incluida necesita glibc y este sistema (${failure.system}) no la tiene: ${USE_OWN_DATABASE}`
    case 'not_installed':
      return `La base de datos incluida no está instalada para este sistema (${failure.system}): ${USE_OWN_DATABASE}`
    case 'unreachable_programs':
      return `La cuenta «${failure.account}» no alcanza los programas de PostgreSQL ni fue posible copiarlos (${failure.reason}): ${USE_OWN_DATABASE}`
    case 'no_socket_folder':
      return `No fue posible preparar la carpeta del socket de PostgreSQL (${failure.reason}).`
    case 'not_initialised':
      return `No fue posible crear la base de datos (${failure.reason})`
    case 'no_connection':
      return `PostgreSQL no admite la conexión: ${failure.reason}`
    case 'not_started':
      return `PostgreSQL no arrancó (${failure.logFile}): ${failure.reason}`
    case 'not_stopped':
      return `PostgreSQL (proceso ${failure.pid}) no se deja detener.`
  }
}

function holderWords(holder: Extract<Failure, { code: 'in_use' }>['holder']): string {
  if (holder === undefined) return ''
  return 'pid' in holder ? ` (proceso ${holder.pid})` : ` en otra máquina o contenedor (${holder.place})`
}

export function noticeSentence(notice: Notice): string {
  switch (notice.code) {
    case 'first_start':
      return 'Primer arranque: preparando la base de datos…'
    case 'adopted':
      return 'Se retoma la base de datos que dejó en marcha un proceso anterior.'
    case 'waiting':
      return 'PostgreSQL aún no admite conexiones (¿recuperándose de un corte?); seguimos esperando…'
    case 'checking_holder':
      return `La carpeta de datos la usó otra máquina o contenedor (${notice.place}); se comprueba que ya no la usa…`
    case 'restarting':
      return `PostgreSQL se detuvo y se arranca de nuevo, cuantas veces haga falta: ${notice.reason}`
    case 'no_space':
      return `PostgreSQL no puede trabajar porque el disco de ${notice.folder} está lleno (quedan ${Math.floor(notice.free / 2 ** 20)} MB): libere espacio y vuelve a arrancar solo.`
    case 'running_again':
      return 'PostgreSQL está en marcha de nuevo.'
    case 'repair_failed':
      return `PostgreSQL aún no se pudo arrancar de nuevo y se sigue intentando: ${notice.error.message}`
  }
}
