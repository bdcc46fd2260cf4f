import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

const api = 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  resolve: { conditions: ['acarreo-source', ...defaultClientConditions] },
  build: {
    outDir: '../../dist/public',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': api,
      '/ws': { target: api, ws: true },
    },
  },
})
