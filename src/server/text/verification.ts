// What a verification of the record says, at the terminal and in the console.

type Fault =
  | { kind: 'seq'; tenantId: number; rows: number; counter: number | null }
  | {
      kind: 'chain' | 'position' | 'identity' | 'correction' | 'duration' | 'operation'
      operationKey: string
      position: number | null
    }

const number = (n: number): string => n.toLocaleString('es-MX')

/** The first fault in words. The container's number, not the operation key, which would open the link. */
export function faultSentence(fault: Fault): string {
  if (fault.kind === 'seq') {
    return `Los números del supervisor ${fault.tenantId} no van seguidos: ${number(fault.rows)} registros y el contador en ${fault.counter ?? 'ninguno'}.`
  }
  const what = fault.position === null ? 'la operación' : `el registro ${fault.position}`
  const [box] = fault.operationKey.split('_')
  switch (fault.kind) {
    case 'chain':
      return `${box}: la cadena se rompe en ${what}; lo reportado cambió después.`
    case 'position':
      return `${box}: falta un registro antes de ${what}.`
    case 'identity':
      return `${box}: ${what} no es de esta operación.`
    case 'correction':
      return `${box}: ${what} no es lo que dicen sus correcciones.`
    case 'duration':
      return `${box}: la duración de ${what} no es la de sus horas.`
    case 'operation':
      return `${box}: la operación no está como dicen sus registros.`
  }
}

/** The whole result in one line. */
export function verificationLine(result: {
  operations: number
  events: number
  corrections: number
  fault: Fault | null
  complete: boolean
}): string {
  const counted = `${number(result.operations)} operaciones, ${number(result.events)} eventos, ${number(result.corrections)} correcciones`
  if (result.fault) return `Registro alterado. ${faultSentence(result.fault)} Antes: ${counted} íntegros.`
  return result.complete
    ? `Registro íntegro: ${counted}.`
    : `Íntegro hasta donde alcanzó el tiempo: ${counted}. Completo: npm run verify.`
}

export function auditLine({
  lines,
  fault,
}: {
  lines: number
  fault: { chain: string; line: number | null } | null
}): string {
  if (!fault) return `Bitácora íntegra: ${number(lines)} renglones.`
  const what =
    fault.line === null ? 'faltan los renglones más recientes' : `el renglón ${fault.line} no es el que sigue`
  return `Bitácora alterada. Cadena «${fault.chain}»: ${what}. Antes: ${number(lines)} íntegros.`
}

export const sealing = (sealed: number): string =>
  `Registro de antes de las cadenas: ${number(sealed)} operaciones selladas.`
