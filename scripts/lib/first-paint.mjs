import { build } from 'vite'

/** What begins a load in the head that Vite writes: nothing of it may stand before the outline. */
const LOADS = /\s*(?:<link rel="(?:stylesheet|modulepreload)"[^>]*>|<script type="module"[^>]*><\/script>)/g

/**
 * Puts script and style of the outline into the document (src/web/first-paint.ts), and every other file behind the
 * outline: browsers paint what stands before a style sheet of the body while it loads. Modules still wait for those sheets,
 * so React draws nothing without them.
 * @returns {import('vite').Plugin}
 */
export function firstPaint() {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const loads = html.match(LOADS) ?? []
        const sheets = loads.filter((tag) => tag.includes('"stylesheet"'))
        const others = loads.filter((tag) => !sheets.includes(tag))
        if (sheets.length === 0 || others.length === 0)
          throw new Error('the page loads no style or no script')
        const { script, style } = await outline()
        return html
          .replace(LOADS, '')
          .replace('</head>', () => `  <style>${style}</style>\n    <script>${script}</script>\n  </head>`)
          .replace('</body>', () => `  ${[...sheets, ...others].join('').trim()}\n  </body>`)
      },
    },
  }
}

async function outline() {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      // Else the script would bring the style, and no paint would wait for it.
      cssCodeSplit: false,
      target: 'es2022',
      rolldownOptions: { input: 'src/web/first-paint.ts', output: { format: 'iife' } },
    },
  })
  if (!('output' in built)) throw new Error('the outline was not built')
  const script = built.output.find((file) => file.type === 'chunk')?.code.trim()
  const style = built.output.find((file) => file.fileName.endsWith('.css'))
  if (script === undefined || style?.type !== 'asset')
    throw new Error('the outline has no script or no style')
  return {
    script,
    style: String(style.source)
      .replace(/\/\*.*?\*\//g, '')
      .trim(),
  }
}
