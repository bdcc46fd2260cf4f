import type * as es from '../../es/driver/camera.ts'
import type { Words } from '../../words.ts'

export const camera: Words<typeof es.camera> = {
  title: 'Read the number',
  hint: 'Move closer until the number fills the frame.',
  refused: 'The camera may not be used. Allow it in the settings of this site, or type the number.',
  no_camera: 'The camera could not be opened. Close it in other apps, or type the number.',
  cannot_read: 'This phone cannot read text. Type the number.',
  nothing_read: 'No number was read. Move closer and avoid glare, or type it.',
  again: 'Try again',
  type: 'Type it',
}
