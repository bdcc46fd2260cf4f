import type * as es from '../es/maintenance.ts'
import type { Words } from '../words.ts'

export const maintenance: Words<typeof es.maintenance> = {
  title: 'We are doing maintenance',
  lead: 'Acarreo is back in a few minutes. This page returns by itself to where you were; what you have typed is still there.',
  driversTitle: 'If you are on a trip',
  drivers:
    'Keep to your route. The steps that you have recorded are safe, and those that wait on your phone are sent by themselves as soon as maintenance ends.',
  retry: 'Try again',
  checking: 'Checking...',
  stillOn: 'We are still working on it.',
}
