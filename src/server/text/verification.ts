// Lines of the start and of `npm run verify`; what is said of the record has codes, because the console shows it too.

const number = (n: number): string => n.toLocaleString('es-MX')

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
