import { defineConfig } from 'vitest/config'

// Files that import the whole server share its modules within a worker: importing it takes longer than most of them test.
const server = ['src/server/**/*.test.ts', 'test/{api,backup,board,durability,live,record}/**/*.test.ts']

const project = {
  resolve: {
    // Conditions of package.json do not reach Vitest's global setup; the same mapping as an alias does.
    alias: [
      {
        find: /^#(domain|contract|embedded-postgres|server|web)\/(.*)$/,
        replacement: `${import.meta.dirname}/src/$1/$2.ts`,
      },
    ],
  },
}
// For what hangs. What is slow on a machine that does other work is no fault.
const limits = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  ...project,
  test: {
    // Of the root alone, and seen by both projects: one PostgreSQL and one Redis.
    globalSetup: ['test/support/global-setup.ts'],
    // One more than the processors of the smallest machine: much of a run waits for timeouts and for other processes.
    maxWorkers: 3,
    projects: [
      { ...project, test: { ...limits, name: 'server', include: server, isolate: false } },
      {
        ...project,
        test: {
          ...limits,
          name: 'isolated',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [...server, 'test/e2e/**', '**/node_modules/**'],
        },
      },
    ],
  },
})
