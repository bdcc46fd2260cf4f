import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { firstPaint } from './scripts/lib/first-paint.mjs'

const api = 'http://127.0.0.1:3000'

/** Runs before the page's other scripts have arrived, and so stands in a chunk that imports none of them. */
const START =
  /preload-helper|src\/web\/(start|ui\/loading\/import-chunk|routes\/pages|lib\/area|text\/(load-words|language))\.ts$/

/**
 * What nearly every screen shares, with its icons. Not what parts of the desk share: the driver's phone would load it too
 * (bench/page-weight.ts).
 */
const COMMON =
  /src\/web\/(ui(?!\/(?:data|links|map|loading\/panel-skeleton|panel\/(?:empty|tool-button)|second-factor|haulage\/(?:correction-note|event-log-table|event-notes|step-place-note)|page\/(?:(?:entry|message)-page|outcome)|form\/(?:account-fields|search-field|use-fields|new-password|failure-box|form|radio-tiles|use-proof|proof-field|copy-button)))|styles(?!\/styles-)|lib(?!\/(?:field-errors|save-file|amount-text|time\/day-start))|api(?!\/(?:admin|desk|driver\/driver-places|entitlements|forecasts|people\/(?:invitations|operator|account|passkeys|recovery|second-factor)|places))|features\/people\/accounts(?!\/(?:model|queries|components\/(?:idle|login|register)))|text(?!\/(?:accounts?\.|desk|driver|passkeys|places|second-factor)))\/|\/lucide-react\/(?!.*\/(?:pencil|fingerprint|download|map-pin-off|map-pin-x|file-text|user-plus|printer|link-2|smartphone|chart-column|users-round|sliders-horizontal|search|arrow-down|external-link|rotate-ccw-clock)\.)/

/** Not Mantine's fields, nor their styles: many screens share them, and the driver's has none. */
const LIBRARIES =
  /node_modules\/(?!@mantine\/core\/(?:esm\/(?:components\/(?:ActionIcon|Checkbox|CloseButton|Combobox|Input|InputBase|NativeSelect|PasswordInput|Radio|Switch|Tabs|TextInput|Textarea)|utils\/InlineInput)\/|styles\/(?:ActionIcon|Checkbox|InlineInput|Input|PasswordInput|Radio|Tabs)\.)|lucide-react\/.*\/(?:pencil|download|external-link)\.)/

/** What nearly every form has of them, with its styles, in one file. */
const FIELDS =
  /@mantine\/core\/(?:esm\/components\/(?:ActionIcon|Checkbox|Input|InputBase|PasswordInput|Radio|Tabs|TextInput)\/|esm\/utils\/InlineInput\/|styles\/(?:ActionIcon|Checkbox|InlineInput|Input|PasswordInput|Radio|Tabs)\.)|src\/web\/styles\/styles-/

/** Not the rules of the desk alone. */
const DOMAIN = /src\/domain\/(?!(?:alert|detention|forecast|place)\/|time\/(?:zone|day-text)\.)/

/** Under Mantine's drawers and toasts: no screen needs it before its first touch. */
const OVERLAYS = /\/(react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)/

/** What the driver's page shares with one other: each as a file would cost more in headers than in bytes. */
const DRIVERS =
  /src\/web\/(ui\/(?:haulage(?!\/(?:correction-note|event-log-table|event-notes|step-place-note))|form\/(?:radio-tiles|form-buttons)|page\/message-page|loading\/later)|api\/driver\/driver-places|features\/driver\/operation\/position\/warm-fix|lib\/use-online|features\/people\/accounts(?!\/(?:model|queries|components\/(?:idle|login|register)))|ui\/(?:data\/(?:external-link|phone-link)|panel\/tab-list))|src\/domain\/place\/shape|node_modules\/uuid\/|lucide-react\/.*\/(wifi-off|trash-?\d*|chevron-right|check|map-pin|undo-2|external-link|navigation)\./

/** What the driver's screen and the parts that it loads later await, in one file. */
const DRIVER_WORDS = /src\/web\/text\/driver\.ts$/

/** What a driver's phone never runs, and the chunks that it loads. */
const DESKS =
  /src\/(?:web\/(?:(?:api|features|text\/(?:es|en))\/desk|(?:api|features\/console)\/admin|text\/(?:es|en)\/console)|domain\/(?:alert|detention|forecast|kpi))\//
const DRIVER_CHUNKS = ['start', 'main', 'common', 'domain', 'driver', 'driver-words', 'operator']

/** A file of words, and a module that awaits one. */
const WORDS = /src\/web\/text\/(es|en)\//
const AWAITS_WORDS = /src\/web\/text\/(?!load-words|language)[^/]+\.ts$/

