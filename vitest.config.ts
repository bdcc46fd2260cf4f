import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // Conditions of package.json do not reach Vitest's global setup; the same mapping as an alias does.
    alias: [
      {
        find: /^#(domain|contract|embedded-postgres|server|web)\/(.*)$/,
        replacement: `${import.meta.dirname}/src/$1/$2.ts`,
      },
    ],
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**', '**/node_modules/**'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
})
