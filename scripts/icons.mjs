/**
 * Draws the icons of the installed app from the mark: `node scripts/icons.mjs`. They are kept in the repository, because
 * the build has no browser.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser } from './lib/browser.mjs'
import { projectRoot } from './lib/root.mjs'

const publicDir = join(projectRoot, 'src/web/public')
const mark = readFileSync(join(publicDir, 'favicon.svg'), 'utf8')
const teal = '#0b605f'

/** `inset`: share of the edge left around the mark; phones crop a maskable icon to any shape. */
const icons = [
  { name: 'icon-192.png', size: 192, inset: 0, ground: 'transparent' },
  { name: 'icon-512.png', size: 512, inset: 0, ground: 'transparent' },
  { name: 'maskable-512.png', size: 512, inset: 0.12, ground: teal },
  // iOS rounds the corners itself and shows black where the picture has none.
  { name: 'apple-touch-icon.png', size: 180, inset: 0, ground: teal },
]

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage()
  for (const { name, size, inset, ground } of icons) {
    await page.setViewportSize({ width: size, height: size })
    const edge = Math.round(size * inset)
    await page.setContent(
      `<style>html,body{margin:0;background:${ground}}svg{display:block;width:${size - 2 * edge}px;margin:${edge}px}</style>${mark}`,
    )
    writeFileSync(join(publicDir, 'icons', name), await page.screenshot({ omitBackground: true }))
  }
} finally {
  await browser.close()
}
