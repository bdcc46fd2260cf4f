import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deskFiles, driversFiles } from '../../scripts/lib/precache-list.mjs'
import { projectRoot } from '../../scripts/lib/root.mjs'

const manifest = {
  'index.html': {
    file: 'assets/main.js',
    css: ['assets/main.css'],
    imports: ['_react.js', '_start.js'],
  },
  '_start.js': {
    file: 'assets/start.js',
    name: 'start',
    dynamicImports: [
      'routes/operator.tsx',
      'routes/auth.tsx',
      'routes/supervisor.tsx',
      'text/es/page-words.ts',
      'text/es/desk/desk-words.ts',
    ],
  },
  '_react.js': { file: 'assets/react.js' },
  'routes/operator.tsx': {
    file: 'assets/operator.js',
    css: ['assets/operator.css'],
    imports: ['index.html', '_react.js'],
    dynamicImports: ['features/operation/late-dialog.tsx'],
  },
  'features/operation/late-dialog.tsx': { file: 'assets/late-dialog.js', imports: ['_react.js'] },
  'routes/auth.tsx': { file: 'assets/auth.js', imports: ['index.html'] },
  'text/es/page-words.ts': { file: 'assets/page-es.js', imports: ['_domain.js'] },
  'text/en/page-words.ts': { file: 'assets/page-en.js' },
  'text/es/people/accounts.ts': { file: 'assets/accounts-es.js' },
  'text/en/people/accounts.ts': { file: 'assets/accounts-en.js' },
  'text/es/driver/driver-words.ts': { file: 'assets/driver-es.js' },
  'text/en/driver/driver-words.ts': { file: 'assets/driver-en.js' },
  'text/es/driver/camera.ts': { file: 'assets/camera-es.js' },
  'text/en/driver/camera.ts': { file: 'assets/camera-en.js' },
  'text/es/desk/desk-words.ts': { file: 'assets/desk-es.js' },
  'text/en/desk/desk-words.ts': { file: 'assets/desk-en.js' },
  'text/es/desk/places.ts': { file: 'assets/places-es.js' },
  'text/en/desk/places.ts': { file: 'assets/places-en.js' },
  'text/es/desk/alerts.ts': { file: 'assets/alerts-es.js' },
  'text/en/desk/alerts.ts': { file: 'assets/alerts-en.js' },
  '_domain.js': { file: 'assets/domain.js' },
  'routes/supervisor.tsx': { file: 'assets/supervisor.js', dynamicImports: ['features/kpis/panel.tsx'] },
  'features/kpis/panel.tsx': { file: 'assets/charts.js' },
}

describe('what a phone keeps', () => {
  it('holds all that the driver may come to need, each file once', () => {
    expect(driversFiles(manifest)).toEqual([
      '/assets/accounts-en.js',
      '/assets/accounts-es.js',
      '/assets/auth.js',
      '/assets/camera-en.js',
      '/assets/camera-es.js',
      '/assets/domain.js',
      '/assets/driver-en.js',
      '/assets/driver-es.js',
      '/assets/late-dialog.js',
      '/assets/main.css',
      '/assets/main.js',
      '/assets/operator.css',
      '/assets/operator.js',
      '/assets/page-en.js',
      '/assets/page-es.js',
      '/assets/react.js',
      '/assets/start.js',
    ])
  })

  it('is refused when a screen is missing from the build', () => {
    const { 'routes/operator.tsx': _, ...rest } = manifest
    expect(() => driversFiles(rest)).toThrow('routes/operator.tsx')
  })

  it('keeps the desk apart, with every tab and without what the driver has', () => {
    expect(deskFiles(manifest)).toEqual([
      '/assets/alerts-en.js',
      '/assets/alerts-es.js',
      '/assets/charts.js',
      '/assets/desk-en.js',
      '/assets/desk-es.js',
      '/assets/places-en.js',
      '/assets/places-es.js',
      '/assets/supervisor.js',
    ])
  })
})

it('the picture of a push message is a file of the page', () => {
  const web = join(projectRoot, 'src/web')
  const worker = readFileSync(join(web, 'service-worker/service-worker.ts'), 'utf8')
  const icons = [...worker.matchAll(/icon: '([^']+)'/g)].map(([, path = '']) => path)
  expect(icons).toHaveLength(1)
  for (const path of icons) expect(existsSync(join(web, 'public', path)), path).toBe(true)
})
