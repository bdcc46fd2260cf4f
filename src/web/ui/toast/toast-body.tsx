import { Button } from '@mantine/core'

/** A toast's sentence with its action below. */
export function ToastBody({ text, label, onPress }: { text?: string; label: string; onPress: () => void }) {
  return (
    <>
      {text}
      <Button variant="light" mt={8} display="block" onClick={onPress}>
        {label}
      </Button>
    </>
  )
}
