import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureBrowser } from '../lib/browser.mjs'
import { launch } from './pictures.mjs'

/**
 * Lists the pictures that differ, most different first, with the share of pixels. Each goes side by side into `into`:
 * before, after, and the differing pixels in red, cut to where they lie.
 * @param {{ before: string, after: string, into?: string | undefined }} options folders
 */
export async function comparePictures({ before, after, into }) {
  const names = (/** @type {string} */ folder) =>
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.png'))
      .sort()
  const taken = names(after)
  const missing = names(before).filter((name) => !existsSync(join(after, name)))
  const read = (/** @type {string} */ folder, /** @type {string} */ name) => readFileSync(join(folder, name))
  const changed = taken.filter(
    (name) => existsSync(join(before, name)) && !read(before, name).equals(read(after, name)),
  )
  const browser = await launch(await ensureBrowser())
  /** @type {{ name: string, share: number, size: string }[]} */
  const rows = []
  try {
    const page = await browser.newPage()
    for (const name of changed) {
      const pictures = [before, after].map(
        (folder) => `data:image/png;base64,${read(folder, name).toString('base64')}`,
      )
      const { share, size, crop } = await page.evaluate(difference, pictures)
      if (share === 0) continue
      rows.push({ name, share, size })
      if (into === undefined || crop === undefined) continue
      const to = join(into, name)
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, Buffer.from(crop.slice(crop.indexOf(',') + 1), 'base64'))
    }
  } finally {
    await browser.close()
  }
  for (const { name, share, size } of rows.sort((a, b) => b.share - a.share))
    console.log(`${(share * 100).toFixed(3).padStart(8)} %  ${name}${size}`)
  for (const name of missing) console.log(` missing    ${name}`)
  console.log(`${rows.length} of ${taken.length} pictures differ, ${missing.length} are missing`)
}

/** In the page. @param {string[]} pictures data URLs: before, after */
async function difference(pictures) {
  const images = await Promise.all(
    pictures.map(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return image
    }),
  )
  const width = Math.max(...images.map((image) => image.width))
  const height = Math.max(...images.map((image) => image.height))
  const canvasOf = (/** @type {number} */ w, /** @type {number} */ h) => {
    const canvas = document.createElement('canvas')
    canvas.width = w
    canvas.height = h
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('no canvas')
    return { canvas, context }
  }
  const [first, second] = images.map((image) => {
    const { context } = canvasOf(width, height)
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, width, height)
  })
  const sizes = images.map((image) => `${image.width}x${image.height}`)
  const size = sizes[0] === sizes[1] ? '' : `  ${sizes.join(' -> ')}`
  if (first === undefined || second === undefined) throw new Error('two pictures')
  const marked = new ImageData(width, height)
  let count = 0
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let i = 0; i < first.data.length; i += 4) {
    // Less than this is how a rounded corner is smoothed.
    if ([0, 1, 2, 3].every((c) => Math.abs((first.data[i + c] ?? 0) - (second.data[i + c] ?? 0)) <= 8))
      continue
    count++
    const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    marked.data.set([220, 0, 0, 255], i)
  }
  if (count === 0) return { share: 0, size, crop: undefined }
  const margin = 24
  const x = Math.max(0, left - margin)
  const y = Math.max(0, top - margin)
  const w = Math.min(width, right + margin) - x
  const h = Math.min(height, bottom + margin, y + 1600) - y
  const { canvas, context } = canvasOf(w * 3 + 20, h)
  for (const [at, picture] of [first, second, marked].entries())
    context.putImageData(picture, at * (w + 10) - x, -y, x, y, w, h)
  return { share: count / (width * height), size, crop: canvas.toDataURL() }
}
