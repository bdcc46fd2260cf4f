import { useQuery } from '@tanstack/react-query'
import { PackageCheck, UserPlus } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { operatorsQuery } from '../../../../api/people/operators.ts'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { Empty } from '../../../../ui/panel/empty.tsx'
import { ToolButton } from '../../../../ui/panel/tool-button.tsx'

/** Nothing is under way; where there is no operator either, the way to the first one. */
export function NoOperations() {
  const operators = useQuery(operatorsQuery)
  const [, setParams] = useSearchParams()
  return (
    <Empty Icon={PackageCheck} title={text.empty}>
      <span>{text.emptyHint(operators.data?.length ?? null)}</span>
      {operators.data?.length === 0 && (
        <ToolButton
          Icon={UserPlus}
          variant="filled"
          onClick={() =>
            setParams((before) => {
              const next = new URLSearchParams(before)
              next.set('tab', 'operators')
              return next
            })
          }
        >
          {text.addOperator}
        </ToolButton>
      )}
    </Empty>
  )
}
