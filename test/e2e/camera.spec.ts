import { crew } from './support/driver.ts'
import { expect, expectAccessible, test } from './support/test.ts'

type Phone = typeof globalThis & { onTheBox: string; streams: MediaStream[] }

test('the camera reads the number off the box, and a pasted text gives it too', async ({
  browser,
  product,
}) => {
  const { phone } = await crew(browser, product)
  const { page, context } = phone
  // Chromium for Linux has no text detector: this one reads from any picture what the journey says.
  await page.addInitScript(() => {
    const device = globalThis as Phone
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    Object.assign(device, {
      onTheBox: '',
      streams: [],
      TextDetector: class {
        async detect({ width, height }: ImageBitmap) {
          return width > 0 && height > 0 ? [{ rawValue: device.onTheBox }] : []
        }
      },
    })
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      // The browser allows every camera here (playwright.config.ts).
      const { state } = await navigator.permissions.query({ name: 'camera' })
      if (state !== 'granted') throw new DOMException('refused', 'NotAllowedError')
      const stream = await open(wanted)
      device.streams.push(stream)
      return stream
    }
  })
  const cameras = () => page.evaluate(() => (globalThis as Phone).streams.map(({ active }) => active))
  const field = page.getByLabel('Número de contenedor')
  const button = page.getByRole('button', { name: 'Leer con la cámara' })
  const dialog = page.getByRole('dialog', { name: 'Leer el número' })

  await page.clock.install()
  await page.goto('/operator')
  await button.click()
  await expect(dialog.getByRole('status')).toContainText('No hay permiso para usar la cámara')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Escribirlo' }).click()
  await expect(dialog).toBeHidden()
  await field.fill('MSK')

  await context.grantPermissions(['camera', 'clipboard-read', 'clipboard-write'])
  await button.click()
  await expect.poll(cameras).toEqual([true])
  await expect(dialog.getByRole('status')).toContainText('Acérquese')
  await expectAccessible(page)
  await page.clock.fastForward(20_000)
  await expect(dialog.getByRole('status')).toContainText('No se leyó ningún número')
  expect(await cameras()).toEqual([false])
  await dialog.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect.poll(cameras).toEqual([false, true])
  await page.evaluate(() => Object.assign(globalThis, { onTheBox: 'MAX GROSS\nCSQU 3O5438 3\n22G1' }))
  await expect(dialog).toBeHidden()
  await expect(field).toHaveValue('CSQU 305438 3')
  await expect(page.getByText('Leído con la cámara. Compárelo con la caja.')).toBeVisible()
  expect(await cameras()).toEqual([false, false])

  // A phone that is put away films nothing.
  await page.evaluate(() => Object.assign(globalThis, { onTheBox: '' }))
  await button.click()
  await expect.poll(cameras).toEqual([false, false, true])
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(dialog).toBeHidden()
  expect(await cameras()).toEqual([false, false, false])

  await page.evaluate(() => navigator.clipboard.writeText('Contenedor: TEXU 307007 9\n45R1, sello 0042'))
  await field.focus()
  await page.keyboard.press('Control+V')
  await expect(field).toHaveValue('TEXU 307007 9')
})
