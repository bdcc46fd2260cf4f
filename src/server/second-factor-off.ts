import { ConfigError, configFromProcess } from './config.ts'
import { openBeside } from './db/start/open.ts'
import { DatabaseStartError } from './db/start/start-errors.ts'
import { removeSecondFactor } from './features/people/second-factor/service.ts'
import { SYSTEM_TRACE } from './identity/trace.ts'
import { tellPerson } from './log/tell.ts'

// `npm run second-factor-off`: the way back for who runs this machine and has lost the administrator's second factor.

const say = (line: string): void => console.log(line)
const talk = {
  tell: tellPerson(say),
  onError: (error: Error): void => console.error(`Base de datos: ${error.message}`),
}

async function main(): Promise<void> {
  const database = await openBeside(configFromProcess(), talk)
  try {
    const removed = await database.orm.transaction((tx) =>
      removeSecondFactor(tx, { owner: null, trace: SYSTEM_TRACE, now: Date.now() }),
    )
    say(
      removed
        ? 'La verificación en dos pasos del administrador quedó desactivada: la consola se abre otra vez solo con la clave.'
        : 'El administrador no tiene activada la verificación en dos pasos.',
    )
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  const isSentence = error instanceof ConfigError || error instanceof DatabaseStartError
  console.error(isSentence ? error.message : error)
  process.exit(1)
})
