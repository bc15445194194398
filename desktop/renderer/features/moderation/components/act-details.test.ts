import { expect, test } from 'bun:test'
import { isAppealable } from './act-details.tsx'

const post = { target: 'post', targetId: 5, excerpt: 'A post' } as const
const hide = { ...post, id: 1, act: 'hide' } as const
const mute = { ...post, id: 2, act: 'mute' } as const

test('a hidden text can be appealed until it is restored or hidden again', () => {
  expect(isAppealable(hide, [hide])).toBe(true)
  expect(isAppealable(hide, [{ ...hide, id: 3, act: 'restore' }, hide])).toBe(false)
  expect(isAppealable(hide, [{ ...hide, id: 3 }, hide])).toBe(false)
  expect(isAppealable(hide, [{ ...hide, id: 3, act: 'restore', targetId: 6 }, hide])).toBe(true)
  expect(isAppealable({ ...hide, id: 4 }, [{ ...hide, id: 3, act: 'restore' }])).toBe(true)
})

test('a pause of writing can be appealed until it is lifted, for whichever text, or replaced', () => {
  expect(isAppealable(mute, [mute])).toBe(true)
  const unmute = { ...mute, id: 3, act: 'unmute', target: 'nickname', targetId: 9 } as const
  expect(isAppealable(mute, [unmute, mute])).toBe(false)
  expect(isAppealable(mute, [{ ...mute, id: 3 }, mute])).toBe(false)
})

test('a pause of writing that has ended can be appealed', () => {
  const ended = { ...mute, until: '2026-11-20T00:00:00.000Z' } as const
  expect(isAppealable(ended, [ended])).toBe(true)
})

const rename = { ...hide, act: 'rename', target: 'nickname', targetId: 9, excerpt: 'Mina' } as const

test('a removed nickname can be appealed after a text of the person was restored', () => {
  const restore = { ...hide, id: 3, act: 'restore' } as const
  expect(isAppealable(rename, [restore, rename])).toBe(true)
})

test.each([
  ['the one removed last', 'trader-ABC123', [true, false]],
  ['the one of an appeal', 'Mina', [false, true]],
])('of two removed nicknames, %s is given back alone', (_, excerpt, expected) => {
  const second = { ...rename, id: 2, excerpt: 'Rude' } as const
  const restore = { ...rename, id: 3, act: 'restore', excerpt } as const
  const acts = [restore, second, rename]
  expect([rename, second].map((act) => isAppealable(act, acts))).toEqual(expected)
})

test('an act without a reversal cannot be appealed', () => {
  expect(isAppealable({ ...hide, act: 'restore' }, [])).toBe(false)
})
