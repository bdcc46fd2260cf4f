export { placeMessages } from './place-messages.ts'
export { places } from './places.ts'
