import { Button, type ButtonProps } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithoutRef } from 'react'

/** A button with an icon before its word; quiet unless `variant` says otherwise. */
export function ToolButton({
  Icon,
  ...rest
}: { Icon: LucideIcon } & ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>) {
  return <Button variant="default" leftSection={<Icon size={18} />} {...rest} />
}
