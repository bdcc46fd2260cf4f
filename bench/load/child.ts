import { percentile } from '../percentiles.ts'
import { type Connection, openConnection } from './connection.ts'
import { answerQuestions } from './elsewhere.ts'
import { monotonicMs, type Outcome, type Plan } from './generator.ts'

async function run(plan: Plan): Promise<Outcome> {
  const { host, port, expect, perSecond } = plan
  const latencies: number[] = []
  const sent: [string, number][] = []
  /** When the request under way was sent or due, by connection. */
  const since: number[] = []
  const idle: number[] = []
  const connections: Connection[] = []
  let fail: (error: Error) => void = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  let measureFrom = Number.POSITIVE_INFINITY
  let deadline = Number.POSITIVE_INFINITY
  let underWay = 0
  let finish: () => void = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })

  function send(index: number, at: number): void {
    since[index] = at
    underWay++
    const uuid = connections[index]?.send() ?? ''
    if (perSecond !== undefined && at >= measureFrom) sent.push([uuid, at])
  }

  function answered(index: number): void {
    underWay--
    const now = monotonicMs()
    const counts = perSecond === undefined ? now < deadline : true
    if (now >= measureFrom && counts) latencies.push(now - (since[index] ?? now))
    if (now >= deadline) {
      if (underWay === 0) finish()
    } else if (perSecond === undefined) send(index, now)
    else idle.push(index)
  }

  for (const [index, lanes] of plan.connections.entries()) {
    const onAnswer = () => answered(index)
    connections.push(await openConnection({ host, port, expect }, lanes, { onAnswer, onError: fail }))
  }
  const start = monotonicMs()
  measureFrom = start + plan.warmUpMs
  deadline = measureFrom + plan.measureMs
  let cpu = process.cpuUsage()
  const warm = setTimeout(() => {
    cpu = process.cpuUsage()
  }, plan.warmUpMs)
  if (perSecond === undefined) for (const index of connections.keys()) send(index, monotonicMs())
  else {
    idle.push(...connections.keys())
    const total = Math.round((perSecond * (plan.warmUpMs + plan.measureMs)) / 1000)
    let next = 0
    const pacer = setInterval(() => {
      for (; next < total && idle.length > 0; next++) {
        const due = start + (next * 1000) / perSecond
        if (due > monotonicMs()) break
        const index = idle.shift()
        if (index !== undefined) send(index, due)
      }
      if (next === total) {
        clearInterval(pacer)
        deadline = monotonicMs()
        if (underWay === 0) finish()
      }
    }, 1)
  }
  try {
    await Promise.race([finished, failed])
  } finally {
    clearTimeout(warm)
    for (const connection of connections) connection.close()
  }
  const { user, system } = process.cpuUsage(cpu)
  const seconds = plan.measureMs / 1000
  latencies.sort((a, b) => a - b)
  return {
    answered: latencies.length,
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 50),
    p95: percentile(latencies, 95),
    p99: percentile(latencies, 99),
    max: percentile(latencies, 100),
    cpuPercent: (user + system) / 1e4 / seconds,
    lanes: connections.map(({ answered: counts }) => counts),
    sent,
  }
}

answerQuestions(run)
