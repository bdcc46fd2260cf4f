/** What every line has, and what stands in front. */
const HEAD = new Set(['time', 'level', 'code', 'pid', 'msg', 'req', 'res', 'err', 'reqId'])

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const worded = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)

/** `key=value`, except what the sentence already says. */
function pairs(fields: Fields, sentence: string): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    if (value === null || value === undefined) return []
    if (typeof value === 'string' && value.length > 3 && sentence.includes(value)) return []
    return isFields(value) ? pairs(value, sentence) : [`${key}=${worded(value)}`]
  })
}

/** One readable line of a line of JSON: time, level, code, process, sentence, and the fields that are left. */
export function textLine(json: string): string {
  const line = JSON.parse(json) as Fields
  const sentence = String(line.msg ?? '')
  const rest = Object.fromEntries(Object.entries(line).filter(([key]) => !HEAD.has(key)))
  const { req, res, err } = line
  const request = isFields(req) ? `${req.method} ${req.route}` : null
  const { method: _, route: __, ...who } = isFields(req) ? req : {}
  const tail = pairs({ ...who, ...(isFields(res) ? res : {}), ...rest }, sentence)
  const id = typeof line.reqId === 'string' ? [`request=${line.reqId}`] : []
  const error = isFields(err) ? [`error=${JSON.stringify(err)}`] : []
  const level = String(line.level).toUpperCase().padEnd(5)
  const head = [line.time, level, line.code, `[${line.pid}]`, sentence]
  return [...head, ...(request === null ? [] : [request]), ...tail, ...id, ...error].join(' ')
}