const wordsFirst: Plugin = {
  name: 'words-first',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const reached = (from: string, seen = new Set<string>()): Set<string> => {
      if (seen.has(from)) return seen
      seen.add(from)
      for (const to of chunks.find(({ fileName }) => fileName === from)?.imports ?? []) reached(to, seen)
      return seen
    }
    const holding = (test: RegExp) => chunks.filter(({ moduleIds }) => moduleIds.some((id) => test.test(id)))
    const waiting = new Set(holding(AWAITS_WORDS).map(({ fileName }) => fileName))
    // Words that import what awaits them wait for themselves, and the page stays blank.
    for (const { fileName } of [...holding(WORDS), ...holding(START)]) {
      const through = [...reached(fileName)].find((file) => waiting.has(file))
      if (through) this.error(`${fileName} must not import ${through}, which awaits words`)
    }
    // Nor the desk's part of what it shares with the driver's phone.
    for (const { name, moduleIds } of chunks) {
      const desks = moduleIds.find((id) => DESKS.test(id))
      if (desks && DRIVER_CHUNKS.includes(name))
        this.error(`${name} must not hold ${desks}, which the desk alone needs`)
    }
    // Every page loads these: words of one part would load with each of them, and be missing from an offline phone.
    for (const { name, fileName, code } of chunks) {
      const other = /await [\w$]+\([`'"](?!page)(\w+)[`'"]\)/.exec(code)
      if (other && ['main', 'common'].includes(name))
        this.error(`${fileName} must not await ${other[1]} words`)
    }
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const preload = /\s*<link rel="modulepreload"[^>]* href="([^"]*\/start-[^"]*)">/
      const start = preload.exec(html)
      if (!start) throw new Error('the page does not preload its start')
      return html
        .replace(preload, '')
        .replace(
          '<script type="module"',
          `<script type="module" crossorigin src="${start[1]}"></script>\n    $&`,
        )
    },
  },
}

/** The loader of chunks in their importers: `import-chunk.ts`. After Vite has found the imports by their form. */
const importAgain: Plugin = {
  name: 'import-again',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      for (const chunk of chunks) {
        const found = new Set<string>()
        chunk.code = chunk.code.replace(
          /\bimport\((([`'"])\.\/([^`'"]+)\2)\)/g,
          (_whole, path, _quote, name: string) => {
            found.add(`assets/${name}`)
            return `importChunk(${path},path=>import(path))`
          },
        )
        const left = chunk.dynamicImports.filter((file) => !found.has(file))
        if (left.length > 0) this.error(`${chunk.fileName} imports ${left.join(', ')} in another form`)
      }
    },
  },
}

/** Colours of Mantine that no sheet and no component names: their variables would be a sixth of the first style sheet. */
export const UNUSED_COLORS = 'pink|grape|violet|indigo|cyan|lime|yellow|orange|green'
const UNUSED_VARIABLE = new RegExp(`^--mantine-color-(?:${UNUSED_COLORS})-`)

export default defineConfig({
  root: 'src/web',
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'unused-colors',
          Declaration: (declaration) => {
            if (UNUSED_VARIABLE.test(declaration.prop)) declaration.remove()
          },
        },
      ],
    },
  },
  plugins: [react(), wordsFirst, importAgain, firstPaint()],
  resolve: { conditions: ['acarreo-source', ...defaultClientConditions] },
  build: {
    outDir: '../../dist/public',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Notices of the packages whose code the page contains, served like its other files.
    license: { fileName: 'licencias.txt' },
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A module that a preload could not fetch is never asked for again. The desk's parts, which are opened late and tried
      // again, do without. The driver's gain a round trip before the network may go.
      resolveDependencies: (_chunk, files, { hostId, hostType }) =>
        hostType === 'html' || /\/(?:start|operator)-/.test(hostId)
          ? files
          : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      input: {
        main: 'src/web/index.html',
        // The server makes these pages (src/server/features/public/tracking/page).
        tracking: 'src/web/features/public/tracking/follow.ts',
        'tracking-search': 'src/web/features/public/tracking/offer-shared.ts',
        'service-worker': 'src/web/service-worker/service-worker.ts',
      },
      output: {
        // A worker rules over the folder that it lies in, under a name that never changes.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js',
        chunkFileNames: ({ facadeModuleId }) => {
          const language = WORDS.exec(facadeModuleId ?? '')?.[1]
          return language ? `assets/words-${language}-[name]-[hash].js` : 'assets/[name]-[hash].js'
        },
        // Every file costs a phone with one bar of signal a round trip: what nearly every screen shares comes in few.
        // None may depend on what a screen brings, or their modules would run before what they need.
        codeSplitting: {
          groups: [
            { name: 'start', test: START, priority: 1 },
            { name: 'libraries', test: LIBRARIES, minShareCount: 6 },
            // Apart from `common`, which awaits words: the Spanish words import the domain's labels.
            { name: 'domain', test: DOMAIN, minShareCount: 3 },
            { name: 'overlays', test: OVERLAYS },
            { name: 'fields', test: FIELDS },
            { name: 'common', test: COMMON, minShareCount: 3 },
            { name: 'driver', test: DRIVERS, minShareCount: 2 },
            { name: 'driver-words', test: DRIVER_WORDS },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': api,
      '/container': api,
      '/ws': { target: api, ws: true },
    },
  },
})
