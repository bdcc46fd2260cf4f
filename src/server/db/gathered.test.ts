import { expect, it } from 'vitest'
import { gathered } from './gathered.ts'

/** A database whose statements the test answers. */
function setUp(most?: number) {
  const statements: { questions: readonly number[]; answer(): void; fail(error: Error): void }[] = []
  const ask = gathered<number, string>(
    (questions) =>
      new Promise((resolve, reject) => {
        statements.push({ questions, answer: () => resolve(questions.map(String)), fail: reject })
      }),
    most,
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const asked = () => statements.map(({ questions }) => questions)
  return { ask, statements, turn, asked }
}

it('gathers what arrives while a statement is under way, and answers each its own', async () => {
  const { ask, statements, turn, asked } = setUp(3)
  const answers = [1, 2].map(ask)
  await turn()
  answers.push(...[3, 4, 5, 6].map(ask))
  await turn()
  expect(asked()).toEqual([[1, 2]])
  for (const index of [0, 1, 2]) {
    statements[index]?.answer()
    await turn()
    await turn()
  }
  expect(asked()).toEqual([[1, 2], [3, 4, 5], [6]])
  expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4', '5', '6'])
})

it('goes on after a failed statement', async () => {
  const { ask, statements, turn } = setUp()
  const failing = [ask(1), ask(2)]
  await turn()
  const next = ask(3)
  statements[0]?.fail(new Error('away'))
  await Promise.all(failing.map((answer) => expect(answer).rejects.toThrow('away')))
  await turn()
  statements[1]?.answer()
  expect(await next).toBe('3')
})
