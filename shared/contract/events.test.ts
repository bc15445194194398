import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { PATHS } from '#shared/rules/paths.ts'
import { EventsBody } from './events.ts'

const isAccepted = (route: string) =>
  Value.Check(EventsBody, { events: [{ name: 'page_view', route }] })

test('accepts the pattern of every screen, and no address with an id', () => {
  expect(Object.values(PATHS).filter((path) => !isAccepted(path))).toEqual([])
  expect(isAccepted('/vote/view/7')).toBe(false)
})
