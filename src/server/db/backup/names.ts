const NAME = /^acarreo-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z(?:-(\d+))?\.ndjson\.gz(\.age)?$/

export interface BackupName {
  file: string
  /** When it was written, epoch milliseconds. */
  at: number
  /** 2, 3 … of several of one instant. */
  number: number
  isEncrypted: boolean
}

/** Reads the name of a backup; null: the file is not one. Only what has such a name is ever removed. */
export function backupNamed(file: string): BackupName | null {
  const parts = NAME.exec(file)
  if (!parts) return null
  const [year = 0, month = 0, ...rest] = parts.slice(1, 8).map(Number)
  return {
    file,
    at: Date.UTC(year, month - 1, ...(rest as [number, number, number, number, number])),
    number: Number(parts[8] ?? 1),
    isEncrypted: parts[9] !== undefined,
  }
}

/** For a sort. */
export const newerFirst = (a: BackupName, b: BackupName): number => b.at - a.at || b.number - a.number
