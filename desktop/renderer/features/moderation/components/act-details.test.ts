import { expect, test } from 'bun:test'
import { isInForce } from './act-details.tsx'

const NOW = Date.UTC(2026, 10, 21)
const post = { target: 'post', targetId: 5, excerpt: 'A post', until: null } as const
const hide = { ...post, id: 1, act: 'hide' } as const
const mute = {
  ...post,
  id: 2,
  act: 'mute',
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

const rename = { ...hide, act: 'rename', target: 'nickname', targetId: 9, excerpt: 'Mina' } as const

test('a removed nickname stays so when a text of the person is restored', () => {
  const restore = { ...hide, id: 3, act: 'restore' } as const
  expect(isInForce(rename, [restore, rename], NOW)).toBe(true)
})

test.each([
  ['the one removed last', 'trader-ABC123', [true, false]],
  ['the one of an appeal', 'Mina', [false, true]],
])('of two removed nicknames, %s is given back alone', (_, excerpt, expected) => {
  const second = { ...rename, id: 2, excerpt: 'Rude' } as const
  const restore = { ...rename, id: 3, act: 'restore', excerpt } as const
  const acts = [restore, second, rename]
  expect([rename, second].map((act) => isInForce(act, acts, NOW))).toEqual(expected)
})

test('an act without a reversal is never in force', () => {
  expect(isInForce({ ...hide, act: 'restore' }, [], NOW)).toBe(false)
})
