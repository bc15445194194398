import { expect, test } from 'bun:test'
import { isInForce } from './act-details.tsx'

const NOW = Date.UTC(2026, 10, 21)
const hide = { id: 1, act: 'hide', target: 'post', targetId: 5, until: null } as const
const mute = {
  id: 2,
  act: 'mute',
  target: 'post',
  targetId: 5,
  until: new Date(NOW + 1000).toISOString(),
} as const

test('an act is in force until the same thing is restored or hidden again', () => {
  expect(isInForce(hide, [hide], NOW)).toBe(true)
  expect(isInForce(hide, [{ ...hide, id: 3, act: 'restore' }, hide], NOW)).toBe(false)
  expect(isInForce(hide, [{ ...hide, id: 3 }, hide], NOW)).toBe(false)
  expect(isInForce(hide, [{ ...hide, id: 3, act: 'restore', targetId: 6 }, hide], NOW)).toBe(true)
  expect(isInForce({ ...hide, id: 4 }, [{ ...hide, id: 3, act: 'restore' }], NOW)).toBe(true)
})

test('a pause of writing ends by itself, or for the person', () => {
  expect(isInForce(mute, [mute], NOW)).toBe(true)
  expect(isInForce(mute, [mute], NOW + 1000)).toBe(false)
  const unmute = { ...mute, id: 3, act: 'unmute', target: 'nickname', targetId: 9 } as const
  expect(isInForce(mute, [unmute, mute], NOW)).toBe(false)
})

test('an act without a reversal is never in force', () => {
  expect(isInForce({ ...hide, act: 'restore' }, [], NOW)).toBe(false)
})
