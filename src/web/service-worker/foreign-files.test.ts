import { describe, expect, it } from 'vitest'
import { foreignFiles } from './foreign-files.ts'

const FILES = ['/', '/assets/index-1a2b.js', '/assets/index-3c4d.css']
const page = (script: string) =>
  `<script type="module" src="${script}"></script><link rel="stylesheet" href="/assets/index-3c4d.css">`

describe('a page that is to be kept', () => {
  it('names nothing but what is kept with it', () => {
    expect(foreignFiles(page('/assets/index-1a2b.js'), FILES)).toEqual([])
  })

  it('is known for another version by the files it names', () => {
    expect(foreignFiles(page('/assets/index-9z9z.js'), FILES)).toEqual(['/assets/index-9z9z.js'])
  })
})
