import { type Struck, together } from '../test/support/processes/fault-rounds.ts'

/** As it happens. */
export const struckLine = ({ fault, servingAfterMs, acknowledged, lost, twice, broken }: Struck): string =>
  `${fault}: serving after ${servingAfterMs} ms; ${acknowledged} acknowledged, ${lost} lost, ${twice} twice, ${broken} broken`

/** One row for each fault and one for all of them. */
export function printStruck(struck: readonly Struck[]): void {
  const all = struck.reduce<Struck | undefined>((sum, each) => together(each, sum), undefined)
  const rows = all ? [...struck, { ...all, fault: 'all' }] : []
  console.table(
    rows.map(({ fault, times, acknowledged, lost, twice, broken, servingAfterMs }) => ({
      fault,
      times,
      acknowledged,
      lost,
      twice,
      'broken chains': broken,
      'serving after, s, at most': Number((servingAfterMs / 1000).toFixed(2)),
    })),
  )
}
