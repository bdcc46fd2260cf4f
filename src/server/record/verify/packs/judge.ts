import type { ChainStand, EvidencePack } from '#domain/evidence/content'
import type { Tx } from '../../../db/connect.ts'
import { firstFault, type Verified } from '../../../db/first-fault.ts'
import { linked } from '../../chain.ts'
import {
  findMissingPack,
  findPackGap,
  type PackName,
  packsAfter,
  type StoredPack,
  unfounded,
} from './queries.ts'

const BATCH = 500

export interface PackFault extends PackName {
  /** Not as it was issued; a version before it is missing; quotes what is not in the record; gone. */
  kind: 'pack_altered' | 'pack_gap' | 'pack_unfounded' | 'pack_missing'
}

type JudgedPack = StoredPack & { fault: PackFault['kind'] | null }

/** Whether every evidence pack is there as it was issued, and stands on what the record holds. */
export async function verifyPacks(tx: Tx, deadline: number): Promise<Verified<PackFault>> {
  const missing = await findMissingPack(tx)
  if (missing) return { fault: { kind: 'pack_missing', ...missing }, complete: false }
  const gap = await findPackGap(tx)
  if (gap) return { fault: { kind: 'pack_gap', ...gap }, complete: false }
  return firstFault<JudgedPack, PackFault>(
    async (last) => judged(tx, await packsAfter(tx, last?.id ?? 0, BATCH)),
    ({ fault, subject, version }) => fault && { kind: fault, subject, version },
    deadline,
  )
}

async function judged(tx: Tx, packs: StoredPack[]): Promise<JudgedPack[]> {
  const said = packs.map((pack) => ({ pack, content: contentOf(pack) }))
  const quoted = said.flatMap(({ pack, content }) =>
    content
      ? standsOf(content).map((stand) => ({
          ...stand,
          id: pack.id,
          supervisor: pack.supervisorId,
          key: pack.operationKey,
        }))
      : [],
  )
  const loose = await unfounded(tx, quoted)
  return said.map(({ pack, content }) => ({
    ...pack,
    fault: content === null ? 'pack_altered' : loose.has(pack.id) ? 'pack_unfounded' : null,
  }))
}

/** Null: not what was issued as this pack. */
function contentOf({ content, hash, version, supervisorId, month }: StoredPack): EvidencePack | null {
  if (linked(content).toString('hex') !== hash) return null
  const pack: EvidencePack = JSON.parse(content)
  const own = pack.kind === 'month' ? pack.month === month : month === null
  return own && pack.version === version && pack.supervisor.id === supervisorId ? pack : null
}

const standsOf = (pack: EvidencePack): ChainStand[] =>
  pack.kind === 'month' ? pack.visits.map(({ chain }) => chain) : [pack.chain]
