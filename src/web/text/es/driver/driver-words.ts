export { operation } from './operation.ts'
export { outbox } from './outbox.ts'
