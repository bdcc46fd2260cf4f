import { ActionIcon } from '@mantine/core'
import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  ChevronLeft,
  ChevronRight,
  CircleCheck,
  CircleOff,
} from 'lucide-react'
import { adminText, adminUsersText as text } from '../../../../text/console.ts'
import { Pill } from '../../../../ui/haulage/phase.tsx'
import { Bone } from '../../../../ui/loading/bone.tsx'
import { Panel } from '../../../../ui/panel/panel.tsx'
import { nextSort, type pageOf, type Sort, type SortColumn } from './rows.ts'
import classes from './table.module.css'

const LABELS: Readonly<Record<SortColumn, string>> = {
  id: text.id,
  username: text.username,
  displayName: text.displayName,
  isActive: text.state,
}

/** A column heading that sorts. */
export function SortHead({
  column,
  sort,
  onSort,
}: {
  column: SortColumn
  sort: Sort
  onSort: (sort: Sort) => void
}) {
  const on = sort.column === column
  const Icon = on ? (sort.descending ? ArrowDown : ArrowUp) : ArrowUpDown
  return (
    <th scope="col" aria-sort={on ? (sort.descending ? 'descending' : 'ascending') : 'none'} data-sorts>
      <button
        type="button"
        className={classes.sort}
        title={text.sortBy(LABELS[column])}
        onClick={() => onSort(nextSort(sort, column))}
      >
        {LABELS[column]}
        <Icon size={14} data-on={on || undefined} />
      </button>
    </th>
  )
}

export function StateBadge({ active }: { active: boolean }) {
  return (
    <Pill small phase={active ? 'done' : 'stale'} Icon={active ? CircleCheck : CircleOff}>
      {active ? adminText.active : adminText.inactive}
    </Pill>
  )
}

/** Paging of a table; nothing for a single page. */
export function Pager({
  name,
  page: { page, pages, first, last },
  all,
  onPage,
}: {
  /** The table's name. */
  name: string
  page: Pick<ReturnType<typeof pageOf>, 'page' | 'pages' | 'first' | 'last'>
  all: number
  onPage: (page: number) => void
}) {
  if (pages <= 1) return null
  // aria-disabled instead of disabled: a disabled button would lose the focus at the last page.
  return (
    <nav className={classes.pager} aria-label={text.pages(name)}>
      <span role="status">{text.range(first, last, all)}</span>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={text.previous}
        aria-disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={text.next}
        aria-disabled={page === pages - 1}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={18} />
      </ActionIcon>
    </nav>
  )
}

const BONES = ['a', 'b', 'c', 'd', 'e']

/** The skeleton of a table. */
export function TableBones({ label }: { label: string }) {
  return (
    <Panel className={classes.frame} role="status" aria-label={label}>
      {BONES.map((bone) => (
        <div key={bone} className={classes.boneRow}>
          <Bone width="45%" height={16} />
        </div>
      ))}
    </Panel>
  )
}
