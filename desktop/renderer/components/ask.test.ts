import { afterEach, expect, test } from 'bun:test'
import { ask, dismissQuestions, questions } from './ask.ts'

const words = { text: 'Really?', yes: 'Yes', no: 'No' }

afterEach(dismissQuestions)

test('a question waits for its answer and goes with it', async () => {
  const asked = ask(words)
  expect(questions.getState()).toHaveLength(1)
  questions.getState()[0]?.answer(true)
  expect(await asked).toBe(true)
  expect(questions.getState()).toEqual([])
})

test('dismissed, it is answered with what is safe: no, unless it says otherwise', async () => {
  const risky = ask(words)
  const harmless = ask({ ...words, safe: 'yes' })
  for (const { dismiss } of questions.getState()) dismiss()
  expect(await Promise.all([risky, harmless])).toEqual([false, true])
})

test('all of them are dismissed at once', async () => {
  const answers = Promise.all([ask(words), ask({ ...words, safe: 'yes' }), ask(words)])
  dismissQuestions()
  expect(await answers).toEqual([false, true, false])
  expect(questions.getState()).toEqual([])
})
