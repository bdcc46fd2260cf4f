import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Files that import the whole server share its modules within a worker: importing it takes longer than most of them test.
const server = [
  'src/server/**/*.test.ts',
  'test/{alerts,api,backup,board,durability,live,mails,record}/**/*.test.ts',
]
// The same for plain functions, whose modules keep nothing: a process for each file takes longer than its tests.
const pure = ['src/{domain,contract}/**/*.test.ts', 'src/web/**/*.test.{ts,tsx}']
// Modules of the driver's page keep what the phone knows.
const driver = ['src/web/features/driver/**/*.test.{ts,tsx}']

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
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

const LONG = ['/test/durability/', '/src/embedded-postgres/', '/test/alerts/kill', '/test/mails/kill']
const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((name) => moduleId.includes(name))

/**
 * Within each project, files that start processes of the product come first: begun last, they would go on when all other
 * workers are done. Vitest's own order goes by the size of the file, and these are short.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

export default defineConfig({
  ...project,
  test: {
    // Of the root alone, and seen by all projects: one PostgreSQL and one Redis.
    globalSetup: ['test/support/global-setup.ts'],
    // One more than the processors of the smallest machine: much of a run waits for timeouts and for other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      { ...project, test: { ...limits, name: 'server', include: server, isolate: false } },
      {
        ...project,
        test: {
          ...limits,
          name: 'pure',
          include: pure,
          exclude: driver,
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        ...project,
        test: {
          ...limits,
          name: 'isolated',
          include: ['{src/{embedded-postgres,server},test}/**/*.test.ts', ...driver],
          exclude: [...server, 'test/e2e/**', '**/node_modules/**'],
        },
      },
    ],
  },
})
