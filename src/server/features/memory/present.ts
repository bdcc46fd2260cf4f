import type { MemoryActionResponse } from '#contract/http/admin'
import type { MemoryReport } from './service.ts'

function presentReport(
  { counts, board, differences, backup }: MemoryReport,
  success: boolean,
  message: string,
): MemoryActionResponse {
  const { users, containers, events } = counts
  return {
    success,
    message,
    details: {
      currentCounts: { users, containers, events },
      board,
      differences: differences.map(
        ({ operationKey, containerNumber, kind, memoryVersion, databaseVersion }) => ({
          containerId: operationKey,
          displayContainerId: containerNumber,
          kind,
          memoryVersion,
          databaseVersion,
        }),
      ),
      backup: backup && { file: backup.file, bytes: backup.bytes },
    },
  }
}

const count = (n: number): string => n.toLocaleString('es-MX')
const operations = (n: number): string => `${count(n)} ${n === 1 ? 'operación' : 'operaciones'}`

export const presentBackup = (report: MemoryReport): MemoryActionResponse =>
  report.backup
    ? presentReport(report, true, `Todo está en la base de datos. Respaldo escrito: ${report.backup.file}`)
    : presentReport(
        report,
        false,
        `La memoria va adelante de la base de datos en ${operations(report.differences.length)}: la base fue regresada a un estado anterior. No se escribió nada ni se hizo respaldo. Si la base es la correcta, use «Base de datos a memoria».`,
      )

export const presentReload = (report: MemoryReport): MemoryActionResponse =>
  presentReport(report, true, `Memoria cargada desde la base de datos: ${operations(report.board)} en curso.`)

export const presentVerification = (report: MemoryReport): MemoryActionResponse =>
  report.differences.length === 0
    ? presentReport(
        report,
        true,
        `La memoria y la base de datos coinciden: ${operations(report.board)} en curso.`,
      )
    : presentReport(
        report,
        false,
        `La memoria y la base de datos difieren en ${operations(report.differences.length)}.`,
      )
