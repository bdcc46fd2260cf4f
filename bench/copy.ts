import { once } from 'node:events'
import pg from 'pg'

export type Field = string | number | boolean | null

/** COPY FROM STDIN with all rows in one message; pg has the protocol messages but no query that sends them. */
class CopyIn extends pg.Query {
  readonly #data: Buffer

  constructor(text: string, data: Buffer) {
    super(text)
    this.#data = data
  }

  handleCopyInResponse(connection: { sendCopyFromChunk(data: Buffer): void; endCopyFrom(): void }): void {
    connection.sendCopyFromChunk(this.#data)
    connection.endCopyFrom()
  }
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const textOf = (field: Field): string =>
  field === null
    ? '\\N'
    : typeof field === 'string'
      ? field.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found)
      : String(field)

/** Appends rows to `table`; each row has the fields of `columns` in their order. Sends at once, resolves when stored. */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly Field[][],
): Promise<void> {
  const data = Buffer.from(rows.map((row) => `${row.map(textOf).join('\t')}\n`).join(''))
  const names = columns.map((name) => `"${name}"`).join(', ')
  await once(client.query(new CopyIn(`copy ${table} (${names}) from stdin`, data)), 'end')
}
