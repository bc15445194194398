import { expect, test } from 'bun:test'
import { eventually, within } from './eventually.ts'

const never = new Promise<void>(() => {})

test('a wait that is over its limit names what it waited for', async () => {
  await expect(within(never, 'the tide turns', 10)).rejects.toThrow(
    'not within 0.01 s: the tide turns',
  )
  const condition = async () => false
  await expect(eventually(condition, { what: 'the tide turns', patience: 10 })).rejects.toThrow(
    'never came true: the tide turns',
  )
})

test('passes on a result and an error', async () => {
  expect(await within(Promise.resolve(3), 'a number')).toBe(3)
  await expect(within(Promise.reject(new Error('ebb')), 'a number')).rejects.toThrow('ebb')
})
