import { isContainerNumber } from '#domain/container/number'

/** Owner code with category letter, serial number and check digit; null when the text has another form. */
export function groupContainerNumber(text: string) {
  if (!isContainerNumber(text)) return null
  return { owner: text.slice(0, 4), serial: text.slice(4, 10), check: text.slice(10) }
}

/** `MSKU 123456 5`, for sentences and tooltips. */
export function groupedText(text: string): string {
  const groups = groupContainerNumber(text)
  return groups === null ? text : `${groups.owner} ${groups.serial} ${groups.check}`
}
