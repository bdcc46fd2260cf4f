import { isContainerNumber } from '#domain/container/number'

export interface ContainerNumberGroups {
  /** Owner code and category letter. */
  owner: string
  serial: string
  check: string
}

/** The parts of a container number; null when the text has another form. */
export function groupContainerNumber(text: string): ContainerNumberGroups | null {
  if (!isContainerNumber(text)) return null
  return { owner: text.slice(0, 4), serial: text.slice(4, 10), check: text.slice(10) }
}

/** `MSKU 123456 5`, for sentences and tooltips. */
export function groupedText(text: string): string {
  const groups = groupContainerNumber(text)
  return groups === null ? text : `${groups.owner} ${groups.serial} ${groups.check}`
}
