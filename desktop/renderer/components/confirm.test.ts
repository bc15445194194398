import { afterEach, expect, test } from 'bun:test'
import { confirm } from './confirm.ts'
import { confirms, dismissConfirms } from './open-confirms.ts'

const options = { text: 'Really?', yes: 'Yes', no: 'No' }

afterEach(dismissConfirms)

test('a confirmation stays open until a choice is made', async () => {
  const agreed = confirm(options)
  expect(confirms.getState()).toHaveLength(1)
  confirms.getState()[0]?.answer(true)
  expect(await agreed).toBe(true)
  expect(confirms.getState()).toEqual([])
})

test('a dismissed confirmation resolves to its safe choice, no by default', async () => {
  const risky = confirm(options)
  const harmless = confirm({ ...options, safe: 'yes' })
  for (const { dismiss } of confirms.getState()) dismiss()
  expect(await Promise.all([risky, harmless])).toEqual([false, true])
})

test('dismisses all open confirmations at once', async () => {
  const results = [confirm(options), confirm({ ...options, safe: 'yes' }), confirm(options)]
  dismissConfirms()
  expect(await Promise.all(results)).toEqual([false, true, false])
  expect(confirms.getState()).toEqual([])
})
