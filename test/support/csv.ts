/** Reads RFC 4180, character by character, strictly: throws where a quote stands or is missing against the rule. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let at = 0
  while (at < text.length) {
    const record: string[] = []
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        for (at += 1; ; at += 1) {
          if (at >= text.length) throw new Error('a quote is left open')
          if (text[at] !== '"') cell += text[at]
          else if (text[at + 1] === '"') {
            cell += '"'
            at += 1
          } else break
        }
        at += 1
      } else {
        const end = text.slice(at, at + 4096).search(/[",\r\n]/)
        if (end === -1) throw new Error('the last record has no end')
        cell = text.slice(at, at + end)
        at += end
      }
      record.push(cell)
      if (text[at] === ',') {
        at += 1
        continue
      }
      if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no comma or CRLF at ${at}`)
      at += 2
      break
    }
    records.push(record)
  }
  return records
}
