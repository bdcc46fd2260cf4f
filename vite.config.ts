import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  css: {
    postcss: {
      plugins: [
        {
          // What a sheet composes from another one comes without its file, and Vite would warn of that at every build.
          postcssPlugin: 'composed-rules-have-a-file',
          OnceExit(sheet) {
            const { source } = sheet
            if (source === undefined) return
            sheet.walkDecls((declaration) => {
              if (declaration.source?.input.file === undefined) declaration.source = source
            })
          },
        },
      ],
    },
  },
  resolve: { conditions: ['acarreo-source', ...defaultClientConditions] },
  build: {
    outDir: '../../dist/public',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: 'src/web/index.html', 'service-worker': 'src/web/service-worker/service-worker.ts' },
      output: {
        // A worker rules over the folder that it lies in, under a name that never changes.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? 'service-worker.js' : 'assets/[name]-[hash].js',
        // Every file costs a phone with one bar of signal a round trip: what nearly every screen shares comes in two.
        // Neither may depend on what a screen brings, or their modules would run before what they need. The desk's words are
        // shared by its parts alone.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 5 },
            {
              name: 'common',
              test: /src\/(web\/(ui|styles|lib|text(?!\/live-operations))|domain)\//,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': api,
      '/ws': { target: api, ws: true },
    },
  },
})
