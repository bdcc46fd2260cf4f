/** One line of the text format. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export interface Family {
  type: string
  help: string
  samples: Sample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`)

/**
 * Reads the text that Prometheus reads (exposition format 0.0.4), by family. Throws on any line that it would not take:
 * a bad name or label, a value that is no number, a sample that belongs to no family, a family that comes twice.
 */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const families = new Map<string, Family>()
  const helps = new Map<string, string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, word, name = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${NAME}) ?(.*)$`).exec(line) ?? []
    if (word === 'HELP') helps.set(name, rest)
    else if (word === 'TYPE') {
      if (families.has(name)) throw new Error(`a family twice: ${line}`)
      families.set(name, { type: rest, help: helps.get(name) ?? '', samples: [] })
    } else if (!line.startsWith('#')) {
      const sample = parseSample(line)
      const family =
        families.get(sample.name) ?? families.get(sample.name.replace(/_(bucket|sum|count)$/, ''))
      if (!family) throw new Error(`a sample of no family: ${line}`)
      family.samples.push(sample)
    }
  }
  return families
}

function parseSample(line: string): Sample {
  const [, name, inner = '', number = ''] = SAMPLE.exec(line) ?? []
  if (name === undefined) throw new Error(`not a sample: ${line}`)
  const labels: Record<string, string> = {}
  for (let rest = inner; rest !== ''; ) {
    const [whole, key, text] = LABEL.exec(rest) ?? []
    if (whole === undefined || key === undefined || text === undefined || key in labels) {
      throw new Error(`bad labels: ${line}`)
    }
    labels[key] = text
    rest = rest.slice(whole.length)
  }
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : number === 'Nan' ? Number.NaN : Number(number)
  if (Number.isNaN(value) && number !== 'Nan' && number !== 'NaN') throw new Error(`not a number: ${line}`)
  return { name, labels, value }
}
